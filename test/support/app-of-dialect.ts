/** The app whose forms follow the variable SERVICE_DIALECT, as on platforms that build none. */
type App = Record<string, any>;

/** Loads it anew: the forms stay as they are for the life of its modules. Waits are short. */
export async function loadApp(): Promise<App> {
  let app: App = {};
  await jest.isolateModulesAsync(async () => {
    const { delays } = await import('../../client/exchange/time.ts');
    Object.assign(delays, { retry: 1, poll: 5, polls: 100 });
    ({ default: app } = (await import('../../index.ts')) as { default: App });
  });
  return app;
}

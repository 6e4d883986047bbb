/** The app whose forms follow the variable SERVICE_DIALECT, as on platforms that build none. */
type App = Record<string, any>;

/** Loads it anew: the forms stay as they are for the life of its modules. */
export async function loadApp(): Promise<App> {
  let app: App = {};
  await jest.isolateModulesAsync(async () => {
    // @ts-expect-error The bundle has no types.
    app = ((await import('../../build/app-by-variable.js')) as { default: App }).default;
  });
  return app;
}

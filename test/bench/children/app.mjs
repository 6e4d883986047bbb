/**
 * Child process: loads an app and answers events through the platform's handler. Reports the time
 * of each, the time from the start of the process to the end of the last (ms), and the most memory
 * that the process had (MB).
 */
const { default: zapier } = await import('zapier-platform-core');
const { default: app } = await import(process.argv[2]);
const handle = zapier.createAppHandler(app);

process.on('message', async ({ event, count }) => {
  const times = [];
  for (let index = 0; index < count; index++) {
    const own = structuredClone(event);
    const from = performance.now();
    await handle(own);
    times.push(performance.now() - from);
  }
  const memory = process.resourceUsage().maxRSS / 1024;
  process.send({ times, sinceStart: performance.now(), memory });
});

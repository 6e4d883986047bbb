/**
 * Child process: loads an app and answers events through the platform's handler. Reports the time
 * of each (ms), the processor time of one (ms), the time from the start of the process to the end
 * of the last (ms) and the peak memory (MB).
 */
const { default: zapier } = await import('zapier-platform-core');
const { default: app } = await import(process.argv[2]);
const handle = zapier.createAppHandler(app);

process.on('message', async ({ event, count }) => {
  const times = [];
  const before = process.cpuUsage();
  for (let index = 0; index < count; index++) {
    const own = structuredClone(event);
    const from = performance.now();
    await handle(own);
    times.push(performance.now() - from);
  }
  const { user, system } = process.cpuUsage(before);
  const processor = (user + system) / 1000 / count;
  const memory = process.resourceUsage().maxRSS / 1024;
  process.send({ times, processor, sinceStart: performance.now(), memory });
});

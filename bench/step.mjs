/**
 * One process of the benchmark: loads an app, answers `count` invocations and prints the time to
 * the first answer, the median of the later ones and its peak memory as JSON.
 */
const started = performance.now();
const [, , path, count, event] = process.argv;
const { default: zapier } = await import('zapier-platform-core');
const { default: app } = await import(path);
const handle = zapier.createAppHandler(app);
const parsed = JSON.parse(event);

await handle(structuredClone(parsed));
const first = performance.now() - started;
const later = [];
for (let index = 1; index < Number(count); index++) {
  const from = performance.now();
  await handle(structuredClone(parsed));
  later.push(performance.now() - from);
}
later.sort((a, b) => a - b);
const memory = process.resourceUsage().maxRSS / 1024;
console.log(`\n${JSON.stringify({ first, later: later[later.length >> 1] ?? 0, memory })}`);
process.exit();

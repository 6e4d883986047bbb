/** The timers that stand in the place of those a package which n8n verifies may not use. */
import { clearTimeout, setTimeout } from '../stand-ins/globals.ts';

const pause = (milliseconds: number) =>
  new Promise((wait) => globalThis.setTimeout(wait, milliseconds));

it('runs what waits when it is due, whatever was set first', async () => {
  const ran: string[] = [];
  const from = Date.now();
  const wait = (name: string, milliseconds: number) =>
    new Promise<number>((resolve) => {
      setTimeout(() => {
        ran.push(name);
        resolve(Date.now() - from);
      }, milliseconds);
    });
  const took = await Promise.all([wait('late', 300), wait('soon', 100), wait('middle', 200)]);
  expect(ran).toEqual(['soon', 'middle', 'late']);
  [300, 100, 200].forEach((due, index) => {
    expect(took[index]).toBeGreaterThanOrEqual(due);
    expect(took[index]).toBeLessThan(due + 90);
  });
});

it('runs nothing that was stopped, and what remains all the same', async () => {
  const ran: string[] = [];
  const stopped = setTimeout(() => ran.push('stopped'), 50);
  setTimeout(() => ran.push('kept'), 120);
  clearTimeout(stopped);
  clearTimeout(undefined);
  await pause(400);
  expect(ran).toEqual(['kept']);
});

it('lets one that is set by another run as well', async () => {
  const ran: string[] = [];
  setTimeout(() => {
    ran.push('first');
    setTimeout(() => ran.push('second'), 30);
  }, 30);
  await pause(300);
  expect(ran).toEqual(['first', 'second']);
});

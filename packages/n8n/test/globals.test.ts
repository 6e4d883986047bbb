/** The timers that stand in the place of those a package which n8n verifies may not use. */
import { clearTimeout, setTimeout } from '../stand-ins/globals.ts';

const pause = (milliseconds: number) =>
  new Promise((wait) => globalThis.setTimeout(wait, milliseconds));

it('runs what waits when it is due, whatever was set first', async () => {
  const ran: string[] = [];
  const ours = (due: number) => setTimeout(() => ran.push(`ours of ${due}`), due);
  const nodes = async (due: number) => {
    await pause(due);
    ran.push(`node's of ${due}`);
  };
  [250, 50, 150].forEach(ours);
  await Promise.all([100, 200, 300].map(nodes));
  expect(ran).toEqual(
    [50, 100, 150, 200, 250, 300].map((due, index) => `${index % 2 ? "node's" : 'ours'} of ${due}`),
  );
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

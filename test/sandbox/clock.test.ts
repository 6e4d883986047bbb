import { openClock } from '../../sandbox/domain/clock.ts';
import { createSandbox } from '../../sandbox/server.tsx';

it('follows the computer, forward and through sleep, and goes on where that is set back', () => {
  let wall = 1_000_000;
  let steady = 0;
  const clock = openClock(
    () => wall,
    () => steady,
  );
  const pass = (ms: number) => {
    wall += ms;
    steady += ms;
  };
  pass(1000);
  expect(clock.now()).toBe(1_001_000);
  wall += 5000; // It slept: the steady clock stood still.
  expect(clock.now()).toBe(1_006_000);
  wall -= 3_600_000;
  pass(250);
  expect(clock.now()).toBe(1_006_250);
  clock.advance(60_000);
  pass(10);
  wall += 3_600_000;
  expect(clock.now()).toBe(1_066_260);
});

it('lets a portal run out when it is moved on', async () => {
  const sandbox = await createSandbox();
  const { portals, cases } = sandbox.services;
  const body = { business: { organization_name: 'A' } };
  const { application_id } = cases.create('main', body, 'API');
  const { link } = portals.create('main', { application_id }, 'API');
  expect((await fetch(link)).status).toBe(200);
  const moved = await fetch(`${sandbox.url}/_sandbox/clock`, {
    method: 'POST',
    body: JSON.stringify({ seconds: 31 * 24 * 3600 }),
  });
  const { now } = (await moved.json()) as { now: string };
  expect(Date.parse(now) - Date.now()).toBeGreaterThan(30.9 * 24 * 3600_000);
  expect((await fetch(link)).status).toBe(410);
  await sandbox.close();
});

import { openClock } from '../domain/clock.ts';
import { createSandbox } from '../server.tsx';

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

it('is set back to the computer, and gives each moment once', () => {
  let wall = 1_000_000;
  const clock = openClock(
    () => wall,
    () => wall,
  );
  clock.advance(60_000);
  expect(clock.ahead()).toBe(60_000);
  const moments = [clock.unique(), clock.unique(), clock.unique()];
  expect(new Set(moments).size).toBe(3);
  expect(moments.toSorted()).toEqual(moments);
  wall += 500;
  expect(clock.backToNow()).toBe(60_000);
  expect([clock.now(), clock.ahead()]).toEqual([1_000_500, 0]);
  expect(clock.unique()).toBe(new Date(1_000_500).toISOString());
  // What lies before it now was not passed over.
  expect(clock.whenDue(1_000_400)).toBe(1_000_500);
  wall += 1000;
  expect(clock.now()).toBe(1_001_500);
});

it('is set back by the control plane, with the deliveries that wait', async () => {
  const sandbox = await createSandbox();
  const call = (method: string, body?: object) =>
    fetch(`${sandbox.url}/_sandbox/clock`, { method, body: body && JSON.stringify(body) });
  await call('POST', { seconds: 3600 });
  const { store, clock } = sandbox.services;
  store.run(
    `insert into deliveries (event_id, webhook_id, application_id, state, attempts, next_at)
     values ('e', 'w', 'a', 'pending', 1, ?)`,
    clock.now() + 20_000,
  );
  const answer = (await (await call('DELETE')).json()) as { now: string };
  expect(Math.abs(Date.parse(answer.now) - Date.now())).toBeLessThan(5000);
  const { next_at } = store.get<{ next_at: number }>('select next_at from deliveries')!;
  expect(next_at - Date.now()).toBeGreaterThan(5000);
  expect(next_at - Date.now()).toBeLessThan(21_000);
  await sandbox.close();
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

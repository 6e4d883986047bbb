import { openClock } from '../../domain/clock.ts';

it('is set back to the computer, and gives each moment once', () => {
  let wall = 1_000_000;
  const clock = openClock(() => wall);
  clock.advance(60_000);
  expect(clock.ahead()).toBe(60_000);
  const moments = [clock.unique(), clock.unique(), clock.unique()];
  expect(new Set(moments).size).toBe(3);
  expect(moments.toSorted()).toEqual(moments);
  wall += 500;
  clock.backToNow();
  expect([clock.now(), clock.ahead()]).toEqual([1_000_500, 0]);
  expect(clock.unique()).toBe(new Date(1_000_500).toISOString());
  // What lies before it now was not passed over.
  expect(clock.whenDue(1_000_400)).toBe(1_000_500);
  wall += 1000;
  expect(clock.now()).toBe(1_001_500);
});

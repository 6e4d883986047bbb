import { openClock } from '../../domain/clock.ts';

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

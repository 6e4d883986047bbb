/** Deliveries of the sandbox, as docs/sandbox.md promises them. */
import { delayAfter } from '../../domain/sending.ts';

const { random } = Math;
afterEach(() => {
  Math.random = random;
});
const delaysAt = (chance: number, attempts: number) => {
  Math.random = () => chance;
  return Array.from({ length: attempts }, (_, index) => delayAfter(index + 1) / 1000);
};

it('wait 10, 20, 40 s and so on, at most 4 h', () => {
  const delays = delaysAt(0.5, 15);
  expect(delays.slice(0, 4)).toEqual([10, 20, 40, 80]);
  expect(Math.max(...delays)).toBe(4 * 3600);
});

it('vary by a fifth, so that a receiver that comes back is not hit by all at once', () => {
  expect(delaysAt(0, 1)).toEqual([8]);
  expect(delaysAt(0.999_999, 1)[0]).toBeCloseTo(12, 3);
});

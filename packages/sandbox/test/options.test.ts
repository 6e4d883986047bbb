/** What is given when starting the sandbox is taken, or refused by its name. */
import { readArguments, readNumber } from '../options.ts';

it('takes what the guide names', () =>
  expect(readArguments(['--memory', '--allow-private'])).toEqual({
    memory: true,
    'allow-private': true,
  }));

it.each([['--memry'], ['--port', '5000'], ['5000']])('refuses %s', (...args) =>
  expect(() => readArguments(args)).toThrow(
    new RegExp(`'${args[0]}'.* It takes --memory and --allow-private; .*PORT=4011`),
  ),
);

describe('a number of the environment', () => {
  afterEach(() => delete process.env.PORT);

  it.each([
    ['', undefined],
    ['0', 0],
    ['65535', 65_535],
  ])('is read: %j', (value, number) => {
    process.env.PORT = value;
    expect(readNumber('PORT', 65_535)).toBe(number);
  });

  it.each(['abc', '1h', '-1', '65536', '0x10', '1.5'])('is refused by its name: %s', (value) => {
    process.env.PORT = value;
    expect(() => readNumber('PORT', 65_535)).toThrow(
      `PORT is "${value}": it takes a whole number from 0 to 65535.`,
    );
  });
});

/** Times as services write them. */
import { execFileSync } from 'node:child_process';

import { parseTime } from '../../../client/basics/time.ts';
import { bundled } from '../../support/commands.ts';

const utc = (value: unknown) => {
  const time = parseTime(value);
  return Number.isNaN(time) ? null : new Date(time).toISOString();
};

const half = '2026-03-02T09:30:00.000Z';
const times: [written: unknown, utc: string | null][] = [
  // Without a zone.
  ['2026-03-02T09:30:00', half],
  ['2026-03-02T09:30', half],
  ['2026-03-02T09:30:00.123456', '2026-03-02T09:30:00.123Z'],
  ['2026-03-02 09:30:00', half],
  ['Mon, 02 Mar 2026 09:30:00', half],
  ['2026-03-02', '2026-03-02T00:00:00.000Z'],
  ['2 March 2026', '2026-03-02T00:00:00.000Z'],
  // With one.
  ['2026-03-02T09:30:00Z', half],
  ['2026-03-02T10:30:00+01:00', half],
  ['2026-03-02T10:30:00+0100', half],
  ['2026-03-02T10:30:00+01', half],
  ['2026-03-02 04:30:00-05', half],
  ['2026-03-02 09:30:00 UTC', half],
  ['Mon, 02 Mar 2026 09:30:00 GMT', half],
  ['Mon Mar 02 2026 10:30:00 GMT+0100 (CET)', half],
  // Seconds and milliseconds since 1970.
  [1_772_443_800, half],
  ['1772443800', half],
  [1_772_443_800_000, half],
  ['1772443800000', half],
  // No time.
  ['yesterday', null],
  ['', null],
  [' ', null],
  [null, null],
  [undefined, null],
  [true, null],
  [{}, null],
];

it.each(times)('the time %j is read as %j', (written, time) => expect(utc(written)).toBe(time));

it('a time is the same on a machine in Paris and in New York', () => {
  const program = `
    import { parseTime } from './${bundled('client/basics/time.ts')}';
    const texts = ${JSON.stringify(times.map(([written]) => written).filter((one) => utc(one)))};
    const read = (TZ) => {
      process.env.TZ = TZ;
      return texts.map((text) => new Date(parseTime(text)).toISOString());
    };
    console.log(JSON.stringify(['Europe/Paris', 'America/New_York'].map(read)));`;
  const options = ['--input-type=module', '--eval', program];
  const read = times.flatMap(([, time]) => time ?? []);
  expect(JSON.parse(`${execFileSync(process.execPath, options)}`)).toEqual([read, read]);
});

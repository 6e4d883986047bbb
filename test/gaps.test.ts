/** Every "not shown" of the specification and every setting has its row in docs/gaps.md. */
import { readFileSync } from 'node:fs';

import { events, type TriggerKey } from '../api/contract.ts';
import { settings } from '../api/settings.ts';

const gaps = readFileSync('docs/gaps.md', 'utf8');
const specification = readFileSync('docs/service-interface.md', 'utf8');

const open = specification
  .split('\n')
  .filter((line) => /not shown/.test(line) && !/marked with the words/.test(line))
  .map((line) =>
    line
      .replace(/^[-\d. ]+/, '')
      .replace(/,? and allowed values of country/, '')
      .split(/: not shown/)[0]!
      .replace(/ beyond.*$/, '')
      .split(',')[0]!
      .trim(),
  );

it('finds the open points of the specification', () => expect(open.length).toBeGreaterThan(15));
it.each(open)('has a row for "%s"', (point) =>
  expect(gaps.toLowerCase()).toContain(point.toLowerCase()),
);

it.each(Object.entries(settings).filter(([key]) => !(key in events)))(
  'names the setting %s',
  (_, [env]) => expect(gaps).toContain(env),
);

it.each(Object.entries(events))(
  'has a rule that names the setting of the event %s',
  (key, name) => {
    expect(gaps).toContain('`SERVICE_EVENT_` and the name of the event without `application.`');
    const rest = name.replace('application.', '').replaceAll('.', '_').toUpperCase();
    expect(settings[key as TriggerKey][0]).toBe(`SERVICE_EVENT_${rest}`);
  },
);

it.each(gaps.split('\n').filter((line) => line.startsWith('| ')))('fills every column: %s', (row) =>
  expect(
    row
      .split('|')
      .slice(1, -1)
      .every((cell) => cell.trim()),
  ).toBe(true),
);

/** Every "not shown" of the specification has its row in docs/gaps.md, which is what the code says. */
import { readFileSync } from 'node:fs';

import { gapsPage } from '../../scripts/pages/gaps-page.ts';

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

it('is written from the code (npm run docs)', () => expect(gaps).toBe(gapsPage()));

it('finds the open points of the specification', () => expect(open.length).toBeGreaterThan(15));
it.each(open)('has a row for "%s"', (point) =>
  expect(gaps.toLowerCase()).toContain(`| ${point.toLowerCase()}`),
);

it.each(gaps.split('\n').filter((line) => line.startsWith('| ')))('fills every column: %s', (row) =>
  expect(
    row
      .split('|')
      .slice(1, -1)
      .every((cell) => cell.trim()),
  ).toBe(true),
);

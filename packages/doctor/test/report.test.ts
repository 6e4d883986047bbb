/** Reports: no value is in them. */
import * as fc from 'fast-check';

import type { Answer } from '../exchange.ts';
import { reportFile, reportOf } from '../report.ts';
import { startVisit } from '../visit.ts';
import { random } from '../../../test/support/amount.ts';
import { anyCharacter } from '../../../test/support/arbitraries.ts';

const options = { write: true, decide: true, seconds: 10, progress: () => {} };

/** Values of a person: texts of any script, and forms that could be taken for something else. */
const personal = fc.oneof(
  fc
    .array(anyCharacter, { minLength: 8, maxLength: 30 })
    .map((signs) => signs.join(''))
    .filter((text) => (text.match(/[\p{L}\p{N}]/gu) ?? []).length >= 6),
  fc.constantFrom(
    'Zoë Ångström-Quispe',
    'Quispe',
    'zoe.quispe+kyc@quispe.example',
    '1983-07-29',
    '1983-07-29T00:00:00Z',
    'FR7630006000011234567890189',
    '+33 6 12 34 56 78',
    '12 rue "Quispe"\n75002 Paris',
    'https://quispe.example/zoe?born=1983-07-29',
    '7d9f0c1e-8b1f-4a52-9d3e-2f6b7c8d9e0a',
    'AN4711',
    '株式会社キスペ商事東京',
  ),
);

/** The places of a value in an answer. */
const places: Record<string, (value: string) => Partial<Answer> & { status: number }> = {
  'a field': (value) => ok({ person: { last_name: value } }),
  'an unknown field': (value) => ok({ anything: { new: [{ at_all: [value] }] } }),
  'a state': (value) => ok({ status_review: value, roles: [value], type: value }),
  'the name of a custom field': (value) => ok({ custom_fields: { [value]: value } }),
  'the name of what a map lists': (value) => ok({ screening: { [value]: { hits: 1 } } }),
  'JSON in a text': (value) => ok({ note: JSON.stringify({ value }) }),
  'a message': (value) => refused(`The name ${value} is no email.`),
  'a message with quotes': (value) => refused([{ loc: ['body', value], msg: `Not '${value}'` }]),
  'an echo': (value) => refused([{ loc: ['body', 'name'], input: { name: value } }]),
  'a page': (value) => ({ status: 200, text: `<p>${value}</p>` }),
  'a plain text': (value) => ({ status: 500, text: `Dear ${value}` }),
  'a redirect': (value) => ({ status: 302, text: '', location: `https://a.example/${value}` }),
};
const ok = (body: object) => ({ status: 200, text: JSON.stringify(body) });
const refused = (detail: unknown) => ({ status: 422, text: JSON.stringify({ detail }) });

/** The forms in which a value could be in a file. */
const formsOf = (value: string) => [
  value,
  JSON.stringify(value).slice(1, -1),
  JSON.stringify(JSON.stringify(value)).slice(3, -3),
  encodeURIComponent(value),
];

describe('a report has no value', () => {
  it.each(Object.entries(places))('from %s', (_place, answerWith) => {
    fc.assert(
      fc.property(personal, (value) => {
        const visit = startVisit({ ...options, base: 'https://quispe-bank.example', key: value });
        const found = { isApi: true, data: undefined, location: '', line: '' };
        visit.exchanges.push({
          request: { method: 'POST', path: '/api/applications', json: { name: 'Doctor Check' } },
          answer: { ...found, text: '', ...answerWith(value) },
        });
        // The doctor uses the value as an ID, too.
        for (const path of ['/api/applications/{application_id}', 'https://k.example/p/{link}']) {
          const parameters = { application_id: value, link: value };
          const headers = { authorization: `Bearer ${value}` };
          visit.exchanges.push({
            request: { path, parameters, headers },
            answer: { ...found, ...ok({ link: value, url: `https://k.example/p/${value}` }) },
          });
        }
        const file = reportFile(visit).toLowerCase();
        for (const form of formsOf(value)) expect(file).not.toContain(form.toLowerCase());
        expect(file).not.toMatch(/quispe|1983|k\.example/);
      }),
      random(100),
    );
  });
});

it('keeps codes of the dialect, the names that were sent, and the form of a value', () => {
  const visit = startVisit({ ...options, base: 'https://a.example', key: 'k' });
  const json = { person: { last_name: 'Doctor last name', share: 50 } };
  const texts = [
    ok({ id: 'AN4711', status_review: 'pending', share: 50, other: 50, shown: 'DOCTOR LAST NAME' }),
    ok({ born: '1983-07-29', at: '1983-07-29T00:00:00Z', page: 'https://b.example', is: true }),
    refused([{ loc: ['body', 'person', 0, 'last_name'], msg: "Use 'UBO' or 'CHAIR', not 'x'" }]),
  ];
  for (const one of texts) {
    visit.exchanges.push({
      request: { method: 'POST', path: '/api/applications', json },
      answer: { isApi: true, data: undefined, location: '', line: '', ...one },
    });
  }
  expect(reportOf(visit).probes.map(({ answer }) => answer)).toEqual([
    {
      id: 'string',
      status_review: 'pending',
      share: '{person.share}',
      other: 'number',
      shown: '{person.last_name}',
    },
    { born: 'date', at: 'date-time', page: 'uri', is: 'boolean' },
    {
      detail: [{ loc: ['body', 'person', 'number', 'last_name'], msg: "… 'UBO' … ' … ' … ' … '" }],
    },
  ]);
});

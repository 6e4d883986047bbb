/** Reports: no value is in them, and a service as one describes it leads to the same dialect. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import * as fc from 'fast-check';

import { examine } from '../examine.ts';
import type { Answer } from '../exchange.ts';
import { reportFile, reportOf, type Report } from '../report.ts';
import { startVisit } from '../visit.ts';
import { random, runs } from '../../../test/support/amount.ts';
import { anyCharacter } from '../../../test/support/arbitraries.ts';
import { startCache } from '../../../zapier/local/cache.ts';
import { choicesOf } from '../../../test/known-service/generated.ts';
import { startKnownService } from '../../../test/known-service/service.ts';
import { loadApp, withDialect } from '../../../test/support/dialect.ts';
import { zapierHost } from '../../../test/support/zapier-host.ts';
import { startReported } from './reported-service.ts';

interface Target {
  url: string;
  key: string;
  portalAddress?: string;
}
const options = { write: true, decide: true, seconds: 10, progress: () => {} };
const look = ({ url, key, portalAddress }: Target) =>
  examine({ ...options, base: url, key, portalAddress });

const seeds = Array.from({ length: Number(process.env.SEEDS ?? runs(20)) }, (_, seed) => seed);

it.each(seeds)('the report of service %i leads to the same dialect', async (seed) => {
  const service = await startKnownService(choicesOf(seed));
  const portalAddress = service.choices.portalHost === 'own' ? service.portalHost : undefined;
  const visit = await look({ ...service, portalAddress });
  service.close();
  const report = reportOf(visit);
  const reported = await startReported(report);
  const again = await look(reported);
  reported.close();
  expect([again.problems, again.unclear]).toEqual([[], []]);
  expect(reportOf(again).dialect).toEqual(report.dialect);
});

const folder = 'test/reports';
const reports = readdirSync(folder).map((file): [string, Report] => [
  file,
  JSON.parse(readFileSync(join(folder, file), 'utf8')) as Report,
]);

describe.each(reports)('%s', (_file, report) => {
  let reported: Awaited<ReturnType<typeof startReported>>;
  beforeEach(async () => (reported = await startReported(report)));
  afterEach(() => reported.close());

  it('leads to the same dialect', async () => {
    const visit = await look(reported);
    expect([visit.problems, visit.unclear]).toEqual([[], []]);
    expect(reportOf(visit).dialect).toEqual(report.dialect);
  });

  it('carries the app from the deal to the link', async () => {
    const cache = await startCache();
    const { url, key, portalAddress, dialect } = reported;
    const connection = { base_url: url, api_key: key, portal_address: portalAddress };
    await withDialect(dialect, async () => {
      const { run } = zapierHost(await loadApp(), cache, connection);
      const [started] = await run('start_onboarding', {
        subject: 'business',
        organization_name: 'Lumen Studio',
        country: 'France',
        external_reference: 'deal-1',
        related_persons: [
          { related_person_first_name: 'Claire', related_person_last_name: 'Ferrer' },
        ],
      });
      expect(started).toMatchObject({ name: 'Lumen Studio', not_taken: [] });
      expect(started!.portal_link).toContain('/the-link');
      const { id: application_id } = started!;
      const [found] = await run('find_case', { application_id });
      expect(found).toMatchObject({ id: application_id, name: 'Lumen Studio' });
      expect(found!.persons).toMatchObject([{ first_name: 'Claire', last_name: 'Ferrer' }]);
      const [submitted] = await run('submit_case', { application_id });
      expect(submitted).toMatchObject({ id: application_id, is_draft: false });
      const [decided] = await run('record_decision', { application_id, decision: 'rejected' });
      expect(decided).toMatchObject({ application_id, status: 'rejected' });
    });
    cache.close();
  });
});

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

/** A service that refuses one kind of request, or is busy then: the doctor says which. */
import type { ServerResponse } from 'node:http';

import { examine } from '../examine.ts';
import { reportLines } from '../print.ts';
import { startService } from '../../../test/known-service/service.ts';
import { answerJson, listen } from '../../../zapier/local/listen.ts';

const look = (base: string, key: string) =>
  examine({
    base,
    key,
    write: true,
    decide: true,
    seconds: 10,
    progress: () => {},
    wait: async () => {},
  });

type Case = Record<string, unknown>;

/**
 * Visits a service that answers these requests with a status, or after which a case is changed.
 */
async function visitWith(line: string, change: number | ((one: Case, body: Case) => object)) {
  const service = await startService();
  service.serve({
    async [line](asked) {
      if (typeof change === 'number') return [change, { detail: 'x' }];
      const answer = await service.own(asked);
      const [one] = service.cases.values();
      Object.assign(one!, change({ ...one }, asked.body as Case));
      return answer;
    },
  });
  const visit = await look(service.url, service.key);
  service.close();
  const isOfPortals = (text: string) => text.startsWith('Address of portals');
  return { ...visit, problems: visit.problems.filter((text) => !isOfPortals(text)) };
}

describe.each<[what: string, request: string, problem: string, point: string]>([
  ['a file', 'POST /api/files', 'Upload: no file is accepted', 'Upload'],
  [
    'a document',
    'POST /api/documents',
    'Form of a document: no document is accepted',
    'Form of a document',
  ],
  ['a portal', 'POST .*/portals', 'Portal: none can be made for a case', 'Portal of a case'],
  ['a decision', 'POST .*/decisions', 'Decision: none is recorded', 'Path of decisions'],
  ['the submission', 'PUT .*/submit', 'Submission: is refused', 'Submission'],
  [
    'to show the case',
    'GET /api/applications/(?!connection)[^/]+',
    'Decision: none is recorded',
    'Decision',
  ],
])('a service that refuses %s', (_, request, problem, point) => {
  it('has a problem', async () => {
    const { problems } = await visitWith(request, 422);
    expect(problems).toEqual([problem]);
  });

  it('has none while it is busy: the visit is to be repeated', async () => {
    const visit = await visitWith(request, 503);
    expect(visit.problems).toEqual([]);
    expect(visit.unclear).toContainEqual(expect.stringMatching(`^${point} \\(.* answered 503`));
    const report = reportLines(visit, 'dialect.json').join('\n');
    expect(report).toContain('Run the doctor again later');
    expect(report).toContain('It is in dialect.json.');
  });
});

const updates = 'PUT /api/applications/[^/]+';

it.each<[what: string, change: (one: Case, body: Case) => object, lost: RegExp]>([
  ['fields of the case', () => ({ external_reference: null }), /: external_reference;/],
  ['the draft', () => ({ is_draft: false }), /: is_draft;/],
  [
    'fields of the business',
    (_, body) => ({ business: body.business }),
    /: business.registration_number.*;/,
  ],
])('says that an update replaces %s that it does not name', async (_, change, lost) => {
  const { problems } = await visitWith(updates, change);
  expect(problems[0]).toMatch(/^Update of a case: replaces what it does not name/);
  expect(problems[0]).toMatch(lost);
});

it('says that an update keeps what it does not name', async () => {
  const { findings } = await visitWith(updates, (one) => one);
  expect(findings).toContainEqual(
    expect.objectContaining({
      point: 'Update of a case',
      found: 'keeps what it does not name',
      evidence: expect.stringMatching(/^PUT .* answered 200, GET .* answered 200$/),
    }),
  );
});

it.each([
  [422, [expect.stringMatching(/^Update of a case: is refused/)], []],
  [503, [], [expect.stringMatching(/^Update of a case/)]],
])('goes on without an update that answers %i', async (status, limits, unclear) => {
  const visit = await visitWith(updates, status);
  expect(visit).toMatchObject({ problems: [], unclear });
  expect(visit.limits).toEqual(expect.arrayContaining(limits));
});

it.each([
  [422, /^No case can be made: POST \/api\/applications answered 422/],
  [503, /^The doctor cannot tell whether a case can be made: .* Run the doctor again later\.$/],
])('stops without a case: %i', async (status, problem) => {
  const { problems } = await visitWith('POST /api/applications', status);
  expect(problems).toEqual([expect.stringMatching(problem)]);
});

const page = (response: ServerResponse) =>
  response.writeHead(200, { 'content-type': 'text/html' }).end('<p>Welcome</p>');
const elsewhere = (location: string) => (response: ServerResponse) =>
  response.writeHead(301, location ? { location } : {}).end();

it.each<[what: string, answer: (response: ServerResponse) => unknown, problem: RegExp]>([
  [
    'takes no key',
    (response) => answerJson(response, 401, { detail: 'no' }),
    /accepts this key in none of \d forms/,
  ],
  ['answers with pages', page, /answers with web pages and not as an API/],
  [
    'sends on',
    elsewhere('https://kyc.example/'),
    /redirects to https:\/\/kyc\.example\/\. Use that address\.$/,
  ],
  ['sends on to nowhere', elsewhere(''), /redirects to another address\./],
])('stops at an address that %s', async (_, answer, problem) => {
  const host = await listen((_received, response) => answer(response));
  const visit = await look(host.url, 'a-key');
  host.close();
  expect(visit.problems).toEqual([expect.stringMatching(problem)]);
  expect(visit.findings).toEqual([]);
  expect(reportLines(visit)).toContain('Problems that prevent onboarding:');
});

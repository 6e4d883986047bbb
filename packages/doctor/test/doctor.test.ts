/** The doctor finds how a service was made, whatever that is, and says what is wrong. */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { readDialect, type Dialect } from '../../../service/dialect.ts';
import { isDecided } from '../../../service/states.ts';
import { readOptions, WrongUse } from '../doctor-options.ts';
import { examine } from '../examine.ts';
import { reportLines } from '../print.ts';
import { reportFile, type Report } from '../report.ts';
import { dialectOf } from '../visit.ts';
import { createSandbox } from '../../sandbox/server.tsx';
import {
  addressNamesOf,
  choicesOf,
  documentTypesOf,
  lenient,
  roleOf,
  stateOf,
  type Choices,
} from '../../../test/known-service/choices.ts';
import { startService, type StartedService } from '../../../test/known-service/service.ts';
import { answerJson, listen } from '../../../zapier/local/listen.ts';
import type { Answer, Routes } from '../../../test/known-service/answers.ts';
import { all } from '../../../test/support/amount.ts';
import { bundled } from '../../../test/support/commands.ts';

let service: StartedService;
const start = async (different: Partial<Choices> = {}) => (service = await startService(different));
afterEach(() => service?.close());

type Options = Parameters<typeof examine>[0];
const look = (more: Partial<Options> = {}) =>
  examine({
    base: service.url,
    key: service.key,
    write: true,
    decide: true,
    portalAddress: service.choices.portalHost === 'own' ? service.portalHost : undefined,
    seconds: 10,
    progress: () => {},
    ...more,
  });

/** The names a service of these choices gives to fields, where they differ. */
function namesOf(choices: Choices): Record<string, string> {
  const { givenNames, lastName, birthDate, nationality, nationalityForm, legalType } = choices;
  const [town, postcode, state] = addressNamesOf(choices);
  const isList = nationalityForm === 'list';
  const person: [path: string, name: string, standard: string][] = [
    ['person.given_names', givenNames, 'given_names'],
    ['person.last_name', lastName, 'last_name'],
    ['person.birth_date', birthDate, 'birth_date'],
    ['person.nationalities', isList ? `${nationality}[]` : nationality, 'nationalities[]'],
    ['business.legal_type', legalType, 'legal_type'],
  ];
  const owners = ['business.address', 'business.trading_address', 'person.address'];
  const addresses = owners.flatMap((path): typeof person => [
    [`${path}.town`, town, 'town'],
    [`${path}.postcode`, postcode, 'postcode'],
    [`${path}.state`, state, 'state'],
  ]);
  return Object.fromEntries(
    [...person, ...addresses].flatMap(([path, name, standard]) =>
      name === standard ? [] : [[path, name]],
    ),
  );
}

/** The dialect that a service of these choices speaks. */
function spokenBy(choices: Choices): Dialect {
  const standard = readDialect();
  const isElsewhere = choices.link === 'token' && choices.portalHost === 'own';
  const word = (state: string) => stateOf(choices, state);
  return {
    ...standard,
    auth_header: choices.key === 'X-Api-Key' ? 'X-Api-Key' : 'Authorization',
    auth_prefix: ['Bearer', 'Token'].includes(choices.key) ? choices.key : '',
    countries: choices.countries,
    names: namesOf(choices),
    related_parties: choices.relatedParties,
    case_portal: choices.casePortal === '/api/portals' ? null : standard.case_portal,
    portal_link:
      choices.link === 'token'
        ? `{portal_address}${choices.portalPath}{link}`
        : standard.portal_link,
    portal_addresses: isElsewhere
      ? { [service.url]: service.portalHost }
      : standard.portal_addresses,
    custom_fields: choices.customFields === 'not there' ? null : choices.customFields,
    expected_documents:
      choices.expectedDocuments === 'not there' ? null : choices.expectedDocuments,
    documents: choices.documents,
    document_types:
      choices.documents === 'flat' && choices.documentTypes !== 'ID, OTHER'
        ? documentTypesOf(choices)
        : standard.document_types,
    decisions:
      choices.decisions === 'under /api' ? `/api${standard.decisions}` : standard.decisions,
    decision_status_key: choices.decisionStatus,
    decision_text_key: choices.decisionText,
    decision_statuses: standard.decision_statuses.map(word),
    // The visit sees no other state of a review.
    review_statuses: standard.review_statuses.map((state) =>
      state === 'pending' || isDecided(state) ? word(state) : state,
    ),
    // Nothing of this visit failed.
    execution_statuses: [word('waiting_for_user_input'), word('done'), 'failed'],
    roles: standard.roles.map((role) => roleOf(choices, role)),
    webhooks: choices.webhooks === 'by hand' ? null : choices.webhooks,
  };
}

/** A service that drops what it does not know is sent a second person, to try names again. */
function personsOf(choices: Choices): number {
  const isOther = Object.entries(namesOf(choices)).some(
    ([path, name]) => path.startsWith('person.') && !path.endsWith(`.${name.replace('[]', '')}`),
  );
  return choices.unknownFields === 'dropped' && isOther ? 2 : 1;
}

const some = all ? 12 : 5;
const seeds = Array.from({ length: Number(process.env.SEEDS ?? some) }, (_, seed) => seed);

it.each(seeds)('finds exactly the choices of service %i', async (seed) => {
  const choices = choicesOf(seed);
  await start(choices);
  const visit = await look();
  expect([visit.problems, visit.unclear]).toEqual([[], []]);
  // The app reads the dialect that is printed, and it is that of the service.
  expect(readDialect(JSON.stringify(dialectOf(visit)))).toEqual(spokenBy(choices));
  // It says no more than what differs, and each finding names its key.
  expect(Object.keys(dialectOf(visit)).sort()).toEqual(
    [...new Set(visit.findings.flatMap(({ key }) => key ?? []))].sort(),
  );
  // What it said it would leave behind, and no more.
  expect([...service.cases.values()]).toEqual([
    expect.objectContaining({
      is_draft: false,
      status_review: stateOf(choices, 'rejected'),
      persons: Array.from({ length: personsOf(choices) }, () => expect.anything()),
      businesses: [],
    }),
  ]);
  expect([service.files.size, service.documents.size, service.portals.size]).toEqual([1, 1, 1]);
  expect(service.webhooks.size).toBe(0);
});

it('keeps the name of the catalogue where the service takes another one as well', async () => {
  const sandbox = await createSandbox();
  const visit = await examine({
    base: sandbox.url,
    key: sandbox.apiKey,
    write: true,
    decide: true,
    seconds: 10,
    progress: () => {},
  });
  await sandbox.close();
  expect([visit.problems, visit.limits, visit.unclear]).toEqual([[], [], []]);
  expect(dialectOf(visit)).toEqual({ related_parties: 'inline' });
});

it.each([
  [
    'stays a draft',
    true,
    /^a case stays a draft.* Submit Case/,
    ['Draft after the client submits'],
  ],
  ['leaves the draft', false, /^a case leaves the draft/, []],
  ['says nothing of a draft', undefined, /^unclear/, []],
])('says that a case %s after its client has submitted it', async (_, is_draft, found, limits) => {
  await start();
  await look({ decide: false });
  const [submittedCase] = service.cases.keys();
  Object.assign(service.cases.get(submittedCase!)!, { is_draft });
  const visit = await look({ write: false, decide: false, submittedCase });
  const point = 'Draft after the client submits';
  expect(visit.findings).toContainEqual({
    point,
    found: expect.stringMatching(found),
    evidence: 'GET /api/applications/{application_id} answered 200',
    key: null,
  });
  expect(visit.limits.map((line) => line.split(':')[0])).toEqual(limits);
});

it('has a row for a draft after the client submits, even if it was shown no case', async () => {
  await start();
  expect((await look()).findings).toContainEqual({
    point: 'Draft after the client submits',
    found: expect.stringContaining('--submitted-case'),
    evidence: 'only a client can submit a portal',
    key: null,
  });
});

it('takes no person of the registry for the one that it sent with the case', async () => {
  await start({ relatedParties: 'single', unknownFields: 'dropped' });
  const officer = {
    id: 'per-0',
    given_names: 'Claire',
    last_name: 'Ferrer',
    email: 'c@lumen.example',
  };
  const { cases } = service;
  const set = cases.set.bind(cases);
  cases.set = (id, one) => set(id, { ...one, persons: [officer, ...(one.persons as object[])] });
  const visit = await look();
  expect([visit.problems, visit.unclear]).toEqual([[], []]);
  expect(readDialect(JSON.stringify(dialectOf(visit))).related_parties).toBe('single');
  // Its own person shows the names.
  expect(dialectOf(visit)).not.toHaveProperty('names');
});

it('extends a preset at the address of its service', async () => {
  await start();
  const visit = await look();
  const keys = {
    documents: 'files',
    decisions: '/api/applications/{application_id}/decisions',
    portal_addresses: { [service.url]: service.portalHost },
  };
  expect(dialectOf(visit)).toEqual({ webhooks: null, related_parties: 'inline', ...keys });
  expect(dialectOf({ ...visit, base: 'https://app.ondorse.co' })).toEqual({
    extends: 'ondorse',
    ...keys,
  });
});

it('sends nothing but GET without --write, and finds the key all the same', async () => {
  await start({ key: 'Token', countries: 'alpha-2' });
  const visit = await look({ write: false, decide: false });
  expect(new Set(service.requests.map(({ method }) => method))).toEqual(new Set(['GET']));
  expect(dialectOf(visit)).toEqual({ auth_prefix: 'Token', countries: 'alpha-2', webhooks: null });
  expect(reportLines(visit).join('\n')).toContain('Add --write to check names of fields');
});

it.each(['as written', 'under /api'] as const)(
  'sends the draft no decision without --decide, and finds path and key all the same: %s',
  async (decisions) => {
    await start({ decisions, decisionStatus: 'outcome', states: 'upper case' });
    const visit = await look({ decide: false });
    expect(readDialect(JSON.stringify(dialectOf(visit)))).toMatchObject({
      decision_status_key: 'outcome',
      decision_statuses: readDialect().decision_statuses.map((one) => one.toUpperCase()),
      decisions:
        decisions === 'as written'
          ? '/applications/{application_id}/decisions'
          : '/api/applications/{application_id}/decisions',
    });
    const [draft] = [...service.cases.keys()];
    const sent = service.requests.map(({ method, path }) => `${method} ${path}`);
    expect(sent.filter((line) => line.includes(draft!) && /decisions|submit/.test(line))).toEqual(
      [],
    );
    expect([...service.cases.values()]).toEqual([
      expect.objectContaining({ is_draft: true, status_review: 'PENDING' }),
    ]);
  },
);

it('says that portals are not found where a token opens nowhere it looks', async () => {
  await start();
  const visit = await look({ portalAddress: undefined });
  expect(visit.problems).toEqual([expect.stringMatching(/Address of portals: .*--portal-address/)]);
  expect(visit.dialect.portal_addresses).toBeUndefined();
});

describe('a page of a portal', () => {
  /** Where the portals of the service are said to be. */
  const host = async (pageOf: (path: string) => string) =>
    listen(({ path }, response) =>
      response.writeHead(200, { 'content-type': 'text/html' }).end(pageOf(path)),
    );
  let made = 0;
  beforeEach(() => (made = 0));

  it.each([
    ['is the same for every link', () => '<div id="root"></div>', false],
    ['only repeats its link', (path: string) => `<a href="${path}">Sign in</a>`, false],
    [
      'only bears a mark of the moment',
      () => `<i data-nonce="${crypto.randomUUID()}">x</i>`,
      false,
    ],
    ['differs each time', () => `Visitors: ${++made}`, false],
    [
      'bears a nonce that lasts for two requests',
      () => `<script nonce="n${Math.ceil(made++ / 2)}"></script>`,
      false,
    ],
    [
      'bears a nonce made of its link',
      (path: string) =>
        `<script nonce="${createHash('md5').update(path).digest('hex').slice(0, 8)}"></script>`,
      false,
    ],
    [
      'is its own, with a mark of the moment',
      (path: string) =>
        `${path.startsWith('/p/tok-') ? 'Welcome' : 'Nobody'} ${crypto.randomUUID()}`,
      true,
    ],
  ])('that %s', async (_, pageOf, isOwn) => {
    await start();
    const portals = await host(pageOf);
    const visit = await look({ portalAddress: portals.url });
    portals.close();
    expect(visit.dialect.portal_link).toBe(isOwn ? '{portal_address}/p/{link}' : undefined);
    expect(visit.unclear).toEqual(isOwn ? [] : [expect.stringMatching(/^Form of a portal link/)]);
    // The address is the one that was entered.
    expect(visit.dialect.portal_addresses).toEqual({ [service.url]: portals.url });
  });
});

describe('an answer that tells nothing', () => {
  let standIn: StartedService;
  beforeAll(async () => (standIn = await startService(lenient)));
  afterAll(() => standIn.close());
  const waits: number[] = [];
  const visitTo = (more: Partial<Options> = {}) =>
    examine({
      base: standIn.url,
      key: 'the-secret-key',
      write: false,
      decide: false,
      seconds: 1,
      progress: () => {},
      wait: async (seconds) => waits.push(seconds),
      ...more,
    });
  /** A service with these routes, which takes the key and has nothing else. */
  const serve = (routes: Routes) => {
    waits.length = 0;
    standIn.serve({
      'GET /api/applications/connection-test': ({ headers }) => [
        headers.authorization === 'the-secret-key' ? 404 : 401,
        { detail: 'x' },
      ],
      ...routes,
    });
  };

  it.each([0, 403, 429, 500, 503])('%i switches no path off', async (status) => {
    const silent = (): Answer => (status ? [status, { detail: 'x' }] : 'cut');
    serve({
      'GET /api/custom_fields': silent,
      'GET /api/expected_documents_configuration': silent,
      'GET /api/webhooks': silent,
      'GET /api/companies/.*': silent,
    });
    const visit = await visitTo();
    expect(dialectOf(visit)).toEqual({});
    expect(visit.unclear).toEqual([
      expect.stringMatching(/^Country codes/),
      expect.stringMatching(/^Custom fields/),
      expect.stringMatching(/^Expected documents/),
      expect.stringMatching(/^Registration of webhooks/),
    ]);
    const { findings } = JSON.parse(reportFile(visit)) as Record<string, any>;
    expect(findings).toContainEqual(
      expect.objectContaining({ point: 'Custom fields', found: 'unclear', key: null }),
    );
    expect(reportLines(visit).join('\n')).toContain('Unclear, so');
  });

  it.each([
    ['in seconds', () => '7', [7]],
    ['as a date', () => 'Fri, 01 May 2026 10:00:30 GMT', [30]],
  ])('429 is repeated as it asks %s', async (_, after, expected) => {
    jest.spyOn(Date, 'now').mockReturnValue(Date.parse('2026-05-01T10:00:00Z'));
    let answers = 0;
    serve({
      'GET /api/custom_fields': () =>
        answers++ ? [200, []] : [429, { detail: 'x' }, { 'retry-after': after() }],
    });
    const visit = await visitTo();
    expect(visit.dialect.custom_fields).toBe('/api/custom_fields');
    expect(waits).toEqual(expected);
  });
});

it('repeats no key, wherever the service puts it', async () => {
  const key = 'ond_live_5d20aa';
  const echo = await listen(({ headers }, response) =>
    headers.authorization === key
      ? answerJson(response, 200, { application_id: key, link: key })
      : answerJson(response, 401, { detail: 'no' }),
  );
  const visit = await examine({
    base: echo.url,
    key,
    write: true,
    decide: true,
    portalAddress: echo.url,
    seconds: 10,
    progress: () => {},
  });
  echo.close();
  const said = [...reportLines(visit), reportFile(visit)].join('\n');
  expect(said).toContain('GET /api/applications/{application_id} answered 200');
  expect(said).not.toContain(key);
});

it('repeats no key that lies in the base URL, whatever the service answers', async () => {
  const secret = 'k3y/with+signs';
  const echo = await listen(({ path, headers }, response) => {
    const isRight = headers.authorization === secret;
    const text = JSON.stringify({ detail: `${path} of ${headers.authorization}` });
    response.writeHead(isRight ? 404 : 401, { 'content-type': 'application/json' }).end(text);
  });
  const base = `${echo.url}/${encodeURIComponent(secret)}`;
  const visit = await examine({
    base,
    key: secret,
    write: true,
    decide: true,
    seconds: 5,
    progress: () => {},
  });
  echo.close();
  const output = [...reportLines(visit), reportFile(visit), ...visit.problems].join('\n');
  expect(visit.problems).toEqual([expect.stringMatching(/^No case can be made/)]);
  expect(output).toContain('[key]');
  expect(output).not.toContain(secret);
  expect(output).not.toContain(encodeURIComponent(secret));
});

/** Runs the command with these arguments. */
const command = (args: string[]) =>
  new Promise<{ code: number | null; stdout: string; stderr: string }>((resolve) => {
    const { SERVICE_API_KEY: _, ...env } = process.env;
    const child = spawn(process.execPath, [bundled('packages/doctor/main.ts'), ...args], {
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let [stdout, stderr] = ['', ''];
    child.stdout.on('data', (chunk) => (stdout += chunk));
    child.stderr.on('data', (chunk) => (stderr += chunk));
    child.on('close', (code) => resolve({ code, stdout, stderr }));
  });

const doctor = (url: string, key: string, more: string[] = []) =>
  command(['--base-url', url, '--api-key', key, ...more]);

describe('npm run doctor', () => {
  it('prints a report without values as JSON, and exits with 0', async () => {
    await start();
    const more = ['--portal-address', service.portalHost, '--write', '--decide', '--json'];
    const { code, stdout, stderr } = await doctor(`${service.url}/api/`, service.key, more);
    expect(code).toBe(0);
    const { dialect, findings, probes } = JSON.parse(stdout) as Report;
    const own = JSON.stringify(dialect)
      .replace('{base_url}', service.url)
      .replace('{portal_address}', service.portalHost);
    expect(readDialect(own)).toEqual(spokenBy(service.choices));
    for (const finding of findings) {
      expect(finding).toEqual({
        point: expect.any(String),
        found: expect.any(String),
        evidence: expect.any(String),
        key: finding.key === null ? null : expect.any(String),
      });
    }
    expect(probes).toContainEqual({
      method: 'POST',
      path: '/api/applications/{application_id}/portals',
      header: 'Authorization: [key]',
      sent: { redirect_url: 'uri', configuration: { redirect_url: 'uri' } },
      status: 200,
      answer: { id: 'string', link: '{link}', application_id: '{application_id}' },
    });
    // Each request of the visit, and the four to the host of the portals.
    expect(probes).toHaveLength(service.requests.length + 4);
    expect(stdout).not.toMatch(
      new RegExp(`127.0.0.1|Doctor Check Ltd|${[...service.cases.keys()][0]}`),
    );
    expect(stderr).toMatch(/leaves test data behind.*one draft case[\s\S]*submits and rejects/);
    expect(stdout + stderr).not.toContain(service.key);
  });

  it('writes the dialect to a file, and says where it goes', async () => {
    await start({ givenNames: 'first_name' });
    const file = join(mkdtempSync(join(tmpdir(), 'doctor-')), 'dialect.json');
    const more = ['--portal-address', service.portalHost, '--write', '--decide', '--out', file];
    const { code, stdout } = await doctor(service.url, service.key, more);
    expect(code).toBe(0);
    const text = readFileSync(file, 'utf8');
    expect(readDialect(text)).toEqual(spokenBy(service.choices));
    const line = JSON.stringify(JSON.parse(text));
    expect(stdout).toContain('npm run push');
    expect(stdout).toContain(`Dialect: ${line}`);
    expect(stdout).toContain(`SERVICE_DIALECT='${line}'`);
    expect(stdout).toContain('With this dialect, no finding prevents onboarding.');
  });

  it.each([
    ['a needed point', 'GET /api/webhooks', 3, 'Some points that a deal needs are unclear'],
    ['a point that no deal needs', 'GET /api/custom_fields', 0, 'no finding prevents onboarding'],
  ])('exits while %s is unclear: %s', async (_, line, expected, sentence) => {
    const standIn = await startService(lenient);
    standIn.serve({
      [line]: [503, { detail: 'x' }],
      'GET /api/applications/connection-test': ({ headers }) => [
        headers.authorization === 'a-key' ? 404 : 401,
        { detail: 'x' },
      ],
    });
    const { code, stdout } = await doctor(standIn.url, 'a-key');
    standIn.close();
    expect([code, stdout]).toEqual([expected, expect.stringContaining(sentence)]);
  });

  it('says so of no service, and exits with 1', async () => {
    const { code, stdout, stderr } = await doctor('http://127.0.0.1:9', 'k');
    expect(code).toBe(1);
    expect(stdout).toMatch(/at http:\/\/127\.0\.0\.1:9: /);
    expect(stdout + stderr).not.toMatch(/\bat \S+ \(|SERVICE_/);
  });

  it('exits with 2 for no key', async () => {
    const { code, stderr, stdout } = await command(['--base-url', 'https://a.example']);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(/^The key is missing.*\nUse: npm run doctor/);
  });
});

it.each([
  ['no base URL', ['--api-key', 'k'], /--base-url is missing/],
  ['no address', ['--base-url', 'hunter2'], /not a web address/],
  ['http', ['--base-url', 'http://hunter2.example'], /must start with https/],
  ['a user', ['--base-url', 'https://user:hunter2@api.example'], /takes an address without/],
  ['a query', ['--base-url', 'https://api.example?key=hunter2'], /takes an address without/],
  ['a fragment', ['--base-url', 'https://api.example/#hunter2'], /takes an address without/],
  ['a folder', ['--base-url', 'https://a.example', '--out', '/tmp'], /--out names a folder/],
  ['no folder', ['--base-url', 'https://a.example', '--out', '/no/such/folder/x.json'], /--out/],
  ['an unknown option', ['--base-url', 'https://a.example', '--force'], /--force/],
  ['a decision without a case', ['--base-url', 'https://a.example', '--decide'], /needs --write/],
  ['no time', ['--base-url', 'https://a.example', '--timeout', '10s'], /--timeout takes a number/],
  [
    'an impossible key',
    ['--base-url', 'https://a.example', '--api-key', 'a b'],
    /The key is empty/,
  ],
])('refuses a call with %s, and does not repeat an address', (_, args, sentence) => {
  const read = () => readOptions(args, {});
  expect(read).toThrow(WrongUse);
  expect(read).toThrow(sentence);
  expect(read).not.toThrow(/hunter2/);
});

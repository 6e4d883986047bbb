/** The doctor finds what a service was made with, whatever that is, and says what is wrong. */
import { spawn } from 'node:child_process';

import { settingProblems, settings as all, type Setting } from '../api/settings.ts';
import { examine } from '../doctor/examine.ts';
import { reportJson, reportLines } from '../doctor/report.ts';
import { choicesOf } from '../testing/generated-service.ts';
import type { Choices } from '../testing/known-choices.ts';
import { startKnownService, type KnownService } from '../testing/known-service.ts';
import { answerJson, listen } from '../testing/listen.ts';
import { bundled } from './commands.ts';

let service: KnownService;
const start = async (different: Partial<Choices> = {}) =>
  (service = await startKnownService(different));
afterEach(() => service?.close());

const look = (more: Partial<Parameters<typeof examine>[0]> = {}) =>
  examine({
    base: service.url,
    key: service.key,
    write: true,
    decide: true,
    portalAddress: service.portalHost,
    seconds: 10,
    progress: () => {},
    ...more,
  });

/** The settings a service of these choices needs. */
function neededBy(choices: Choices, portalHost: string): Record<string, string> {
  const refuses = choices.unknownFields === 'refused';
  const { givenNames, nationality, nationalityForm } = choices;
  const names = {
    ...(givenNames !== 'given_names' && { 'person.given_names': givenNames }),
    ...((nationality !== 'nationalities' || nationalityForm !== 'list') && {
      'person.nationalities': nationalityForm === 'list' ? `${nationality}[]` : nationality,
    }),
  };
  const wanted: Partial<Record<Setting, string | false>> = {
    authHeader: choices.key === 'X-Api-Key' && 'X-Api-Key',
    authPrefix: ['Bearer', 'Token'].includes(choices.key) && choices.key,
    countryCodes: choices.countries === 'alpha-2' && 'alpha-2',
    casePortalPath: choices.casePortal === '/api/portals' && 'none',
    portalAddress: choices.link === 'token' && choices.portalHost === 'own' && portalHost,
    fieldNames: Object.keys(names).length > 0 && JSON.stringify(names),
    relatedParties: refuses && choices.relatedParties === 'single' && 'single',
    documentForm: refuses && choices.documents,
    fileField: choices.fileField !== 'file' && choices.fileField,
    decisionsPath:
      choices.decisions === 'under /api' && '/api/applications/{application_id}/decisions',
    decisionStatusKey: choices.decisionStatus !== 'status' && choices.decisionStatus,
    webhooksPath: choices.webhooks === 'by hand' && 'none',
    customFieldsPath: choices.customFields === 'not there' && 'none',
    expectedDocumentsPath: choices.customFields === 'not there' && 'none',
  };
  return Object.fromEntries(
    Object.entries(wanted).flatMap(([name, value]) =>
      value ? [[all[name as Setting][0], value]] : [],
    ),
  );
}

const seeds = Array.from({ length: Number(process.env.SEEDS ?? 12) }, (_, seed) => seed);

it.each(seeds)('finds exactly the choices of service %i', async (seed) => {
  const choices = choicesOf(seed);
  await start(choices);
  const visit = await look();
  expect(visit.problems).toEqual([]);
  expect(visit.settings).toEqual(neededBy(choices, service.portalHost));
  expect(visit.settings).toEqual(
    Object.fromEntries(
      visit.findings.flatMap(({ setting: line }) => (line ? [splitAt(line)] : [])),
    ),
  );
  // What it prints, the app reads.
  const saved = { ...process.env };
  Object.assign(process.env, visit.settings);
  expect(settingProblems()).toEqual([]);
  process.env = saved;
  // What it said it would leave behind, and no more.
  expect([...service.cases.values()]).toEqual([
    expect.objectContaining({
      is_draft: false,
      status_review: 'rejected',
      persons: [expect.objectContaining({ last_name: 'Check', [choices.givenNames]: 'Doctor' })],
      businesses: [],
    }),
  ]);
  expect([service.files.size, service.documents.size, service.portals.size]).toEqual([1, 1, 1]);
});

const splitAt = (line: string) => [
  line.slice(0, line.indexOf('=')),
  line.slice(line.indexOf('=') + 1),
];

it('varies each choice among a hundred seeds', () => {
  const made = Array.from({ length: 100 }, (_, seed) => choicesOf(seed));
  const same = (Object.keys(made[0]!) as (keyof Choices)[]).filter(
    (name) => new Set(made.map((choices) => choices[name])).size < 2,
  );
  expect(same).toEqual([]);
});

it('sends nothing but GET without --write, and finds the key all the same', async () => {
  await start({ key: 'Token', countries: 'alpha-2' });
  const visit = await look({ write: false, decide: false });
  expect(new Set(service.requests.map(({ method }) => method))).toEqual(new Set(['GET']));
  expect(visit.settings).toEqual({
    SERVICE_AUTH_PREFIX: 'Token',
    SERVICE_COUNTRY_CODES: 'alpha-2',
    SERVICE_WEBHOOKS_PATH: 'none',
  });
  expect(reportLines(visit).join('\n')).toContain('Only --write shows whether the journey holds.');
});

it('decides nothing without --decide, and finds path and key of decisions all the same', async () => {
  await start({ decisions: 'as written', decisionStatus: 'outcome' });
  const visit = await look({ decide: false });
  expect(visit.settings.SERVICE_DECISION_STATUS_KEY).toBe('outcome');
  expect(visit.settings).not.toHaveProperty('SERVICE_DECISIONS_PATH');
  expect([...service.cases.values()]).toEqual([
    expect.objectContaining({ is_draft: true, status_review: 'pending' }),
  ]);
});

it('says that portals are not found where a token opens nowhere known', async () => {
  await start();
  const { problems, settings } = await look({ portalAddress: undefined });
  expect(problems).toEqual([expect.stringMatching(/Address of portals: .*--portal-address/)]);
  expect(settings).not.toHaveProperty('SERVICE_PORTAL_ADDRESS');
});

it('repeats no key, wherever the service puts it', async () => {
  const key = 'ond_live_5d20aa';
  const echo = await listen(({ headers }, response) =>
    headers.authorization === key
      ? answerJson(response, 200, { application_id: key, link: key })
      : answerJson(response, 401, { detail: 'no' }),
  );
  const visit = await look({ base: echo.url, portalAddress: echo.url, key });
  echo.close();
  const said = [...reportLines(visit), reportJson(visit)].join('\n');
  expect(said).toContain('GET /api/applications/[key] answered 200');
  expect(said).not.toContain(key);
});

const fromSource = ['--import', 'tsx', 'doctor/main.ts'];

/** Runs the command with these arguments. */
const command = (args: string[], file = [bundled('doctor/main.ts')]) =>
  new Promise<{ code: number | null; stdout: string; stderr: string }>((resolve) => {
    const { SERVICE_API_KEY: _, ...env } = process.env;
    const child = spawn(process.execPath, [...file, ...args], {
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let [stdout, stderr] = ['', ''];
    child.stdout.on('data', (chunk) => (stdout += chunk));
    child.stderr.on('data', (chunk) => (stderr += chunk));
    child.on('close', (code) => resolve({ code, stdout, stderr }));
  });

const doctor = (
  url: string,
  key: string,
  more: string[] = [],
  file = [bundled('doctor/main.ts')],
) => command(['--base-url', url, '--api-key', key, ...more], file);

describe('npm run doctor', () => {
  it('prints settings and findings as JSON, and exits with 0', async () => {
    await start();
    const { code, stdout, stderr } = await doctor(
      `${service.url}/api/`,
      service.key,
      ['--portal-address', service.portalHost, '--write', '--decide', '--json'],
      fromSource,
    );
    expect(code).toBe(0);
    const { settings, findings } = JSON.parse(stdout) as Record<string, any>;
    expect(settings).toEqual(neededBy(service.choices, service.portalHost));
    for (const finding of findings) {
      expect(finding).toEqual({
        point: expect.any(String),
        found: expect.any(String),
        evidence: expect.any(String),
        setting: finding.setting === null ? null : expect.stringMatching(/^SERVICE_\w+=/),
      });
    }
    expect(stderr).toMatch(/leaves behind.*one draft case[\s\S]*submitted and rejected/);
    expect(stdout + stderr).not.toContain(service.key);
  });

  it('prints the lines for Zapier and n8n, as a shell reads them', async () => {
    await start({ givenNames: 'first_name' });
    const more = ['--portal-address', service.portalHost, '--write'];
    const { code, stdout } = await doctor(service.url, service.key, more);
    expect(code).toBe(0);
    expect(stdout).toContain('SERVICE_WEBHOOKS_PATH=none npm run zapier -- push');
    expect(stdout).toContain(
      `env:set VERSION 'SERVICE_FIELD_NAMES={"person.given_names":"first_name"}'`,
    );
    expect(stdout).toContain(`export SERVICE_FIELD_NAMES='{"person.given_names":"first_name"}'`);
    expect(stdout).toContain('The journey holds with these settings.');
  });

  it.each([
    ['a wrong key', () => [service.url, 'not-the-key'], /takes this key in none of \d forms/],
    [
      'HTML everywhere',
      () => [service.portalHost, 'k'],
      /answers with web pages and not as an API/,
    ],
    ['no service', () => ['http://127.0.0.1:9', 'k'], /at http:\/\/127\.0\.0\.1:9: /],
  ])('says so of %s, and exits with 1', async (_, of, sentence) => {
    await start();
    const [url, key] = of() as [string, string];
    const { code, stdout, stderr } = await doctor(url, key);
    expect(code).toBe(1);
    expect(stdout).toMatch(sentence);
    expect(stdout + stderr).not.toMatch(/\bat \S+ \(|SERVICE_/);
  });

  it('gives up a service that never answers', async () => {
    const mute = await listen(() => {});
    const { code, stdout } = await doctor(mute.url, 'k', ['--timeout', '0.3']);
    mute.close();
    expect([code, stdout]).toEqual([1, expect.stringContaining('no answer came within 0.3 s')]);
  });

  it.each([
    ['no base URL', ['--api-key', 'k'], /--base-url is missing/],
    ['no address', ['--base-url', 'api.example', '--api-key', 'k'], /no plain web address/],
    ['http', ['--base-url', 'http://api.example', '--api-key', 'k'], /must start with https/],
    ['an unknown option', ['--base-url', 'https://a.example', '--force'], /--force/],
    ['a decision without a case', ['--base-url', 'https://a.example', '--decide'], /needs --write/],
    ['no time', ['--base-url', 'https://a.example', '--timeout', '10s'], /--timeout is a number/],
    ['no key', ['--base-url', 'https://a.example'], /The key is missing/],
    ['an impossible key', ['--base-url', 'https://a.example', '--api-key', 'a b'], /The key is/],
  ])('exits with 2 for %s', async (_, args, sentence) => {
    const { code, stderr, stdout } = await command(args);
    expect([code, stderr, stdout]).toEqual([2, expect.stringMatching(sentence), '']);
    expect(stderr).toContain('Use: npm run doctor');
  });
});

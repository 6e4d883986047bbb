/**
 * Each fault of the table with each operation, in the platform's own handler: how the step ends, in
 * whole sentences, and how often it sends its request.
 */
import app from '../../index.ts';
import { startCache, type Cache } from '../../zapier/local/cache.ts';
import { endOf, methodOf, runner } from '../support/app.ts';
import { lenient } from '../known-service/choices.ts';
import { startService, type StartedService } from '../known-service/service.ts';
import { faults, type Fault } from './faults.ts';
import { rows } from './rows.ts';
import { aCase, bundleOf, endIn, get, id, post, type Exchange } from './table.ts';

/** The triggers that stand for all: the others do what the first one does. */
const triggers = ['case_submitted', 'case_review_updated', 'event_received'];

interface Step {
  key: string;
  method: string;
  bundle: object;
  requests: Exchange[];
  /** The request that the step is about: the first one that writes, or that reads where none does. */
  main: Exchange;
  /** What it is about, in the words of its messages. */
  about: string;
  /** What its reader does after a failure. */
  advice: string;
  isEvent: boolean;
  /** A repeat of the request makes nothing a second time. */
  isSafe: boolean;
}

/** A portal of a case is nowhere else. */
const nowhere = post('/api/portals', undefined, { detail: 'Not Found' }, 404);
const theCase = get(`/api/applications/${id}`, { ...aCase, is_draft: true });
const replay = 'Try again later, for example by replaying the run.';
const look = (where: string) =>
  `The service may have carried out the request: look ${where}in the service before you replay the run.`;

const abouts: Record<string, string> = {
  call_api: 'address',
  get_company: 'company',
  search_companies: 'company',
  subscribe: 'webhook registration',
  upload_document: 'file',
};

function stepOf(key: string, method: string, bundle: object, requests: Exchange[]): Step {
  const main = requests.find((one) => one.method !== 'GET') ?? requests[0]!;
  const reference = JSON.stringify(bundle).match(/"external_reference":"([^"]+)"/)?.[1];
  // A file without its document is seen by nobody.
  const makes = main.method === 'POST' && key !== 'upload_document';
  const where = reference ? `for the External Reference "${reference}" ` : '';
  const about = abouts[key] ?? 'case';
  const isEvent = 'rawRequest' in bundle;
  const advice = makes ? look(where) : isEvent ? 'Zapier tries this step again by itself.' : replay;
  const isSafe = main.method !== 'POST';
  return { key, method, bundle, requests, main, about, advice, isEvent, isSafe };
}

const steps = [
  ...Object.entries(rows)
    .filter(([key]) => !(key in app.triggers) || triggers.includes(key))
    .map(([key, { usual }]) => stepOf(key, methodOf(key), bundleOf(usual), usual.requests)),
  stepOf(
    'subscribe',
    'triggers.case_submitted.operation.performSubscribe',
    { targetUrl: 'https://hooks.example/1' },
    [post('/api/webhooks', undefined, { id: 'wh_1' })],
  ),
];

let cache: Cache;
let run: ReturnType<typeof runner>;
let services: StartedService[];
beforeAll(async () => {
  cache = await startCache();
  run = runner(app, cache.event);
  services = await Promise.all(steps.map(() => startService(lenient)));
});
afterAll(() => {
  for (const { close } of [cache, ...services]) close();
});

/** The end that the table says, in the words of the step. */
function expected(step: Step, { ends, but, isRepeated, answer }: Fault, url: string) {
  const { key, about, advice, isEvent, isSafe } = step;
  const end = but?.[key] ?? ends;
  // A failing event is tried again, and no run is left to replay.
  const isAgain = isEvent && 'fails' in end && /\{(advice|later)\}/.test(String(end.fails));
  const said = isAgain ? { throttles: end.fails, seconds: 60 } : endIn('zapier', end);
  const later = isEvent ? advice : replay;
  const words: Record<string, string> = { about, advice, later, host: url.replace('http://', '') };
  const fill = (value: unknown) => {
    if (Array.isArray(value)) return value.map((item) => expect.objectContaining(item) as unknown);
    if (typeof value === 'object') return expect.objectContaining(value as object) as unknown;
    return typeof value === 'string'
      ? value.replace(/\{(\w+)\}/g, (_, word: string) => words[word]!)
      : value;
  };
  const filled = Object.entries(said).map(([kind, value]) => [kind, fill(value)]);
  const sent = answer === 'refused' ? 0 : isRepeated && isSafe ? 3 : 1;
  return { ...Object.fromEntries(filled), sent };
}

const isSame = (one: Exchange) => (other: { method: string; path: string }) =>
  one.method === other.method && one.path === other.path;

it.each(faults)('$when', async (fault) => {
  const { answer, among } = fault;
  cache.clear();
  if (answer === 'none') process.env.SERVICE_TIMEOUT_SECONDS = '2';
  const ends = steps.map(async (step, index) => {
    const { key, method, bundle, requests, main } = step;
    if (among && !among.includes(key)) return [];
    const service = services[index]!;
    const instead = answer === 'refused' ? 'cut' : answer;
    const disturbed = requests.map((one) => (one === main ? { ...one, instead } : one));
    const others = [theCase, nowhere].filter((one) => !requests.some(isSame(one)));
    service.follow([...disturbed, ...others]);
    const base_url = answer === 'refused' ? 'http://127.0.0.1:1' : service.url;
    const end = await endOf(run(method, { ...bundle, authData: { base_url, api_key: 'key' } }));
    const sent = service.requests.filter(isSame(main)).length;
    return [[key, { ...end, sent }, expected(step, fault, base_url)] as const];
  });
  const rowsOfSteps = (await Promise.all(ends)).flat();
  delete process.env.SERVICE_TIMEOUT_SECONDS;
  expect(Object.fromEntries(rowsOfSteps.map(([key, end]) => [key, end]))).toEqual(
    Object.fromEntries(rowsOfSteps.map(([key, , end]) => [key, end])),
  );
});

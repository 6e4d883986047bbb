/**
 * A world in which a schedule decides: a clock that stands still until the next thing is due, a store
 * and a service whose calls are slow or lost, and runs that are killed at any of them. The operations
 * and the memory are the real ones.
 */
import { Busy } from '../../../client/memory/claim.ts';
import { newRun, type Run } from '../../../client/exchange/run.ts';
import { creates, type CreateKey } from '../../../creates/index.ts';
import { searches } from '../../../searches/index.ts';
import { outOfTime } from '../../../host/errors.ts';
import type { Clock, Http, HttpRequest, Store } from '../../../host/host.ts';
import { openStore } from '../../../host/process-store.ts';
import { readInstallation } from '../../../host/settings.ts';
import { runAction, type Action } from '../../../operation.ts';
import { readDialect } from '../../../service/dialect.ts';
import { inWords } from '../../../zapier/words.ts';
import { jsonIn, type Asked, type Reply } from '../../known-service/answers.ts';
import { lenient, type Choices } from '../../known-service/choices.ts';
import { openService } from '../../known-service/service.ts';

type Item = Record<string, any>;

/** Chooses what becomes of a call; the first option is the usual one. */
export type Choose = (call: string, options: readonly string[]) => string;

/** What becomes of a call of the store. */
const storeFates = [
  'prompt',
  'slow',
  'late',
  'lost request',
  'lost answer',
  'killed before',
  'killed after',
] as const;
type StoreFate = (typeof storeFates)[number];

/** What becomes of a POST. */
const postFates = [
  'answered',
  'slow',
  'refused',
  'not now',
  'lost answer',
  'killed before',
  'killed after',
] as const;
type PostFate = (typeof postFates)[number];

/** Milliseconds until a call of the store arrives. @param patience how long its run waits for it. */
const arrivalOf = (fate: StoreFate, patience: number): number =>
  ({
    prompt: 1,
    slow: 0.8 * patience,
    late: patience + 3000,
    'lost request': Infinity,
    'lost answer': 1,
    'killed before': Infinity,
    'killed after': 1,
  })[fate];

/** The clock, with the work that waits for it. */
function openClock() {
  let now = 1_750_000_000_000;
  const timers = new Set<{ due: number; work: () => void }>();
  const after = (milliseconds: number, work: () => void) => {
    const timer = { due: now + milliseconds, work };
    if (milliseconds < Infinity) timers.add(timer);
    return timer;
  };
  const clock: Clock = {
    wait: (milliseconds) => new Promise((resolve) => after(milliseconds, resolve)),
    within: (milliseconds, work) =>
      new Promise((resolve, reject) => {
        const timer = after(milliseconds, () => reject(outOfTime()));
        work.then(resolve, reject).finally(() => timers.delete(timer));
      }),
  };
  return {
    clock,
    after,
    now: () => now,
    /** Lets time go by until the condition holds, or nothing is due. */
    async passUntil(isDone: () => boolean) {
      while (true) {
        // All that does not wait for the clock comes first.
        await new Promise(setImmediate);
        if (isDone() || !timers.size) return;
        const next = [...timers].reduce((one, other) => (other.due < one.due ? other : one));
        timers.delete(next);
        now = next.due;
        next.work();
      }
    },
  };
}
/** What was made: by which run, and when; a portal by the token of its link. */
interface Thing {
  id: string;
  path: string;
  by: string;
  since: number;
}

const services = new Map<string, ReturnType<typeof openService>>();
/** The service with these choices, opened once: there are thousands of worlds. */
function serviceOf(choices: Partial<Choices>) {
  const key = JSON.stringify(choices);
  const service =
    services.get(key) ??
    openService({ ...lenient, ids: 'id', link: 'token', made: 201, ...choices });
  services.set(key, service);
  return service;
}

/** The service, of which every account has its own key, with all that runs made in it. */
function openWatched(now: () => number, choices: Partial<Choices>) {
  const service = serviceOf(choices);
  service.clear();
  service.add('app_1');
  const things: Thing[] = [];
  const decisions: { id: string; since: number }[] = [];
  let lag = 0;
  /** A new case that nobody sees yet; whoever decided it has seen it. */
  const isUnseen = (path: string) => {
    const [, , , id] = path.split('/');
    const { since = 0 } = things.find((thing) => thing.id === id) ?? {};
    return since + lag > now() && decisions.every((one) => one.id !== id);
  };
  return {
    ...service,
    things,
    decisions,
    /** A reviewer decides the case, which closes its portal. */
    decide(id: string, status_review: string) {
      Object.assign(service.stored(id), { status_review, status_execution: 'done' });
      for (const portal of service.portals.values())
        if (portal.application_id === id) portal.isClosed = true;
      decisions.push({ id, since: now() });
    },
    /** From now on it shows a case only so many milliseconds after it was made. */
    setLag: (milliseconds: number) => void (lag = milliseconds),
    /** @param by the run that asks. */
    async answer(asked: Asked, by: string): Promise<Reply> {
      if (asked.method !== 'POST' && isUnseen(asked.path)) return [404, { detail: 'no case' }];
      const answer = (await service.answer(asked)) as Reply;
      const [status, body] = answer as [number, Item];
      const { path } = asked;
      if (status === 201) things.push({ id: body.link ?? body.id, path, by, since: now() });
      return answer;
    },
  };
}

/** A step, and the connection that runs it. */
export interface Step {
  name: string;
  key: CreateKey | 'find_case';
  input: object;
  apiKey?: string;
  /** Waits for another run. The default is what its platform does. */
  isPatient?: boolean;
}

/** How a run ended. */
export interface Outcome {
  step: Step;
  result?: Item;
  error?: Error;
  /** When it began. */
  start: number;
  /** When it sent its first POST, and when the last one was answered. */
  work: { from: number; to: number };
  isKilled: boolean;
  isOver: boolean;
}

interface Ways {
  choose: Choose;
  /** As n8n with a shared store: it stops on an outage, repeats runs, and waits for others. */
  isN8n?: boolean;
  stepSeconds?: number;
  /** How the service differs. */
  choices?: Partial<Choices>;
}

/** What the runs share. */
interface Common extends Required<Ways> {
  time: ReturnType<typeof openClock>;
  service: ReturnType<typeof openWatched>;
  entries: Store;
  isOut: boolean;
  /** What no memory can help. */
  excuses: {
    /** Runs after which the same thing may be made once more. */
    twice: Outcome[];
    /** What may block another run until a lock runs out. */
    blocked: string[];
  };
  /** All calls with their fates, for the message of a failing test. */
  trace: string[];
}

/** How far a run is. */
interface Progress {
  outcome: Outcome;
  deadline: number;
  /** Halves of a claim without an answer. */
  unanswered: number;
  /** It made something of which no note is stored. */
  isUnnoted: boolean;
}

const never = () => new Promise<never>(() => undefined);

function kill({ excuses }: Common, { outcome, isUnnoted }: Progress): void {
  outcome.isKilled = true;
  if (isUnnoted) excuses.twice.push(outcome);
  excuses.blocked.push('killed');
}

/** The fate of a call, which it adds to the trace. */
function fateOf<Fate extends string>(
  { choose, time, trace }: Common,
  { outcome }: Progress,
  call: string,
  fates: readonly Fate[],
): Fate {
  const what = `${outcome.step.name} ${call}`;
  const fate = choose(what, fates) as Fate;
  trace.push(`${time.now() % 1e8} ${what}: ${fate}`);
  return fate;
}

type Call = 'get' | 'set' | 'claim' | 'delete';

/** Notes what the fate of a call of the store excuses. */
function excuse(common: Common, own: Progress, call: Call, isLock: boolean): void {
  const isHalf = call === 'claim' || (call === 'get' && !isLock);
  if (isHalf && !common.isN8n) {
    own.unanswered += call === 'claim' ? 2 : 1;
    if (own.unanswered >= 2) common.excuses.twice.push(own.outcome);
  }
  if (isLock) common.excuses.blocked.push(call);
}

const isThing = (value: unknown) => ['made', 'unfinished'].includes((value as Item)?.state);

/** The store as a run calls it. */
function storeOf(common: Common, own: Progress): Store {
  const { time, isN8n } = common;
  const locks = new Set<string>();
  function call<T>(name: Call, key: string, work: (to: Store) => Promise<T>, value?: unknown) {
    if (own.outcome.isKilled) return never();
    const isLock = locks.has(key);
    if (common.isOut) {
      excuse(common, own, name, isLock);
      return Promise.reject(new Error('The store is out of reach.'));
    }
    const fate = fateOf(common, own, `${name} ${isLock ? 'lock' : 'note'}`, storeFates);
    if (['late', 'lost request', 'lost answer'].includes(fate)) excuse(common, own, name, isLock);
    if (fate === 'killed before') kill(common, own);
    const patience = Math.min(5000, Math.max(own.deadline - time.now(), 1000));
    return new Promise<T>((resolve) => {
      time.after(arrivalOf(fate, patience), () => {
        const result = work(common.entries);
        if (!isLock && isThing(value)) own.isUnnoted = false;
        if (fate === 'prompt' || fate === 'slow') time.after(1, () => resolve(result));
      });
      // What was sent arrives all the same.
      if (fate === 'killed after') kill(common, own);
    });
  }
  return {
    get: (key) => call('get', key, (to) => to.get(key)),
    set: (key, value, seconds) => call('set', key, (to) => to.set(key, value, seconds), value),
    claim(key, value, seconds) {
      locks.add(key);
      return call('claim', key, (to) => to.claim(key, value, seconds));
    },
    delete: (key) => call('delete', key, (to) => to.delete(key)),
    isSlow: true,
    ...(isN8n && { onOutage: 'closed', doubtSeconds: 15 * 60 }),
  };
}

const answerOf = (status: number, body?: unknown, headers = {}) => ({
  status,
  headers: new Headers({
    ...headers,
    'content-type': 'application/json',
    date: new Date(Date.now()).toUTCString(),
  }),
  content: JSON.stringify(body),
});

/** Sends a POST. */
async function post(common: Common, own: Progress, asked: Asked, timeout: number) {
  const { time, service, excuses } = common;
  const { outcome } = own;
  const { path } = asked;
  const fate = fateOf(common, own, `POST ${path.split('/').at(-1)}`, postFates);
  if (fate === 'killed before') kill(common, own);
  if (outcome.isKilled) return never();
  outcome.work.from = Math.min(outcome.work.from, time.now());
  await time.clock.wait(1);
  const refusals: Partial<Record<PostFate, number>> = { refused: 422, 'not now': 429 };
  const refusal = refusals[fate];
  const answer = refusal
    ? answerOf(refusal, { detail: 'no' })
    : answerOf(...(await service.answer(asked, outcome.step.name)));
  // Start Onboarding looks for the parts of a case.
  const isPart = outcome.step.key === 'start_onboarding' && path !== '/api/applications';
  if (answer.status === 201 && !isPart) own.isUnnoted = true;
  if (fate === 'killed after') kill(common, own);
  // Slow: in the last moment of the step.
  await time.clock.wait(fate === 'slow' ? timeout - 50 : 100);
  if (outcome.isKilled) return never();
  outcome.work.to = time.now();
  if (fate !== 'lost answer') return answer;
  excuses.twice.push(outcome);
  excuses.blocked.push(fate);
  throw Object.assign(new Error('lost'), { code: 'ECONNRESET' });
}

/** The service as a run calls it. */
const httpOf = (common: Common, own: Progress): Http => ({
  async send({ url, method, body, timeout }: HttpRequest) {
    if (own.outcome.isKilled) return never();
    const { name, apiKey = 'key' } = own.outcome.step;
    const { pathname, search } = new URL(url);
    const content = String(body ?? '');
    const asked: Asked = {
      method,
      path: pathname + search,
      headers: { authorization: apiKey },
      content,
      body: jsonIn(content),
      parts: [],
    };
    if (method === 'POST') return post(common, own, asked, timeout);
    await common.time.clock.wait(2);
    return answerOf(...(await common.service.answer(asked, name)));
  },
  open: never,
});

const dialect = readDialect(undefined);

/** Does the work of a run as its platform does. */
async function perform(common: Common, own: Progress): Promise<Item> {
  const { time, isN8n, stepSeconds } = common;
  const { key, input, apiKey = 'key', isPatient = isN8n } = own.outcome.step;
  const action = { ...creates, ...searches }[key] as Action;
  const start = time.now();
  const limit = String(stepSeconds);
  const settings = { SERVICE_STEP_SECONDS: limit, SERVICE_TIMEOUT_SECONDS: limit };
  while (true) {
    const run: Run = newRun({
      connection: { base_url: 'https://api.example.com', api_key: apiKey },
      dialect,
      installation: readInstallation(settings),
      host: {
        http: httpOf(common, own),
        store: storeOf(common, own),
        clock: time.clock,
        inWords,
      },
    });
    own.deadline = run.deadline;
    try {
      return (await runAction(action, run, input as Item)) as Item;
    } catch (error) {
      const isToWait = isPatient && error instanceof Busy;
      if (!isToWait || !(await error.isOver(start + error.patience))) throw error;
    }
  }
}

/** Starts a run after some milliseconds. */
function startRun(common: Common, step: Step, after: number): Outcome {
  const outcome: Outcome = {
    step,
    start: Infinity,
    work: { from: Infinity, to: -Infinity },
    isKilled: false,
    isOver: false,
  };
  const own: Progress = { outcome, deadline: 0, unanswered: 0, isUnnoted: false };
  const end = (how: Partial<Outcome>) => {
    if (outcome.isKilled) return;
    Object.assign(outcome, how, { isOver: true });
    if (own.isUnnoted) common.excuses.twice.push(outcome);
  };
  common.time.after(after, () => {
    outcome.start = common.time.now();
    perform(common, own).then(
      (result) => end({ result }),
      (error: Error) => end({ error }),
    );
  });
  return outcome;
}

/** Opens a world. `Date.now` is its clock until it is closed. */
export function openWorld(chosen: Ways) {
  const ways: Required<Ways> = {
    isN8n: false,
    stepSeconds: 25,
    choices: {},
    ...chosen,
  };
  const time = openClock();
  const date = jest.spyOn(Date, 'now').mockImplementation(time.now);
  const outcomes: Outcome[] = [];
  const common: Common = {
    ...ways,
    time,
    service: openWatched(time.now, ways.choices),
    entries: openStore(1000),
    isOut: false,
    excuses: { twice: [], blocked: [] },
    trace: [],
  };
  const start = (step: Step, after = 0): Outcome => {
    const outcome = startRun(common, step, after);
    outcomes.push(outcome);
    return outcome;
  };
  /** Lets time go by until every run is over or killed. */
  const settle = () => time.passUntil(() => outcomes.every((one) => one.isOver || one.isKilled));
  return {
    service: common.service,
    excuses: common.excuses,
    trace: common.trace,
    outcomes,
    after: time.after,
    passUntil: time.passUntil,
    settle,
    start,
    /** Starts a run after some milliseconds, and waits for its end. */
    async end(step: Step, after: number): Promise<Outcome> {
      const outcome = start(step, after);
      await settle();
      return outcome;
    },
    /** The store does not answer, or answers again. */
    breakStore: (isBroken: boolean) => void (common.isOut = isBroken),
    /** The store loses everything. */
    evict: () => void (common.entries = openStore(1000)),
    close: () => date.mockRestore(),
  };
}
export type World = ReturnType<typeof openWorld>;

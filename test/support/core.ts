/**
 * Runs operations directly on the stand-in of test/known-service. A test takes a millisecond, because
 * there is no platform and no network. Other tests cover those two.
 */
import { OperationError } from '../../client/basics/errors.ts';
import type { Delivery } from '../../client/events.ts';
import { newRun, type Connection, type Run } from '../../client/exchange/run.ts';
import { readInstallation } from '../../host/settings.ts';
import { uploadStream } from '../../host/node/upload.ts';
import type { Http, HttpAnswer, HttpRequest, Pieces, Store, Upload } from '../../host/host.ts';
import { fieldsOf } from '../../fields/kinds/form.ts';
import { receive, runAction, type Action, type Trigger } from '../../operation.ts';
import { creates } from '../../creates/index.ts';
import { searches } from '../../searches/index.ts';
import { triggers } from '../../triggers/index.ts';
import { readDialect } from '../../service/dialect.ts';
import { inWords } from '../../zapier/words.ts';
import { jsonIn } from '../known-service/answers.ts';
import { lenient } from '../known-service/choices.ts';
import { openService } from '../known-service/service.ts';

export type { Asked, Reply, Routes } from '../known-service/answers.ts';

type Item = Record<string, any>;

const base_url = 'https://api.example.com';

async function textOf(body: string | Upload | undefined): Promise<string> {
  if (typeof body !== 'object') return body ?? '';
  return Buffer.concat(await uploadStream(body).toArray()).toString();
}

/** The service, as the host of a run calls it. */
function httpOf(service: ReturnType<typeof openService>): Http {
  const send = async ({ url, method, headers, body }: Omit<HttpRequest, 'timeout' | 'largest'>) => {
    const { pathname, search } = new URL(url);
    const content = await textOf(body);
    const path = pathname + search;
    const asked = { method, path, headers, content, body: jsonIn(content), parts: [] };
    const answer = await service.answer(asked);
    if (typeof answer === 'string') throw new Error('The connection broke.');
    const [status, said, more = {}] = answer;
    // Simultaneous runs take turns here.
    await new Promise(setImmediate);
    const type = typeof said === 'string' ? 'text/html' : 'application/json';
    const answered: HttpAnswer = {
      status,
      headers: new Headers({ 'content-type': type, ...more }),
      content: typeof said === 'string' ? said : (JSON.stringify(said) ?? ''),
    };
    return answered;
  };
  return {
    send,
    async open({ url, headers }) {
      const { content, ...file } = await send({ url, method: 'GET', headers });
      async function* pieces(): Pieces {
        yield Buffer.from(content);
      }
      return { ...file, pieces: pieces(), close: () => undefined };
    },
  };
}

/** A memory like Zapier's cache, with a clock that a test moves. */
function openMemory() {
  const values = new Map<string, { value: unknown; until: number }>();
  const calls: (keyof Store)[] = [];
  const state = { ahead: 0, isOut: false };
  const now = () => Date.now() + state.ahead;
  const note = (call: keyof Store) => {
    calls.push(call);
    if (state.isOut) throw new Error('The store is out of reach.');
  };
  const read = (key: string) => {
    const entry = values.get(key);
    return entry && entry.until > now() ? entry.value : undefined;
  };
  const write = (key: string, value: unknown, seconds: number) =>
    void values.set(key, { value, until: now() + seconds * 1000 });
  const store: Store = {
    async get(key) {
      note('get');
      return read(key);
    },
    async set(key, value, seconds) {
      note('set');
      write(key, value, seconds);
    },
    async claim(key, value, seconds) {
      note('claim');
      const isFree = read(key) === undefined;
      if (isFree) write(key, value, seconds);
      return isFree;
    },
    async delete(key) {
      note('delete');
      values.delete(key);
    },
    isSlow: true,
  };
  return {
    store,
    calls,
    /** The notes, without the locks. */
    notes: () =>
      [...values]
        .map(([key, { value }]) => [key, value] as [string, Item])
        .filter(([, value]) => 'state' in value),
    /** Time goes by in the store alone, so that the locks of failed runs end. */
    later: (seconds = 61) => void (state.ahead += seconds * 1000),
    /** The store does not answer any more. */
    breakDown: () => void (state.isOut = true),
    /** The store answers and is empty, as after its last entry expired. */
    forget() {
      state.isOut = false;
      values.clear();
      calls.length = 0;
    },
  };
}

const actions: Record<string, unknown> = { ...creates, ...searches };
const operationOf = (key: string) =>
  (actions[key] ?? triggers[key as keyof typeof triggers]) as Action | Trigger;

/**
 * A service that takes everything, and functions that run operations on it. A test starts with
 * neither data nor answers set, and with an empty memory.
 */
export function openCore() {
  const service = openService(lenient);
  const http = httpOf(service);
  const connection: Connection = { base_url, api_key: 'key' };
  const memory = openMemory();
  beforeEach(() => {
    service.clear();
    memory.forget();
  });
  afterEach(() => delete process.env.SERVICE_DIALECT);

  /** A run that starts now, with further values of a connection. */
  const run = (more: Connection = {}): Run =>
    newRun({
      connection: { ...connection, ...more },
      dialect: readDialect(process.env.SERVICE_DIALECT),
      installation: readInstallation(process.env),
      host: {
        http,
        store: memory.store,
        inWords,
        clock: { wait: async () => undefined, within: (_, work) => work },
      },
    });
  return {
    service: { ...service, url: base_url },
    memory,
    run,
    /** Runs an action or a search. */
    perform: async <T = Item>(key: string, input: object, more?: Connection) =>
      (await runAction(actions[key] as Action, run(more), input as Item)) as T,
    /** Runs a trigger with an event. */
    fire: async (
      key: string,
      event: unknown,
      input: object = {},
      delivery: Partial<Delivery> & { connection?: Connection } = {},
    ) => {
      const trigger = triggers[key as keyof typeof triggers] as unknown as Trigger;
      const request = { headers: {}, content: JSON.stringify(event), ...delivery.request };
      return (await receive(trigger, run(delivery.connection), input, {
        ...delivery,
        request,
      })) as Item[];
    },
    /** The fields of an operation's form with this input. */
    form: (key: string, input: object = {}) => fieldsOf(operationOf(key).input, run(), input),
    outputs: (key: string) => operationOf(key).output.fields(run()),
    /** The body of the last request to this line. */
    sent: (line: string) =>
      service.requests.filter(({ method, path }) => `${method} ${path}` === line).at(-1)
        ?.body as Item,
    /** The requests that change something. */
    written: () => service.lines().filter((line) => !line.startsWith('GET')),
  };
}

/** The error of a failing operation. */
export async function failure(work: Promise<unknown>): Promise<Omit<OperationError, 'name'>> {
  try {
    await work;
  } catch (error) {
    if (!(error instanceof OperationError)) throw error;
    const message = inWords(error.message);
    // An admin reads all but what is for the engineer.
    const [forAdmin] = message.split('For your engineer:');
    expect(forAdmin).not.toMatch(/dialect|npm run|SERVICE_|case_portal/i);
    return { ...error, message };
  }
  throw new Error('The operation did not fail.');
}

/** The message of an operation that halts. */
export async function halted(work: Promise<unknown>): Promise<string> {
  const { kind, message } = await failure(work);
  expect(kind).toBe('halt');
  return message;
}
/** The message of a function that halts on an input. */
export const refusal = (read: () => unknown): Promise<string> => halted((async () => read())());

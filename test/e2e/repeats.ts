/**
 * What is done twice, in each way that happens, at services that take repeats differently. A cell of
 * a table says how many POSTs the service got and how many things it made of them (of an event
 * neither), and what each run came to: `+` something new, `=` what an earlier run made, `x` a killed
 * process, else a letter of the platform for what the user is told. Each platform that runs the
 * operations has its own table.
 */
import type { Difference } from '../../service/dialect.ts';
import { answerJson, listen } from '../../zapier/local/listen.ts';
import { withDialect } from '../support/with-dialect.ts';

type Item = Record<string, any>;

/** A platform that runs the operations, in the dialect that SERVICE_DIALECT holds. */
export interface RepeatHost {
  /** The result of an operation. @throws Error with all that the user is told. */
  run(key: string, input: object, base_url: string): Promise<Item>;
  /** What a trigger starts for an event. */
  deliver?(event: object, base_url: string): Promise<unknown[]>;
  /** Letters for what a user is told: the first that fits. */
  told: Record<string, RegExp>;
  /** Its memory in other states, each with what brings it there. */
  stores?: Record<string, () => void>;
  /** A process at work remembers nothing from now on. */
  kill?(): void;
  /** Another process takes its place. */
  restart(): void | Promise<void>;
  /** A minute goes by. */
  later?(): void;
  /** Nothing is remembered. */
  clear(): void | Promise<void>;
}

const business = { subject: 'business', organization_name: 'Lumen Studio SAS' };
const ofDeal = { ...business, external_reference: 'deal-1' };
const ofCase = { application_id: 'app-1' };

interface Repeated {
  key: string;
  input: object;
  /** Ends of the paths to which it is POSTed. */
  posts: string[];
  /** Where a result holds its id, or a link with it. */
  id: string;
}
const repeated: Record<string, Repeated> = {
  case: { key: 'create_case', input: ofDeal, posts: ['applications'], id: 'application_id' },
  onboarding: {
    key: 'start_onboarding',
    input: { ...ofDeal, related_persons: [{ related_person_last_name: 'Ferrer' }] },
    posts: ['applications', 'persons', 'portals'],
    id: 'application_id',
  },
  party: {
    key: 'add_related_person',
    input: { ...ofCase, last_name: 'Ferrer' },
    posts: ['persons'],
    id: 'person_id',
  },
  document: {
    key: 'upload_document',
    input: { ...ofCase, type: 'ID', file: 'passport of somebody' },
    posts: ['documents'],
    id: 'document_id',
  },
  portal: {
    key: 'create_portal',
    input: { deal_id: 'deal-1' },
    posts: ['portals'],
    id: 'portal_link',
  },
  decision: {
    key: 'record_decision',
    input: { ...ofCase, decision: 'approved' },
    posts: ['decisions'],
    id: 'decision_id',
  },
};

/** The key of an id in an answer to a POST. */
const idKeys: Record<string, string> = {
  applications: 'application_id',
  persons: 'person_id',
  documents: 'document_id',
  files: 'file_id',
  portals: 'portal_id',
  decisions: 'decision_id',
};

/** The services, each with the dialect that says so: the plain one makes a thing of every POST. */
const services = {
  plain: {},
  /** Answers a key as it answered it first. */
  keys: { idempotency_keys: 'honoured' },
  /** Refuses a reference that a case has. */
  references: {},
} satisfies Record<string, Difference>;
type Kind = keyof typeof services;

/** What becomes of the next request: what is `lost` or `killed` is done all the same. */
type Fault = 'refused' | 'lost' | 'killed';

type Reply = [status: number, body: object, headers?: Record<string, string>];

/** What the service holds, and how it answers. */
function openThings(kind: Kind) {
  const things = new Map<string, Item>([['app-1', {}]]);
  const byKey = new Map<string, Reply>();

  const make = (path: string, body: Item): Reply => {
    const { external_reference } = body;
    const existing = [...things].find(
      ([, thing]) => external_reference && thing.external_reference === external_reference,
    );
    if (kind === 'references' && existing) {
      return [409, { detail: 'The reference is taken.', application_id: existing[0] }];
    }
    const [end, owner] = path.split('/').reverse() as [string, string];
    const id = `id-${things.size}`;
    things.set(id, { ...body, end });
    if (end === 'portals' && things.has(owner)) things.get(owner)!.portals = { link: id };
    return [201, { ...(end === 'applications' && body), [idKeys[end]!]: id, link: id }];
  };

  return {
    /** Those that were made by POSTs to paths of these ends. */
    idsOf: (ends: string[]) =>
      [...things].flatMap(([id, { end }]) => (ends.includes(end as string) ? id : [])),
    read(id: string): Reply {
      const { end: _, ...found } = things.get(id) ?? {};
      return things.has(id)
        ? [200, { status_review: 'new', ...found, application_id: id }]
        : [404, {}];
    },
    post(path: string, key: string | undefined, body: Item, isRefused: boolean): Reply {
      const earlier = kind === 'keys' && key && byKey.get(key);
      if (earlier) return [earlier[0], earlier[1], { 'idempotent-replayed': 'true' }];
      const reply: Reply = isRefused ? [422, { detail: 'Not now.' }] : make(path, body);
      if (key) byKey.set(key, reply);
      return reply;
    },
  };
}

/** Starts it. POSTs to paths of these ends are counted, and what goes wrong goes wrong there. */
async function startService(kind: Kind, ends: string[], kill = () => {}) {
  const things = openThings(kind);
  const state = { posts: 0, fault: undefined as Fault | undefined, isOver: false };
  let hold = Promise.resolve();

  /** The fault of a request: of an event that of what is read, else of the first POST. */
  const faultOf = (isCounted: boolean, isRead: boolean) => {
    const { fault } = state;
    if (isCounted) state.fault = undefined;
    return isCounted || (isRead && !ends.length) ? fault : undefined;
  };
  const server = await listen(async ({ method, path, headers, content }, response) => {
    // A process that was killed sends nothing.
    if (state.isOver) return response.destroy();
    const end = path.split('/').at(-1)!;
    const isRead = method === 'GET';
    const isCounted = method === 'POST' && ends.includes(end);
    if (isCounted) state.posts++;
    const fault = faultOf(isCounted, isRead);
    const isRefused = fault === 'refused';
    const isForm = headers['content-type']?.startsWith('multipart/');
    const body = content && !isForm ? (JSON.parse(content) as Item) : {};
    const key = headers['idempotency-key'] as string | undefined;
    const reply: Reply = !isRead
      ? things.post(path, key, body, isRefused)
      : isRefused
        ? [503, {}]
        : things.read(end);
    if (fault === 'killed') {
      state.isOver = true;
      kill();
    }
    await hold;
    return fault && !isRefused ? response.destroy() : answerJson(response, ...reply);
  });
  return {
    ...server,
    posts: () => state.posts,
    ids: () => things.idsOf(ends),
    /** What goes wrong from now on; nothing where nothing is named. */
    disturb: (fault?: Fault) => void Object.assign(state, { fault, isOver: false }),
    /** Answers nothing until this has ended. */
    holdUntil: (work: Promise<unknown>) => void (hold = work.then(() => undefined)),
  };
}
type Service = Awaited<ReturnType<typeof startService>>;

/** A thing on a service, and a run that makes it. */
interface Cell {
  host: RepeatHost;
  service: Service;
  run: () => Promise<string>;
}

/** Two runs at once: the service answers once one has ended, or both are surely under way. */
async function both({ run, service }: Cell): Promise<string> {
  let release = () => {};
  service.holdUntil(new Promise<void>((resolve) => (release = resolve)));
  const runs = [run(), run()];
  const timer = setTimeout(release, 150);
  await Promise.race(runs);
  release();
  clearTimeout(timer);
  return (await Promise.all(runs)).sort().join('');
}

/** One run, or two at once, under the fault. */
async function disturbed({ service }: Cell, fault: Fault, work: () => Promise<string>) {
  service.disturb(fault);
  const letters = await work();
  service.disturb();
  return letters;
}

const twice = async ({ run }: Cell) => (await run()) + (await run());

/** How a thing is repeated. */
const ways: Record<string, (cell: Cell) => Promise<string>> = {
  again: twice,
  /** Two at once, then one more. */
  'at once': async (cell) => (await both(cell)) + (await cell.run()),
  /** The service refuses the first two. */
  refused: async (cell) =>
    (await disturbed(cell, 'refused', cell.run)) +
    (await disturbed(cell, 'refused', cell.run)) +
    (await twice(cell)),
  'at once, one refused': async (cell) =>
    (await disturbed(cell, 'refused', () => both(cell))) + (await twice(cell)),
  /** The service does it, and its answer is lost. */
  lost: async (cell) => (await disturbed(cell, 'lost', cell.run)) + (await twice(cell)),
  /** The process is killed before it notes what the service did; one run at once, one a minute later. */
  async killed(cell) {
    const { host, run } = cell;
    await disturbed(cell, 'killed', run);
    await host.restart();
    const soon = await run();
    host.later?.();
    return `x${soon}${await run()}`;
  },
};

let events = 0;

/** What one run after the other comes to. */
function openRuns(host: RepeatHost, what: string, { url, ids }: Service) {
  const seen = new Set<string>();
  const event = {
    event_id: `event-${++events}`,
    type: 'application.submitted',
    data: { object: ofCase },
  };
  const ofEvent = async () => ((await host.deliver!(event, url)).length ? '+' : '=');
  const ofThing = async () => {
    const before = ids();
    const { key, input, id } = repeated[what]!;
    const item = await host.run(key, input, url);
    const [own = ''] = /id-\d+/.exec(String(item[id])) ?? [];
    expect(ids()).toContain(own);
    const isThere = seen.has(own) || before.includes(own);
    seen.add(own);
    if ('already_existed' in item) expect(item.already_existed).toBe(isThere);
    return isThere ? '=' : '+';
  };
  return async () => {
    try {
      return await (what === 'event' ? ofEvent() : ofThing());
    } catch (error) {
      const { message } = error as Error;
      // What has no letter is seen in the table that fails.
      return Object.keys(host.told).find((letter) => host.told[letter]!.test(message)) ?? message;
    }
  };
}

async function cellOf(host: RepeatHost, what: string, kind: Kind, way: string): Promise<string> {
  await host.clear();
  host.stores?.[way]?.();
  const service = await startService(kind, repeated[what]?.posts ?? [], host.kill);
  const cell = { host, service, run: openRuns(host, what, service) };
  try {
    const letters = await withDialect(services[kind], () => (ways[way] ?? twice)(cell));
    return what === 'event' ? letters : `${service.posts()}/${service.ids().length} ${letters}`;
  } finally {
    service.close();
  }
}

/**
 * Tests each row of a table: what is repeated, the service, and a cell for each way, which the first
 * line names; a way that is none of those above is *again* with a store of the host.
 */
export function repeatTable(host: () => RepeatHost, table: string): void {
  const lines = table.trim().split('\n');
  const [[, , ...columns] = [], ...rows] = lines.map((line) => line.trim().split(/\s*\|\s*/));
  it.each(rows)('%s at the service "%s"', async (what, kind, ...cells) => {
    const expected = Object.fromEntries(columns.map((way, index) => [way, cells[index]]));
    const came: Record<string, string> = {};
    for (const way of columns) {
      came[way] = expected[way] === '-' ? '-' : await cellOf(host(), what!, kind as Kind, way);
    }
    expect(came).toEqual(expected);
  });
}

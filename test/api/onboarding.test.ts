/**
 * Start Onboarding on services that take related parties in different ways: requests, calls to
 * Zapier's cache, and who is in the case at the end. Counts, never times.
 */
import { startCache, type Cache } from '../../testing/cache.ts';
import { startStandIn, type Asked, type Reply, type StandIn } from '../../testing/stand-in.ts';
import { failure, runner } from '../support.ts';

type Item = Record<string, any>;

let service: StandIn;
let cache: Cache;
let run: ReturnType<typeof runner>;
beforeAll(async () => {
  service = await startStandIn();
  cache = await startCache();
  run = runner(undefined, cache.event);
});
afterAll(() => {
  service.close();
  cache.close();
});

interface Ways {
  /** What becomes of `persons` and `businesses` in the call that makes the case. */
  inline: 'taken' | 'dropped' | 'refused' | 'first';
  /** Where parties are shown. */
  shows: 'answer' | 'case' | 'lists' | 'nowhere';
  /** Answers instead of what comes next, by the end of the path. */
  faults?: { path: RegExp; status: number; times: number }[];
}

/** A service with one kind of case; `parties` are those that are in it. */
function serve({ inline, shows, faults = [] }: Ways) {
  const cases = new Map<string, { persons: Item[]; businesses: Item[]; link?: string }>();
  const faulty =
    (answer: (asked: Asked) => Reply) =>
    (asked: Asked): Reply => {
      const fault = faults.find(({ path, times }) => times > 0 && path.test(asked.path));
      return fault ? (fault.times--, [fault.status, { detail: 'no' }]) : answer(asked);
    };
  const shown = (id: string, where: Ways['shows']) => {
    const { persons, businesses, link } = cases.get(id)!;
    const order: Ways['shows'][] = ['answer', 'case', 'lists', 'nowhere'];
    const isShown = order.indexOf(shows) <= order.indexOf(where);
    return {
      id,
      status_review: 'pending',
      ...(link && { portals: { link } }),
      ...(isShown && { persons, businesses }),
    };
  };
  const add =
    (list: 'persons' | 'businesses') =>
    ({ body, parts: [id] }: Asked): Reply => {
      cases.get(id!)![list].push(body as Item);
      return [201, { id: `p${Math.random()}` }];
    };
  const list =
    (name: 'persons' | 'businesses') =>
    ({ parts: [id] }: Asked): Reply =>
      shows === 'nowhere' ? [404, { detail: 'Not Found' }] : [200, cases.get(id!)![name]];
  service.serve({
    'POST /api/applications': faulty(({ body }) => {
      const { persons = [], businesses = [] } = body as { persons?: Item[]; businesses?: Item[] };
      if (inline === 'refused' && (persons.length || businesses.length)) {
        const refusal = { type: 'extra_forbidden', msg: 'Extra inputs are not permitted' };
        return [422, { detail: [{ loc: ['body', 'persons'], ...refusal }] }];
      }
      const kept = (all: Item[]) =>
        inline === 'taken' ? [...all] : inline === 'first' ? all.slice(0, 1) : [];
      const id = `app_${cases.size + 1}`;
      cases.set(id, { persons: kept(persons), businesses: kept(businesses) });
      return [201, shown(id, 'answer')];
    }),
    'GET /api/applications/(\\w+)': ({ parts: [id] }) =>
      cases.has(id!) ? [200, shown(id!, 'case')] : [404, { detail: 'no case' }],
    'POST /api/applications/(\\w+)/persons': faulty(add('persons')),
    'POST /api/applications/(\\w+)/businesses': faulty(add('businesses')),
    'GET /api/applications/(\\w+)/persons': list('persons'),
    'GET /api/applications/(\\w+)/businesses': list('businesses'),
    'POST /api/applications/(\\w+)/portals': faulty(({ parts: [id] }) => {
      cases.get(id!)!.link = `tok_${id}`;
      return [201, { link: `tok_${id}` }];
    }),
  });
  cache.clear();
  return {
    cases,
    names: (id = 'app_1') => [
      ...cases.get(id)!.persons.map((person) => person.last_name as string),
      ...cases.get(id)!.businesses.map((business) => business.organization_name as string),
    ],
  };
}

const persons = ['A', 'B', 'C', 'D', 'E'].map((name) => ({ related_person_last_name: name }));
const businesses = ['X', 'Y'].map((name) => ({ related_business_organization_name: name }));
const everyone = ['A', 'B', 'C', 'D', 'E', 'X', 'Y'];
const deal = {
  subject: 'business',
  organization_name: 'Lumen Studio SAS',
  related_persons: persons,
  related_businesses: businesses,
};
const referenced = { ...deal, external_reference: 'deal-1' };
const start = (inputData: object): Promise<Item> =>
  run('creates.start_onboarding.operation.perform', {
    authData: { base_url: service.url, api_key: 'key' },
    inputData,
  });
const counts = () => ({ requests: service.requests.length, cacheCalls: cache.calls.length });

describe('five persons and two businesses', () => {
  it('are 2 requests and 3 calls to the cache where the service takes them with the case', async () => {
    const { names } = serve({ inline: 'taken', shows: 'answer' });
    const started = await start(referenced);
    expect(counts()).toEqual({ requests: 2, cacheCalls: 3 });
    expect(names()).toEqual(everyone);
    expect(started).toMatchObject({
      already_existed: false,
      portal_link: `${service.url}/portals/tok_app_1`,
      not_taken: [],
    });
  });

  it('need one read of the case where its answer does not show them', async () => {
    const { names } = serve({ inline: 'taken', shows: 'case' });
    await start(referenced);
    expect(counts()).toEqual({ requests: 3, cacheCalls: 3 });
    expect(names()).toEqual(everyone);
  });

  it('call no cache at all without an External Reference', async () => {
    const { names } = serve({ inline: 'dropped', shows: 'case' });
    await start(deal);
    expect(counts()).toEqual({ requests: 10, cacheCalls: 0 });
    expect(names().sort()).toEqual(everyone);
  });

  it('are sent one by one, under one claim, where a setting says so', async () => {
    process.env.SERVICE_RELATED_PARTIES = 'single';
    try {
      const { names } = serve({ inline: 'taken', shows: 'answer' });
      await start(referenced);
      expect(counts()).toEqual({ requests: 9, cacheCalls: 3 });
      expect(names().sort()).toEqual(everyone);
      expect(service.requests[0]!.body).not.toHaveProperty('persons');
    } finally {
      delete process.env.SERVICE_RELATED_PARTIES;
    }
  });
});

const ways = (['taken', 'dropped', 'refused', 'first'] as const).flatMap((inline) =>
  (['answer', 'case', 'lists'] as const).map((shows): [Ways['inline'], Ways['shows']] => [
    inline,
    shows,
  ]),
);

describe.each([
  ...ways,
  ['dropped', 'nowhere'] as [Ways['inline'], Ways['shows']],
  ['refused', 'nowhere'] as [Ways['inline'], Ways['shows']],
])('parties with a case are %s and shown in: %s', (inline, shows) => {
  it('none is doubled and none is lost', async () => {
    const { names } = serve({ inline, shows });
    await start(referenced);
    expect(names().sort()).toEqual(everyone);
  });

  it('nor by a repeat', async () => {
    const { names, cases } = serve({ inline, shows });
    const first = await start(referenced);
    const again = await start(referenced);
    expect(again).toMatchObject({
      id: first.id,
      already_existed: true,
      portal_link: first.portal_link,
    });
    expect(cases.size).toBe(1);
    expect(names().sort()).toEqual(everyone);
    // The portal that is there is not made again.
    expect(service.lines().filter((line) => line.endsWith('/portals'))).toHaveLength(1);
  });

  it('nor by a replay of a run that failed at its portal', async () => {
    const faults = [{ path: /portals$/, status: 400, times: 1 }];
    const { names, cases } = serve({ inline, shows, faults });
    const { kind, message } = await failure(start(referenced));
    expect(kind).toBe('HaltedError');
    expect(message).toContain('Case app_1 is there already. A replay continues with it.');
    expect((await start(referenced)).portal_link).toContain('tok_app_1');
    expect(cases.size).toBe(1);
    expect(names().sort()).toEqual(everyone);
  });

  it('nor by a replay of a run that failed half-way through them', async () => {
    const faults = [{ path: /persons$/, status: 422, times: 2 }];
    const { names } = serve({ inline, shows, faults });
    await start(referenced).catch(() => {});
    await start(referenced);
    expect(names().sort()).toEqual(everyone);
  });

  it('nor by two runs at once', async () => {
    const { names, cases } = serve({ inline, shows });
    const outcomes = await Promise.allSettled([start(referenced), start(referenced)]);
    const late = outcomes.filter(({ status }) => status === 'rejected') as PromiseRejectedResult[];
    for (const { reason } of late) {
      expect((await failure(Promise.reject(reason))).kind).toBe('ThrottledError');
    }
    await start(referenced);
    expect(cases.size).toBe(1);
    expect(names().sort()).toEqual(everyone);
  });

  it('nor by two runs at once that continue with the same case', async () => {
    const isIn = inline === 'taken';
    const times = { taken: 1, first: 4, dropped: 5, refused: 5 }[inline];
    const faults = [{ path: isIn ? /portals$/ : /persons$/, status: 422, times }];
    const { names } = serve({ inline, shows, faults });
    await start(referenced).catch(() => {});
    const another = {
      ...referenced,
      related_persons: [...persons, { related_person_last_name: 'F' }],
    };
    await Promise.allSettled([start(another), start(another)]);
    await start(another);
    expect(names().sort()).toEqual(['A', 'B', 'C', 'D', 'E', 'F', 'X', 'Y']);
  });

  it('nor where two of them are alike', async () => {
    const alike = [persons[0], persons[0], { ...persons[0], related_person_first_name: 'Ana' }];
    const { names } = serve({ inline, shows });
    const inputData = { ...referenced, related_persons: alike, related_businesses: [] };
    await start(inputData);
    await start(inputData);
    expect(names()).toEqual(['A', 'A', 'A']);
  });
});

it('continues with the case of a run that was killed, once it cannot be at work any more', async () => {
  const { cases } = serve({ inline: 'taken', shows: 'case' });
  await start(referenced);
  const [key, entry] = [...cache.entries][0]!;
  const killed = (until: number) =>
    cache.entries.set(key, {
      ...entry,
      value: JSON.stringify({ claimedBy: 'a run', until, known: 'app_1' }),
    });
  killed(Date.now() + 30_000);
  expect((await failure(start(referenced))).kind).toBe('ThrottledError');
  // A step that needs the case alone need not wait.
  const created = await run('creates.create_case.operation.perform', {
    authData: { base_url: service.url, api_key: 'key' },
    inputData: { subject: 'business', organization_name: 'L', external_reference: 'deal-1' },
  });
  expect(created).toMatchObject({ id: 'app_1', already_existed: true });
  killed(Date.now() - 1);
  expect(await start(referenced)).toMatchObject({ id: 'app_1', already_existed: true });
  expect(cases.size).toBe(1);
});

it('says which values of a party the service left out', async () => {
  serve({ inline: 'taken', shows: 'answer' });
  service.serve({
    'POST /api/applications': [
      201,
      {
        id: 'app_1',
        business: { organization_name: 'Lumen Studio SAS' },
        persons: [{ id: 'p1', last_name: 'A', roles: [] }],
      },
    ],
    'POST /api/applications/app_1/portals': [201, { link: 'tok' }],
  });
  const started = await start({
    subject: 'business',
    organization_name: 'Lumen Studio SAS',
    vat_number: 'FR1',
    related_persons: [
      {
        related_person_last_name: 'A',
        related_person_roles: 'UBO',
        related_person_email: 'a@b.co',
      },
    ],
  });
  expect(started.not_taken).toEqual([
    'VAT Number',
    'Related Persons: Email',
    'Related Persons: Roles',
  ]);
});

const lines = {
  ...referenced,
  related_persons: ['A', 'B'].map((name) => ({
    related_person_last_name: name,
    related_person_roles: 'UBO',
  })),
  related_businesses: [{ related_business_organization_name: 'C' }],
};
const refusals: [path: (string | number)[], told: string][] = [
  [['persons', 1, 'last_name'], 'Related Persons, line 2: Last Name: is wrong.'],
  [['persons', 1, 'roles', 0], 'Related Persons, line 2: Roles: is wrong.'],
  [['persons', 0, 'given_names'], 'Related Persons, line 1: First Name: is wrong.'],
  [['businesses', 0, 'registration_number'], 'Related Businesses, line 1: Registration Number'],
];

it.each(refusals)(
  'names group, line and field of a value that is refused: %j',
  async (path, told) => {
    for (const loc of [['body', ...path], ['body', ...path].join('.')]) {
      service.serve({
        'POST /api/applications': [422, { detail: [{ loc, msg: 'is wrong' }] }],
      });
      const { message } = await failure(start(lines));
      expect(message).toContain(told);
      // Nothing is made without it.
      expect(service.lines()).toEqual(['POST /api/applications']);
    }
  },
);

it('names the line of a party that is refused on its own', async () => {
  process.env.SERVICE_RELATED_PARTIES = 'single';
  service.serve({
    'POST /api/applications': [201, { id: 'app_1' }],
    'POST /api/applications/app_1/businesses': [201, { id: 'b1' }],
    'POST /api/applications/app_1/persons': ({ body }) =>
      (body as Item).last_name === 'B'
        ? [422, { detail: [{ loc: ['body', 'last_name'], msg: 'is wrong' }] }]
        : [201, { id: 'p1' }],
  });
  try {
    const { message } = await failure(start(lines));
    expect(message).toContain('Related Persons, line 2: Last Name: is wrong.');
  } finally {
    delete process.env.SERVICE_RELATED_PARTIES;
  }
});

/**
 * Start Onboarding on services that take related parties in different ways: requests, calls to the
 * store, and who is in the case at the end. Counts, never times.
 */
import { failure, openCore, type Reply, type Asked } from '../support/core.ts';

type Item = Record<string, any>;

const { service, memory, perform } = openCore();

const inlineDialect = '{"related_parties":"inline"}';

interface Ways {
  /** What becomes of `persons` and `businesses` in the call that makes the case. */
  inline: 'taken' | 'dropped' | 'refused' | 'first' | 'replaced';
  /** Where parties are shown. */
  shows: 'answer' | 'case' | 'lists' | 'nowhere';
  /** Answers instead of what comes next, by the end of the path. */
  faults?: { path: RegExp; status: number; times: number }[];
}

/** A party that the registry has, and nobody sent. */
const ofRegistry = (index: number) => ({
  id: `reg_${index}`,
  last_name: `Officer ${index}`,
  organization_name: `Holding ${index}`,
});

/** The service with one kind of case; `names` are those of the parties that are in it. */
function serve({ inline, shows, faults = [] }: Ways) {
  service.clear();
  memory.forget();
  const order: Ways['shows'][] = ['answer', 'case', 'lists', 'nowhere'];
  /** Its own answer, or a fault; without parties that it does not show there. */
  const answerIn = (where: Ways['shows']) => async (asked: Asked) => {
    const fault = faults.find(({ path, times }) => times > 0 && path.test(asked.path));
    if (fault) return (fault.times--, [fault.status, { detail: 'no' }]) as Reply;
    const [status, body] = (await service.own(asked)) as [number, Item];
    const { persons: _, businesses: __, ...more } = body;
    return [status, order.indexOf(shows) <= order.indexOf(where) ? body : more] as Reply;
  };
  const partiesOf = (all: Item[] = []) => {
    if (inline === 'replaced') return all.map((_, index) => ofRegistry(index));
    return inline === 'taken' ? all : inline === 'first' ? all.slice(0, 1) : [];
  };
  service.serve({
    'POST /api/applications'(asked) {
      const { persons, businesses, ...shown } = asked.body as Item;
      if (inline === 'refused' && (persons ?? businesses)) {
        const refusal = { type: 'extra_forbidden', msg: 'Extra inputs are not permitted' };
        return [422, { detail: [{ loc: ['body', 'persons'], ...refusal }] }];
      }
      const parties = { persons: partiesOf(persons), businesses: partiesOf(businesses) };
      return answerIn('answer')({ ...asked, body: { ...shown, ...parties } });
    },
    'GET /api/applications/[^/]+': answerIn('case'),
    'POST .*': answerIn('answer'),
    ...(shows === 'nowhere' && { 'GET .*/(persons|businesses)': [404, { detail: 'Not Found' }] }),
  });
  const { cases } = service;
  return {
    cases,
    names: (id = 'app-1') => [
      ...cases.get(id)!.persons.map(({ last_name }: Item) => last_name as string),
      ...cases.get(id)!.businesses.map((one: Item) => one.organization_name as string),
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
const ofDeal = {
  subject: 'business',
  organization_name: 'Lumen Studio SAS',
  external_reference: 'deal-1',
};
const referenced = { ...deal, external_reference: 'deal-1' };
/** A run that begins after the lock of an earlier one has ended. */
const start = (input: object) => {
  memory.later(16);
  return startAtOnce(input);
};
const startAtOnce = (input: object) => perform('start_onboarding', input);
const counts = () => ({ requests: service.requests.length, calls: memory.calls.length });

/** Where the service shows the parties, the dialect, and the requests and calls of the store that it takes. */
it.each<
  [what: string, ways: Ways, dialect: string, input: object, requests: number, calls: number]
>([
  ['one by one', { inline: 'taken', shows: 'answer' }, '{}', referenced, 9, 5],
  ['without a reference, no store', { inline: 'dropped', shows: 'case' }, '{}', deal, 9, 0],
  ['with the case', { inline: 'taken', shows: 'answer' }, inlineDialect, referenced, 2, 5],
  [
    'with the case, and look there',
    { inline: 'taken', shows: 'case' },
    inlineDialect,
    referenced,
    3,
    5,
  ],
  [
    'with the case, and look in lists',
    { inline: 'taken', shows: 'lists' },
    inlineDialect,
    referenced,
    5,
    5,
  ],
])('sends five persons and two businesses %s', async (_, ways, dialect, input, requests, calls) => {
  process.env.SERVICE_DIALECT = dialect;
  const { names } = serve(ways);
  const started = await start(input);
  expect(counts()).toEqual({ requests, calls });
  expect(names().sort()).toEqual(everyone);
  expect('persons' in (service.requests[0]!.body as Item)).toBe(dialect === inlineDialect);
  const portal_link = expect.stringContaining(`${service.url}/portals/tok-`);
  expect(started).toMatchObject({ already_existed: false, portal_link, not_taken: [] });
});

/** A dialect, and a service that speaks it. */
const services: [dialect: string, ways: Ways][] = [
  ['{}', { inline: 'dropped', shows: 'nowhere' }],
  ['{}', { inline: 'taken', shows: 'case' }],
  [inlineDialect, { inline: 'taken', shows: 'answer' }],
  [inlineDialect, { inline: 'taken', shows: 'case' }],
  [inlineDialect, { inline: 'taken', shows: 'lists' }],
];

describe.each(services)('the dialect %s on a service with %j', (dialect, way) => {
  const serveWay = (faults: Ways['faults'] = []) => {
    process.env.SERVICE_DIALECT = dialect;
    return serve({ ...way, faults });
  };

  it('doubles none and loses none by a repeat, which leaves the case as it is', async () => {
    const { names, cases } = serveWay();
    const first = await start(referenced);
    const again = await start(referenced);
    expect(again).toMatchObject({
      id: first.id,
      already_existed: true,
      portal_link: first.portal_link,
      not_taken: ['Related Persons', 'Related Businesses'],
    });
    expect(again.not_taken_text).toContain('Use Add Related Person');
    expect(cases.size).toBe(1);
    expect(names().sort()).toEqual(everyone);
    // The portal that is there is not made again.
    expect(service.lines().filter((line) => line.endsWith('/portals'))).toHaveLength(1);
  });

  it('nor by a replay of a run that failed at its portal', async () => {
    const { names, cases } = serveWay([{ path: /portals$/, status: 400, times: 1 }]);
    const { kind, message } = await failure(start(referenced));
    expect(kind).toBe('halt');
    expect(message).toContain('Case app-1 exists already. A replay continues with it.');
    expect((await start(referenced)).portal_link).toContain('/portals/tok-');
    expect(cases.size).toBe(1);
    expect(names().sort()).toEqual(everyone);
  });

  it('nor by a replay of a run that failed half-way through them', async () => {
    const { names } = serveWay([{ path: /persons$/, status: 422, times: 2 }]);
    await start(referenced).catch(() => {});
    await start(referenced);
    expect(names().sort()).toEqual(everyone);
  });

  it('nor where two of them are alike, which are one, or differ in capitals only', async () => {
    const alike = [persons[0], persons[0], { related_person_last_name: 'a' }];
    const { names } = serveWay();
    const inputData = { ...referenced, related_persons: alike, related_businesses: [] };
    await start(inputData);
    await start(inputData);
    expect(names()).toEqual(['A', 'a']);
  });
});

it('an onboarding leaves the parties of a case alone that is found by its reference only', async () => {
  const { cases, names } = serve({ inline: 'dropped', shows: 'case' });
  await start(referenced);
  memory.forget();
  service.serve({
    'POST /api/applications': [409, { application_id: 'app-1' }],
    'GET /api/applications/app-1': [
      200,
      {
        id: 'app-1',
        external_reference: 'deal-1',
        business: { organization_name: 'LUMEN STUDIO' },
      },
    ],
    'POST /api/applications/app-1/portals': [201, { link: 'tok' }],
  });
  const started = await start(referenced);
  expect(started).toMatchObject({
    already_existed: true,
    portal_link: `${service.url}/portals/tok`,
  });
  const labels = ['Organization Name', 'Related Persons', 'Related Businesses'];
  expect(started.not_taken).toEqual(labels);
  expect(started.not_taken_text).toContain(
    'Organization Name: sent "Lumen Studio SAS", shown "LUMEN STUDIO".',
  );
  expect(service.lines().filter((line) => /persons|businesses/.test(line))).toEqual([]);
  expect(cases.size).toBe(1);
  expect(names().sort()).toEqual(everyone);
});

describe.each([
  ['dropped', 'case', 'Related Persons, line 1; Related Persons, line 2;'],
  ['dropped', 'nowhere', 'Related Persons, line 1; Related Persons, line 2;'],
  ['first', 'case', 'Related Persons, line 2; Related Persons, line 3;'],
  ['replaced', 'answer', 'Related Persons, line 1; Related Persons, line 2;'],
  ['replaced', 'lists', 'Related Persons, line 1; Related Persons, line 2;'],
] as const)('parties sent with a case that are %s and shown in: %s', (inline, shows, text) => {
  it('end the step with their lines, and are not sent again', async () => {
    process.env.SERVICE_DIALECT = inlineDialect;
    serve({ inline, shows });
    for (const _ of ['run', 'replay']) {
      const { kind, message } = await failure(start(referenced));
      expect(kind).toBe('halt');
      expect(message).toContain(`Case app-1: the service does not show ${text}`);
      expect(message).toContain('"related_parties" in the dialect to "single"');
    }
    const posts = service.lines().filter((line) => line.startsWith('POST'));
    expect(posts).toEqual(['POST /api/applications']);
  });
});

describe('parties of one case, read together', () => {
  const line = (prefix: string, values: Item) =>
    Object.fromEntries(
      Object.entries(values).map(([key, value]) => [`related_${prefix}_${key}`, value]),
    );
  const ana = { first_name: 'Ana', last_name: 'Ferrer', email: 'ana@lumen.example' };
  const holds = (direct_ownership_percentage: number, roles = 'SHAREHOLDER') => ({
    direct_ownership_percentage,
    roles,
  });
  /** The parties that a service got of these lines, and what is told of them. */
  const tell = async (people: Item[], companies: Item[] = []) => {
    const { cases } = serve({ inline: 'dropped', shows: 'case' });
    const { not_taken_text } = await start({
      ...ofDeal,
      country: 'FR',
      registration_number: '552100554',
      related_persons: people.map((one) => line('person', one)),
      related_businesses: companies.map((one) => line('business', one)),
    });
    const made: Item = cases.get('app-1')!;
    return { ...made, text: not_taken_text } as Item;
  };

  it.each<[what: string, people: Item[], companies: Item[], text: string | null]>([
    [
      'more than all shares',
      [{ ...ana, ...holds(80) }],
      [{ organization_name: 'Nordwind', ...holds(70) }],
      'Related Persons, line 1; Related Businesses, line 1: these shareholders own 150 % together, and were sent as they stand.',
    ],
    [
      'the client as its own shareholder',
      [],
      [
        {
          organization_name: 'Lumen',
          country: 'FR',
          registration_number: '552 100 554',
          ...holds(5),
        },
      ],
      'Related Businesses, line 1: this shareholder has the number of the client itself, and was sent as it stands.',
    ],
    [
      'a holding with its owners',
      [
        { ...ana, ...holds(60, 'UBO') },
        { last_name: 'Ruiz', ...holds(40, 'UBO') },
      ],
      [{ organization_name: 'Nordwind', ...holds(100) }],
      null,
    ],
    ['thirds', [1, 2, 3].map((one) => ({ last_name: `A${one}`, ...holds(33.34) })), [], null],
  ])('%s', async (_, people, companies, text) => {
    const told = await tell(people, companies);
    expect([told.persons.length, told.businesses.length]).toEqual([
      people.length,
      companies.length,
    ]);
    expect(told.text).toBe(text);
  });

  it.each<[what: string, other: Item, roles: string[][]]>([
    ['one person in two roles', { ...ana, roles: 'UBO' }, [['DIRECTOR', 'UBO']]],
    ['a couple', { ...ana, first_name: 'Jon' }, [['DIRECTOR'], []]],
    ['a name alone', { first_name: 'Ana', last_name: 'Ferrer' }, [['DIRECTOR'], []]],
    ['another address', { ...ana, email: 'ana@example.com' }, [['DIRECTOR'], []]],
  ])('are joined only where they are one: %s', async (_, other, roles) => {
    const told = await tell([{ ...ana, roles: 'DIRECTOR' }, other]);
    expect(told.persons.map((one: Item) => one.roles ?? [])).toEqual(roles);
  });
});

it('parties sent with a case of which it shows a part are not missing', async () => {
  process.env.SERVICE_DIALECT = inlineDialect;
  const shown = { business: { organization_name: 'Lumen Studio SAS' } };
  const parts = { persons: [{ last_name: 'A' }], persons_has_more: true, businesses: [] };
  service.serve({
    'POST /api/applications': [201, { id: 'app-1', ...shown, ...parts }],
    'POST .*/portals': [201, { link: 'tok' }],
  });
  expect(await start({ ...referenced, related_businesses: [] })).toMatchObject({ id: 'app-1' });
});

it('an onboarding adds no party again if Create Case got the answer to a request with the parties', async () => {
  process.env.SERVICE_DIALECT = inlineDialect;
  const { cases, names } = serve({ inline: 'taken', shows: 'case' });
  await perform('create_case', ofDeal);
  cases.get('app-1')!.persons.push({ last_name: 'A' }, { last_name: 'B', roles: ['UBO'] });
  expect(await start(referenced)).toMatchObject({ id: 'app-1', not_taken: [] });
  expect(names().sort()).toEqual(everyone);
});

it('says what to do where a service takes no parties with a case', async () => {
  process.env.SERVICE_DIALECT = inlineDialect;
  serve({ inline: 'refused', shows: 'case' });
  const { kind, message } = await failure(start(referenced));
  expect(kind).toBe('halt');
  expect(message).toMatch(
    /Extra inputs are not permitted.*"related_parties" in the dialect to "single"/,
  );
  expect(service.lines()).toEqual(['POST /api/applications']);
});

/** As if the run was killed after the first party: neither the others nor the portal are noted. */
function killOnceNoted() {
  const [[, note] = ['', {}]] = memory.notes();
  Object.assign(note, { state: 'unfinished', value: { ...(note as Item).value, parties: [] } });
}

it('continues with the case of a run that was killed, once it cannot be at work any more', async () => {
  const { cases, names } = serve({ inline: 'taken', shows: 'case' });
  await start(referenced);
  killOnceNoted();
  for (const key of ['start_onboarding', 'create_case']) {
    expect((await failure(perform(key, ofDeal))).kind).toBe('throttle');
  }
  memory.later(16);
  const created = await perform('create_case', ofDeal);
  expect(created).toMatchObject({ id: 'app-1', already_existed: true });
  expect(await start(referenced)).toMatchObject({ id: 'app-1', already_existed: true });
  expect(cases.size).toBe(1);
  // It looks for each party first.
  expect(names().sort()).toEqual(everyone);
});

it('adds nobody again who may be in the part of a list that is not shown, and says so', async () => {
  const { cases, names } = serve({ inline: 'taken', shows: 'lists' });
  await start(referenced);
  killOnceNoted();
  const { portals: _portals, ...shown } = (await perform('find_case', ofDeal))[0];
  const made = cases.get('app-1')!;
  service.serve({
    'GET /api/applications/app-1': [200, shown],
    'GET .*/persons': [200, made.persons.slice(0, 4), { 'x-total-count': '5' }],
    'GET .*/businesses': [200, made.businesses],
    'POST .*/portals': [201, { link: 'tok' }],
  });
  const started = await start(referenced);
  expect(started).toMatchObject({ portal_link: `${service.url}/portals/tok` });
  expect(started.not_taken_text).toBe(
    'Related Persons, line 5: the service shows a part of the related parties alone, so it is unclear whether an earlier run added it. Look at case app-1 in the service.',
  );
  expect(names().sort()).toEqual(everyone);
});

it('ends at a party that the service refuses and does not show', async () => {
  const { cases } = serve({ inline: 'taken', shows: 'nowhere' });
  await start(referenced);
  killOnceNoted();
  const { portals: _portals, ...shown } = (await perform('find_case', ofDeal))[0];
  service.serve({
    'GET /api/applications/app-1': [200, shown],
    'GET .*/(persons|businesses)': [404, { detail: 'Not Found' }],
    'POST .*/(persons|businesses)': [422, { detail: 'The person is there.' }],
    'POST .*/portals': [201, { link: 'tok' }],
  });
  expect((await failure(start(referenced))).message).toMatch(/The person is there/);
  expect(cases.size).toBe(1);
});

describe('a party', () => {
  const ana = {
    related_person_first_name: 'Ana',
    related_person_last_name: 'Ferrer',
    related_person_email: 'ana@lumen.example',
    related_person_roles: 'UBO, DIRECTOR',
    related_person_direct_ownership_percentage: 60,
  };
  const shownAna = {
    given_names: 'ANA',
    last_name: 'FERRER',
    email: 'Ana@lumen.example',
    roles: ['director', 'ubo'],
    direct_ownership_percentage: '60.0',
  };
  const officer = { given_names: 'Luc', last_name: 'Martin', roles: ['DIRECTOR'] };
  const line = 'Related Persons, line 1';
  it.each<[string, Item[], string[]]>([
    ['in other notations', [officer, shownAna], []],
    ['without an e-mail', [{ ...shownAna, email: null }], [`${line}: Email`]],
    ['without a role', [{ ...shownAna, roles: ['UBO'] }], [`${line}: Roles`]],
    ['without roles', [{ ...shownAna, roles: [] }], [`${line}: Roles`]],
    [
      'without a share',
      [{ ...shownAna, direct_ownership_percentage: null }],
      [`${line}: Direct Ownership Percentage`],
    ],
    [
      'with another share and e-mail',
      [{ ...shownAna, direct_ownership_percentage: 6, email: 'b@lumen.example' }],
      [`${line}: Email`, `${line}: Direct Ownership Percentage`],
    ],
    ['with another name', [{ ...shownAna, last_name: 'Ferrer-Ruiz' }], [`${line}: Last Name`]],
    ['with a masked e-mail', [{ ...shownAna, email: 'a***@***' }], []],
    [
      'by her name alone',
      [{ given_names: 'Ana', last_name: 'Ferrer' }],
      [`${line}: Email`, `${line}: Roles`, `${line}: Direct Ownership Percentage`],
    ],
  ])('is told as the service shows it: %s', async (_, shown, labels) => {
    for (const dialect of [inlineDialect, '{}']) {
      process.env.SERVICE_DIALECT = dialect;
      service.serve({
        'POST /api/applications': [201, { id: 'app-1', persons: shown, businesses: [] }],
        'POST /api/applications/app-1/persons': [201, { id: 'per_1', ...shown.at(-1) }],
        'POST /api/applications/app-1/portals': [201, { link: 'tok' }],
      });
      const started = await start({ ...ofDeal, external_reference: '', related_persons: [ana] });
      expect([dialect, started.not_taken]).toEqual([dialect, labels]);
      expect(counts().requests).toBe(dialect === inlineDialect ? 2 : 3);
    }
  });

  it('is looked for in the list where the case shows IDs alone', async () => {
    process.env.SERVICE_DIALECT = inlineDialect;
    service.serve({
      'POST /api/applications': [201, { id: 'app-1', persons: [{ id: 'per_1' }], businesses: [] }],
      'GET /api/applications/app-1/persons': [200, [{ id: 'per_1', ...shownAna }]],
      'POST /api/applications/app-1/portals': [201, { link: 'tok' }],
    });
    const started = await start({ ...ofDeal, external_reference: '', related_persons: [ana] });
    expect(started.not_taken).toEqual([]);
  });
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
    process.env.SERVICE_DIALECT = inlineDialect;
    for (const loc of [['body', ...path], ['body', ...path].join('.')]) {
      service.serve({ 'POST /api/applications': [422, { detail: [{ loc, msg: 'is wrong' }] }] });
      expect((await failure(start(lines))).message).toContain(told);
      // Nothing is made without it.
      expect(service.lines()).toEqual(['POST /api/applications']);
    }
    // The same of one that is sent on its own.
    process.env.SERVICE_DIALECT = '{}';
    const [list, line, ...field] = path;
    let next = 0;
    service.serve({
      'POST /api/applications': ({ body }) => [201, { ...(body as Item), id: 'app-1' }],
      [`POST .*/${list}`]: () =>
        next++ === line
          ? [422, { detail: [{ loc: ['body', ...field], msg: 'is wrong' }] }]
          : [201, { id: 'p1' }],
      'POST .*/(persons|businesses)': [201, { id: 'p1' }],
    });
    expect((await failure(start(lines))).message).toContain(told);
  },
);

it('refuses parties that Additional Fields names as well, a second time with the same words', async () => {
  serve({ inline: 'taken', shows: 'answer' });
  const twice = { ...referenced, additional_fields: { persons: '[{"last_name":"Ruiz"}]' } };
  const first = await failure(start(twice));
  expect(first).toMatchObject({
    kind: 'halt',
    message: expect.stringContaining('"persons" is also filled in as Related Persons'),
  });
  expect(await failure(start(twice))).toEqual(first);
  expect(service.requests).toEqual([]);
});

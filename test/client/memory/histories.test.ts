/**
 * Random histories of several deals: repeats, two Zaps at once, kills, lost answers, a store that
 * fails or forgets, a service that shows new cases late and lists in parts, moved references, changed
 * API keys, and decisions. The stand-in knows whose everything is. What is made twice is for interleavings.test.ts.
 */
import * as fc from 'fast-check';

import { OperationError } from '../../../client/basics/errors.ts';
import { all, random } from '../../support/amount.ts';
import type { Choices } from '../../known-service/choices.ts';
import { openWorld, type Outcome, type Step, type World } from './world.ts';

const clients = ['Alpha Ltd', 'Beta GmbH', 'Gamma SAS'];
const apiKeys = ['key', 'another_key'];
const keys = [
  'start_onboarding',
  'create_case',
  'find_case',
  'create_portal',
  'add_related_person',
  'update_case',
] as const;

/** Milliseconds before the next event. */
const gaps = [0, 1, 50, 104, 1000, 4000, 16_000, 61_000, 20 * 60_000];

/** Mostly the first of some numbers. */
const mostly = (most: number) =>
  fc.oneof({ weight: 6, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.nat(most) });

const stepEvent = fc.record({
  type: fc.constant('step' as const),
  key: fc.oneof(
    { weight: 3, arbitrary: fc.constant(keys[0]) },
    { weight: 2, arbitrary: fc.constantFrom(...keys) },
  ),
  deal: fc.nat(1),
  /** Another client has this reference by mistake. */
  mistake: mostly(1),
  apiKey: mostly(1),
  /** The deal has several references, each of which may move to a case of another one. */
  reference: mostly(2),
  /** Create Portal Link takes the deal, or its case, without or with Ask Again. */
  way: fc.nat(2),
});
const decision = fc.record({
  type: fc.constant('decision' as const),
  deal: fc.nat(1),
  status: fc.constantFrom('approved', 'Rejected'),
});
const otherEvent = fc.record({
  type: fc.constantFrom('evict' as const, 'outage' as const, 'recovery' as const, 'lag' as const),
});
type ValueOf<All> = All extends fc.Arbitrary<infer Value> ? Value : never;
type Event = { gap: number } & ValueOf<typeof stepEvent | typeof decision | typeof otherEvent>;

const history = fc.record({
  isN8n: fc.boolean(),
  choices: fc.record({
    references: fc.constantFrom<Choices['references'][]>('free', 'unique'),
    repeats: fc.constantFrom<Choices['repeats'][]>('found', 'found, dated'),
    parties: fc.constantFrom<Choices['parties'][]>('whole', 'with addresses', 'with a total'),
  }),
  events: fc.array(
    fc
      .tuple(
        fc.oneof(
          { weight: 6, arbitrary: stepEvent },
          { weight: 1, arbitrary: decision },
          { weight: 1, arbitrary: otherEvent },
        ),
        fc.constantFrom(...gaps),
      )
      .map(([event, gap]): Event => ({ ...event, gap })),
    { minLength: 2, maxLength: 9 },
  ),
  /** The fate of each call; most numbers mean the usual one. */
  fates: fc.array(fc.nat(40), { maxLength: 60 }),
});
type History = ValueOf<typeof history>;

/** A step of a deal, with the mark of what it makes. */
interface DealStep extends Step {
  thing: string;
  client: string;
}

/** Two of its references differ in capitals alone. */
const referencesOf = (deal: number) =>
  ['deal', 'DEAL', 'moved'].map((name) => `${name}-${deal + 1}`);

function stepOf(
  { key, deal, mistake, apiKey, reference, way }: Extract<Event, { type: 'step' }>,
  name: string,
): DealStep {
  const client = clients[(deal + mistake) % clients.length]!;
  const references = referencesOf(deal);
  const external_reference = references[reference]!;
  const ofClient = { subject: 'business', organization_name: client, external_reference };
  const inputs: Record<typeof key, object> = {
    start_onboarding: { ...ofClient, related_persons: [{ related_person_last_name: 'Ferrer' }] },
    create_case: ofClient,
    find_case: { external_reference },
    create_portal: way
      ? { application_id: '', ask_again: way === 2 }
      : { portal_for: 'client', deal_id: external_reference },
    add_related_person: { application_id: 'app_1', last_name: `Ferrer ${deal}` },
    update_case: { application_id: '', external_reference: references[(reference + 1) % 3] },
  };
  const what: Record<string, string> = {
    ...(!way && { create_portal: 'portal' }),
    add_related_person: 'party',
  };
  return {
    key,
    name,
    client,
    apiKey: apiKeys[apiKey],
    input: inputs[key],
    thing: `${apiKeys[apiKey]} ${what[key] ?? 'case'} of deal ${deal}`,
  };
}

const makesCase = (key: string) => key === 'create_case' || key === 'start_onboarding';

const stepIn = ({ step }: Outcome) => step as DealStep;

/** The things that the service made, each with the step that made it. */
function madeIn({ service, outcomes }: World) {
  const steps = new Map(outcomes.map((outcome) => [outcome.step.name, stepIn(outcome)]));
  return service.things.map((made) => ({ ...made, step: steps.get(made.by)! }));
}

/** Results with a case, link or party of another client, deal or API key. */
function foreignIn(world: World): string[] {
  const made = madeIn(world);
  return world.outcomes.flatMap((outcome) => {
    const { name, key, client, thing, apiKey } = stepIn(outcome);
    const results = [outcome.result ?? []].flat();
    return results.flatMap(({ id, application_id, portal_link }) => {
      const link = String(portal_link).split('/').at(-1);
      const used = made.filter((one) => [id, application_id, link].includes(one.id));
      const foreign = used.filter(({ step }) => {
        const isOfDeal = key === 'update_case' || step.thing === thing;
        const isOfClient = ![key, step.key].every(makesCase) || step.client === client;
        return step.apiKey !== apiKey || !isOfDeal || !isOfClient;
      });
      if (!used.length) return [`${name} got ${id} of nobody`];
      return foreign.map((one) => `${name} (${client}, ${thing}) got ${one.id} of ${one.by}`);
    });
  });
}

/**
 * Portals of cases that were decided before the run began, which was not to ask again, and other
 * clients without a link.
 */
function askedIn({ service, outcomes }: World): string[] {
  const isUndecided = (id: string) => service.decisions.every((one) => one.id !== id);
  const missing = outcomes.filter(
    ({ step: { key }, result }) =>
      key === 'start_onboarding' && result && !result.portal_link && isUndecided(result.id),
  );
  const asked = service.decisions.flatMap(({ id, since }) =>
    outcomes
      .filter(({ step, start }) => start > since && !(step.input as { ask_again?: true }).ask_again)
      .filter(({ step: { name } }) =>
        service.things.some(({ path, by }) => by === name && path.endsWith(`/${id}/portals`)),
      )
      .map(({ step }) => `${step.name} asked the decided client of ${id} again`),
  );
  return [...asked, ...missing.map(({ step }) => `${step.name} got no link`)];
}

async function play({ isN8n, choices, events, fates }: History): Promise<string[]> {
  const open = [...fates];
  let isCalm = false;
  const world = openWorld({
    isN8n,
    choices,
    choose: (_, options) => options[isCalm ? 0 : (open.shift() ?? 0)] ?? options[0]!,
  });
  const problems: string[] = [];
  const begin = (event: Event, index: number) => {
    if (event.type === 'evict') world.evict();
    if (event.type === 'outage' || event.type === 'recovery') {
      world.breakStore(event.type === 'outage');
    }
    if (event.type === 'lag') world.service.setLag(30_000);
    const casesIn = madeIn(world).filter(({ path }) => path === '/api/applications');
    if (event.type === 'decision') {
      const ofDeal = casesIn.filter(({ step }) => step.thing.endsWith(`${event.deal}`));
      for (const { id } of ofDeal) world.service.decide(id, event.status);
    }
    if (event.type !== 'step') return;
    const step = stepOf(event, `run ${index}`);
    if ('application_id' in step.input && !step.input.application_id) {
      const newest = casesIn.filter((one) => one.step.thing === step.thing).at(-1);
      if (!newest) return;
      step.input = { ...step.input, application_id: newest.id };
    }
    world.start(step);
  };
  try {
    let at = 0;
    let ended = 0;
    events.forEach((event, index) => {
      at += event.gap;
      world.after(at, () => {
        begin(event, index);
        ended++;
      });
    });
    await world.passUntil(() => ended === events.length);
    await world.settle();
    // Half an hour later each deal goes on.
    isCalm = true;
    world.breakStore(false);
    world.service.setLag(0);
    const last = new Map(
      events.flatMap((event) => {
        if (event.type !== 'step') return [];
        const isOther =
          event.key === 'add_related_person' || (event.key === 'create_portal' && !event.way);
        const key = isOther ? event.key : 'start_onboarding';
        const step = stepOf({ ...event, key, mistake: 0, reference: 0 }, '');
        return [[step.thing, { ...step, name: `last ${step.thing}` }] as const];
      }),
    );
    for (const step of last.values()) {
      const { result, error } = await world.end(step, 30 * 60_000);
      const isRefusal = error instanceof OperationError && error.kind === 'halt';
      if (
        !result &&
        !(
          isRefusal &&
          /belongs to the case of another client|now has the reference/.test(error.message)
        )
      ) {
        problems.push(`${step.name}: ${error?.message ?? 'never ends'}`);
      }
    }
    problems.push(...foreignIn(world), ...askedIn(world));
    return problems.length ? [...problems, ...world.trace] : [];
  } finally {
    world.close();
  }
}

it('a reference that a case gave up a moment ago is noted for the next one', async () => {
  const world = openWorld({ choose: (_, options) => options[0]! });
  const start = async (external_reference: string) => {
    const input = { subject: 'business', organization_name: 'Alpha Ltd', external_reference };
    return (await world.end({ name: external_reference, key: keys[0], input }, 50)).result!.id;
  };
  const rename = (application_id: string, external_reference: string) => {
    const input = { application_id, external_reference };
    return world.end({ name: 'update', key: 'update_case', input }, 50);
  };
  try {
    const [x, y] = [await start('x'), await start('y')];
    await rename(x, 'old-x');
    expect((await rename(y, 'x')).result).toMatchObject({ not_taken_text: null });
    expect([await start('x'), await start('old-x')]).toEqual([y, x]);
  } finally {
    world.close();
  }
});

/** For 5,000 histories on a busy computer. */
const patience = 30 * 60_000;

it(
  'no history gives anybody what is of another client, or asks a decided client again',
  () =>
    fc.assert(
      fc.asyncProperty(history, async (one) => expect(await play(one)).toEqual([])),
      random(all ? 5000 : 750),
    ),
  patience,
);

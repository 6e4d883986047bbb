/**
 * The interleavings of two and three runs that make the same thing, with calls that are slow or lost
 * and runs that are killed at every point. Whatever happens, nothing is made twice and nobody waits
 * long, but for reasons that no memory can help.
 */
import { all } from '../../support/amount.ts';
import type { Choices } from '../../known-service/choices.ts';
import { openWorld, type Choose, type Outcome, type Step, type World } from './world.ts';

const deal = { subject: 'business', organization_name: 'Lumen', external_reference: 'deal-1' };
const steps = {
  party: { key: 'add_related_person', input: { application_id: 'app_1', last_name: 'Ferrer' } },
  create: { key: 'create_case', input: deal },
  portal: { key: 'create_portal', input: { portal_for: 'client', deal_id: 'deal-1' } },
  onboarding: {
    key: 'start_onboarding',
    input: { ...deal, related_persons: [{ related_person_last_name: 'Ferrer' }] },
  },
} satisfies Record<string, Omit<Step, 'name'>>;
type Kind = keyof typeof steps;

/** Seconds after which nobody waits for a run that ended, and for any other run. */
const rest = 15;
const longest = 17 * 60;

/** Two runs of which each sent a request while the other one was at work. */
const isTogether = ([one, other]: Outcome[]) =>
  one!.work.from < other!.work.to && other!.work.from < one!.work.to;

const pairs = (outcomes: Outcome[]) =>
  outcomes.flatMap((one, index) => outcomes.slice(index + 1).map((other) => [one, other]));

/** Runs that got no link, or another one than an earlier run. */
const linksIn = ({ outcomes }: World): string[] => {
  const links = outcomes.flatMap(({ step: { key }, result }) =>
    key === 'create_portal' && result ? String(result.portal_link) : [],
  );
  return links.filter((link) => !link.includes('/portals/tok-') || link !== links[0]);
};

/** What is missing in the cases that Start Onboarding said are done. */
const missingIn = ({ service, outcomes }: World): string[] =>
  outcomes
    .filter(({ step, result }) => step.key === 'start_onboarding' && result)
    .flatMap(({ step, result }) => {
      const found = service.cases.get(result!.id)!;
      const isAsked = [...service.portals.values()].some((one) => one.application_id === found.id);
      const isWhole = found.persons.length === 1 && isAsked;
      return isWhole ? [] : [`${step.name}: case ${result!.id} is not whole`];
    });

/** How often the same thing was made. */
function copiesIn({ service }: World): string[] {
  const counts = new Map<string, number>();
  for (const { path } of service.things) {
    const what = path === '/api/applications' ? 'case' : path;
    counts.set(what, (counts.get(what) ?? 0) + 1);
  }
  return [...counts].flatMap(([what, count]) => (count > 1 ? `${count} of ${what}` : []));
}

interface Play {
  kinds: Kind[];
  /** Milliseconds from the start of the first run to those of the others. */
  starts: number[];
  choose: Choose;
  isN8n?: boolean;
  stepSeconds?: number;
  choices?: Partial<Choices>;
  /** Seconds after which another run goes on, whatever happened. */
  free?: number;
  /** Nothing is made twice by these runs, whatever happened. */
  isOnce?: boolean;
}

/** Plays one history. @returns what must not happen, with all calls. */
async function play({ kinds, starts, choose, free, isOnce, ...ways }: Play): Promise<string[]> {
  const isProbe = (call: string) => call.startsWith('probe');
  const world = openWorld({
    ...ways,
    choose: (call, options) => (isProbe(call) ? options[0]! : choose(call, options)),
  });
  const { excuses, outcomes } = world;
  const problems: string[] = [];
  const probe = async (seconds: number) => {
    const step = { ...steps[kinds.at(-1)!], name: 'probe', isPatient: false };
    const { result, error } = await world.end(step, seconds * 1000 + 5);
    if (!result) problems.push(`blocked after ${seconds} s: ${error?.message ?? 'never ends'}`);
  };
  try {
    kinds.forEach((kind, index) =>
      world.start({ ...steps[kind], name: 'ABC'[index]! }, [0, ...starts][index]!),
    );
    await world.settle();
    if (isOnce) problems.push(...copiesIn(world));
    if (free !== undefined) await probe(free);
    else if (!excuses.blocked.length) await probe(rest);
    await probe(longest);
    problems.push(...missingIn(world));
    if (!excuses.twice.length) {
      problems.push(...copiesIn(world), ...linksIn(world));
      for (const pair of pairs(outcomes)) {
        if (isTogether(pair))
          problems.push(`at work together: ${pair.map(({ step }) => step.name)}`);
      }
    }
    return problems.length ? [...problems, ...world.trace] : [];
  } finally {
    world.close();
  }
}

/**
 * Plays all histories in which at most so many calls have another fate than the usual one.
 * @returns their number, and the first one with a problem.
 */
async function enumerate(most: number, how: Omit<Play, 'choose'>) {
  const open: number[][] = [[]];
  for (let count = 0; ; count++) {
    const prefix = open.pop();
    if (!prefix) return { count, problems: [] };
    const sizes: number[] = [];
    const problems = await play({
      ...how,
      choose(_, options) {
        const choice = prefix[sizes.length] ?? 0;
        sizes.push(options.length);
        return options[choice]!;
      },
    });
    if (problems.length) return { count, problems };
    if (prefix.filter(Boolean).length === most) continue;
    for (let place = prefix.length; place < sizes.length; place++) {
      const usual = Array.from({ length: place - prefix.length }, () => 0);
      for (let choice = 1; choice < sizes[place]!; choice++) {
        open.push([...prefix, ...usual, choice]);
      }
    }
  }
}

/** The fates of single calls: `A set note` is the first call of this name, `A set note 2` the second. */
function chooseBy(fates: Record<string, string>): Choose {
  const counts = new Map<string, number>();
  return (call, options) => {
    const count = (counts.get(call) ?? 0) + 1;
    counts.set(call, count);
    const fate = fates[count === 1 ? call : `${call} ${count}`] ?? options[0]!;
    expect(options).toContain(fate);
    return fate;
  };
}

type Row = [what: string, how: Omit<Play, 'choose'>, fates: Record<string, string>];
const both = (kind: Kind, start: number) => ({ kinds: [kind, kind], starts: [start] });

/** Histories in which simpler forms of the memory make a thing twice or block it for long. */
const rows: Row[] = [
  [
    'a note is read before an unfinished one, and the lock is asked for after the end of that run',
    both('onboarding', 1),
    { 'A POST portals': 'refused', 'B claim lock': 'slow' },
  ],
  [
    'a lock is got and the note is not answered',
    both('party', 30_000),
    { 'B get note': 'lost answer' },
  ],
  [
    'a run ends in the last moment of a long step, and its note is slow',
    { ...both('party', 55_300), stepSeconds: 55 },
    { 'A POST persons': 'slow', 'A set note': 'slow', 'A set lock': 'slow' },
  ],
  [
    'the answer to a claim is lost where the platform repeats runs',
    { ...both('party', 0), kinds: ['party'], isN8n: true, free: 61 },
    { 'A claim lock': 'lost answer' },
  ],
  [
    'a case is made and nobody knows about its portal, where the platform repeats runs',
    { ...both('onboarding', 0), kinds: ['onboarding'], isN8n: true, free: 16, isOnce: true },
    { 'A POST portals': 'lost answer' },
  ],
  [
    'an unfinished note arrives after that of the whole thing',
    { ...both('onboarding', 30_000), isOnce: true },
    { 'A set note': 'late' },
  ],
  [
    'an unfinished note is slow, and nobody can look for the parties',
    { ...both('onboarding', 30_000), choices: { parties: 'hidden' }, isOnce: true },
    { 'A set note': 'slow' },
  ],
  [
    'a party is added, and its list has it in a part that nobody can read',
    { ...both('onboarding', 61_000), choices: { parties: 'with a total' }, isOnce: true },
    { 'A POST portals': 'killed before' },
  ],
  [
    'a run is killed between two requests, and the next one continues its case',
    { ...both('onboarding', 61_000), isOnce: true },
    { 'A POST portals': 'killed before' },
  ],
  [
    'a run uses the thing while the lock of the one that made it still lasts',
    { kinds: ['party', 'party', 'party'], starts: [1000, 50] },
    { 'C claim lock': 'slow' },
  ],
  [
    'a run is killed after its request, and the platform repeats it',
    { ...both('party', 61_000), isN8n: true, isOnce: true },
    { 'A POST persons': 'killed after' },
  ],
  [
    'an answer is lost, and the platform repeats the run',
    { ...both('party', 61_000), isN8n: true, isOnce: true },
    { 'A POST persons': 'lost answer' },
  ],
  [
    'the store does not say that it keeps the lock for the repeats of the platform',
    { ...both('party', 61_000), isN8n: true, free: 16, isOnce: true },
    { 'A set lock': 'lost request', 'A POST persons': 'killed after' },
  ],
  [
    'two runs are refused at once',
    both('party', 50),
    { 'A POST persons': 'refused', 'B POST persons': 'refused' },
  ],
];

describe('nothing is made twice and nobody waits long if', () => {
  it.each(rows)('%s', async (_, how, fates) =>
    expect(await play({ ...how, choose: chooseBy(fates) })).toEqual([]),
  );
});

/** From the start of the first run: at each of its calls, and at the ends of its waits and locks. */
const starts = [0, 1, 2, 3, 50, 103, 104, 204, 306, 1000, 4001, 14_500, 15_200, 60_002];

interface Search {
  kinds: Kind[];
  isN8n?: boolean;
  stepSeconds?: number;
  choices?: Partial<Choices>;
  /** The most calls with an unusual fate. */
  most: number;
  at?: number[];
}
const searches: Search[] = [
  { kinds: ['party', 'party'], most: 1 },
  { kinds: ['party', 'party'], isN8n: true, most: 1 },
  { kinds: ['party', 'party'], stepSeconds: 55, most: 1, at: [54_900, 55_300, 75_002] },
  { kinds: ['onboarding', 'onboarding'], most: 1 },
  {
    kinds: ['onboarding', 'onboarding'],
    isN8n: true,
    most: 1,
    choices: { parties: 'with addresses' },
  },
  { kinds: ['create', 'onboarding'], most: 1 },
  { kinds: ['portal', 'portal'], most: 1 },
  { kinds: ['party', 'party', 'party'], most: 1, at: [1, 103, 15_200] },
];

/** Each search with the starts of its runs; without `TESTS=all` a tenth of them, each time others. */
const plays = searches.flatMap(({ at = starts, ...how }, search) =>
  at
    .filter((_, index) => all || index % 10 === search % 10)
    .map((start) => ({
      ...how,
      starts: how.kinds.slice(1).map((_, index) => start * (index + 1)),
    })),
);

/** For all histories on a busy computer. */
jest.setTimeout(10 * 60_000);

it.each(plays)('nor in any other history of %j', async ({ most, ...how }) => {
  const { count, problems } = await enumerate(most, how);
  expect(problems).toEqual([]);
  // With fewer the calls had no other fates.
  expect(count).toBeGreaterThanOrEqual(20);
});

/** Every recipe, in the chains a client goes through: our steps run in the built app, on the sandbox. */
// @ts-expect-error The bundle has no types.
import built from '../../dist/app.cjs';
import app from '../../index.ts';
import { chains, recipePages, recipes } from '../../demo/recipes/recipes.ts';
import { mapped, now, tasksOf, type Recipe, type Step } from '../../demo/recipes/recipe.ts';
import { runZap } from '../../demo/recipes/zap.ts';
import { createSandbox } from '../../packages/sandbox/server.tsx';
import { labelsOfApp, recipePage } from '../../scripts/pages/recipe-pages.ts';
import { submitPortal } from '../../demo/client.ts';
import { until } from '../../zapier/local/until.ts';
import { startHooks, startZapier } from '../../zapier/local/runtime.ts';

let sandbox: Awaited<ReturnType<typeof createSandbox>>;
let zapier: Awaited<ReturnType<typeof startZapier>>;
let hooks: Awaited<ReturnType<typeof startHooks>>;

beforeAll(async () => {
  sandbox = await createSandbox();
  zapier = await startZapier(built, { base_url: sandbox.url, api_key: sandbox.apiKey });
  hooks = await startHooks(zapier);
  for (const trigger of [
    'case_submitted',
    'case_status_updated',
    'case_review_updated',
    'collect_opened',
    'collect_closed',
  ])
    await hooks.subscribe(trigger);
});
afterAll(async () => {
  hooks.stop();
  zapier.stop();
  await sandbox.close();
});

/** A client on its way through a chain. */
interface Client {
  isPerson: boolean;
  link?: string;
  application_id?: string;
  isSubmitted?: boolean;
}

async function control(path: string, body: object) {
  const answer = await fetch(`${sandbox.url}/_sandbox/cases/${path}`, {
    method: 'POST',
    body: JSON.stringify(body),
  });
  expect(answer.status).toBe(200);
}

/** The client submits its page, once. */
async function submit(client: Client) {
  if (client.isSubmitted || !client.link) return;
  client.isSubmitted = true;
  const subject = client.isPerson ? 'person' : 'business';
  await submitPortal(client.link, { id: String(Math.random()), subject });
}

/** Cases of the chains before: their events may come late. */
const earlier = new Set<string>();

/** The first event of a trigger about this client that no earlier step was given. */
const earlierEvents = new Set<unknown>();
async function nextEvent(trigger: string, { application_id }: Client) {
  const isOurs = (id: string) => (application_id ? id === application_id : !earlier.has(id));
  const result = await until(`an event of ${trigger}`, () =>
    hooks
      .all()
      .find(
        (one) =>
          one.trigger === trigger && !earlierEvents.has(one) && isOurs(one.item.application_id),
      ),
  );
  earlierEvents.add(result);
  return result.item;
}

/** What has to happen at the service so that a trigger runs. */
const causes: Record<string, (client: Client) => Promise<void>> = {
  case_submitted: submit,
  case_status_updated: submit,
  collect_closed: submit,
  collect_opened: async (client) => {
    await submit(client);
    client.application_id ??= (await nextEvent('case_submitted', client)).application_id;
    const question = { reason: 'The certificate cannot be read.', fields: [], documents: ['ID'] };
    await control(`${client.application_id}/request`, question);
  },
  case_review_updated: async (client) => {
    await submit(client);
    await control(`${client.application_id}/decision`, { status: 'approved' });
  },
};

async function ourStep(
  operation: string,
  input: Record<string, unknown>,
  client: Client,
): Promise<unknown> {
  const [group, key = ''] = operation.split('.');
  if (group === 'triggers') {
    // A decision of an earlier step, or one that the sandbox made by itself, is not this one's.
    // What a submission causes may have come before the step that waits for it.
    const ofSubmission = ['case_submitted', 'case_status_updated', 'collect_closed'];
    for (const result of hooks.all())
      if (!ofSubmission.includes(result.trigger)) earlierEvents.add(result);
    await causes[key]!(client);
    const item = await nextEvent(key, client);
    client.application_id ??= item.application_id;
    return item;
  }
  const result = await zapier.run<any>(`${operation}.operation.perform`, { inputData: input });
  const first = [result].flat()[0];
  if (/start_onboarding|create_case|create_portal/.test(operation)) {
    client.application_id ??= first.application_id ?? undefined;
    client.link ??= first.portal_link ?? undefined;
  }
  return first;
}

/** Runs a recipe. @throws where a field stays empty that may not. */
async function run(recipe: Recipe, client: Client) {
  const [trigger] = recipe.steps as [Step];
  const item = trigger.operation
    ? await ourStep(trigger.operation, trigger.input ?? {}, client)
    : trigger.sample;
  expect(item).toBeDefined();
  await runZap(recipe, item, {
    ours: (operation, input) => ourStep(operation, input, client),
    app: async (step, input) => step.sample ?? input,
    async mail({ to, subject, text }) {
      expect(to).toMatch(/^\S+@\S+$/);
      expect(subject).toMatch(/\S/);
      expect(text).toMatch(/https?:\/\/\S+\/portals\/\S+\n/);
    },
    wait: async () => undefined,
    now: () => '2026-03-02T09:30:00Z',
    mayBeEmpty: false,
  });
}

it.each(chains)('$title', async ({ recipes: keys }) => {
  const of = keys.map((key) => recipes.find((recipe) => recipe.key === key)!);
  const isPersonal = ({ input }: Step) => input?.subject === 'person';
  // All chains have the same sample of a deal, and each begins with a new one.
  zapier.forget();
  const client: Client = { isPerson: of[0]!.steps.some(isPersonal) };
  for (const recipe of of) await run(recipe, client);
  if (client.application_id) earlier.add(client.application_id);
});

it('moves no deal to another stage before the admin switches that on', () => {
  const moves = recipes.flatMap(({ steps }) =>
    steps.filter(({ input = {} }) =>
      Object.keys(input).some(
        (key) => /\b(Stage|Status)$/.test(key) && !/^(Onboarding|Only)/.test(key),
      ),
    ),
  );
  expect(moves).toHaveLength(3);
  expect(moves.filter(({ off }) => !off)).toEqual([]);
});

it('counts the tasks of a client who is fast, and of one who stays silent', () => {
  const tasks = (key: string) => tasksOf(recipes.find((recipe) => recipe.key === key)!);
  // Four searches for the client, the case, the letter and the deal; then 3 × 2 and the owner.
  expect(tasks('hubspot-deal-to-case')).toEqual({ fast: 7, silent: 14 });
  expect(tasks('hubspot-requested')).toEqual({ fast: 2, silent: 10 });
  expect(tasks('hubspot-decided')).toEqual({ fast: 2, silent: 2 });
});

it('shows the labels of the editor, and no key of a field', async () => {
  const labels = await labelsOfApp(app);
  const keys = [labels.input, labels.output].flatMap((group) =>
    Object.values(group).flatMap((fields) => Object.keys(fields)),
  );
  // One word may be a label as well; `deal_id` is the name of a custom field, too.
  const technicalNames = new Set(keys.filter((key) => key.includes('_') && key !== 'deal_id'));
  expect(technicalNames.size).toBeGreaterThan(40);
  for (const one of recipePages) {
    // The requests that create the fields are JSON.
    const page = recipePage(one, recipes, labels).replaceAll(/```json[^`]*```/g, '');
    const words = [...page.matchAll(/\b[a-z]+(_[a-z]+)+\b/g)].map(([word]) => word);
    expect([one.key, words.filter((word) => technicalNames.has(word))]).toEqual([one.key, []]);
    expect(page.replaceAll(`\`${now}\``, '')).not.toContain('{{');
  }
});

/** Whether a recipe writes to the client as soon as its trigger runs, without a delay before. */
const writesAtOnce = ({ steps }: Recipe) => {
  const wait = steps.findIndex(({ event }) => event === 'Delay For');
  return steps
    .slice(0, wait < 0 ? undefined : wait)
    .some(({ event, off }) => event === 'Send Email' && !off);
};

it.each(chains)('$title: no trigger makes two Zaps write the same letter', ({ recipes: keys }) => {
  const writing = recipes.filter((recipe) => keys.includes(recipe.key) && writesAtOnce(recipe));
  const triggers = writing.map(({ steps: [trigger] }) => `${trigger!.app} ${trigger!.event}`);
  expect(triggers).toEqual([...new Set(triggers)]);
});

it.each(Object.entries({ chain: chains, page: recipePages }))(
  'has every recipe in a %s',
  (_, lists) => {
    const listed = new Set(lists.flatMap((list) => list.recipes));
    expect(recipes.filter(({ key }) => !listed.has(key))).toEqual([]);
  },
);

it('fails on a field that stays empty', () => {
  expect(() => mapped('{{1.custom_fields.email}}', [{ custom_fields: { email: '' } }])).toThrow(
    'hands over no custom_fields.email',
  );
});

/** A CRM whose Zaps run: the recipes in the built app, the sandbox with its clock, and a mailbox. */
import { createTransport } from 'nodemailer';

// @ts-expect-error The bundle has no types.
import app from '../dist/index.js';
import { createSandbox } from '../packages/sandbox/server.tsx';
import { until } from '../zapier/local/until.ts';
import { startHooks, startZapier } from '../zapier/local/runtime.ts';
import { openCrm, type CrmDeal } from './crm.ts';
import { account } from './recipes/account.ts';
import { checkStep } from './recipes/apps.ts';
import { crms, type CrmName } from './recipes/crm.ts';
import type { Recipe, Step } from './recipes/recipe.ts';
import { recipesOf, type CrmRecipes } from './recipes/recipes.ts';
import { runZap, type Letter, type World } from './recipes/zap.ts';

const sender = 'onboarding@crm.example';
const dayInSeconds = 24 * 3600;

/** What runs, and what waits for a day. */
function openRuns() {
  let active = 0;
  let day = 0;
  let waits: { due: number; go: () => void }[] = [];
  return {
    isIdle: () => active === 0,
    async counted<T>(work: Promise<T>): Promise<T> {
      active++;
      return work.finally(() => active--);
    },
    async wait(days: number): Promise<void> {
      active--;
      await new Promise<void>((go) => waits.push({ due: day + days, go }));
      active++;
    },
    /** A day passes. Runs whose delay ends go on. */
    pass(): void {
      day++;
      const due = waits.filter((one) => one.due <= day);
      waits = waits.filter((one) => one.due > day);
      for (const { go } of due) go();
    },
  };
}

/** The recipes that an event starts, by their trigger's key. */
type EventZaps = Record<string, Recipe>;

/** The trigger of a recipe, and the admin's filters. */
const triggerOf = ([trigger]: Recipe) => ({
  key: trigger!.operation!.split('.')[1]!,
  filters: trigger!.input,
});

/** Switches on the Zaps of the events, and runs Zaps. */
async function openZaps(
  deals: CrmDeal[],
  zaps: EventZaps,
  around: Omit<World, 'task'>,
  { counted }: ReturnType<typeof openRuns>,
  zapier: Awaited<ReturnType<typeof startZapier>>,
) {
  const hooks = await startHooks({
    ...zapier,
    run: (method, bundle) => counted(zapier.run(method, bundle)),
  });
  for (const recipe of Object.values(zaps)) {
    const { key, filters } = triggerOf(recipe);
    await hooks.subscribe(key, filters);
  }

  /** What ended a run of each deal. */
  const problems = new Map<CrmDeal, Error>();
  /** The tasks of each deal, as Zapier counts them. */
  const tasks = new Map<CrmDeal, number>();
  /** Starts a Zap. Its error stays in its history. */
  function start(recipe: Recipe, item: unknown, deal: CrmDeal): void {
    const task = () => tasks.set(deal, (tasks.get(deal) ?? 0) + 1);
    const run = runZap(recipe, item, { ...around, task });
    void counted(run.catch((error: Error) => problems.set(deal, error)));
  }

  let started = 0;
  /** Starts the Zaps of the events that came. */
  function startEvents(): void {
    for (const { trigger, item } of hooks.all().slice(started)) {
      started++;
      const { deal_id } = item.custom_fields as { deal_id: string };
      const deal = deals.find(({ id }) => id === deal_id)!;
      start(zaps[trigger]!, item, deal);
    }
  }

  /** Switches the Zaps of the events off. */
  async function stop(): Promise<void> {
    for (const trigger of Object.keys(zaps)) await hooks.unsubscribe(trigger);
    hooks.stop();
  }

  return { problems, tasks, start, startEvents, stop };
}

/** The steps of the Zaps: ours in the app, those of the CRM, and letters. */
function openSteps(
  crm: ReturnType<typeof openCrm>,
  zapier: Awaited<ReturnType<typeof startZapier>>,
  mailer: ReturnType<typeof createTransport>,
  wait: World['wait'],
) {
  /** The inputs of steps of other apps than the CRM. */
  const elsewhere: Record<string, string>[] = [];
  return {
    elsewhere,
    ours: async (operation: string, inputData: object) =>
      [await zapier.run<unknown>(`${operation}.operation.perform`, { inputData })].flat()[0],
    async app(step: Step, input: object) {
      const values = input as Record<string, string>;
      if (step.app === crm.app) return crm.run(step, values);
      checkStep(step);
      elsewhere.push(values);
      return {};
    },
    async mail({ to, subject, text }: Letter) {
      await mailer.sendMail({ from: sender, to, subject, text });
    },
    wait,
  };
}

/** Starts everything on free ports, and switches the Zaps on. @param more further Zaps of events. */
export async function openWorld(deals: CrmDeal[], name: CrmName = 'hubspot', more: Recipe[] = []) {
  const sandbox = await createSandbox({ smtpPort: 0 });
  sandbox.setUp(account);
  const mailer = createTransport({ host: '127.0.0.1', port: sandbox.smtpPort, ignoreTLS: true });
  const zapier = await startZapier(app, { base_url: sandbox.url, api_key: sandbox.apiKey });
  const runs = openRuns();
  const crm = openCrm(crms[name], deals);
  const recipes = recipesOf(name);
  const { elsewhere, ...around } = openSteps(crm, zapier, mailer, runs.wait);
  const zaps = Object.fromEntries(
    [recipes.requested, recipes.events, ...more].map((recipe) => [triggerOf(recipe).key, recipe]),
  );
  // The events of a deal that is deleted still start their Zaps.
  const history = await openZaps([...deals], zaps, around, runs, zapier);

  return {
    sandbox,
    zapier,
    crm,
    elsewhere,
    /** Runs a Zap for a deal. */
    start: history.start,
    problems: history.problems,
    tasks: history.tasks,
    /** The triggers of the Zaps that are on. */
    triggers: Object.keys(zaps),

    /** The deal reaches its stage, which starts this Zap. */
    move: (deal: CrmDeal, zap: Exclude<keyof CrmRecipes, 'requested' | 'events'>): void =>
      history.start(recipes[zap], crm.moved(deal), deal),

    /** Waits until no event, step or letter is under way. */
    async settle(): Promise<void> {
      let calm = 0;
      await until('the end of all runs', async () => {
        await sandbox.act.delivered();
        history.startEvents();
        calm = runs.isIdle() ? calm + 1 : 0;
        return calm > 1;
      });
    },

    /** A day passes. */
    pass(): void {
      sandbox.act.advance({ seconds: dayInSeconds });
      runs.pass();
    },

    /** Switches the Zaps off and ends everything. */
    async close(): Promise<void> {
      await history.stop();
      mailer.close();
      zapier.stop();
      await sandbox.close();
    },
  };
}
export type DemoWorld = Awaited<ReturnType<typeof openWorld>>;

/** The letters of the Zaps to an address, the oldest first. The sandbox writes some of its own. */
export const mailsTo = ({ sandbox }: DemoWorld, to: string) =>
  sandbox.act
    .mails()
    .filter((mail) => mail.from === sender && mail.to.includes(to))
    .reverse();

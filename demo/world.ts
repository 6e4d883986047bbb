/** A CRM whose Zaps run: the recipes in the built app, the sandbox with its clock, and a mailbox. */
import { createTransport } from 'nodemailer';

// @ts-expect-error The bundle has no types.
import app from '../dist/index.js';
import { createSandbox } from '../packages/sandbox/server.tsx';
import { until } from '../zapier/local/until.ts';
import { startHooks, startZapier } from '../zapier/local/runtime.ts';
import { openCrm, type CrmDeal } from './crm.ts';
import type { Recipe } from './recipes/recipe.ts';
import { recipes } from './recipes/recipes.ts';
import { runZap, type World } from './recipes/zap.ts';

const sender = 'onboarding@crm.example';
const dayInMs = 24 * 3600 * 1000;

/** The Zap that a deal starts when it reaches its stage, by the end of its key. */
export type Flow = 'deal-to-case' | 'portal-first';
/** The trigger of each further Zap: its filters, and the end of its key. */
const zaps: Record<string, [recipe: string, filters?: Record<string, unknown>]> = {
  case_submitted: ['submitted'],
  collect_opened: ['requested'],
  collect_closed: ['closed'],
  case_review_updated: ['decided', { status_review: ['approved', 'rejected'] }],
};
export const triggers = Object.keys(zaps);

/** The Zap of the deal's CRM: people are in Pipedrive, businesses in HubSpot. */
function zapOf({ person }: CrmDeal, name: string): Recipe {
  const key = `${person ? 'pipedrive' : 'hubspot'}-${name}`;
  return recipes.find((recipe) => recipe.key === key)!;
}

interface Mail {
  from: string;
  to: string[];
  subject: string;
  links: string[];
}

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

/** Switches on the Zaps of the events, and runs Zaps. */
async function openZaps(
  crm: ReturnType<typeof openCrm>,
  around: World,
  { counted }: ReturnType<typeof openRuns>,
  zapier: Awaited<ReturnType<typeof startZapier>>,
) {
  const hooks = await startHooks({
    ...zapier,
    run: (method, bundle) => counted(zapier.run(method, bundle)),
  });
  for (const [trigger, [, filters]] of Object.entries(zaps))
    await hooks.subscribe(trigger, filters);

  /** What ended a run of each deal. */
  const problems = new Map<CrmDeal, Error>();
  /** Starts a Zap. Its error stays in its history. */
  function start(recipe: Recipe, item: unknown, deal: CrmDeal): void {
    const run = runZap(recipe, item, around);
    void counted(run.catch((error: Error) => problems.set(deal, error)));
  }

  let started = 0;
  /** Starts the Zaps of the events that came. */
  function startEvents(): void {
    for (const { trigger, item } of hooks.all().slice(started)) {
      started++;
      const { deal_id } = item.custom_fields as { deal_id: string | number };
      const deal = crm.deals.find(({ id }) => id === String(deal_id))!;
      start(zapOf(deal, zaps[trigger]![0]), item, deal);
    }
  }

  /** Switches the Zaps of the events off. */
  async function stop(): Promise<void> {
    for (const trigger of triggers) await hooks.unsubscribe(trigger);
    hooks.stop();
  }

  return { problems, start, startEvents, stop };
}

/** Starts everything on free ports, and switches the Zaps on. */
export async function openWorld(deals: CrmDeal[]) {
  const sandbox = await createSandbox({ smtpPort: 0 });
  const mailer = createTransport({ host: '127.0.0.1', port: sandbox.smtpPort, ignoreTLS: true });
  const zapier = await startZapier(app, { base_url: sandbox.url, api_key: sandbox.apiKey });
  const { clock, outbox } = sandbox.services;
  const runs = openRuns();
  const crm = openCrm(deals);
  const around: World = {
    mayBeEmpty: true,
    now: () => clock.iso(),
    ours: async (operation, inputData) =>
      [await zapier.run<unknown>(`${operation}.operation.perform`, { inputData })].flat()[0],
    app: (step, input) => crm.run(step, input),
    async mail({ to, subject, text }) {
      await mailer.sendMail({ from: sender, to, subject, text });
    },
    wait: runs.wait,
  };
  const { problems, start, startEvents, stop } = await openZaps(crm, around, runs, zapier);

  return {
    sandbox,
    zapier,
    crm,
    problems,
    start,

    /** The deal reaches its stage. */
    move: (deal: CrmDeal, flow: Flow = 'deal-to-case') =>
      start(zapOf(deal, flow), crm.moved(deal), deal),

    /** Waits until no event, step or letter is under way. */
    async settle(): Promise<void> {
      let calm = 0;
      await until('the end of all runs', () => {
        startEvents();
        calm = runs.isIdle() && !outbox.waiting() ? calm + 1 : 0;
        return calm > 20;
      });
    },

    /** A day passes. */
    pass(): void {
      clock.advance(dayInMs);
      runs.pass();
    },

    /** Switches the Zaps off and ends everything. */
    async close(): Promise<void> {
      await stop();
      mailer.close();
      zapier.stop();
      await sandbox.close();
    },
  };
}
export type DemoWorld = Awaited<ReturnType<typeof openWorld>>;

/** The sandbox's control plane. */
export async function control(
  { sandbox }: DemoWorld,
  path: string,
  body?: object,
): Promise<unknown> {
  const answer = await fetch(`${sandbox.url}/_sandbox/${path}`, {
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  });
  return answer.json();
}

/** The letters of the Zaps to an address, the oldest first. The sandbox writes some of its own. */
export async function mailsTo(world: DemoWorld, to: string): Promise<Mail[]> {
  const mails = (await control(world, 'mails')) as Mail[];
  return mails.filter((mail) => mail.from === sender && mail.to.includes(to)).reverse();
}

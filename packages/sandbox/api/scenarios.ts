/**
 * Exceptional situations: each prepares a case and faults, and says what a Zap should
 * do.
 */
import { setTimeout as wait } from 'node:timers/promises';

import { Problem } from '../domain/problem.ts';
import type { Parts } from '../domain/services.ts';
import { newId } from '../domain/store.ts';
import type { Faults } from './faults.ts';

type Needs = Parts<'clock' | 'workflow' | 'portals' | 'outbox'>;
interface Stage extends Needs {
  faults: Faults;
  /** The case: a draft with a portal. */
  id: string;
}
interface Scenario {
  title: string;
  /** The expected behaviour of a Zap. */
  expected: string;
  /** The seconds since its begin. It is played in the past and ends now, so the clock stays. */
  ago?: number;
  set(stage: Stage): void | Promise<void>;
}

const reviewer = 'Reviewer';
const hour = 3600;
const day = 24 * hour;
/** Longer than the service repeats a delivery. */
const down = 27 * hour;

/** A reviewer's request to the client, due in two weeks. */
function ask({ portals, clock, id }: Stage, reason: string, documents: string[]): void {
  const due_at = new Date(clock.now() + 14 * day * 1000).toISOString().slice(0, 10);
  portals.requestInformation(reviewer, id, {
    reason,
    fields: [],
    documents,
    due_at,
  });
}

/** Waits until each pending delivery has met the fault. */
async function attempted({ outbox }: Stage, isDone: () => boolean): Promise<void> {
  outbox.look();
  for (let tries = 0; tries < 200 && !isDone(); tries++) await wait(25);
}

export const scenarios = {
  'client-never-answers': {
    title: 'The client never answers',
    expected:
      'New Information Request starts the Zap once. The client never answers, and the request is now a day late. A Zap with a delay then reads the case, sees that it still waits for the client, and sends a reminder or informs the owner of the deal.',
    ago: 15 * day,
    set(stage) {
      stage.workflow.submit('API', stage.id);
      ask(stage, 'Please send a proof of address.', ['PROOF_OF_ADDRESS']);
    },
  },
  'rejected-then-reopened': {
    title: 'Rejected, then reopened',
    expected:
      'Updated Case Review starts the Zap three times: in review, rejected, in review. The last one counts, so the deal must not stay rejected.',
    set({ workflow, id }) {
      workflow.submit('API', id);
      const rejected = { status: 'rejected', text: 'The registration number is wrong.' };
      workflow.decide(reviewer, id, rejected);
      workflow.decide(reviewer, id, {
        status: 'in_review',
        text: 'It was right.',
      });
    },
  },
  'asked-twice': {
    title: 'Information asked twice',
    expected:
      'New Information Request starts the Zap twice with the same portal link and two requests. The client gets both reasons. The deal keeps one link and one case.',
    set(stage) {
      stage.workflow.submit('API', stage.id);
      ask(stage, 'Please send a proof of address.', ['PROOF_OF_ADDRESS']);
      ask(stage, 'The identity document has expired. Please send a new one.', ['ID']);
    },
  },
  'webhook-down': {
    title: 'The webhook is down for a day',
    expected:
      'The approval reaches no Zap: its delivery failed 16 times. After you press “Repeat failed deliveries” under Developer, Webhooks, the Zap runs once, a day late, and reads the current case.',
    ago: down,
    async set(stage) {
      const { workflow, outbox, clock, id } = stage;
      workflow.submit('API', id);
      await attempted(stage, () => outbox.waiting() === 0);
      const until = new Date(clock.now() + down * 1000).toISOString();
      outbox.disturb({ faults: [{ kind: 'down', until }] });
      workflow.decide(reviewer, id, { status: 'approved' });
      const isTried = () => outbox.latest(50).every((row) => row.state !== 'pending' || row.answer);
      await attempted(stage, isTried);
    },
  },
  'service-slow': {
    title: 'The service is slow',
    expected:
      'Each of the next twenty calls of the API takes eight seconds. The steps wait and succeed, and nothing is made twice. A step with many calls may report that it ran out of time.',
    set({ faults }) {
      faults.add({ path: '/', delay: 8000, times: 20 });
    },
  },
  'link-expired': {
    title: 'The link has expired',
    expected:
      'The portal link has expired, and its page offers to send a new one. A Zap that wrote the link to the deal runs Create Portal Link for the case again and gets a valid link.',
    ago: 31 * day,
    set() {},
  },
} satisfies Record<string, Scenario>;
export type ScenarioName = keyof typeof scenarios;
const scenarioNames = Object.keys(scenarios) as ScenarioName[];

/**
 * Plays a scenario with a new case and ends earlier faults. The clock and the deliveries are as
 * before when it ends; only a slow service stays slow for its twenty calls.
 * @throws Problem 404 with the existing names.
 */
export async function play(services: Needs, faults: Faults, name: string) {
  if (!Object.hasOwn(scenarios, name)) {
    throw new Problem(
      404,
      `There is no scenario “${name}”. There are: ${scenarioNames.join(', ')}.`,
    );
  }
  const { title, expected, ago = 0, set }: Scenario = scenarios[name as ScenarioName];
  const { clock, outbox } = services;
  faults.clear();
  outbox.disturb({});
  clock.goBack(ago * 1000);
  const { application_id: id } = services.workflow.create('Scenario', {
    business: { organization_name: `Lumen Studio SAS (${title.toLowerCase()})`, country: 'FR' },
    external_reference: newId(name),
    is_draft: true,
  });
  services.portals.create('Scenario', { application_id: id });
  const stage = { ...services, faults, id };
  try {
    await set(stage);
  } finally {
    clock.advance(ago * 1000);
  }
  // Its repeats happen in the time that passed.
  if (outbox.disturbance.faults) await attempted(stage, () => outbox.waiting() === 0);
  outbox.disturb({});
  return { application_id: id, title, expected };
}

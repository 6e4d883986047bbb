/**
 * What may go wrong with the request of any operation, in words: what the service answers, and how
 * the step ends. The rule stands first; steps for which it is another stand below it.
 */
import type { Answer } from '../known-service/answers.ts';
import { id, type End } from './table.ts';

export interface Fault {
  /** What goes wrong. */
  when: string;
  /** The service's answer to the request that the step is about; `refused` if nobody is there. */
  answer: Answer | 'refused';
  /**
   * How steps end. `{about}` stands for what a step is about, `{host}` for the service, and
   * `{advice}` for what its reader does about what may have been made: faults.test.ts has the words.
   * An event that fails with an advice is tried again.
   */
  ends: End;
  /** Steps that end otherwise, by their keys. */
  but?: Record<string, End>;
  /** Only these steps: the answer takes long, or others look elsewhere. */
  among?: string[];
  /** A request is sent three times where its repeat makes nothing a second time. */
  isRepeated?: true;
}

/** The same end for several steps. */
const all = (keys: string, end: End) =>
  Object.fromEntries(keys.split(' ').map((key) => [key, end]));

/** How the trigger of any event ends where there is no case: with the event alone. */
const alone: End = { returns: [{ id: 'evt_1', application_id: id }] };
const nothing: End = { returns: [] };
/** The service may have another path for it, which is tried: it is not there either. */
const elsewhere = {
  create_portal: unknown('portal'),
  record_decision: unknown('case'),
};
const unclearParties: End = {
  halts:
    'The service does not show the related persons of case app_1, so it is unclear whether there are any. Look at the case in the service.',
};

/** Nothing is there; the service says no more than its framework does. */
function unknown(about: string): End {
  return {
    halts: `The service knows no such ${about}. Map the ID from the step that created or found it. Not Found.`,
  };
}
const noSuch =
  'The service knows no such {about}. Map the ID from the step that created or found it. No.';
const notOffered: End = {
  halts: 'The service does not offer this call. Check the Base URL of the connection. No.',
};
const noWebhooks: End = {
  halts:
    'The service does not let Zapier register webhooks, so this trigger cannot be switched on yet. For your engineer: set "webhooks" in the dialect to the path that registers them, or to null if there is none: the trigger then shows an address to enter in the service.',
};
const again = 'Zapier tries this step again by itself. No.';
/** A case with this reference may be there. */
const mayBeMade = (reference: string): End => ({
  halts: `A case may have been made: look for the External Reference "${reference}" in the service. To change that case, use Update Case with its ID. For another case, enter another External Reference. No.`,
});
const refused: End = { halts: 'The service refused these values. No.' };
const unreadable: End = {
  fails:
    'The answer of the service about the {about} cannot be read. {advice} For your engineer: examine the service with npm run doctor.',
};
const page = (after: string): End => ({
  fails: `The Base URL leads to a web page, not to the API of the service. If it is not a maintenance page, correct the Base URL in the connection. ${after}`,
});

/** An answer of the service, in which it says no. */
const no = (status: number): Answer => [status, { detail: 'No.' }];
const json = { 'content-type': 'application/json' };

export const faults: Fault[] = [
  { when: 'it is refused (400)', answer: no(400), ends: refused, but: { event_received: alone } },
  {
    when: 'the key is not accepted (401)',
    answer: no(401),
    ends: {
      reconnects:
        'The service does not accept the API key. Reconnect the account with a valid key. No. For your engineer: if the key is right, npm run doctor shows whether the service expects another header or prefix for it.',
    },
  },
  {
    when: 'the key is not allowed to do this (403)',
    answer: no(403),
    ends: {
      fails:
        'The API key is not allowed to do this with the {about}. Ask the owner of the account to grant the key access. No.',
    },
  },
  {
    when: 'it is not found (404)',
    answer: no(404),
    ends: { halts: noSuch },
    but: {
      ...all('find_case get_company search_companies', nothing),
      ...all('case_submitted case_review_updated', nothing),
      ...elsewhere,
      find_related_persons: unclearParties,
      ...all('create_case start_onboarding enrich_case', notOffered),
      call_api: { halts: 'The service knows no such address. Check Path and the IDs in it. No.' },
      event_received: alone,
      subscribe: noWebhooks,
    },
  },
  {
    when: 'the method is not there (405)',
    answer: no(405),
    ends: notOffered,
    but: { ...elsewhere, find_related_persons: unclearParties, subscribe: noWebhooks },
  },
  {
    when: 'the request took too long (408)',
    answer: no(408),
    ends: { throttles: `The service waited too long for the request. ${again}`, seconds: 60 },
  },
  {
    when: 'it is in conflict (409)',
    answer: no(409),
    ends: { halts: 'The {about} is in a state that does not allow this. No.' },
    but: {
      create_case: mayBeMade('deal-1'),
      start_onboarding: mayBeMade('deal-2'),
      subscribe: {
        halts:
          'The service already has a webhook for this event and address. Remove it in the webhook settings of the service, then switch the Zap on again.',
      },
    },
  },
  {
    when: 'it is too large (413)',
    answer: no(413),
    ends: {
      halts: 'This is larger than the service accepts. Use a smaller file or shorter texts. No.',
    },
  },
  {
    when: 'it is of a wrong kind (415)',
    answer: no(415),
    ends: { halts: 'The service does not accept this kind of file. No.' },
  },
  {
    when: 'its values are refused (422)',
    answer: no(422),
    ends: refused,
    but: { event_received: alone },
  },
  {
    when: 'someone is at work on it (423)',
    answer: no(423),
    ends: { throttles: `Someone else is changing this just now. ${again}`, seconds: 60 },
  },
  {
    when: 'it is too early (425)',
    answer: no(425),
    ends: { throttles: `The service is not ready for this yet. ${again}`, seconds: 60 },
  },
  {
    when: 'requests are too many (429)',
    answer: [429, { detail: 'No.' }, { 'retry-after': '7' }],
    ends: { throttles: `The service gets too many requests. ${again}`, seconds: 7 },
  },
  {
    when: 'the service fails (500)',
    answer: no(500),
    ends: { fails: 'The service failed on its side. {advice} No.' },
  },
  {
    when: 'the service cannot be reached behind its gateway (502)',
    answer: no(502),
    ends: { fails: 'The service failed on its side. {advice} No.' },
    isRepeated: true,
  },
  {
    when: 'the service is under maintenance (503)',
    answer: no(503),
    ends: { throttles: `The service is busy or under maintenance. ${again}`, seconds: 60 },
  },
  {
    when: 'the service does not answer its gateway (504)',
    answer: no(504),
    ends: { fails: 'The service failed on its side. {advice} No.' },
    isRepeated: true,
  },
  {
    when: 'the connection breaks',
    answer: 'cut',
    ends: { fails: 'The service at {host} cannot be reached. {advice}' },
    isRepeated: true,
  },
  {
    when: 'the answer breaks off',
    answer: 'half',
    ends: { fails: 'The service at {host} broke off its answer. {advice}' },
    isRepeated: true,
  },
  {
    when: 'nobody is there',
    answer: 'refused',
    ends: {
      fails:
        'The service at {host} cannot be reached: it refuses the connection. Check the Base URL of the connection. Nothing was sent. {later}',
    },
  },
  {
    when: 'no answer comes',
    answer: 'none',
    ends: { fails: 'The service at {host} did not answer in time. {advice}' },
  },
  {
    when: 'the answer is too large',
    answer: [200, JSON.stringify({ filler: 'x'.repeat(12 * 1024 * 1024) }), json],
    among: ['find_case', 'create_case', 'case_submitted'],
    ends: { fails: 'The service at {host} sent an answer that is too large to be read. {advice}' },
  },
  {
    when: 'a web page answers',
    answer: [200, '<!doctype html><title>Maintenance</title>'],
    ends: page('{advice}'),
    but: { ...elsewhere, find_related_persons: unclearParties },
  },
  {
    when: 'a web page says that there is none (404)',
    answer: [404, '<!doctype html><title>We will be back soon</title>'],
    among: [
      'find_case',
      'get_company',
      'search_companies',
      'add_related_person',
      'call_api',
      'case_submitted',
    ],
    ends: page('{later}'),
  },
  {
    when: 'the answer says that nothing was done',
    answer: [200, { success: false, message: 'Case is locked.' }],
    ends: { halts: 'The service answered that it did not do this. Case is locked.' },
    but: {
      ...all('case_submitted case_review_updated event_received', {
        throttles:
          'The service answered that it did not do this. Zapier tries this step again by itself. Case is locked.',
        seconds: 60,
      }),
      call_api: { returns: { status: 200 } },
    },
  },
  {
    when: 'the answer is empty',
    answer: [200, '', json],
    ends: unreadable,
    but: {
      // What it says nothing about is read from the case.
      enrich_case: { returns: { id, has_arrived: true } },
      record_decision: { returns: { application_id: id } },
      update_case: { returns: { id } },
      submit_case: {
        fails:
          'The service accepted the request, but case app_1 is still a draft. Look at the case in the service: some data may be missing. A replay submits it again.',
      },
      get_company: nothing,
      call_api: { returns: { status: 200 } },
    },
  },
  {
    when: 'the answer is a text',
    answer: [200, 'plain text', { 'content-type': 'text/plain' }],
    ends: unreadable,
    but: {
      record_decision: { returns: { application_id: id } },
      call_api: { returns: { status: 200, data: 'plain text' } },
    },
  },
  {
    when: 'the service redirects (302)',
    answer: [302, '', { location: 'https://elsewhere.example/' }],
    ends: {
      fails:
        'The service redirects to another address. Enter the new address as Base URL of the connection.',
    },
    but: {
      // Behind a redirection, a thing may have been made.
      ...all(
        'create_case start_onboarding create_portal add_related_person add_related_business enrich_case subscribe',
        { fails: 'The service answered with another address. {advice}' },
      ),
      record_decision: {
        halts:
          'The service redirected the decision, so it may have been recorded. Look at case app_1 in the service before you record it again. For your engineer: set "decisions" in the dialect to the right path.',
      },
    },
  },
];

/**
 * Complete Zaps for the specification's integration styles. The guides of docs/ are generated from
 * them, and test/demo/ runs each.
 */
import { moreProperties } from './apps.ts';
import { crms, type Crm, type CrmName } from './crm.ts';
import { dealFields, type DealFieldName } from './deal-fields.ts';
import { letter, type Subject } from './letters.ts';
import { headless, ready, redirection } from './own-app.ts';
import { tasksOf, type Condition, type Recipe, type Step } from './recipe.ts';
import {
  createPortalLink,
  dealInput,
  delay,
  findCompanies,
  informationRequested,
  newEvent,
  onlyIf,
  onlyWithLink,
  startOnboarding,
  storedDeal,
} from './steps.ts';

const waiting = 'Waiting for Client';
/** Where the first letter goes. */
export const ownAddress = 'you@your-company.example';

const fieldOf = (crm: Crm, step: number, name: DealFieldName, mayBeEmpty = false) =>
  `{{${step}.${crm.pathOf(dealFields[name].label)}${mayBeEmpty ? '?' : ''}}}`;

/** Writes values to fields of the deal. */
function write(crm: Crm, deal: string, values: Partial<Record<DealFieldName, string>>): Step {
  const labelOf = (name: string) => dealFields[name as DealFieldName].label;
  const entries = Object.entries(values).map(([name, value]) => [labelOf(name), value]);
  return crm.update(deal, Object.fromEntries(entries));
}

/** The first filter. The deal's own address and names stand for its contacts. */
const isReady = (crm: Crm, empty?: 'case' | 'link', subject: Subject = 'business'): Step =>
  onlyIf(
    { value: `{{1.${crm.stage.path}?}}`, is: 'Exactly matches', than: crm.stage.value },
    { value: fieldOf(crm, 1, 'email', true), is: 'Exists' },
    { value: fieldOf(crm, 1, 'firstName', true), is: 'Exists' },
    ...(subject === 'person'
      ? [{ value: fieldOf(crm, 1, 'lastName', true), is: 'Exists' as const }]
      : []),
    ...(empty ? [{ value: fieldOf(crm, 1, empty, true), is: 'Does not exist' as const }] : []),
  );

/** Reads the deal again, and goes on unless it is lost. It is step `at`. */
const stillOpen = (crm: Crm, id: string, at: number, ...conditions: Condition[]): Step[] => [
  crm.get(id),
  onlyIf(
    { value: `{{${at}.${crm.lost.path}?}}`, is: 'Does not exactly match', than: crm.lost.value },
    { value: fieldOf(crm, at, 'email', true), is: 'Exists' },
    ...(crm.mayFindOther
      ? [{ value: `{{${at}.${crm.id}}}`, is: 'Exactly matches' as const, than: id }]
      : []),
    ...conditions,
  ),
];

/**
 * Reminds a client who has not submitted once, with the link of that day: a request may have brought
 * another. The first of these steps is step `at`.
 */
const reminder = (crm: Crm, days: number, at: number): Step[] => [
  delay(days),
  ...stillOpen(
    crm,
    `{{1.${crm.id}}}`,
    at + 1,
    { value: fieldOf(crm, at + 1, 'status', true), is: 'Exactly matches', than: waiting },
    { value: fieldOf(crm, at + 1, 'submitted', true), is: 'Does not exist' },
  ),
  letter('reminder', fieldOf(crm, at + 1, 'email'), {
    'Onboarding First Name': fieldOf(crm, at + 1, 'firstName', true),
    'Portal Link': fieldOf(crm, at + 1, 'link'),
  }),
];

/** The company of the deal, as the step that found it outputs it. */
const companyOf = (crm: Crm) =>
  Object.fromEntries(
    Object.entries(crm.companyPaths).map(([key, path]) => [
      key,
      `{{${crm.findCompany.length + 2}.${path}?}}`,
    ]),
  );

const problem = 'Start Onboarding stopped. The run in the Zap history says what to do.';

/** What the guide adds to the first letter, one after the other. Each makes a Zap that runs. */
const additions = ['client', 'company', 'writeBack', 'reminder'];

/** The letter of the first three steps, to yourself: it needs no field of the deal. */
function firstLetter(crm: Crm): Recipe {
  const { [moreProperties]: _, ...input } = crm.trigger.input ?? {};
  return [
    { ...crm.trigger, input },
    startOnboarding({
      subject: 'business',
      organization_name: `{{1.${crm.dealName}}}`,
      external_reference: `{{1.${crm.id}}}-kyb`,
    }),
    {
      app: 'Email by Zapier',
      event: 'Send Outbound Email',
      input: { To: ownAddress, Subject: 'The first letter', Body: '{{2.portal_link}}' },
    },
  ];
}

/**
 * Zap 1 with these additions, the first of which it always has.
 * @param looksUp takes the number from the registry, if it has exactly one company of this name.
 */
function dealToCase(crm: Crm, subject: Subject, added = additions, looksUp = false): Recipe {
  const id = `{{1.${crm.id}}}`;
  const first = (name: DealFieldName) => fieldOf(crm, 1, name);
  const hasCompany = subject === 'business' && added.includes('company');
  const isWritten = added.includes('writeBack');
  const { organization_name: q, country } = companyOf(crm);
  const before = [
    crm.trigger,
    isReady(crm, isWritten ? 'case' : undefined, subject),
    ...(hasCompany ? crm.findCompany : []),
    ...(looksUp
      ? [{ ...findCompanies({ country, q, single_match: true }), isOptional: true as const }]
      : []),
  ];
  const own = before.length + 1;
  const link = `{{${own}.portal_link}}`;
  const client: Record<Subject, object> = {
    business: hasCompany ? companyOf(crm) : { organization_name: `{{1.${crm.dealName}}}` },
    person: { first_name: first('firstName'), last_name: first('lastName') },
  };
  const start = startOnboarding({
    subject,
    ...client[subject],
    ...(looksUp && { registration_number: `{{${own - 1}.registration_number?}}` }),
    external_reference: `${id}-${subject === 'person' ? 'kyc' : 'kyb'}`,
    ...(added.includes('company') && { [dealInput.key]: id }),
  });
  const values = { 'Onboarding First Name': first('firstName'), 'Portal Link': link };
  const written = {
    case: `{{${own}.application_id}}`,
    link,
    status: `{{${own}.status_text}}`,
    summary: `{{${own}.summary}}`,
    problem: 'None',
  };
  return [
    ...before,
    isWritten ? { ...start, onError: write(crm, id, { problem }) } : start,
    onlyWithLink(own),
    letter('link', first('email'), values, subject),
    ...(isWritten ? [write(crm, id, written)] : []),
    ...(added.includes('reminder') ? reminder(crm, 3, own + 4) : []),
  ];
}

/** The same with a second reminder. */
function twoReminders(crm: Crm): Recipe {
  const once = dealToCase(crm, 'business');
  return [...once, ...reminder(crm, 4, once.length + 1)];
}

const requested = (crm: Crm): Recipe => [
  informationRequested,
  ...stillOpen(crm, storedDeal, 2),
  letter('request', fieldOf(crm, 2, 'email'), {
    'Onboarding First Name': fieldOf(crm, 2, 'firstName', true),
    'Missing Items': '{{1.missing_items?}}',
    'Request Note': '{{1.request_note?}}',
    'Portal Link': '{{1.portal_link}}',
  }),
];

/** The events that change what a deal shows. Updated cases are none: each change would cost a task. */
const dealEvents = ['application.submitted', 'application.review_updated', 'collect.opened'];

const events = (crm: Crm): Recipe => [
  newEvent(...dealEvents),
  write(crm, storedDeal, {
    case: '{{1.application_id}}',
    link: '{{1.portal_link?}}',
    status: '{{1.status_text}}',
    summary: '{{1.summary}}',
    submitted: '{{1.submitted_at?}}',
  }),
];

function portalFirst(crm: Crm): Recipe {
  const id = `{{1.${crm.id}}}`;
  const link = '{{3.portal_link}}';
  return [
    crm.trigger,
    isReady(crm, 'link'),
    createPortalLink({ portal_for: 'client', deal_id: id }),
    onlyWithLink(3),
    letter('link', fieldOf(crm, 1, 'email'), {
      'Onboarding First Name': fieldOf(crm, 1, 'firstName'),
      'Portal Link': link,
    }),
    // There is no case to ask, and nobody but this Zap knows that the client has the link.
    write(crm, id, { link, status: waiting, summary: waiting, problem: 'None' }),
    ...reminder(crm, 3, 7),
  ];
}

/** The recipes of a CRM by their place in its guide. */
export function recipesOf(name: CrmName) {
  const crm: Crm = crms[name];
  return {
    firstLetter: firstLetter(crm),
    client: dealToCase(crm, 'business', additions.slice(0, 1)),
    company: dealToCase(crm, 'business', additions.slice(0, 2)),
    writeBack: dealToCase(crm, 'business', additions.slice(0, 3)),
    business: dealToCase(crm, 'business'),
    person: dealToCase(crm, 'person'),
    requested: requested(crm),
    events: events(crm),
    twoReminders: twoReminders(crm),
    registry: dealToCase(crm, 'business', additions, true),
    portalFirst: portalFirst(crm),
  };
}
export type CrmRecipes = ReturnType<typeof recipesOf>;

export const crmNames = Object.keys(crms) as CrmName[];

export const recipes: Recipe[] = [
  ...crmNames.flatMap((name) => Object.values(recipesOf(name))),
  ready,
  ...redirection,
  headless,
];

/** The price of the three Zaps of a guide: the tasks of one deal. */
export function priceOf(name: CrmName) {
  const { business, requested: request, events: back } = recipesOf(name);
  // A smooth deal is submitted and approved, and the filter of the reminder ends the run.
  const returning = 2 * tasksOf(back).all;
  return {
    smooth: tasksOf(business).filtered + returning,
    reminded: tasksOf(business).all + returning,
    /** What a request to the client adds: the letter, its event and the next submission. */
    request: tasksOf(request).all + returning,
  };
}

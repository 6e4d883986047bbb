/**
 * The journey of a deal: the same steps for every tool and every service. After each step, the test
 * checks the data in the service. The client's page and the staff are part of the service; the test
 * is the CRM.
 */
import {
  roleOf,
  stateOf,
  documentTypesOf,
  addressNamesOf,
  type Choices,
} from '../known-service/choices.ts';
import { listen, type Received } from '../../zapier/local/listen.ts';
import { until } from '../../zapier/local/until.ts';

export type Item = Record<string, any>;

/** A trigger with its filters. It receives events at an address. */
interface Trigger {
  on(url: string): Promise<unknown>;
  /** The items that it outputs for a delivery. */
  receive(delivery: Pick<Received, 'headers' | 'content'>): Promise<Item[]>;
  off(): unknown;
}

/** A tool that runs the connector's operations with an account of the service. */
export interface Host {
  /**
   * Runs an action or a search. @returns its output; an empty list for a search without results.
   */
  run(key: string, input: object): Promise<Item[]>;
  /** A tool without triggers has none. */
  trigger?(key: string, filters: object): Trigger;
}

/** A service whose data the test can read, with its client and its staff. */
export interface Service {
  choices: Choices;
  /** The case in the service. */
  stored(id: string): Item | Promise<Item>;
  /** The contents of a document's files. */
  contents(document: string): string[] | Promise<string[]>;
  /**
   * The case behind a portal link; undefined if the client makes it. @throws for an unknown link.
   */
  caseBehind(link: string): Promise<string | undefined>;
  /** The client fills in the portal and submits it. @returns the address of its redirect. */
  submit(link: string): Promise<string | undefined>;
  requestInformation(id: string): Promise<void>;
  /**
   * Staff enter an address for all events, if the service registers none. @returns a function that
   * removes it.
   */
  enterWebhook(url: string): () => void;
}

export interface Journey {
  host: Host;
  service: Service;
}

/**
 * The host, whose steps fail if a service that takes everything else is said to have taken less.
 * @param hidden the label of what it has no place for.
 */
export const withoutAlarms = <H extends Host>(host: H, hidden?: string): H => ({
  ...host,
  async run(key: string, input: object) {
    const results = await host.run(key, input);
    for (const { not_taken = [], not_taken_text: text } of results) {
      const isAlarm = (label: string) =>
        label !== hidden && String(text).includes(`\n${label}: sent `);
      if ((not_taken as string[]).some(isAlarm)) throw new Error(`${key}: ${text}`);
    }
    return results;
  },
});

/** Runs a step with exactly one output. */
export async function one({ host }: Journey, key: string, input: object): Promise<Item> {
  const results = await host.run(key, input);
  expect([key, results.length]).toEqual([key, 1]);
  return results[0]!;
}

const countryOf = ({ service }: Journey, three: string, two: string) =>
  service.choices.countries === 'alpha-3' ? three : two;
const role = ({ service }: Journey, name: string) => roleOf(service.choices, name);
const state = ({ service }: Journey, word: string) => stateOf(service.choices, word);
const documentType = ({ service }: Journey) => documentTypesOf(service.choices)[0]!;

/** A person in a form, and in the service. */
export const claire = { first_name: 'Claire', last_name: 'Ferrer', nationality: 'Germany' };
export function expectedClaire(journey: Journey): Item {
  const { givenNames, lastName, nationality, nationalityForm } = journey.service.choices;
  const germany = countryOf(journey, 'DEU', 'DE');
  return {
    [givenNames]: 'Claire',
    [lastName]: 'Ferrer',
    [nationality]: nationalityForm === 'list' ? [germany] : germany,
  };
}

/**
 * The items that a trigger outputs because of an action. The service registers the address, or
 * staff enter it by hand. If the tool has no triggers, reads the case afterwards.
 */
async function handedOn(
  { host, service }: Journey,
  trigger: string,
  cause: () => Promise<unknown>,
  filters: object = {},
): Promise<Item[] | undefined> {
  const hook = host.trigger?.(trigger, filters);
  if (!hook) return void (await cause());
  const deliveries: Received[] = [];
  const receiver = await listen((received, response) => {
    deliveries.push(received);
    response.end();
  });
  try {
    let { off } = hook;
    if (service.choices.webhooks === 'by hand') off = service.enterWebhook(receiver.url);
    else await hook.on(receiver.url);
    try {
      await cause();
      await until(`an event for ${trigger}`, () => deliveries.length > 0);
      const items: Item[] = [];
      for (const delivery of deliveries) items.push(...(await hook.receive(delivery)));
      return items;
    } finally {
      await off();
    }
  } finally {
    receiver.close();
  }
}

/** The only item of a trigger, or the case if the tool has no triggers. */
async function event(journey: Journey, trigger: string, cause: () => Promise<unknown>, id: string) {
  const items = await handedOn(journey, trigger, cause);
  if (!items) return one(journey, 'find_case', { application_id: id });
  expect([trigger, items.length]).toEqual([trigger, 1]);
  return items[0]!;
}

const thanks = 'https://www.example.com/thanks';

/** Finds a company by name in the registry, and makes its case. A repeat makes no second case. */
async function openCase(journey: Journey): Promise<string> {
  const { service } = journey;
  const lumen = { organization_name: 'Lumen Studio SAS', registration_number: '552100554' };
  const found = await one(journey, 'search_companies', { country: 'France', q: 'lumen st' });
  expect(found).toMatchObject(lumen);
  const number = { country: 'FR', registration_number: found.registration_number };
  const { organization_name, registration_number } = await one(journey, 'get_company', number);
  const draft = {
    subject: 'business',
    organization_name,
    registration_number,
    country: 'France',
    legal_type: 'SAS',
    registration_date: '12 March 2015',
    business_address_street: '12 rue de la Paix',
    business_address_city: 'Paris',
    business_address_postal_code: '75002',
    business_address_region: 'Île-de-France',
    business_address_country: 'fra',
    external_reference: 'deal-1',
    custom_fields: { plan: 'Premium' },
    is_draft: true,
  };
  const { id, already_existed } = await one(journey, 'create_case', draft);
  const again = await one(journey, 'create_case', draft);
  expect([already_existed, again.already_existed, again.id]).toEqual([false, true, id]);
  const france = countryOf(journey, 'FRA', 'FR');
  const [town, postcode, region] = addressNamesOf(service.choices);
  expect(await service.stored(id)).toMatchObject({
    is_draft: true,
    external_reference: 'deal-1',
    custom_fields: { plan: 'Premium' },
    business: {
      ...lumen,
      country: france,
      [service.choices.legalType]: 'SAS',
      registration_date: '2015-03-12',
      address: {
        street: '12 rue de la Paix',
        [town]: 'Paris',
        [postcode]: '75002',
        [region]: 'Île-de-France',
        country: france,
      },
    },
  });
  return id;
}

/** Uploads a passport to the case, and to the person. */
async function uploadPassports(journey: Journey, targets: object[]): Promise<void> {
  const files = await listen((_, response) =>
    response
      .writeHead(200, { 'content-type': 'text/plain', 'content-length': '8' })
      .end('passport'),
  );
  try {
    for (const target of targets) {
      const file = { file: `${files.url}/passport.txt`, type: documentType(journey) };
      const document = await one(journey, 'upload_document', { ...target, ...file });
      const contents = await journey.service.contents(document.id);
      expect(contents).toEqual([expect.stringContaining('passport')]);
    }
  } finally {
    files.close();
  }
}

/** The CRM adds later data: a number, the owners, their documents. */
async function completeCase(journey: Journey, id: string): Promise<void> {
  const { service } = journey;
  await one(journey, 'update_case', {
    application_id: id,
    vat_number: 'FR96552100554',
    risk_level: 'HIGH',
    clear_fields: ['business.registration_date'],
  });
  const roles = [role(journey, 'DIRECTOR'), role(journey, 'UBO')];
  const { person_id } = await one(journey, 'add_related_person', {
    application_id: id,
    ...claire,
    birth_date: '1980-02-29',
    roles,
    direct_ownership_percentage: 60,
  });
  await one(journey, 'add_related_business', {
    application_id: id,
    organization_name: 'Nordwind GmbH',
    country: 'Germany',
    roles: [role(journey, 'SHAREHOLDER')],
  });
  await uploadPassports(journey, [{ application_id: id }, { person_id }]);
  const { persons, businesses, ...rest } = await service.stored(id);
  // An update changes only the fields that it contains.
  expect(rest).toMatchObject({
    business: {
      organization_name: 'Lumen Studio SAS',
      vat_number: 'FR96552100554',
      registration_date: null,
    },
    custom_fields: { plan: 'Premium' },
    risk_level: 2,
  });
  expect(persons).toEqual([
    expect.objectContaining({
      ...expectedClaire(journey),
      [service.choices.birthDate]: '1980-02-29',
      roles,
      direct_ownership_percentage: 60,
    }),
  ]);
  const country = countryOf(journey, 'DEU', 'DE');
  expect(businesses).toEqual([
    expect.objectContaining({ organization_name: 'Nordwind GmbH', country }),
  ]);
  const parties = await journey.host.run('find_related_persons', { application_id: id });
  expect(parties.map(({ person_id: found }) => found)).toEqual([person_id]);
}

/** The client gets its link, submits, and gets the link again after the staff ask for more. */
async function askClient(journey: Journey, id: string): Promise<void> {
  const { service } = journey;
  const input = { application_id: id, redirect_url: thanks };
  const { portal_link } = await one(journey, 'create_portal', input);
  expect((await one(journey, 'create_portal', input)).portal_link).toBe(portal_link);
  expect(await service.caseBehind(portal_link)).toBe(id);
  const found = await one(journey, 'find_case', { application_id: id });
  expect(found.portal_link).toBe(portal_link);

  const submit = async () => expect(await service.submit(portal_link)).toBe(thanks);
  const submitted = await event(journey, 'case_submitted', submit, id);
  expect(submitted).toMatchObject({
    application_id: id,
    external_reference: 'deal-1',
    is_draft: false,
  });
  const ask = () => service.requestInformation(id);
  const opened = await event(journey, 'collect_opened', ask, id);
  expect(opened.application_id).toBe(id);
  expect(await service.caseBehind(opened.portal_link)).toBe(id);
}

/** The decision reaches the deal. Only a decision that the Zap waits for starts it. */
async function decide(journey: Journey, id: string): Promise<void> {
  const [approved, rejected] = [state(journey, 'approved'), state(journey, 'rejected')];
  for (const decision of [rejected, approved]) {
    const record = () =>
      one(journey, 'record_decision', { application_id: id, decision, text: 'All clear' });
    const wanted = { status_review: [approved] };
    const items = await handedOn(journey, 'case_review_updated', record, wanted);
    const expected = decision === approved ? [{ application_id: id, status_review: approved }] : [];
    if (items) expect(items).toMatchObject(expected);
    expect(await journey.service.stored(id)).toMatchObject({ status_review: decision });
  }
  const found = await one(journey, 'find_case', { application_id: id });
  expect(found).toMatchObject({ id, name: expect.any(String), status_review: approved });
}

/** The deal makes the case, and the client gets the portal link. */
async function caseFirst(journey: Journey) {
  const id = await openCase(journey);
  await completeCase(journey, id);
  await askClient(journey, id);
  await decide(journey, id);
}

/** The client gets a link before a case exists, one per deal. The submission makes the case. */
async function portalFirst(journey: Journey) {
  const { service } = journey;
  const portalOf = (deal_id: string) =>
    one(journey, 'create_portal', {
      portal_for: 'client',
      deal_id,
      default_custom_fields: { plan: 'Basic' },
      redirect_url: thanks,
    });
  const { portal_link } = await portalOf('deal-6');
  expect(await portalOf('deal-6')).toMatchObject({ portal_link, already_existed: true });
  expect((await portalOf('deal-7')).portal_link).not.toBe(portal_link);
  expect(await service.caseBehind(portal_link)).toBeUndefined();

  const submit = async () => expect(await service.submit(portal_link)).toBe(thanks);
  const items = await handedOn(journey, 'case_submitted', submit);
  const id = (await service.caseBehind(portal_link))!;
  const custom_fields = { deal_id: 'deal-6', plan: 'Basic' };
  expect(await service.stored(id)).toMatchObject({ is_draft: false, custom_fields });
  if (items) {
    expect(items).toMatchObject([{ application_id: id, custom_fields }]);
    // From here on, the deal has a case, and its link leads to that case.
    const later = await portalOf('deal-6');
    expect(later).toMatchObject({ application_id: id, already_existed: true });
    expect(await service.caseBehind(later.portal_link)).toBe(id);
  }
  await decide(journey, id);
}

/** The step waits for the registry's officers. */
async function enrichment(journey: Journey) {
  const { id } = await one(journey, 'create_case', {
    subject: 'business',
    organization_name: 'Lumen Studio SAS',
    registration_number: '552100554',
    country: 'FR',
  });
  const enriched = await one(journey, 'enrich_case', { application_id: id });
  expect(enriched).toMatchObject({ has_arrived: true });
  // An assistant gets no empty fields.
  expect([enriched.businesses ?? [], enriched.not_yet_text ?? null]).toEqual([[], null]);
  const persons = (await journey.service.stored(id)).persons as Item[];
  expect(persons.length).toBeGreaterThan(0);
  const idOf = (person: Item) => person.person_id ?? person.id;
  expect(enriched.persons.map(idOf)).toEqual(persons.map(idOf));
}

/** The steps of the whole journey, and the optional ones. */
export const flows: Record<string, (journey: Journey) => Promise<void>> = {
  'case first': caseFirst,
  'portal first': portalFirst,
  'enriches a case, and waits for its related persons': enrichment,
};

/**
 * The whole journey of the app on a stand-in of the known service: what each step must come to,
 * looked up in what the service holds. The same for every choice a service may have made.
 */
import type { Cache } from './cache.ts';
import {
  addressNamesOf,
  customFields,
  documentTypesOf,
  expectedDocuments,
  roleOf,
  stateOf,
} from './known-choices.ts';
import type { KnownService } from './known-service.ts';
import { listen } from './listen.ts';
import { runner } from './runner.ts';
import { failure } from './app.ts';

type Item = Record<string, any>;
type Run = <T = Item>(method: string, bundle?: object) => Promise<T>;

export interface Journey {
  service: KnownService;
  /** Runs a method of the app with the connection. */
  run: Run;
}

const create = ({ run }: Journey, key: string, inputData: object) =>
  run<Item>(`creates.${key}.operation.perform`, { inputData });
const search = ({ run }: Journey, key: string, inputData: object) =>
  run<Item[]>(`searches.${key}.operation.perform`, { inputData });
const formOf = ({ run }: Journey, key: string, inputData: object = {}) =>
  run<Item[]>(`creates.${key}.operation.inputFields`, { inputData });

const lumen = { subject: 'business', organization_name: 'Lumen Studio SAS', country: 'France' };
const claire = { first_name: 'Claire', last_name: 'Ferrer', nationality: 'Germany' };

const code = ({ service }: Journey, three: string, two: string) =>
  service.choices.countries === 'alpha-3' ? three : two;
/** A person as the service keeps Claire. */
const expectedClaire = (journey: Journey) => {
  const { givenNames, lastName, nationality, nationalityForm } = journey.service.choices;
  const germany = code(journey, 'DEU', 'DE');
  return {
    [givenNames]: 'Claire',
    [lastName]: 'Ferrer',
    [nationality]: nationalityForm === 'list' ? [germany] : germany,
  };
};
const role = ({ service }: Journey, name: string) => roleOf(service.choices, name);
const state = ({ service }: Journey, word: string) => stateOf(service.choices, word);
const documentType = ({ service }: Journey) => documentTypesOf(service.choices)[0]!;
/** The case as the service keeps it. */
const stored = ({ service }: Journey, id: unknown): Item => service.cases.get(String(id))!;
const newCase = (journey: Journey, more: object = {}) =>
  create(journey, 'create_case', { ...lumen, ...more });

/**
 * What a trigger makes of an event of its kind: registered where the service does that, else its
 * address is entered by hand.
 */
async function fired(
  journey: Journey,
  trigger: string,
  cause: () => Promise<unknown>,
  inputData = {},
) {
  const { service, run } = journey;
  const received: string[] = [];
  const receiver = await listen(({ content }, response) => {
    received.push(content);
    response.end();
  });
  try {
    let subscribeData: Item | undefined;
    if (service.choices.webhooks !== 'by hand') {
      const more = { targetUrl: receiver.url };
      subscribeData = await run(`triggers.${trigger}.operation.performSubscribe`, more);
    } else {
      service.enterWebhook(receiver.url);
    }
    await cause();
    expect(received).not.toEqual([]);
    const items: Item[] = [];
    for (const content of received) {
      const bundle = { inputData, subscribeData, meta: { zap: { id: trigger } } };
      const rawRequest = { content, headers: {} };
      items.push(
        ...(await run<Item[]>(`triggers.${trigger}.operation.perform`, { ...bundle, rawRequest })),
      );
    }
    if (subscribeData)
      await run(`triggers.${trigger}.operation.performUnsubscribe`, { subscribeData });
    return items;
  } finally {
    service.webhooks.clear();
    receiver.close();
  }
}

/** The files of a document, as the service holds it. */
const filesOf = ({ service }: Journey, id: unknown): string[] => {
  const document = service.documents.get(String(id))!;
  const ids: string[] = document.document_files?.map((file: Item) => file.file_id) ?? [
    document.file_id,
  ];
  return ids.map((file) => service.files.get(file)!);
};

/** A service without a portal of its own for a case drops what it is asked for, or refuses it; neither in silence. */
async function refusesToAsk(journey: Journey) {
  const { id } = await newCase(journey);
  const asked = create(journey, 'create_portal', { application_id: id, ask_for: 'identity' });
  if (journey.service.choices.unknownFields === 'refused') {
    expect((await failure(asked)).message).toContain('Ask For');
  } else {
    expect((await asked).not_taken).toEqual(['Ask For']);
  }
}

export const checks: Record<string, (journey: Journey) => Promise<void>> = {
  async 'takes the key'({ run, service }) {
    await expect(run('authentication.test')).resolves.toBeTruthy();
    const authData = { base_url: service.url, api_key: 'wrong' };
    const { kind } = await failure(run('authentication.test', { authData }));
    expect(kind).toBe('ExpiredAuthError');
  },
  async 'makes a case, whatever its country is called'(journey) {
    for (const country of ['France', 'FR', 'fra']) {
      const { id } = await newCase(journey, { country });
      expect(stored(journey, id).business).toMatchObject({
        organization_name: 'Lumen Studio SAS',
        country: code(journey, 'FRA', 'FR'),
      });
    }
  },
  async 'makes a case of a person, with given names and nationality'(journey) {
    const { id } = await create(journey, 'create_case', { subject: 'person', ...claire });
    expect(stored(journey, id).person).toMatchObject(expectedClaire(journey));
  },
  async 'makes a case with the address of the business and its legal type'(journey) {
    const { id } = await newCase(journey, {
      legal_type: 'SAS',
      business_address_street: '12 rue de la Paix',
      business_address_city: 'Paris',
      business_address_postal_code: '75002',
      business_address_region: 'Île-de-France',
      business_address_country: 'France',
    });
    const [town, postcode, region] = addressNamesOf(journey.service.choices);
    expect(stored(journey, id).business).toMatchObject({
      [journey.service.choices.legalType]: 'SAS',
      address: {
        street: '12 rue de la Paix',
        [town]: 'Paris',
        [postcode]: '75002',
        [region]: 'Île-de-France',
        country: code(journey, 'FRA', 'FR'),
      },
    });
  },
  async 'keeps draft, reference and custom fields'(journey) {
    const custom_fields = { plan: 'Premium' };
    const { id } = await newCase(journey, {
      is_draft: true,
      external_reference: 'deal-1',
      custom_fields,
    });
    expect(stored(journey, id)).toMatchObject({
      is_draft: true,
      external_reference: 'deal-1',
      custom_fields,
    });
  },
  async 'makes one case of one reference'(journey) {
    const deal = { external_reference: 'deal-2' };
    const first = await newCase(journey, deal);
    const again = await newCase(journey, deal);
    expect(again).toMatchObject({ id: first.id, already_existed: true });
  },
  async 'hands out a portal of the case asked for, which opens'(journey) {
    const { id } = await newCase(journey);
    const before = journey.service.portals.size;
    const { portal_link } = await create(journey, 'create_portal', { application_id: id });
    expect(await journey.service.caseBehind(portal_link)).toBe(id);
    expect(journey.service.portals.size).toBe(before + 1);
  },
  async 'hands out the portal of a case that has one'(journey) {
    const { id } = await newCase(journey);
    const first = await create(journey, 'create_portal', { application_id: id });
    const again = await create(journey, 'create_portal', { application_id: id });
    expect(again.portal_link).toBe(first.portal_link);
  },
  async 'hands out a portal for a new client'(journey) {
    const default_custom_fields = { plan: 'Basic' };
    const { portal_link } = await create(journey, 'create_portal', { default_custom_fields });
    expect(await journey.service.caseBehind(portal_link)).toBeUndefined();
    const id = await journey.service.submit(portal_link);
    expect(stored(journey, id).custom_fields).toEqual(default_custom_fields);
  },
  async 'starts an onboarding: case, parties once each, portal'(journey) {
    const started = await create(journey, 'start_onboarding', {
      ...lumen,
      external_reference: 'deal-3',
      related_persons: [
        {
          related_person_first_name: 'Claire',
          related_person_last_name: 'Ferrer',
          related_person_roles: [role(journey, 'DIRECTOR')],
        },
        { related_person_last_name: 'Novak', related_person_roles: [role(journey, 'UBO')] },
      ],
      related_businesses: [
        {
          related_business_organization_name: 'Nordwind GmbH',
          related_business_country: 'Germany',
          related_business_direct_ownership_percentage: '40 %',
        },
      ],
    });
    const { persons, businesses } = stored(journey, started.id);
    const { givenNames, lastName } = journey.service.choices;
    expect(persons).toEqual([
      expect.objectContaining({
        [givenNames]: 'Claire',
        [lastName]: 'Ferrer',
        roles: [role(journey, 'DIRECTOR')],
      }),
      expect.objectContaining({ [lastName]: 'Novak', roles: [role(journey, 'UBO')] }),
    ]);
    expect(businesses).toEqual([
      expect.objectContaining({
        organization_name: 'Nordwind GmbH',
        country: code(journey, 'DEU', 'DE'),
        direct_ownership_percentage: 40,
      }),
    ]);
    expect(await journey.service.caseBehind(started.portal_link)).toBe(started.id);
  },
  async 'adds a related person'(journey) {
    const { id } = await newCase(journey);
    const roles = [role(journey, 'DIRECTOR'), role(journey, 'UBO')];
    const { person_id } = await create(journey, 'add_related_person', {
      application_id: id,
      ...claire,
      birth_date: '1980-02-29',
      roles,
      direct_ownership_percentage: 60,
    });
    expect(stored(journey, id).persons).toEqual([
      expect.objectContaining({
        ...expectedClaire(journey),
        id: person_id,
        [journey.service.choices.birthDate]: '1980-02-29',
        roles,
        direct_ownership_percentage: 60,
      }),
    ]);
  },
  async 'adds a related business'(journey) {
    const { id } = await newCase(journey);
    const { business_id } = await create(journey, 'add_related_business', {
      application_id: id,
      organization_name: 'Nordwind GmbH',
      country: 'DE',
      roles: [role(journey, 'SHAREHOLDER')],
    });
    expect(stored(journey, id).businesses).toEqual([
      expect.objectContaining({
        id: business_id,
        organization_name: 'Nordwind GmbH',
        country: code(journey, 'DEU', 'DE'),
      }),
    ]);
  },
  async 'attaches a document to the case'(journey) {
    const { id } = await newCase(journey);
    const document = await create(journey, 'upload_document', {
      application_id: id,
      file: 'certificate text',
      type: documentType(journey),
    });
    const documents = [...journey.service.documents.values()];
    expect(documents.at(-1)).toMatchObject({ application_id: id });
    expect(documents.at(-1)!.id).toBe(document.id);
    expect(filesOf(journey, document.id)).toEqual([expect.stringContaining('certificate text')]);
  },
  async 'attaches a document to a person'(journey) {
    const { id } = await newCase(journey);
    const party = { application_id: id, ...claire };
    const { person_id } = await create(journey, 'add_related_person', party);
    const file = { person_id, file: 'passport text', type: documentType(journey) };
    const document = await create(journey, 'upload_document', file);
    expect(journey.service.documents.get(document.id)).toMatchObject({ person_id });
    expect(filesOf(journey, document.id)).toEqual([expect.stringContaining('passport text')]);
  },
  async 'finds companies by name'(journey) {
    const found = await search(journey, 'search_companies', { country: 'France', q: 'lumen st' });
    expect(found).toEqual([
      expect.objectContaining({
        organization_name: 'Lumen Studio SAS',
        registration_number: '552100554',
      }),
    ]);
    expect(await search(journey, 'search_companies', { country: 'FR', q: 'nobody' })).toEqual([]);
  },
  async 'makes a case of a company of the registry'(journey) {
    const number = { country: 'FR', registration_number: '552100554' };
    const [company] = await search(journey, 'get_company', number);
    expect(company).toMatchObject({ organization_name: 'Lumen Studio SAS' });
    const { id } = await create(journey, 'create_case', { ...company, subject: 'business' });
    expect(stored(journey, id).business).toMatchObject({
      organization_name: 'Lumen Studio SAS',
      registration_number: '552100554',
      country: code(journey, 'FRA', 'FR'),
    });
    const nobody = { country: 'FR', registration_number: '000' };
    expect(await search(journey, 'get_company', nobody)).toEqual([]);
  },
  async 'changes a case in part'(journey) {
    const { id } = await newCase(journey, { custom_fields: { plan: 'Basic' } });
    await create(journey, 'update_case', {
      application_id: id,
      vat_number: 'FR1',
      risk_level: 'HIGH',
    });
    expect(stored(journey, id)).toMatchObject({
      business: { organization_name: 'Lumen Studio SAS', vat_number: 'FR1' },
      custom_fields: { plan: 'Basic' },
      risk_level: 2,
    });
  },
  async 'submits a draft'(journey) {
    const { id } = await newCase(journey, { is_draft: true });
    const submitted = await create(journey, 'submit_case', { application_id: id });
    expect(submitted).toMatchObject({ id, is_draft: false });
    expect(stored(journey, id).is_draft).toBe(false);
  },
  async 'records decisions'(journey) {
    const { id } = await newCase(journey);
    for (const word of ['rejected', 'approved']) {
      const decision = state(journey, word);
      await create(journey, 'record_decision', { application_id: id, decision, text: 'why' });
      expect(stored(journey, id)).toMatchObject({ status_review: decision, decision_text: 'why' });
    }
  },
  async 'finds a case, and none where there is none'(journey) {
    const { id } = await newCase(journey, { external_reference: 'deal-4' });
    const [found] = await search(journey, 'find_case', { application_id: id });
    expect(found).toMatchObject({
      id,
      application_id: id,
      external_reference: 'deal-4',
      status_review: state(journey, 'pending'),
      name: 'Lumen Studio SAS',
    });
    expect(await search(journey, 'find_case', { application_id: 'app-none' })).toEqual([]);
  },
  async 'shows the portal of a case that was found'(journey) {
    const { id } = await newCase(journey);
    const { portal_link } = await create(journey, 'create_portal', { application_id: id });
    const [found] = await search(journey, 'find_case', { application_id: id });
    expect(found!.portal_link).toBe(portal_link);
  },
  async 'fires when a client submits the portal'(journey) {
    const { portal_link, id } = await create(journey, 'start_onboarding', lumen);
    const items = await fired(journey, 'case_submitted', () => journey.service.submit(portal_link));
    expect(items).toEqual([expect.objectContaining({ application_id: id, is_draft: false })]);
  },
  async 'fires on the decision that was asked for, and on no other'(journey) {
    const { id } = await newCase(journey);
    const [approved, rejected] = [state(journey, 'approved'), state(journey, 'rejected')];
    const decide = (decision: string) => () =>
      create(journey, 'record_decision', { application_id: id, decision });
    const wanted = { status_review: [approved] };
    expect(await fired(journey, 'case_review_updated', decide(rejected), wanted)).toEqual([]);
    expect(await fired(journey, 'case_review_updated', decide(approved), wanted)).toEqual([
      expect.objectContaining({ application_id: id, status_review: approved }),
    ]);
  },
  async 'fires when information is requested, with a link that opens'(journey) {
    const { id } = await newCase(journey);
    const [item] = await fired(journey, 'collect_opened', () =>
      journey.service.requestInformation(id),
    );
    expect(item).toMatchObject({ application_id: id });
    expect(await journey.service.caseBehind(item!.portal_link)).toBe(id);
  },
  async 'names the field that the service refuses'(journey) {
    const { id } = await newCase(journey);
    const person = { application_id: id, last_name: 'Ferrer', roles: ['CHAIR'] };
    const { kind, message } = await failure(create(journey, 'add_related_person', person));
    expect([kind, message]).toEqual(['HaltedError', expect.stringContaining('Roles')]);
  },
  async 'shows the custom fields of the account in the form'(journey) {
    const fields = await formOf(journey, 'create_case', { subject: 'business' });
    const { display_name, accepted_values } = customFields[0] as Item;
    const own = fields.find(({ label }) => label === display_name);
    if (journey.service.choices.customFields !== 'not there') {
      expect(JSON.stringify(own?.choices)).toContain(accepted_values[1]);
    } else {
      expect(own).toBeUndefined();
      expect(fields).toContainEqual(expect.objectContaining({ key: 'custom_fields' }));
    }
  },
  async 'offers the documents the account expects'(journey) {
    const fields = JSON.stringify(await formOf(journey, 'upload_document'));
    const isThere = journey.service.choices.expectedDocuments !== 'not there';
    expect(fields.includes(expectedDocuments[0]!.name)).toBe(isThere);
  },
  async 'enriches a case, and waits for its related persons'(journey) {
    const { id } = await newCase(journey);
    const enriched = await create(journey, 'enrich_case', { application_id: id });
    const [person] = stored(journey, id).persons as Item[];
    expect(enriched).toMatchObject({ has_arrived: true, not_yet_text: null, businesses: [] });
    expect(enriched.persons).toEqual([
      expect.objectContaining({ person_id: person!.id, roles: person!.roles }),
    ]);
    const found = await search(journey, 'find_related_persons', { application_id: id });
    expect(found).toHaveLength(1);
    expect(JSON.stringify(found)).toMatch(/Claire.*Ferrer|Ferrer.*Claire/);
  },
  async 'asks for exactly what is missing'(journey) {
    if (journey.service.choices.casePortal !== 'under the case') return refusesToAsk(journey);
    const { id } = await newCase(journey);
    const document = expectedDocuments[0]!.id;
    const redirect_url = 'https://www.example.com/thanks';
    const { portal_link } = await create(journey, 'create_portal', {
      application_id: id,
      ask_for: 'documents',
      documents: [document],
      sign_in_email: 'claire@lumen.example',
      theme: 'night',
      redirect_url,
    });
    const steps = [{ step: 'documents', data: { expectedDocumentsIds: [document] } }];
    expect(await journey.service.askedBehind(portal_link)).toEqual({
      configuration: { redirect_url, steps },
      email: 'claire@lumen.example',
      theme: 'night',
      redirect_url,
    });
  },
  async 'starts an onboarding that asks for the identity alone'(journey) {
    if (journey.service.choices.casePortal !== 'under the case') return refusesToAsk(journey);
    const asked = { ...lumen, ask_for: 'identity' };
    const { portal_link } = await create(journey, 'start_onboarding', asked);
    expect(await journey.service.askedBehind(portal_link)).toEqual({
      configuration: { steps: [{ step: 'identity-verification' }] },
    });
  },
  async 'keeps an open request, unless it is to ask again'(journey) {
    const { service } = journey;
    const { id } = await newCase(journey);
    const first = await create(journey, 'create_portal', { application_id: id });
    const asked = await service.askedBehind(first.portal_link);
    const other = { application_id: id, redirect_url: 'https://www.example.com/other' };
    const kept = await create(journey, 'create_portal', other);
    expect(kept).toMatchObject({
      portal_link: first.portal_link,
      already_existed: true,
      not_taken: ['Redirect URL'],
    });
    expect(await service.askedBehind(first.portal_link)).toBe(asked);
    const again = await create(journey, 'create_portal', { ...other, ask_again: true });
    expect(again.portal_link).toBe(first.portal_link);
    const { portalAgain, casePortal } = service.choices;
    // Elsewhere it depends on whether the dialect says so.
    if (casePortal !== 'under the case') return;
    const isReopened = portalAgain === 'reopens';
    expect((await service.askedBehind(first.portal_link)) !== asked).toBe(isReopened);
  },
  async 'gives a deal one link until its case exists'(journey) {
    const { service } = journey;
    const before = service.portals.size;
    const first = await create(journey, 'create_portal', { deal_id: 'deal-6' });
    const again = await create(journey, 'create_portal', { deal_id: 'deal-6' });
    expect(again).toMatchObject({ portal_link: first.portal_link, already_existed: true });
    const other = await create(journey, 'create_portal', { deal_id: 'deal-7' });
    expect(other.portal_link).not.toBe(first.portal_link);
    expect(service.portals.size).toBe(before + 2);
    const submit = () => service.submit(first.portal_link);
    const [item] = await fired(journey, 'case_submitted', submit);
    expect(item!.custom_fields).toEqual({ deal_id: 'deal-6' });
    const after = await create(journey, 'create_portal', { deal_id: 'deal-6' });
    expect(after.application_id).toBe(item!.application_id);
    expect(await service.caseBehind(after.portal_link)).toBe(item!.application_id);
  },
  async 'says which case has the reference of another subject'(journey) {
    const deal = { external_reference: 'deal-8' };
    const { id } = await newCase(journey, deal);
    const person = create(journey, 'create_case', { subject: 'person', ...claire, ...deal });
    if (journey.service.choices.references === 'free') {
      expect((await person).id).not.toBe(id);
      return;
    }
    const { kind, message } = await failure(person);
    expect(kind).toBe('HaltedError');
    expect(message).toContain(`case ${id} has "deal-8"`);
    expect(message).toContain('deal-8-kyc');
  },
  async 'keeps the whole profile of a business and of a person'(journey) {
    const { id } = await newCase(journey, {
      business_phone: '+33 1 42 60 30 30',
      iban: 'FR7630006000011234567890189',
      business_address_line_1: '12 rue de la Paix',
      business_address_line_2: 'Bâtiment B',
      business_address_building_number: '12',
      trading_address_street: '3 rue du Bac',
      trading_address_country: 'France',
    });
    const france = code(journey, 'FRA', 'FR');
    expect(stored(journey, id).business).toMatchObject({
      phone_number: '+33 1 42 60 30 30',
      iban: 'FR7630006000011234567890189',
      address: { line_1: '12 rue de la Paix', line_2: 'Bâtiment B', building_number: '12' },
      trading_address: { street: '3 rue du Bac', country: france },
    });
    const more = { person_phone: '+34 612 345 678', gender: 'female', pep_status: 'none' };
    const birth = { birth_city: 'Paris', birth_country: 'FR' };
    const person = { subject: 'person', ...claire, ...more, ...birth };
    const { id: second } = await create(journey, 'create_case', person);
    expect(stored(journey, second).person).toMatchObject({
      phone_number: '+34 612 345 678',
      gender: 'female',
      pep_status: 'none',
      birth_city: 'Paris',
      birth_country: france,
    });
  },
  async 'fills in the custom fields of a related person'(journey) {
    const labels = async (key: string) => (await formOf(journey, key)).map(({ label }) => label);
    const isThere = journey.service.choices.customFields !== 'not there';
    const { display_name } = customFields[2]!;
    expect((await labels('add_related_person')).includes(display_name)).toBe(isThere);
    expect(await labels('add_related_business')).not.toContain(display_name);
    expect(await labels('create_case')).not.toContain(display_name);
    const { id } = await newCase(journey);
    const mandate = { custom_text_mandate: 'M-1' };
    await create(journey, 'add_related_person', { application_id: id, ...claire, ...mandate });
    expect(stored(journey, id).persons[0].custom_fields).toEqual({ mandate: 'M-1' });
  },
  async 'hands on no portal link of another host'({ run, service }) {
    const { id } = await newCase({ run, service });
    const object = { id, portals: { link: 'https://elsewhere.example/portals/tok' } };
    const event = { event_id: `evt-${id}`, type: 'collect.opened', data: { object } };
    const type = service.choices.eventNames === 'case' ? 'portal.opened' : event.type;
    const rawRequest = { content: JSON.stringify({ ...event, type }), headers: {} };
    const items = await Promise.all(
      ['collect_opened', 'event_received'].map((trigger) =>
        run<Item[]>(`triggers.${trigger}.operation.perform`, { inputData: {}, rawRequest }),
      ),
    );
    const [[opened], [received]] = items as [[Item], [Item]];
    expect(opened.portal_link).toBeNull();
    expect(opened.portal_link_problem).toContain('elsewhere.example');
    expect(JSON.stringify(received.payload)).not.toContain('elsewhere.example');
    expect(received.portal_link_problem).toContain('elsewhere.example');
  },
};

/** How a check failed, and what the steps of it said they left out. */
export interface Failure {
  error: Error;
  notes: string[];
}

/** The checks that fail on a service. @param without checks that are left out. */
export async function failuresOn(
  service: KnownService,
  app: object,
  cache: Cache,
  without: string[] = [],
): Promise<Record<string, Failure>> {
  const authData = { base_url: service.url, api_key: service.key };
  const runApp = runner(app, cache.event, { authData });
  const failures: Record<string, Failure> = {};
  for (const [name, check] of Object.entries(checks)) {
    if (without.includes(name)) continue;
    cache.clear();
    const notes: string[] = [];
    const run: Run = async <T>(method: string, bundle?: object) => {
      const result = await runApp<Item>(method, bundle);
      if (result?.not_taken_text) notes.push(result.not_taken_text as string);
      return result as T;
    };
    await check({ service, run }).catch((error: Error) => (failures[name] = { error, notes }));
  }
  return failures;
}

/**
 * The whole journey of the app on a stand-in of the known service: what each step must come to,
 * looked up in what the service holds. The same for every choice a service may have made.
 */
import { customFields, expectedDocuments } from '../testing/known-choices.ts';
import type { KnownService } from '../testing/known-service.ts';
import { listen } from '../testing/listen.ts';
import { failure } from './support.ts';

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
/** A person as the service holds Claire. */
const heldClaire = (journey: Journey) => {
  const { givenNames, nationality, nationalityForm } = journey.service.choices;
  const germany = code(journey, 'DEU', 'DE');
  return {
    [givenNames]: 'Claire',
    last_name: 'Ferrer',
    [nationality]: nationalityForm === 'list' ? [germany] : germany,
  };
};
const held = ({ service }: Journey, id: unknown): Item => service.cases.get(String(id))!;
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
    if (service.choices.webhooks === 'registered') {
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
      expect(held(journey, id).business).toMatchObject({
        organization_name: 'Lumen Studio SAS',
        country: code(journey, 'FRA', 'FR'),
      });
    }
  },
  async 'makes a case of a person, with given names and nationality'(journey) {
    const { id } = await create(journey, 'create_case', { subject: 'person', ...claire });
    expect(held(journey, id).person).toMatchObject(heldClaire(journey));
  },
  async 'keeps draft, reference and custom fields'(journey) {
    const custom_fields = { plan: 'Premium' };
    const { id } = await newCase(journey, {
      is_draft: true,
      external_reference: 'deal-1',
      custom_fields,
    });
    expect(held(journey, id)).toMatchObject({
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
    expect(held(journey, id).custom_fields).toEqual(default_custom_fields);
  },
  async 'starts an onboarding: case, parties once each, portal'(journey) {
    const started = await create(journey, 'start_onboarding', {
      ...lumen,
      external_reference: 'deal-3',
      related_persons: [
        {
          related_person_first_name: 'Claire',
          related_person_last_name: 'Ferrer',
          related_person_roles: ['DIRECTOR'],
        },
        { related_person_last_name: 'Novak', related_person_roles: ['UBO'] },
      ],
      related_businesses: [
        {
          related_business_organization_name: 'Nordwind GmbH',
          related_business_country: 'Germany',
          related_business_direct_ownership_percentage: '40 %',
        },
      ],
    });
    const { persons, businesses } = held(journey, started.id);
    expect(persons).toEqual([
      expect.objectContaining({
        [journey.service.choices.givenNames]: 'Claire',
        last_name: 'Ferrer',
        roles: ['DIRECTOR'],
      }),
      expect.objectContaining({ last_name: 'Novak', roles: ['UBO'] }),
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
    const { person_id } = await create(journey, 'add_related_person', {
      application_id: id,
      ...claire,
      birth_date: '1980-02-29',
      roles: ['DIRECTOR', 'UBO'],
      direct_ownership_percentage: 60,
    });
    expect(held(journey, id).persons).toEqual([
      expect.objectContaining({
        ...heldClaire(journey),
        id: person_id,
        birth_date: '1980-02-29',
        roles: ['DIRECTOR', 'UBO'],
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
      roles: ['SHAREHOLDER'],
    });
    expect(held(journey, id).businesses).toEqual([
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
      type: 'ID',
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
    const file = { person_id, file: 'passport text', type: 'ID' };
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
    expect(held(journey, id).business).toMatchObject({
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
    expect(held(journey, id)).toMatchObject({
      business: { organization_name: 'Lumen Studio SAS', vat_number: 'FR1' },
      custom_fields: { plan: 'Basic' },
      risk_level: 2,
    });
  },
  async 'submits a draft'(journey) {
    const { id } = await newCase(journey, { is_draft: true });
    const submitted = await create(journey, 'submit_case', { application_id: id });
    expect(submitted).toMatchObject({ id, is_draft: false });
    expect(held(journey, id).is_draft).toBe(false);
  },
  async 'records decisions'(journey) {
    const { id } = await newCase(journey);
    for (const decision of ['rejected', 'approved']) {
      await create(journey, 'record_decision', { application_id: id, decision, text: 'why' });
      expect(held(journey, id)).toMatchObject({ status_review: decision, decision_text: 'why' });
    }
  },
  async 'finds a case, and none where there is none'(journey) {
    const { id } = await newCase(journey, { external_reference: 'deal-4' });
    const [found] = await search(journey, 'find_case', { application_id: id });
    expect(found).toMatchObject({
      id,
      application_id: id,
      external_reference: 'deal-4',
      status_review: 'pending',
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
    const decide = (decision: string) => () =>
      create(journey, 'record_decision', { application_id: id, decision });
    const wanted = { status_review: ['approved'] };
    expect(await fired(journey, 'case_review_updated', decide('rejected'), wanted)).toEqual([]);
    expect(await fired(journey, 'case_review_updated', decide('approved'), wanted)).toEqual([
      expect.objectContaining({ application_id: id, status_review: 'approved' }),
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
    if (journey.service.choices.customFields === 'there') {
      expect(JSON.stringify(own?.choices)).toContain(accepted_values[1]);
    } else {
      expect(own).toBeUndefined();
      expect(fields).toContainEqual(expect.objectContaining({ key: 'custom_fields' }));
    }
  },
  async 'offers the documents the account expects'(journey) {
    const fields = JSON.stringify(await formOf(journey, 'upload_document'));
    const isThere = journey.service.choices.customFields === 'there';
    expect(fields.includes(expectedDocuments[0]!.name)).toBe(isThere);
  },
  async 'enriches a case, and finds its related persons'(journey) {
    const { id } = await newCase(journey);
    await create(journey, 'enrich_case', { application_id: id });
    const found = await search(journey, 'find_related_persons', { application_id: id });
    expect(found).toEqual([expect.objectContaining({ last_name: 'Ferrer' })]);
    expect(JSON.stringify(found)).toContain('Claire');
  },
};

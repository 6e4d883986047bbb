/**
 * The journey in Zapier on the stand-in of the known service, with further steps of a deal. It is
 * the same for all choices of the service.
 */
import { failure } from '../support/app.ts';
import type { Cache } from '../../zapier/local/cache.ts';
import { zapierHost } from '../support/zapier-host.ts';
import {
  claire,
  expectedClaire,
  flows,
  one,
  withoutAlarms,
  type Item,
  type Journey,
} from '../support/journey.ts';
import { customFields, expectedDocuments } from './choices.ts';
import type { StartedService } from './service.ts';

export interface ZapierJourney extends Journey {
  service: StartedService;
  host: ReturnType<typeof zapierHost>;
}
type Check = (journey: ZapierJourney) => Promise<void>;

const formOf = ({ host }: ZapierJourney, key: string, inputData: object = {}) =>
  host.method<Item[]>(`creates.${key}.operation.inputFields`, { inputData });

const lumen = { subject: 'business', organization_name: 'Lumen Studio SAS', country: 'France' };
/** The case in the service. */
const stored = ({ service }: ZapierJourney, id: unknown): Item => service.cases.get(String(id))!;
const newCase = (journey: ZapierJourney, more: object = {}) =>
  one(journey, 'create_case', { ...lumen, ...more });

/**
 * A service without a path for the portal of a case drops the requested items or refuses them. The
 * step reports both.
 */
async function refusesToAsk(journey: ZapierJourney) {
  const { id } = await newCase(journey);
  const first = one(journey, 'create_portal', { application_id: id, ask_for: 'identity' });
  if (journey.service.choices.unknownFields === 'refused') {
    expect((await failure(first)).message).toContain('Ask For');
  } else {
    expect((await first).not_taken_text).toContain('Ask For');
  }
}

const ofZapier: Record<string, Check> = {
  async 'takes the key'({ host: { method: run }, service }) {
    expect(await run('authentication.test')).toHaveProperty('account');
    expect(service.requests.at(-1)!.headers['user-agent']).toBe('Zapier');
    const authData = { base_url: service.url, api_key: 'wrong' };
    const { kind } = await failure(run('authentication.test', { authData }));
    expect(kind).toBe('ExpiredAuthError');
  },
  async 'makes a case of a person, with given names and nationality'(journey) {
    const { id } = await one(journey, 'create_case', { subject: 'person', ...claire });
    expect(stored(journey, id).person).toMatchObject(expectedClaire(journey));
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
  async 'asks for exactly what is missing'(journey) {
    if (journey.service.choices.casePortal !== 'under the case') return refusesToAsk(journey);
    const { id } = await newCase(journey);
    const document = expectedDocuments[0]!.id;
    const redirect_url = 'https://www.example.com/thanks';
    const { portal_link } = await one(journey, 'create_portal', {
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
  async 'keeps an open request, unless it is to ask again'(journey) {
    const { service } = journey;
    const { id } = await newCase(journey);
    const first = await one(journey, 'create_portal', { application_id: id });
    const request = await service.askedBehind(first.portal_link);
    const other = { application_id: id, redirect_url: 'https://www.example.com/other' };
    const second = await one(journey, 'create_portal', other);
    expect(second).toMatchObject({
      portal_link: first.portal_link,
      already_existed: true,
      not_taken: ['Redirect URL'],
    });
    expect(await service.askedBehind(first.portal_link)).toBe(request);
    const again = await one(journey, 'create_portal', { ...other, ask_again: true });
    expect(again.portal_link).toBe(first.portal_link);
    const { portalAgain, casePortal } = service.choices;
    // Otherwise it depends on the dialect.
    if (casePortal !== 'under the case') return;
    const isReopened = portalAgain === 'reopens';
    expect((await service.askedBehind(first.portal_link)) !== request).toBe(isReopened);
  },
  async 'says which case has the reference of another subject'(journey) {
    const deal = { external_reference: 'deal-8' };
    const { id } = await newCase(journey, deal);
    const person = one(journey, 'create_case', { subject: 'person', ...claire, ...deal });
    if (journey.service.choices.references === 'free') {
      expect((await person).id).not.toBe(id);
      return;
    }
    const { kind, message } = await failure(person);
    expect(kind).toBe('HaltedError');
    expect(message).toContain(`"deal-8" belongs to case ${id}`);
    expect(message).toContain('deal-8-kyc');
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
    await one(journey, 'add_related_person', { application_id: id, ...claire, ...mandate });
    expect(stored(journey, id).persons[0].custom_fields).toEqual({ mandate: 'M-1' });
  },
};

/** The checks for every service, by name. */
export const checks: Record<string, Check> = { ...flows, ...ofZapier };

/** The failure of a check, with the values that its steps left out. */
export interface Failure {
  error: Error;
  notes: string[];
}

/** Runs the checks. @returns those that fail on a service. @param without checks to leave out. */
export async function failuresOn(
  service: StartedService,
  app: object,
  cache: Cache,
  without: string[] = [],
): Promise<Record<string, Failure>> {
  const zapier = zapierHost(app, cache, { base_url: service.url, api_key: service.key });
  const failures: Record<string, Failure> = {};
  for (const [name, check] of Object.entries(checks)) {
    if (without.includes(name)) continue;
    cache.clear();
    const notes: string[] = [];
    const host: typeof zapier = {
      ...zapier,
      async run(key, input) {
        const results = await zapier.run(key, input);
        notes.push(...results.flatMap(({ not_taken_text: note }) => (note as string) ?? []));
        return results;
      },
    };
    await check({ service, host: withoutAlarms(host) }).catch(
      (error: Error) => (failures[name] = { error, notes }),
    );
  }
  return failures;
}

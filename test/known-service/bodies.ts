/**
 * The bodies that the stand-in of the known service accepts. It is as strict as that service's
 * framework.
 */
import * as z from 'zod';

import { events } from '../../service/contract.ts';
import { alpha2Codes, alpha3Codes } from '../../service/countries.ts';
import { statesWith } from '../../service/states.ts';
import {
  addressNamesOf,
  documentTypesOf,
  expectedDocuments,
  roleOf,
  stateOf,
  type Choices,
} from './choices.ts';

const text = z.string().min(1);
const open = z.record(z.string(), z.unknown());

/** Objects of the service. It drops or refuses unknown fields. */
const objects =
  ({ unknownFields }: Choices) =>
  (shape: z.ZodRawShape) =>
    unknownFields === 'refused' ? z.strictObject(shape) : z.object(shape);

const codesOf = ({ countries: form }: Choices): string[] =>
  form === 'alpha-3' ? alpha3Codes : alpha2Codes;

/** Fields of businesses and persons. */
function profiles(choices: Choices) {
  const country = z.enum(codesOf(choices) as [string, ...string[]]);
  const [town, postcode, state] = addressNamesOf(choices);
  const lines = ['line_1', 'line_2', 'building_number', 'street', town, postcode, state];
  const address = objects(choices)({
    ...Object.fromEntries([...lines, 'single_line'].map((name) => [name, text.nullish()])),
    country: country.nullish(),
  }).nullish();
  const nationality = choices.nationalityForm === 'list' ? z.array(country) : country;
  const phone_number = text.nullish();
  const business = {
    organization_name: text.nullish(),
    country: country.nullish(),
    registration_number: text.nullish(),
    local_number: text.nullish(),
    vat_number: text.nullish(),
    registration_date: z.iso.date().nullish(),
    [choices.legalType]: text.nullish(),
    phone_number,
    iban: text.nullish(),
    address,
    trading_address: address,
  };
  const person = {
    [choices.givenNames]: text.nullish(),
    [choices.lastName]: text.nullish(),
    email: z.email().nullish(),
    phone_number,
    gender: text.nullish(),
    birth_city: text.nullish(),
    birth_country: country.nullish(),
    pep_status: text.nullish(),
    [choices.birthDate]: z.iso.date().nullish(),
    [choices.nationality]: nationality.nullish(),
    address,
    address_single_line: text.nullish(),
  };
  return { business, person };
}

const tie = (choices: Choices, roles: string[]) => ({
  roles: z.array(z.enum(roles.map((role) => roleOf(choices, role)))).nullish(),
  custom_fields: open.nullish(),
  direct_ownership_percentage: z.number().min(0).max(100).nullish(),
});

function caseBodies(choices: Choices) {
  const object = objects(choices);
  const { business, person } = profiles(choices);
  const relatedPerson = object({
    ...person,
    ...tie(choices, ['ACCOUNT_OWNER', 'DIRECTOR', 'UBO', 'SHAREHOLDER']),
  });
  const relatedBusiness = object({ ...business, ...tie(choices, ['DIRECTOR', 'SHAREHOLDER']) });
  const shared = {
    business: object(business).nullish(),
    person: object(person).nullish(),
    external_reference: text.nullish(),
    custom_fields: open.nullish(),
    meta: open.nullish(),
    risk_level: z.literal([-1, 0, 1, 2, 3]).nullish(),
  };
  const parties = {
    persons: z.array(relatedPerson).nullish(),
    businesses: z.array(relatedBusiness).nullish(),
  };
  return {
    application: object({
      ...shared,
      is_draft: z.boolean().nullish(),
      ...(choices.relatedParties === 'inline' && parties),
    }),
    change: object(shared),
    relatedPerson,
    relatedBusiness,
    enrich: object({ force_fetch_official_data: z.boolean().nullish() }),
  };
}

function documentBody(choices: Choices) {
  const object = objects(choices);
  const target = {
    application_id: text.nullish(),
    person_id: text.nullish(),
    business_id: text.nullish(),
  };
  if (choices.documents === 'flat') {
    return object({ ...target, file_id: text, type: z.enum(documentTypesOf(choices)) });
  }
  const file = object({ file_id: text, side: z.enum(['front', 'back']).nullish() });
  return object({
    ...target,
    name: text.nullish(),
    expected_document_id: text.nullish(),
    document_files: z.array(file).min(1),
  });
}

function checkedBodies(choices: Choices) {
  const object = objects(choices);
  const redirect_url = z.url().nullish();
  const documents = z.array(z.enum(expectedDocuments.map(({ id }) => id)));
  const step = object({
    step: z.enum(['documents', 'identity-verification']),
    data: object({ expectedDocumentsIds: documents }).nullish(),
  });
  const request = {
    configuration: object({ steps: z.array(step).nullish(), redirect_url }).nullish(),
    email: z.email().nullish(),
    theme: text.nullish(),
  };
  const portal = { redirect_url, default_custom_fields: open.nullish() };
  const ofCase = choices.casePortal === '/api/portals' && { application_id: text.nullish() };
  return {
    codes: codesOf(choices),
    ...caseBodies(choices),
    casePortal: object({ ...portal, ...request }),
    portal: object({ ...portal, ...ofCase }),
    document: documentBody(choices),
    decision: object({
      [choices.decisionStatus]: z.enum(
        statesWith('isDecided').map((word) => stateOf(choices, word)),
      ),
      [choices.decisionText]: z.string().nullish(),
    }),
    webhook: object({
      url: z.url(),
      events: z.array(z.enum(Object.values(events))).min(1),
    }),
  };
}

type Bodies = ReturnType<typeof checkedBodies>;
const checked = new Map<string, Bodies>();

/** The bodies for these choices; of none a form, if the service takes every body. */
export function bodiesOf(choices: Choices): Partial<Omit<Bodies, 'codes'>> & Pick<Bodies, 'codes'> {
  if (choices.bodies === 'any') return { codes: codesOf(choices) };
  const key = JSON.stringify(choices);
  const bodies = checked.get(key) ?? checkedBodies(choices);
  checked.set(key, bodies);
  return bodies;
}

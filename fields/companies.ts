/** A company of an official registry. Its fields can be mapped into a new case. */
import { idText } from '../client/exchange/answer.ts';
import { isRecord, withoutNulls } from '../client/basics/json.ts';
import type { Run } from '../client/exchange/run.ts';
import { countryCodes } from '../client/exchange/wire.ts';
import { business } from '../service/catalogue.ts';
import type { Company } from '../service/contract.ts';
import { fieldList, form } from './kinds/form.ts';
import {
  blankOf,
  inputFields,
  inputLabels,
  outputFields,
  pick,
  sampleOf,
  parseFields,
  outputOf,
  type Row,
} from './kinds/table.ts';
import { matches, moreExist, outputWith } from './kinds/output.ts';
import { omitEmpty, required, type Input } from './kinds/values.ts';

const registry = {
  country: {
    ...business.country,
    group: undefined,
    required: true,
    help: 'Country of the registry, as a name or code, for example France or FR.',
  },
  registration_number: {
    ...business.registration_number,
    group: undefined,
    required: true,
    help: 'Exact number in the official registry, for example 552100554.',
  },
  q: {
    label: 'Search Text',
    help: 'Full or partial company name, for example Lumen.',
    example: 'Lumen',
    kind: 'text',
    required: true,
  },
} satisfies Record<string, Row>;
type Key = keyof typeof registry;

export const registryLabels = inputLabels(registry) as Record<Key, string>;

/** A look-up in a registry: its required input fields, and their values. */
export const lookupBy = <Wanted extends Key>(...keys: Wanted[]) => ({
  input: fieldList([form(({ dialect }) => inputFields(dialect, pick(registry, keys)))]),
  /** With the code of the country as the service writes it, which a company's ID has, too. */
  parse({ dialect }: Run, input: Input<Wanted>) {
    const read: Partial<Record<Key, string>> = parseFields(pick(registry, keys), input) ?? {};
    read.country = countryCodes(dialect, read.country);
    return Object.fromEntries(
      keys.map((key) => [key, required<string>(read[key], registryLabels[key])]),
    ) as Record<Wanted, string>;
  },
});

/** The input of a search that must not guess. */
export const singleMatchField = {
  key: 'single_match' as const,
  label: 'Only a Single Match',
  type: 'boolean' as const,
  helpText:
    '{{Yes}}: finds nothing unless exactly one company fits, so that the {{flow}} never goes on with a wrong one. {{No}}{{or_empty}}: returns every company.',
};

/** A registry's address with the names of the catalogue. */
function toAddress(address: Record<string, unknown>) {
  const street = [idText(address.building_number), idText(address.street)]
    .filter(Boolean)
    .join(' ');
  return omitEmpty({
    street: street || undefined,
    town: idText(address.town) ?? idText(address.city),
    postcode: idText(address.postcode) ?? idText(address.postal_code),
    state: idText(address.state) ?? idText(address.region),
    country: idText(address.country),
  });
}

/** Values that other registries send under other names. */
const renamed = ({ name, country_code, official_address }: Company) => ({
  organization_name: idText(name),
  country: idText(country_code),
  address: isRecord(official_address) ? toAddress(official_address) : undefined,
});

/**
 * A registry entry with the names that every step accepts. Registries have no common ID, so it gets
 * a stable `id`. Other values stay in it.
 */
export function toCompany(
  company: Company,
  country: string,
  { match_count = 1, more_exist = false } = {},
) {
  const entry = { country, ...omitEmpty(renamed(company)), ...withoutNulls(company) };
  const found = { ...blankOf(business), ...outputOf(business, entry) };
  const number = found.registration_number ?? found.organization_name;
  return { id: [found.country, number].join('-'), ...found, match_count, more_exist };
}

/** Output fields and sample of a registry entry. */
export const companyResource = {
  key: 'company',
  noun: 'Company',
  ...outputWith(
    () => [{ key: 'id', label: 'ID' }, ...outputFields(business)],
    () => toCompany(sampleOf(business), 'GBR'),
    matches,
    moreExist,
  ),
};

/** The sandbox's company registries, and what they add to a case. All companies are invented. */
import type { Company } from '../../../service/contract.ts';
import { companyNumber } from '../../../service/numbers.ts';
import { plain } from './plain.ts';
import { unlessRefused } from './problem.ts';
import type { Cases } from './cases.ts';

const rows: [country: string, number: string, name: string, city: string, registered: string][] = [
  ['FR', '552100554', 'Lumen Studio SAS', 'Paris', '2015-03-12'],
  ['FR', '418210367', 'Atelier Brumeval SARL', 'Lyon', '1998-06-30'],
  ['FR', '790412885', 'Café Étoile du Nord SAS', 'Lille', '2013-01-08'],
  ['DE', 'HRB 104512', 'Nordwind Logistik GmbH', 'Hamburg', '2009-09-17'],
  ['DE', 'HRB 77120', 'Grünfeld Maschinenbau GmbH', 'München', '2001-02-05'],
  ['GB', '08412277', 'Harbour & Pine Ltd', 'Bristol', '2013-02-21'],
  ['GB', '11903345', 'Northfield Analytics Ltd', 'Leeds', '2019-03-26'],
  ['ES', 'B64213908', 'Cítrica Levante SL', 'València', '2007-05-14'],
  ['IT', 'MI2041187', 'Officina Serravalle SRL', 'Milano', '2014-11-03'],
  ['NL', '59120436', 'Waterkant Design BV', 'Utrecht', '2013-12-02'],
  ['BE', '0642915073', 'Ardenne Énergie SRL', 'Namur', '2015-11-19'],
  ['PL', '0000512844', 'Zielona Przystań Sp. z o.o.', 'Gdańsk', '2014-06-10'],
  ['SE', '556981-4472', 'Björkö Förlag AB', 'Göteborg', '2014-10-01'],
  ['US', '5528193', 'Prairie Signal Inc', 'Dover', '2014-04-28'],
  ['CH', 'CHE-204.118.533', 'Seeblick Treuhand AG', 'Luzern', '2010-08-12'],
];

const companies: Company[] = rows.map(
  ([country, registration_number, organization_name, city, registration_date]) => ({
    organization_name,
    country,
    registration_number,
    registration_date,
    address: { town: city, country },
  }),
);

/** Also by the number of an establishment, which contains the company's (SIRET and SIREN). */
const hasNumber = ({ registration_number, country }: Company, number: string) =>
  companyNumber(registration_number ?? '', country ?? '') === companyNumber(number, country ?? '');

/** Companies of a country with the text in the name, or with this number. */
export function searchRegistry(country: string, text: string): Company[] {
  const name = plain(text.trim());
  const isMeant = (company: Company) =>
    (name !== '' && plain(company.organization_name ?? '').includes(name)) ||
    hasNumber(company, text);
  return companies.filter((company) => company.country === country && isMeant(company));
}

/** The company with this exact number, in any notation. */
export const readRegistry = (country: string, number: string): Company | undefined =>
  companies.find((company) => company.country === country && hasNumber(company, number));

/** The company of a case. Clients also send the registry's number as the local one. */
function companyOf({
  country,
  registration_number,
  local_number,
}: Pick<Company, 'country' | 'registration_number' | 'local_number'>): Company | undefined {
  if (!country) return undefined;
  return [registration_number, local_number]
    .map((number) => (number ? readRegistry(country, number) : undefined))
    .find((company) => company !== undefined);
}

/** The officers and owners of a company in the registry. */
const officersOf = ({ organization_name: name, registration_number: number }: Company) =>
  [
    { role: 'Director', roles: ['DIRECTOR'], direct_ownership_percentage: null },
    { role: 'Owner', roles: ['UBO', 'SHAREHOLDER'], direct_ownership_percentage: 100 },
  ].map(({ role, ...party }) => ({
    given_names: role,
    last_name: String(name),
    /** ID of the registry's entry, so a second request adds nobody twice. */
    source_id: `${number} ${role}`,
    source: 'official_registry',
    ...party,
  }));

/** Legal forms at the end of names, as the registries write them. */
const legalForm = /(SAS|SARL|GmbH|Ltd|SL|SRL|BV|Sp\. z o\.o\.|AB|Inc|AG)$/;

/** A search candidate in the known service's form, with the company itself. */
export const asCandidate = (company: Company) => ({
  ...company,
  name: company.organization_name,
  source: 'official_registry',
});

/** A company in the known service's form, in addition to the specification's. */
export function asKnownCompany(company: Company) {
  const legal = legalForm.exec(String(company.organization_name))?.[1] ?? null;
  const { country = null, address } = company;
  return {
    ...company,
    legal_type: legal?.toUpperCase() ?? null,
    legal_type_raw: legal,
    country_code: country,
    official_address: {
      building_number: null,
      street: null,
      town: address?.town ?? null,
      postcode: null,
      country,
    },
  };
}

/** Milliseconds until the data arrive. */
const delay = 1000;

/** Adds the officers and owners that the case lacks. */
function addOfficers(cases: Cases, application_id: string): void {
  const details = cases.show(application_id);
  const company = companyOf(details.business ?? {});
  if (!company) return;
  const known = new Set(details.persons.map(({ source_id }) => source_id));
  const added = officersOf(company).filter(({ source_id }) => !known.has(source_id));
  for (const party of added) cases.addParty('Registry', application_id, 'person', party);
}

/** Asks the registry. Its data arrive in `persons` a moment later. `factor` multiplies the delay. */
export function enrich(cases: Cases, application_id: string, factor: number): void {
  // A reset or the end of the sandbox may come first.
  const arrive = () =>
    unlessRefused(
      () => addOfficers(cases, application_id),
      () => undefined,
    );
  setTimeout(arrive, delay * factor).unref();
}

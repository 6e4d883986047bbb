/** Companies of the official registries ("Company look-up"). */
import { endpoints, type Company } from '../service/contract.ts';

import { alpha2Of } from '../service/countries.ts';
import { normalOf } from '../service/kinds.ts';
import { companyNumber, searchedNumber } from '../service/numbers.ts';
import { isNothing, statuses } from './exchange/answer.ts';
import { parseJson } from './basics/json.ts';
import { errorFromContent } from './exchange/answer-errors.ts';
import { listOf } from './exchange/list.ts';
import { dataOf, isThere } from './exchange/answer-body.ts';
import type { Run } from './exchange/run.ts';
import { send } from './exchange/transport.ts';
import { fromWire } from './exchange/wire.ts';

/**
 * GET /api/companies/{country}/search. `more`: the service has more candidates than these.
 * @param country its code as the service writes it.
 */
export async function searchCompanies(run: Run, country: string, q: string) {
  const path = { country };
  const query = `?${new URLSearchParams({ q })}`;
  const accept = statuses.absent;
  const answer = await send(run, endpoints.searchCompanies, { path, query, accept });
  if (!isThere(answer)) return { companies: [], more: false };
  const { records, more } = listOf(answer, ['companies']);
  return { companies: fromWire(run.dialect, records, 'business') as Company[], more };
}

/** True if the number and the country of a company are the wanted ones, as far as it shows them. */
function isWanted(company: Company, country: string, number: string): boolean {
  const isOneOf = (values: unknown[], normal: (value: string) => string, wanted: string) => {
    const present = values.filter((one) => !isNothing(one)).map(String);
    return !present.length || present.some((one) => normal(one) === normal(wanted));
  };
  const numbers = [company.registration_number, company.local_number, company.vat_number];
  const countries = [company.country, company.country_code];
  const asNumber = (value: string) => companyNumber(value, alpha2Of(country));
  const asCountry = (value: string) => normalOf('country', value);
  return isOneOf(numbers, asNumber, number) && isOneOf(countries, asCountry, country);
}

/**
 * GET /api/companies/{country}/{registration_number}. Empty if the registry has no such company, or
 * the service answers about another one.
 */
export async function findCompany(
  run: Run,
  country: string,
  registration_number: string,
): Promise<Company[]> {
  const searched = searchedNumber(registration_number, alpha2Of(country));
  const path = { country, registration_number: searched };
  const answer = await send(run, endpoints.getCompany, { path, accept: statuses.absent });
  if (!isThere(answer) || parseJson(answer.content) === null) return [];
  const company = dataOf(run, answer, 'registration_number') as Company;
  if (!Object.keys(company).length) return [];
  if (!['organization_name', 'name', 'registration_number'].some((name) => company[name])) {
    throw errorFromContent(answer);
  }
  return isWanted(company, country, registration_number) ? [company] : [];
}

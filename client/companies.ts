/** Companies of the official registries ("Company look-up"). */
import { endpoints, type Company } from '../service/contract.ts';

import { parseJson } from './answer.ts';
import { errorFromContent, halt } from './errors.ts';
import { listIn, listOf } from './list.ts';
import { dataOf, isThere } from './thing.ts';
import type { Run } from './run.ts';
import { send, subjectOf } from './transport.ts';
import { fromWire } from './wire.ts';

/** Companies of a registry, and whether the service has more. */
interface Companies {
  companies: Company[];
  more: boolean;
}

/** GET /api/companies/{country}/search. Returns candidates and never guesses. */
export async function searchCompanies(run: Run, country: string, q: string): Promise<Companies> {
  const endpoint = endpoints.searchCompanies;
  const query = `?${new URLSearchParams({ q })}`;
  const answer = await send(run, endpoint, { path: { country }, query, accept: [404, 410] });
  if (!isThere(run, endpoint, answer)) return { companies: [], more: false };
  const { records, more } = listOf(run, endpoint, answer, ['companies']);
  return { companies: fromWire(run.dialect, records, 'business') as Company[], more };
}

/**
 * GET /api/companies/{country}/{registration_number}. Empty if the registry has no such company.
 */
export async function findCompany(
  run: Run,
  country: string,
  registration_number: string,
): Promise<Company[]> {
  const endpoint = endpoints.getCompany;
  const path = { country, registration_number };
  const answer = await send(run, endpoint, { path, accept: [404, 410] });
  if (!isThere(run, endpoint, answer) || parseJson(answer.content) === null) return [];
  const list = listIn(run.dialect, parseJson(answer.content), ['companies']);
  if (list) return fromWire(run.dialect, list.records, 'business') as Company[];
  const company = dataOf(run, endpoint, answer, 'registration_number') as Company;
  const isCompany = ['organization_name', 'name', 'registration_number'].some(
    (name) => company[name],
  );
  if (!isCompany && Object.keys(company).length) {
    throw errorFromContent(answer, subjectOf(run, endpoint));
  }
  if (company.registration_number) refuseOtherNumber(registration_number, company);
  return isCompany ? [company] : [];
}

/** A registration number without signs and leading zeros, which writers use differently. */
const bareNumber = (number: unknown) =>
  String(number)
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
    .replace(/^0+(?=.)/, '');

/** @throws a halt if the company has another number; one number may contain the other. */
function refuseOtherNumber(wanted: string, { registration_number: number }: Company): void {
  const [one, other] = [bareNumber(wanted), bareNumber(number)];
  if (one.includes(other) || other.includes(one)) return;
  throw halt(
    `Registration Number: the service answered with company ${String(number)} instead of ${wanted}, so the result was dropped. Check the number and the country, or find the company by its name with {{search_companies}}.`,
  );
}

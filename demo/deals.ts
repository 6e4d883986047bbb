/** Deals as a CRM exports them, and their mapping into the steps. */
import { existsSync, readFileSync } from 'node:fs';
import Papa from 'papaparse';

import { isPerson, type Deal } from '../test/support/client.ts';

/**
 * Reads a CSV file with the columns of demo/deals.csv.
 * @throws Error that names the missing column.
 */
export function readDeals(file: string): Deal[] {
  if (!existsSync(file)) throw new Error(`There is no file ${file}.`);
  const text = readFileSync(file, 'utf8').replace(/^\uFEFF/, '');
  const { data, errors, meta } = Papa.parse<Deal>(text, { header: true, skipEmptyLines: 'greedy' });
  const wanted = ['Record ID', 'Deal Name', 'Client Type'];
  const missing = wanted.filter((column) => !meta.fields?.includes(column));
  if (missing.length) throw new Error(`${file} has no column ${missing.join(', ')}.`);
  const broken = errors.find(({ type }) => type === 'Quotes');
  if (broken) throw new Error(`${file}, row ${(broken.row ?? 0) + 2}: ${broken.message}.`);
  return data;
}

/** The field mapping of the Zap: CRM columns -> input of Create Case. */
export const caseInput = (deal: Deal) => ({
  external_reference: `deal-${deal['Record ID']}`,
  is_draft: true,
  custom_fields: { deal_name: deal['Deal Name'], amount: deal.Amount, pipeline: deal.Pipeline },
  ...(isPerson(deal)
    ? {
        subject: 'person',
        first_name: deal['First Name'],
        last_name: deal['Last Name'],
        email: deal.Email,
        birth_date: deal['Date of Birth'],
        nationality: deal.Nationality,
      }
    : {
        subject: 'business',
        organization_name: deal['Associated Company'],
        country: deal.Country,
        registration_number: deal['Registration Number'],
      }),
});

/**
 * "Name | ROLE | 60; …" -> the steps that add these parties. A legal form identifies a business.
 */
export const relatedParties = (deal: Deal) =>
  (deal['Related Parties'] ?? '')
    .split(';')
    .map((entry) => entry.split('|').map((part) => part.trim()))
    .filter(([name]) => name)
    .map(([name = '', role = '', share = '']) => {
      const relation = { roles: [role], direct_ownership_percentage: share };
      const [first_name, ...rest] = name.split(' ');
      return /\b(GmbH|SAS|SARL|Ltd|SL|SRL|BV|AB|AG|Inc|SA)\b/.test(name)
        ? { step: 'add_related_business', input: { ...relation, organization_name: name } }
        : {
            step: 'add_related_person',
            input: { ...relation, first_name, last_name: rest.join(' ') },
          };
    });

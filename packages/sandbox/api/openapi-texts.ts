/**
 * The texts of properties in the document: the catalogue's, and others for properties outside it.
 */
import * as catalogue from '../../../service/catalogue.ts';
import { riskLevels } from '../../../service/contract.ts';
import { propertyTexts } from './property-texts.ts';

/** The rows a schema's properties may come from. */
const rowsOf: Record<string, catalogue.Rows[]> = {
  Address: [catalogue.address],
  PersonAddress: [catalogue.address],
  Business: [catalogue.business],
  Person: [catalogue.person],
  RelatedBusiness: [catalogue.relatedBusiness, catalogue.application],
  RelatedPerson: [catalogue.relatedPerson, catalogue.application],
  RelatedBusinesses: [catalogue.relatedBusiness, catalogue.application],
  RelatedPersons: [catalogue.relatedPerson, catalogue.application],
  CaseChange: [catalogue.application, catalogue.business],
  NewPortal: [catalogue.portal],
  CasePortal: [catalogue.portal],
};
const others: catalogue.Rows[] = [catalogue.application];

/** The help of these kinds also describes how people may type them; a body has one notation. */
const typed = [
  'country',
  'countries',
  'list',
  'percentage',
  'date',
  'birthDate',
  'pairs',
  'boolean',
];

const levels = Object.entries(riskLevels)
  .map(([name, level]) => `${level} ${name}`)
  .join(', ');

/** The help of a row for the sender of a body, without the connector's own conversions. */
function apiText({ kind, help }: catalogue.Field): string {
  if (kind === 'riskLevel') return `${help} ${levels}.`;
  if (!typed.includes(kind)) return help;
  const first = help.split(/[;.] |\.$|, for example/)[0]!;
  return `${first
    .replace('a name or code', 'a code such as FRA')
    .replace('names or codes', 'codes such as FRA')
    .replace('{{Yes}}:', 'true:')}.`;
}

const words = (name: string) => {
  const text = name.replaceAll('_', ' ').replace(/\b(id|url|vat)\b/g, (word) => word.toUpperCase());
  return text[0]!.toUpperCase() + text.slice(1);
};

/** Title and description of a property. The description may be missing. */
export function propertyText(owner: string, name: string): { title: string; description?: string } {
  for (const rows of rowsOf[owner] ?? others) {
    const row = Object.hasOwn(rows, name) ? rows[name] : undefined;
    if (row && 'kind' in row) return { title: row.label, description: apiText(row) };
    if (row) return { title: row.label, description: propertyTexts[name] };
  }
  // NewWebhook and WebhookWithSecret are about one thing.
  const thing = owner.replace(/^New|Change$|WithSecret$/g, '');
  const description = propertyTexts[`${thing}.${name}`] ?? propertyTexts[name];
  return { title: words(name), ...(description && { description }) };
}

/** What the document says of each property: the catalogue's words, and those for what it does not hold. */
import * as catalogue from '../../../service/catalogue.ts';
import { propertyTexts } from './property-texts.ts';

/** The rows a schema's properties may come from. */
const rowsOf: Record<string, catalogue.Rows[]> = {
  Address: [catalogue.address],
  PersonAddress: [catalogue.address],
  Business: [catalogue.business],
  Person: [catalogue.person],
  RelatedBusiness: [catalogue.owners.business, catalogue.application],
  RelatedPerson: [catalogue.owners.person, catalogue.application],
  RelatedBusinesses: [catalogue.owners.business, catalogue.application],
  RelatedPersons: [catalogue.owners.person, catalogue.application],
  CaseChange: [catalogue.application, catalogue.business],
  NewPortal: [catalogue.portal],
  CasePortal: [catalogue.portal],
};
const others: catalogue.Rows[] = [catalogue.application];

/** Kinds whose help also tells in how many ways a person may type them; a body holds one. */
const typed = ['country', 'countries', 'list', 'percentage', 'date', 'pairs', 'boolean'];

/** The help of a row, for who sends a body: without what the connector does with what is typed. */
function apiText({ kind, help }: catalogue.Field): string {
  if (!typed.includes(kind)) return help;
  const first = help.split(/[;.] |\.$|, for example|, or left empty/)[0]!;
  return `${first.replace(/^Yes /, 'true ')}.`;
}

const words = (name: string) => {
  const text = name.replaceAll('_', ' ').replace(/\b(id|url|vat)\b/g, (word) => word.toUpperCase());
  return text[0]!.toUpperCase() + text.slice(1);
};

/** Title and description of a property; without a description where nothing is known of it. */
export function propertyText(owner: string, name: string): { title: string; description?: string } {
  for (const rows of rowsOf[owner] ?? others) {
    const row = Object.hasOwn(rows, name) ? rows[name] : undefined;
    if (row && 'kind' in row) return { title: row.label, description: apiText(row) };
    if (row) return { title: row.label, description: `${row.label}.` };
  }
  const description = propertyTexts[`${owner}.${name}`] ?? propertyTexts[name];
  return { title: words(name), ...(description && { description }) };
}

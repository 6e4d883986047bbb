/** Where each operation of the app stands in the node: resource and order of n8n's menus. */
import type { INodePropertyOptions } from 'n8n-workflow';

/** Resource -> its operations, by the keys they have in Zapier. */
export const resources = {
  case: {
    name: 'Case',
    operations: ['start_onboarding', 'create_case', 'find_case', 'update_case', 'submit_case'],
  },
  portal: { name: 'Portal', operations: ['create_portal'] },
  relatedParty: {
    name: 'Related Party',
    operations: [
      'add_related_person',
      'add_related_business',
      'find_related_persons',
      'enrich_case',
    ],
  },
  document: { name: 'Document', operations: ['upload_document'] },
  company: { name: 'Company', operations: ['search_companies', 'get_company'] },
  decision: { name: 'Decision', operations: ['record_decision'] },
  apiRequest: { name: 'API Request', operations: ['call_api'] },
} as const;

/** Each operation with its resource; one that is listed nowhere is about a case. */
export function placed(keys: string[]): { resource: string; key: string }[] {
  const listed = Object.entries(resources).flatMap(([resource, { operations }]) =>
    operations.map((key) => ({ resource, key: key as string })),
  );
  const others = keys.filter((key) => !listed.some((item) => item.key === key));
  return [...listed, ...others.map((key) => ({ resource: 'case', key }))];
}

export const resourceOptions: INodePropertyOptions[] = Object.entries(resources)
  .map(([value, { name }]) => ({ name, value }))
  .sort((a, b) => a.name.localeCompare(b.name));

/** The groups of the editor's fields about a client. The most important come first. */
import type { Group } from '../../service/catalogue.ts';

export type FieldGroup = Group | 'parties';

const labels: Record<FieldGroup, string> = {
  client: 'Client',
  reference: 'Reference and Options',
  portal: 'Client Portal',
  parties: 'Related Parties',
  details: 'Further Details',
  address: 'Address',
  more: 'More',
};

/** Few clients need the fields of these groups. */
export const seldomGroups: readonly string[] = ['details', 'address'] satisfies Group[];

const headings = Object.entries(labels).map(([key, label]) => ({ key, label }));

/** The headings of some groups. */
export const headingsOf = (groups: readonly string[]) =>
  headings.filter(({ key }) => groups.includes(key));

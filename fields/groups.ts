/** The groups in which the editor shows the fields about a client: what most people need first. */
import type { Group } from '../service/catalogue.ts';

const labels: Record<Group | 'parties', string> = {
  client: 'Client',
  reference: 'Reference and Options',
  parties: 'Related Parties',
  details: 'Further Details',
  address: 'Address',
  more: 'More',
};

export const inputFieldGroups = Object.entries(labels).map(([key, label]) => ({ key, label }));

/** The same fields, all in one group. */
export const grouped = <T extends { key: string }>(group: keyof typeof labels, fields: T[]) =>
  fields.map((field) => ({ ...field, group }));

/** The groups of the editor's fields about a client. The most important come first. */
import type { Group } from '../../service/catalogue.ts';

const labels: Record<Group | 'parties', string> = {
  client: 'Client',
  reference: 'Reference and Options',
  portal: 'Client Portal',
  parties: 'Related Parties',
  details: 'Further Details',
  address: 'Address',
  more: 'More',
};

export const inputFieldGroups = Object.entries(labels).map(([key, label]) => ({ key, label }));

/** The registry's additions to a case: persons and businesses as line items. */
import type { Enrichment } from '../client/enrichments.ts';
import type { Run } from '../client/exchange/run.ts';
import { owners } from '../service/catalogue.ts';
import { relatedBusiness, relatedPerson } from './related-parties.ts';
import { outputWith } from './kinds/output.ts';
import { outputFields } from './kinds/table.ts';

const notYet =
  'Nothing new has arrived from the registry yet. Use {{find_related_persons}} in a later {{step}}.';

export const toEnrichment = (
  { host }: Run,
  application_id: string,
  { persons, businesses, hasArrived }: Enrichment,
) => ({
  id: application_id,
  application_id,
  has_arrived: hasArrived,
  not_yet_text: hasArrived ? null : host.inWords(notYet),
  persons: persons.map((person) => relatedPerson.toOutput(application_id, person)),
  businesses: businesses.map((business) => relatedBusiness.toOutput(application_id, business)),
});

export const enrichmentOutput = outputWith(
  () => [
    { key: 'id', label: 'ID' },
    { key: 'application_id', label: 'Case' },
    { key: 'has_arrived', label: 'Registry Data Found', type: 'boolean' as const },
    { key: 'not_yet_text', label: 'Note: No Registry Data Yet' },
    { key: 'persons[]id', label: 'Person' },
    ...outputFields(owners.person, 'persons[]'),
    { key: 'businesses[]id', label: 'Business' },
    ...outputFields(owners.business, 'businesses[]'),
  ],
  () => ({
    id: relatedPerson.sample().application_id,
    application_id: relatedPerson.sample().application_id,
    has_arrived: true,
    not_yet_text: null,
    persons: [relatedPerson.sample()],
    businesses: [relatedBusiness.sample()],
  }),
);

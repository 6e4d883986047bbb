/** The service's import templates of cases, as far as its public pages name their columns. */
import type { Kind } from '../domain/cases.ts';

interface Template {
  label: string;
  file: string;
  subject: Kind;
  /** Columns that each row fills in. */
  required: string[];
  /** Further columns that the service names. */
  further: string[];
}
export type TemplateName = 'businesses' | 'persons';

export const templates: Record<TemplateName, Template> = {
  businesses: {
    label: 'Business cases',
    file: 'businesses.csv',
    subject: 'business',
    required: [
      'external_reference',
      'incorporation_country',
      'registration_number',
      'organization_name',
      'legal_type',
    ],
    further: ['onboarding_date'],
  },
  persons: {
    label: 'Person cases',
    file: 'persons.csv',
    subject: 'person',
    required: ['external_reference'],
    further: [],
  },
};

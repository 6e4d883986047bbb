/** The service's import templates, as far as its public pages name their columns. */

interface Template {
  label: string;
  file: string;
  /** Columns that each row fills in. */
  required: string[];
  /** Further columns that the service names. */
  further?: string[];
}

export const templates = {
  businesses: {
    label: 'Business cases',
    file: 'businesses.csv',
    required: [
      'external_reference',
      'incorporation_country',
      'registration_number',
      'organization_name',
      'legal_type',
    ],
    further: ['onboarding_date'],
  },
  persons: { label: 'Person cases', file: 'persons.csv', required: ['external_reference'] },
  relatedPersons: {
    label: 'Related persons',
    file: 'related-persons.csv',
    required: ['external_reference'],
  },
} satisfies Record<string, Template> as Record<
  'businesses' | 'persons' | 'relatedPersons',
  Template
>;
export type TemplateName = keyof typeof templates;

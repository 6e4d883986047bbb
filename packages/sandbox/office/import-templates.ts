/** The service's import templates, as far as its public pages name their columns. */

interface Template {
  label: string;
  file: string;
  /** Columns that the service names -> the label of a required one. */
  columns: Record<string, string | undefined>;
}

export const templates = {
  businesses: {
    label: 'Business cases',
    file: 'businesses.csv',
    columns: {
      external_reference: 'External Reference',
      incorporation_country: 'Country',
      registration_number: 'Registration Number',
      organization_name: 'Organization Name',
      legal_type: 'Legal Type',
      onboarding_date: undefined,
    },
  },
  persons: {
    label: 'Person cases',
    file: 'persons.csv',
    columns: { external_reference: 'External Reference' },
  },
  relatedPersons: {
    label: 'Related persons',
    file: 'related-persons.csv',
    columns: { external_reference: 'External Reference' },
  },
} as const satisfies Record<string, Template>;
export type TemplateName = keyof typeof templates;

/** The columns of a template that must have a value -> their labels. */
export const requiredColumns = (name: TemplateName): [column: string, label: string][] =>
  Object.entries<string | undefined>(templates[name].columns).flatMap(([column, label]) =>
    label ? [[column, label] as [string, string]] : [],
  );

/** The groups in which the editor shows the fields about a client: what most people need first. */
const groups: { key: string; label: string; has: RegExp }[] = [
  { key: 'client', label: 'Client', has: /^/ },
  {
    key: 'reference',
    label: 'Reference and Options',
    has: /^(external_reference|is_draft|custom_fields|redirect_url|risk_level|roles|direct_ownership_percentage)$/,
  },
  { key: 'parties', label: 'Related Parties', has: /^related_/ },
  {
    key: 'details',
    label: 'Further Details',
    has: /^(local_number|vat_number|registration_date)$/,
  },
  { key: 'address', label: 'Address', has: /_address_/ },
  { key: 'more', label: 'More', has: /^(additional_fields|clear_fields|meta)$/ },
];

export const inputFieldGroups = groups.map(({ key, label }) => ({ key, label }));

/** The same fields, each in its group. */
export const grouped = <T extends { key: string }>(fields: T[]): (T & { group: string })[] =>
  fields.map((field) => ({
    ...field,
    // The first group takes what no other one has.
    group: (groups.slice(1).find(({ has }) => has.test(field.key)) ?? groups[0]!).key,
  }));

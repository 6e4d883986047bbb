/** The account of the service, as the guides set it up. */

/** The custom field of cases that the account must have, as docs/set-up.md names it. */
export const dealField = { name: 'deal_id', label: 'Deal ID', type: 'text' } as const;

/** The account of the demo and of a new sandbox. */
export const account = {
  custom_fields: [
    { name: 'plan', display_name: 'Plan' },
    { name: dealField.name, display_name: dealField.label, type: dealField.type },
  ],
};

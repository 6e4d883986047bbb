/**
 * The set-up of an account: strictness of its API, custom fields, expected documents and portal. It
 * is one object with defaults, stored with the data so that a page can change it.
 */
import type * as file from './account-types.d.ts';
import type { Store } from './store.ts';

/** The kinds of custom fields. */
export const fieldTypes = [
  'text',
  'number',
  'boolean',
  'dropdown_single',
  'dropdown_multiple',
  'date',
  'country_single',
  'country_multiple',
] as const;
/** The options of an account's API. The first is the default. */
export const rules = {
  unknown_fields: ['keep', 'drop', 'refuse'],
  external_reference: ['unique', 'unique_per_subject', 'free'],
  country_codes: ['alpha-3', 'alpha-2'],
} as const;

/** The owners of custom fields. The first is the default. */
export const fieldOwners = ['APPLICATION', 'PERSON', 'RELATED_BUSINESS'] as const;

/** A field of `custom_fields`; `name` is its key there. */
export type CustomField = Required<Omit<file.CustomField, 'attached_to'>> &
  Pick<file.CustomField, 'attached_to'>;
/** A document that the account expects. */
export type ExpectedDocument = Required<file.ExpectedDocument>;
/** The whole file of an account, with its defaults. */
export interface AccountSettings extends Required<Pick<file.Account, keyof typeof rules>> {
  custom_fields: CustomField[];
  expected_documents: ExpectedDocument[];
  /** Its pages and letters have the name. */
  portal: Required<file.PortalLook>;
}

const expected = (
  id: string,
  name: string,
  slug: string,
  attached_to: ExpectedDocument['attached_to'],
  isRequired = true,
): ExpectedDocument => ({
  id,
  name,
  slug,
  attached_to,
  is_mandatory: true,
  is_required_in_onboarding_portal: isRequired,
  onboarding_document: true,
});

/** The set-up of a new account. */
export const defaultSettings: AccountSettings = {
  unknown_fields: rules.unknown_fields[0],
  external_reference: rules.external_reference[0],
  country_codes: rules.country_codes[0],
  custom_fields: [
    {
      id: 'cf_plan',
      name: 'plan',
      display_name: 'Plan',
      type: 'text',
      accepted_values: [],
      description: null,
      is_required: false,
      display_in_portal: false,
      required_in_portal: false,
      display_order_in_portal: 1,
    },
  ],
  expected_documents: [
    expected(
      'exp_registration',
      'Registration certificate',
      'REGISTRATION_CERTIFICATE',
      'APPLICATION_BUSINESS',
    ),
    expected('exp_id', 'Identity document', 'ID', 'PERSON', false),
    expected('exp_owner_id', 'Identity document of the account owner', 'ID', 'ACCOUNT_OWNER'),
  ],
  portal: { name: 'Clearpath', color: '#0b5d57', logo_url: null, redirect_url: null },
};

export class Account {
  private readonly settings;
  constructor(store: Store) {
    this.settings = store.collection<Partial<AccountSettings>>('settings');
  }

  /** True until a part is changed. */
  isNew = (): boolean => !this.settings.get('account');

  /** The set-up with defaults. */
  read(): AccountSettings {
    return { ...defaultSettings, ...this.settings.get('account') };
  }

  /** Changes these parts. */
  change(parts: Partial<AccountSettings>): void {
    this.settings.put('account', { ...this.read(), ...parts });
  }

  /** An expected document by its ID. */
  expectedDocument(id: string): ExpectedDocument | undefined {
    return this.read().expected_documents.find((document) => document.id === id);
  }
}

/**
 * What an account has set up: how strict its API is, its custom fields, the documents it expects
 * and its portal. One object with a default, stored with the data, so that a page can change it.
 */
import { given } from './given.ts';
import type { Store } from './store.ts';

/** A field of `custom_fields`; `name` is its key there. */
export interface CustomField {
  id: string;
  name: string;
  display_name: string;
  type:
    | 'text'
    | 'number'
    | 'boolean'
    | 'dropdown_single'
    | 'dropdown_multiple'
    | 'date'
    | 'country_single'
    | 'country_multiple';
  /** Of a dropdown. */
  accepted_values: string[];
  description: string | null;
  is_required: boolean;
  display_in_portal: boolean;
  required_in_portal: boolean;
  display_order_in_portal: number;
}
/** A document the account wants; `slug` is the type a document of this kind gets. */
export interface ExpectedDocument {
  id: string;
  name: string;
  slug: string;
  /** Whom it belongs to. */
  attached_to:
    | 'APPLICATION_BUSINESS'
    | 'PERSON'
    | 'ACCOUNT_OWNER'
    | 'PERSON_DIRECTOR'
    | 'PERSON_UBO'
    | 'PERSON_SHAREHOLDER'
    | 'RELATED_BUSINESS_DIRECTOR';
  is_mandatory: boolean;
  is_required_in_onboarding_portal: boolean;
  onboarding_document: boolean;
}
export interface AccountSettings {
  /** What happens to fields of a body that nobody knows. */
  unknown_fields: 'keep' | 'drop' | 'refuse';
  /** Whether two cases may have one reference: freely, one per subject, or never. */
  external_reference: 'free' | 'unique_per_subject' | 'unique';
  custom_fields: CustomField[];
  expected_documents: ExpectedDocument[];
  portal: { name: string; color: string; logo_url: string | null; redirect_url: string | null };
}

const expected = (
  id: string,
  name: string,
  slug: string,
  attached_to: ExpectedDocument['attached_to'],
): ExpectedDocument => ({
  id,
  name,
  slug,
  attached_to,
  is_mandatory: true,
  is_required_in_onboarding_portal: true,
  onboarding_document: true,
});

/** An account on which nothing was set up. */
export const defaultSettings: AccountSettings = {
  unknown_fields: 'keep',
  external_reference: 'unique_per_subject',
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
    expected('exp_id', 'Identity document', 'ID', 'PERSON'),
  ],
  portal: {
    name: 'Compliance Onboarding',
    color: '#1f5fbf',
    logo_url: null,
    redirect_url: null,
  },
};

interface At {
  store: Store;
}
const nameOf = (account: string) => `account ${account}`;

/** What the account has set up; of what it has not, the default. */
export const readSettings = ({ store }: At, account: string): AccountSettings => ({
  ...defaultSettings,
  ...store.record<Partial<AccountSettings>>(
    'select data from settings where name = ?',
    nameOf(account),
  ),
});

/** Changes the parts that are given. @returns all of it. */
export function changeSettings(
  at: At,
  account: string,
  change: Partial<AccountSettings>,
): AccountSettings {
  const settings = { ...readSettings(at, account), ...change };
  at.store.run(
    `insert into settings (name, data) values (?,?)
     on conflict (name) do update set data = excluded.data`,
    nameOf(account),
    JSON.stringify(settings),
  );
  return settings;
}

/** The expected document of an id. */
export const expectedDocument = (
  at: At,
  account: string,
  id: string,
): ExpectedDocument | undefined =>
  readSettings(at, account).expected_documents.find((known) => known.id === id);

export const openAccount = (store: Store) =>
  given({ store } as At, {
    read: readSettings,
    change: changeSettings,
    expectedDocument,
  });

export type Account = ReturnType<typeof openAccount>;

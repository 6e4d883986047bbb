/** What the file of an account may hold: the types of a test of one's own as well. */

/** A key of `custom_fields`; of what is left out, the default. */
export interface CustomField {
  /** The key. */
  name: string;
  id?: string;
  display_name?: string;
  /** `text` where left out. */
  type?:
    | 'text'
    | 'number'
    | 'boolean'
    | 'dropdown_single'
    | 'dropdown_multiple'
    | 'date'
    | 'country_single'
    | 'country_multiple';
  /** Of a dropdown. */
  accepted_values?: string[];
  description?: string | null;
  is_required?: boolean;
  /** false where left out. */
  display_in_portal?: boolean;
  required_in_portal?: boolean;
  display_order_in_portal?: number;
  /** What has the field; the case where left out. */
  attached_to?: 'APPLICATION' | 'PERSON' | 'RELATED_BUSINESS';
}
export interface ExpectedDocument {
  name: string;
  /** Whom it belongs to. */
  attached_to:
    | 'APPLICATION_BUSINESS'
    | 'PERSON'
    | 'ACCOUNT_OWNER'
    | 'PERSON_DIRECTOR'
    | 'PERSON_UBO'
    | 'PERSON_SHAREHOLDER'
    | 'RELATED_BUSINESS_DIRECTOR';
  id?: string;
  /** The type such a document gets; made of the name where left out. */
  slug?: string;
  /** Whether a case needs it; true where left out. */
  is_mandatory?: boolean;
  /** Whether the client cannot submit without it; as `is_mandatory` where left out. */
  is_required_in_onboarding_portal?: boolean;
  /** Whether the portal asks for it; true where left out. */
  onboarding_document?: boolean;
}
export interface PortalLook {
  name?: string;
  /** As `#1f5fbf`. */
  color?: string;
  /** An address, or a picture as `data:image/png;base64,…`. */
  logo_url?: string | null;
  redirect_url?: string | null;
}
export interface Webhook {
  url: string;
  events: string[];
  /** `whsec_…`; made where left out. */
  secret?: string;
  /** Sent with each delivery, for receivers that can only check a header. */
  headers?: Record<string, string>;
}
/** The set-up of an account, as the back office exports it. */
export interface Account {
  /** What happens to fields of a body that nobody knows. */
  unknown_fields?: 'keep' | 'drop' | 'refuse';
  /** Whether cases may share a reference: never, a business and a person, or freely. */
  external_reference?: 'unique' | 'unique_per_subject' | 'free';
  /** The form of countries in answers and events; both are taken. */
  country_codes?: 'alpha-3' | 'alpha-2';
  custom_fields?: CustomField[];
  expected_documents?: ExpectedDocument[];
  portal?: PortalLook;
  webhooks?: Webhook[];
}

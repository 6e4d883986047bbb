/** The file of an account, for the back office and for tests in TypeScript. */

/** A custom field. Every optional property has a default. */
export interface CustomField {
  /** The key in `custom_fields`. */
  name: string;
  id?: string;
  display_name?: string;
  /** The default is `text`. */
  type?:
    | 'text'
    | 'number'
    | 'boolean'
    | 'dropdown_single'
    | 'dropdown_multiple'
    | 'date'
    | 'country_single'
    | 'country_multiple';
  /** The choices of a dropdown. */
  accepted_values?: string[];
  description?: string | null;
  is_required?: boolean;
  /** The default is false. */
  display_in_portal?: boolean;
  required_in_portal?: boolean;
  display_order_in_portal?: number;
  /** The owner of the field. The default is the case. */
  attached_to?: 'APPLICATION' | 'PERSON' | 'RELATED_BUSINESS';
}
export interface ExpectedDocument {
  name: string;
  /** The owner of the document. */
  attached_to:
    | 'APPLICATION_BUSINESS'
    | 'PERSON'
    | 'ACCOUNT_OWNER'
    | 'PERSON_DIRECTOR'
    | 'PERSON_UBO'
    | 'PERSON_SHAREHOLDER'
    | 'RELATED_BUSINESS_DIRECTOR';
  id?: string;
  /** The type of the document. The default is made from the name. */
  slug?: string;
  /** The case needs it. The default is true. */
  is_mandatory?: boolean;
  /** The client cannot submit the portal without it. The default is `is_mandatory`. */
  is_required_in_onboarding_portal?: boolean;
  /** The portal asks for it. The default is true. */
  onboarding_document?: boolean;
}
export interface PortalLook {
  name?: string;
  /** A colour such as `#1f5fbf`. */
  color?: string;
  /** A web address. */
  logo_url?: string | null;
  redirect_url?: string | null;
}
export interface Webhook {
  url: string;
  events: string[];
  /** `whsec_…`. The default is a new secret. */
  secret?: string;
  /** Headers of each delivery, for receivers that can only check a header. */
  headers?: Record<string, string>;
}
/** The set-up of an account, as the back office exports it. */
export interface Account {
  /** The treatment of unknown fields in a body. */
  unknown_fields?: 'keep' | 'drop' | 'refuse';
  /** Cases that may have the same reference: none, a business and a person, or any. */
  external_reference?: 'unique' | 'unique_per_subject' | 'free';
  /** The form of countries in answers and events. Requests may use both. */
  country_codes?: 'alpha-3' | 'alpha-2';
  custom_fields?: CustomField[];
  expected_documents?: ExpectedDocument[];
  portal?: PortalLook;
  webhooks?: Webhook[];
}

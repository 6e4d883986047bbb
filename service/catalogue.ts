/**
 * The fields and events of the service, one row each. The key of a row is the field's name on the
 * wire; `names` of the dialect can rename it (client/exchange/wire.ts). The rows define the schemas of the
 * contract; the input, output, samples, messages and groups of the editor (fields/); and the forms of
 * the portal (packages/sandbox/).
 */
import * as z from 'zod/mini';

import { kinds, type Kind } from './kinds.ts';

/** The group of a field in the editor (fields/kinds/groups.ts). */
export type Group = 'client' | 'reference' | 'portal' | 'details' | 'address' | 'more';

/** How the portal asks for a field. */
interface Asked {
  required?: true;
  /** The `autocomplete` token of HTML: the browser can fill in the field. */
  autocomplete?: string;
  /** The position in the form, if it differs from the order of the rows. */
  place?: number;
}

export interface Field {
  kind: Kind;
  label: string;
  help: string;
  /** Its value in a sample body. */
  sample?: unknown;
  /** A value that its field shows as an example, if it has no sample. */
  example?: string;
  group: Group;
  /** Most forms need it: a form that shows few fields has it. */
  isUsual?: true;
  /** Key of the input and output field, if it differs from the name on the wire. */
  key?: string;
  /** Its place among the parts of an object: the key and the label of the object, and its own. */
  part?: { key: string; object: string; label: string };
  /** The setting that suggests values. Other values are valid too. */
  suggestions?: 'roles';
  /** A date that has come. */
  isPast?: true;
  /** The portal asks for it in the form about the client. */
  portal?: Asked;
  /** The portal asks for it in the form about a related party. */
  party?: 'optional' | 'required';
  /** Of a field of a case: operations and back office have a place of their own for it. */
  hasPlace?: true;
  /**
   * An older version of the API has this field at the top of a case, where it is now deprecated
   * ("Versioning").
   */
  wasAtTop?: true;
}
/** A row that is an object. The editor shows its fields one by one. */
export interface Nested {
  label: string;
  group: Group;
  parts: Fields;
  /** Prefix of its input keys, which must be unique in a step. */
  prefix: string;
  /** Rare: the sample leaves it out. */
  isSeldom?: true;
  wasAtTop?: true;
}
type Fields = Readonly<Record<string, Field>>;
export type Rows = Readonly<Record<string, Field | Nested>>;

/** A row as it is written: without a kind it is a text, without a group in the usual one. */
type Written =
  | (Omit<Field, 'kind' | 'group'> & Partial<Pick<Field, 'kind' | 'group'>>)
  | (Omit<Nested, 'group'> & Partial<Pick<Nested, 'group'>>);
type Whole<Row> = Row & { readonly group: Group } & (Row extends { kind: Kind } | { parts: object }
    ? unknown
    : { readonly kind: 'text' });

/**
 * Completes rows and keeps their names and kinds. A mistake is an error at its row: with
 * `as const satisfies`, all that reads the rows would be wrong, too.
 */
const declare = <const All extends Readonly<Record<string, Written>>>(usual: Group, all: All) =>
  Object.fromEntries(
    Object.entries(all).map(([name, row]) => [
      name,
      { ...(!('parts' in row) && { kind: 'text' }), group: usual, ...row },
    ]),
  ) as { readonly [Name in keyof All]: Whole<All[Name]> };

const postal = declare('address', {
  street: {
    label: 'Street',
    help: 'Street and house number, for example 12 High Street.',
    sample: '12 High Street',
    portal: { autocomplete: 'street-address' },
  },
  town: {
    key: 'city',
    label: 'City',
    help: 'Town or city, for example London.',
    sample: 'London',
    portal: { autocomplete: 'address-level2', place: 3 },
  },
  postcode: {
    key: 'postal_code',
    label: 'Postal Code',
    help: 'Postal or ZIP code as written on a letter, for example EC1A 1BB.',
    sample: 'EC1A 1BB',
    portal: { autocomplete: 'postal-code', place: 2 },
  },
  state: {
    key: 'region',
    label: 'Region',
    help: 'State, province or region, if the country uses one.',
    sample: 'Greater London',
  },
  country: {
    kind: 'country',
    label: 'Country',
    help: 'Country of the address, as a name or code, for example France or FR.',
    sample: 'GBR',
  },
  line_1: {
    label: 'Line 1',
    help: 'First line of the address, if you do not have street and number separately.',
  },
  line_2: {
    label: 'Line 2',
    help: 'Second line of the address, for example the floor or the building.',
  },
  building_number: {
    kind: 'code',
    label: 'Building Number',
    help: 'House number, if Street does not have it.',
  },
});

/** An address ("Resources", field `address`). */
export const address = declare('address', {
  ...postal,
  single_line: {
    label: 'in One Line',
    help: 'The whole address in one line, if you do not have its parts.',
  },
});

/** "Business": subject of a KYB case, related business, or entry of a company registry. */
export const business = declare('details', {
  organization_name: {
    label: 'Organization Name',
    help: 'Registered name of the business, for example Lumen Studio Ltd. A new business needs it or a Registration Number.',
    sample: 'Lumen Studio Ltd',
    group: 'client',
    isUsual: true,
    portal: { required: true, autocomplete: 'organization' },
    party: 'required',
    wasAtTop: true,
  },
  country: {
    kind: 'country',
    label: 'Country',
    help: 'Country of registration, as a name or code, for example France, FR or FRA.',
    sample: 'GBR',
    group: 'client',
    isUsual: true,
    // The search in the registry needs it first.
    portal: { required: true, place: -1 },
    party: 'optional',
    wasAtTop: true,
  },
  registration_number: {
    kind: 'identifier',
    label: 'Registration Number',
    help: 'Number in the official company registry, for example 01234567. A new business needs it or an Organization Name.',
    sample: '01234567',
    group: 'client',
    isUsual: true,
    portal: { required: true },
    party: 'optional',
  },
  legal_type: {
    kind: 'code',
    label: 'Legal Type',
    help: 'Legal form of the business as the service names it, for example Ltd.',
    sample: 'Ltd',
    wasAtTop: true,
  },
  local_number: {
    kind: 'identifier',
    label: 'Local Number',
    help: 'Second national number, if there is one. In France it is the SIRET.',
    wasAtTop: true,
  },
  vat_number: {
    kind: 'identifier',
    label: 'VAT Number',
    help: 'VAT identification number with its country letters, for example GB123456789.',
    sample: 'GB123456789',
    portal: {},
    wasAtTop: true,
  },
  registration_date: {
    kind: 'date',
    isPast: true,
    label: 'Registration Date',
    help: 'Date of registration, for example 2015-03-12.',
    sample: '2015-03-12',
    portal: {},
    wasAtTop: true,
  },
  phone_number: {
    key: 'business_phone',
    kind: 'phone',
    label: 'Business Phone',
    help: 'Telephone number of the business with its country code, for example +33 1 42 60 30 30.',
    example: '+33 1 42 60 30 30',
  },
  iban: {
    kind: 'identifier',
    label: 'IBAN',
    help: 'Bank account number of the business, for example FR7630006000011234567890189.',
    example: 'FR7630006000011234567890189',
  },
  address: {
    label: 'Business Address',
    group: 'address',
    prefix: 'business_address_',
    parts: address,
    wasAtTop: true,
  },
  trading_address: {
    label: 'Trading Address',
    group: 'address',
    prefix: 'trading_address_',
    isSeldom: true,
    parts: address,
  },
});

/** "Person": subject of a KYC case, or related person. */
export const person = declare('details', {
  given_names: {
    key: 'first_name',
    label: 'First Name',
    help: 'Given names as in the identity document.',
    sample: 'Inés',
    group: 'client',
    isUsual: true,
    portal: { required: true, autocomplete: 'given-name' },
    party: 'optional',
  },
  last_name: {
    label: 'Last Name',
    help: 'Family name as in the identity document. A new person needs it or an e-mail address.',
    sample: 'Ferrer',
    group: 'client',
    isUsual: true,
    portal: { required: true, autocomplete: 'family-name' },
    party: 'required',
  },
  email: {
    kind: 'email',
    label: 'Email',
    help: 'E-mail address of the person. A new person needs it or a Last Name.',
    sample: 'client@example.com',
    group: 'client',
    isUsual: true,
    portal: { autocomplete: 'email' },
    party: 'optional',
  },
  birth_date: {
    kind: 'birthDate',
    label: 'Birth Date',
    help: 'Date of birth, for example 1985-11-02. A time of day is ignored.',
    sample: '1985-11-02',
    group: 'client',
    isUsual: true,
    portal: { required: true, autocomplete: 'bday' },
    party: 'optional',
  },
  nationalities: {
    key: 'nationality',
    kind: 'countries',
    label: 'Nationality',
    help: 'Countries of citizenship, as names or codes, for example Spain, ES or ESP.',
    sample: ['ESP'],
    group: 'client',
    portal: { required: true },
    party: 'optional',
  },
  phone_number: {
    key: 'person_phone',
    kind: 'phone',
    label: 'Person Phone',
    help: 'Telephone number of the person with its country code, for example +34 612 345 678.',
    example: '+34 612 345 678',
  },
  gender: {
    kind: 'code',
    label: 'Gender',
    help: 'Gender of the person as the service names it, for example female.',
    example: 'female',
  },
  birth_city: {
    label: 'Birth City',
    help: 'Town or city of birth, for example Valencia.',
    example: 'Valencia',
  },
  birth_country: {
    kind: 'country',
    label: 'Birth Country',
    help: 'Country of birth, as a name or code, for example Spain, ES or ESP.',
  },
  pep_status: {
    kind: 'code',
    label: 'PEP Status',
    help: 'Political exposure of the person as the service names it.',
  },
  address: {
    label: 'Person Address',
    group: 'address',
    prefix: 'person_address_',
    parts: postal,
    wasAtTop: true,
  },
  address_single_line: {
    label: 'Person Address in One Line',
    help: address.single_line.help,
    group: 'address',
    part: { key: 'person_address', object: 'Person Address', label: address.single_line.label },
  },
});

/** "Relationships (persons and businesses)": the role of a party in its case. */
export const relationship = declare('reference', {
  roles: {
    kind: 'list',
    label: 'Roles',
    help: 'Roles of the party, for example Director.',
    suggestions: 'roles',
    sample: ['DIRECTOR', 'UBO'],
  },
  direct_ownership_percentage: {
    kind: 'percentage',
    label: 'Direct Ownership Percentage',
    help: 'Share held directly, from 0 to 100, for example 25, 12.5 or 12,5 %.',
    sample: 60,
  },
});

/** The fields of a person and of a business that are related to a case. */
export const relatedPerson = { ...relationship, ...person } as const;
export const relatedBusiness = { ...relationship, ...business } as const;

/** The fields of a case itself, without its subject. */
export const application = declare('reference', {
  external_reference: {
    kind: 'reference',
    label: 'External Reference',
    help: 'ID of the deal or client in your CRM. Every event contains it. A second run with the same reference returns the same case. To verify a business and a person for one deal, use two references, such as 4711-kyb and 4711-kyc.',
    isUsual: true,
    hasPlace: true,
  },
  is_draft: {
    kind: 'boolean',
    label: 'Create as Draft',
    help: '{{Yes}}: the case stays a draft until you or the client submits it. {{No}}{{or_empty}}: it enters the compliance workflow at once.',
    isUsual: true,
    hasPlace: true,
  },
  custom_fields: {
    kind: 'pairs',
    label: 'Custom Fields',
    help: 'Custom fields of your account. Enter the field name on the left and the value on the right. A value takes the type that your account lists for its field. In any other field, numbers, true/false and lists such as ["a","b"] keep their type, and a value in double quotes is text.',
    isUsual: true,
    hasPlace: true,
  },
  risk_level: {
    kind: 'riskLevel',
    label: 'Risk Level',
    help: 'Risk level of the case. With Forbidden, the case cannot be approved.',
    hasPlace: true,
  },
  meta: {
    kind: 'pairs',
    label: 'Meta',
    help: 'Technical data to keep with the case. Enter a name on the left, for example source, and a value on the right, for example crm.',
    group: 'more',
    hasPlace: true,
  },
});

/** The fields of a case that only their row describes. */
export const furtherFields: Fields = Object.fromEntries(
  Object.entries<Field>(application).filter(([, row]) => !row.hasPlace),
);

/** "Portal": the options of a new portal. */
export const portal = declare('portal', {
  default_custom_fields: {
    kind: 'pairs',
    label: 'Default Custom Fields',
    help: 'Custom fields of the new case, such as the plan the client buys. The trigger "New Submission" returns them.',
    group: 'reference',
  },
  redirect_url: {
    kind: 'url',
    label: 'Redirect URL',
    help: 'Page that opens after the client submits, for example https://www.example.com/thank-you.',
    example: 'https://www.example.com/thank-you',
  },
  email: {
    key: 'sign_in_email',
    kind: 'email',
    label: 'Email for Sign-in',
    help: 'E-mail address that gets a link to sign in. If empty, everyone with the portal link can open it.',
  },
  theme: {
    kind: 'id',
    label: 'Theme',
    help: 'Name or ID of a theme in your account. If empty, the portal has its usual look.',
  },
});

/** The objects that own fields, with their rows. */
export const owners = {
  case: application,
  portal,
  business: relatedBusiness,
  person: relatedPerson,
} as const satisfies Record<string, Rows>;
export type Owner = keyof typeof owners;

/** Path such as `person.address.town` -> its row. */
const rowsByPath = new Map(Object.entries<Rows>(owners).flatMap(rowsBelow));
function rowsBelow([above, rows]: [path: string, Rows]): [path: string, Field | Nested][] {
  return Object.entries(rows).flatMap(([name, row]): [string, Field | Nested][] => {
    const path = `${above}.${name}`;
    return [[path, row], ...('parts' in row ? rowsBelow([path, row.parts]) : [])];
  });
}

/** The row at a path; undefined for an unknown path. */
export const rowAt = (path: string): Field | Nested | undefined => rowsByPath.get(path);

/** Each single field of an owner, and its kind. */
export const singleFields: readonly [name: string, kind: Kind][] = [...rowsByPath].flatMap(
  ([path, row]) => ('kind' in row ? [[path.slice(path.lastIndexOf('.') + 1), row.kind]] : []),
);
/** Name of a single field -> its kind, which is the same for all owners. */
export const fieldKinds: ReadonlyMap<string, Kind> = new Map(singleFields);

/** The statuses of a case that have their own event. */
export type StatusField = 'status_review' | 'status_execution';

export interface EventRow {
  name: string;
  /** When the service sends it. */
  summary: string;
  /** Whether the sandbox emits it: always, only to a webhook that wants it, or never. */
  sandbox: 'always' | 'wanted' | 'never';
  /** The status whose change it reports. */
  status?: StatusField;
}

/** "Events": the key of its trigger -> the event. */
export const events = {
  case_created: {
    name: 'application.created',
    summary: 'A step, a colleague or a client creates a case',
    sandbox: 'wanted',
  },
  case_updated: {
    name: 'application.updated',
    summary: 'Anything in a case changes, such as a field or a related party',
    sandbox: 'wanted',
  },
  case_status_updated: {
    name: 'application.status_updated',
    summary: 'The execution status of a case changes, for example when its checks are done',
    sandbox: 'wanted',
    status: 'status_execution',
  },
  case_submitted: {
    name: 'application.submitted',
    summary: 'A client submits a case in the portal',
    sandbox: 'always',
  },
  case_review_updated: {
    name: 'application.review_updated',
    summary: 'The review status of a case changes, for example on approval',
    sandbox: 'always',
    status: 'status_review',
  },
  collect_opened: {
    name: 'collect.opened',
    summary: 'The client must correct or add something and the portal link for it is ready',
    sandbox: 'always',
  },
  collect_closed: {
    name: 'collect.closed',
    summary: 'The portal of a case is closed, for example after the client submits',
    sandbox: 'wanted',
  },
} as const satisfies Record<string, EventRow>;

/**
 * The service sends this event when a user tests a webhook. It reports no change and must not run a
 * flow.
 */
export const testEvent = 'webhooks.test';

/** Events of the known service without a trigger. One that gets its trigger moves up to the rows. */
export const otherEvents = [
  'document.created',
  'document.updated',
  'document.deleted',
  'identity_verification.updated',
  testEvent,
] as const;

type SchemaOf<Row> = Row extends { parts: infer Parts extends Rows }
  ? z.ZodMiniObject<ShapeOf<Parts>, z.core.$loose>
  : Row extends { kind: infer K extends Kind }
    ? (typeof kinds)[K]
    : never;
/** Each row as an optional, nullable field. */
type ShapeOf<R extends Rows> = {
  -readonly [Name in keyof R]: z.ZodMiniOptional<z.ZodMiniNullable<SchemaOf<R[Name]>>>;
};

/** Turns rows into the fields of a schema. */
export const shapeOf = <R extends Rows>(rows: R): ShapeOf<R> =>
  Object.fromEntries(
    Object.entries(rows).map(([name, row]) => [
      name,
      z.nullish('parts' in row ? schemaOf(row.parts) : kinds[row.kind]),
    ]),
  ) as ShapeOf<R>;

const schemas = new Map<Rows, z.ZodMiniType>();
/** The schema of an object with these rows. It is built once; unknown fields pass through. */
export function schemaOf<R extends Rows>(rows: R): z.ZodMiniObject<ShapeOf<R>, z.core.$loose> {
  const schema = schemas.get(rows) ?? z.looseObject(shapeOf(rows));
  schemas.set(rows, schema);
  return schema as z.ZodMiniObject<ShapeOf<R>, z.core.$loose>;
}

/** The key of a row in forms and outputs: its `key`, or its name on the wire. */
export type KeyOf<R, Name extends keyof R> = R[Name] extends {
  key: infer Key extends string;
}
  ? Key
  : Name;
export const keyOf = (name: string, row: object): string =>
  'key' in row && typeof row.key === 'string' ? row.key : name;

/** Deprecated fields at the top of a case -> their new path ("Versioning"). */
export const deprecatedFields: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    Object.entries<Field | Nested>(business)
      .filter(([, row]) => row.wasAtTop)
      .map(([name]) => [
        name,
        name in person ? `business.${name} or person.${name}` : `business.${name}`,
      ]),
  ),
  decision_status: 'POST /applications/{id}/decisions',
  decision_text: 'POST /applications/{id}/decisions',
};

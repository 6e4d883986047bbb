/** The possible columns of a list, and their names in lists. */
import type { address, business, KeyOf, person, Rows } from '../../../service/catalogue.ts';
import type { CustomField } from '../domain/account.ts';
import type { Kind } from '../domain/cases.ts';
import { formNameOf } from '../domain/custom-fields.ts';
import { withoutAccents } from '../domain/plain.ts';

interface Column {
  label: string;
  /** The only subject with this field. Columns about the case belong to both. */
  of?: Kind;
  /**
   * Matching headers, as `plain` writes them: those of the portal's languages, of CRMs and of the
   * service.
   */
  headers: string;
  /** An example for the template. */
  sample?: string;
  /** Its value is a country. */
  isCountry?: true;
}

/** The fields of a subject. Each needs a row below. */
type Single<R extends Rows> = {
  [Name in keyof R]: R[Name] extends { parts: object } ? never : KeyOf<R, Name>;
}[keyof R];
type FieldTarget =
  | Extract<Single<typeof business> | Single<typeof person>, string>
  | `address_${Extract<Single<typeof address>, string>}`;
/** Columns that are not fields. */
type CaseTarget = 'external_reference' | 'subject';

/** One row per meaning, in the order of the template. */
export const columns = {
  external_reference: {
    label: 'External reference',
    headers: `external reference|application external reference|external ref|reference|ref|id|
      deal id|client id|customer id|record id|account id|company id|contact id|organization id|deal record id|record id company|
      record id contact|opportunity id|external id|crm id|customer number|client number|referenz|
      externe referenz|kundennummer|kunden id|kundennr|reference externe|reference client|
      numero client|id client|referencia|referencia externa|id cliente|numero de cliente`,
    sample: 'deal-10482',
  },
  subject: {
    label: 'Subject (business or person)',
    headers: `subject|client type|customer type|type|kyc kyb|subject business or person|kundentyp|
      typ|art|type de client|sujet|tipo|tipo de cliente`,
    sample: 'business',
  },
  organization_name: {
    label: 'Name of the business',
    of: 'business',
    headers: `organization name|organisation name|organization|company|company name|business|
      business name|name of the business|account name|account|legal name|associated company|
      associated company names|firma|firmenname|unternehmen|unternehmensname|name des unternehmens|
      societe|raison sociale|entreprise|nom de l'entreprise|nom de la societe|denomination|empresa|
      razon social|nombre de la empresa|sociedad|denominacion`,
    sample: 'Lumen Studio SAS',
  },
  country: {
    label: 'Country',
    of: 'business',
    headers: `country|country region|country code|country of registration|incorporation country|
      billing country|
      billing country code|land|sitzland|registerland|pays|pays d immatriculation|pais|
      pais de registro`,
    sample: 'France',
    isCountry: true,
  },
  registration_number: {
    label: 'Registration number',
    of: 'business',
    headers: `registration number|reg number|reg no|registration no|registry number|company number|
      company registration number|siren|registernummer|handelsregisternummer|hrb|firmenbuchnummer|
      numero d enregistrement|numero d immatriculation|numero siren|numero d'enregistrement|
      numero d'immatriculation|numero de registro|numero registral`,
    sample: '552100554',
  },
  local_number: {
    label: 'Local number',
    of: 'business',
    headers: 'local number|siret|lokale nummer|numero local',
    sample: '55210055400013',
  },
  vat_number: {
    label: 'VAT number',
    of: 'business',
    headers: `vat number|vat|vat id|vat no|tax id|ust id|ust id nr|ust idnr|ustid|umsatzsteuer id|
      umsatzsteuer identifikationsnummer|tva|numero de tva|numero tva|numero tva intracommunautaire|
      nif|cif|iva|numero de iva|nif iva`,
    sample: 'FR40552100554',
  },
  legal_type: {
    label: 'Legal type',
    of: 'business',
    headers: 'legal type|legal form|rechtsform|forme juridique|forma juridica',
  },
  registration_date: {
    label: 'Registration date',
    of: 'business',
    headers: `registration date|date of registration|incorporation date|date of incorporation|
      founded|registrierungsdatum|datum der eintragung|eintragungsdatum|grundungsdatum|
      date d'enregistrement|date d'immatriculation|date de creation|fecha de registro|
      fecha de constitucion`,
    sample: '2015-03-12',
  },
  business_phone: {
    label: 'Phone of the business',
    of: 'business',
    headers: 'company phone|company phone number|business phone number',
  },
  iban: { label: 'IBAN', of: 'business', headers: 'bank account|kontonummer' },
  first_name: {
    label: 'First name',
    of: 'person',
    headers: `first name|first names|given name|given names|firstname|forename|person first name|
      contact first name|signatory first name|signatory given names|vorname|vornamen|prenom|prenoms|nombre|nombres`,
  },
  last_name: {
    label: 'Last name',
    of: 'person',
    headers: `last name|lastname|surname|family name|person last name|contact last name|
      signatory last name|nachname|
      familienname|name|nom|nom de famille|apellido|apellidos`,
  },
  email: {
    label: 'E-mail address',
    headers: `email|e mail|mail|email address|e mail address|person email|person email work|
      contact email|work email|signatory email|e mail adresse|email adresse|mailadresse|courriel|adresse e mail|
      adresse email|adresse electronique|correo|correo electronico|direccion de correo|
      direccion de correo electronico`,
    sample: 'client@lumen.example',
  },
  birth_date: {
    label: 'Date of birth',
    of: 'person',
    headers: `date of birth|birth date|birthdate|birthday|dob|geburtsdatum|geburtstag|
      date de naissance|fecha de nacimiento`,
  },
  nationality: {
    label: 'Nationality',
    of: 'person',
    headers: `nationality|nationalities|citizenship|staatsangehorigkeit|nationalitat|nationalite|
      nacionalidad`,
    isCountry: true,
  },
  person_phone: {
    label: 'Phone of the person',
    of: 'person',
    headers: 'contact phone|mobile phone|mobile phone number|handynummer|telephone mobile|movil',
  },
  gender: { label: 'Gender', of: 'person', headers: 'sex|geschlecht|sexe|genre|sexo|genero' },
  birth_city: {
    label: 'Place of birth',
    of: 'person',
    headers:
      'birth place|birthplace|city of birth|geburtsort|lieu de naissance|lugar de nacimiento',
  },
  birth_country: {
    label: 'Country of birth',
    of: 'person',
    headers: 'geburtsland|pays de naissance|pais de nacimiento',
    isCountry: true,
  },
  pep_status: { label: 'PEP status', of: 'person', headers: 'pep|is pep' },
  address_street: {
    label: 'Street',
    headers: `street|street address|address|address street|billing street|mailing street|
      organization address|address line 1|strasse|straße|anschrift|adresse|rue|voie|calle|direccion|
      domicilio`,
    sample: '12 rue de la Paix',
  },
  address_postal_code: {
    label: 'Postal code',
    headers: `postal code|postcode|zip|zip code|zip postal code|address postal code|
      billing postal code|billing zip postal code|mailing postal code|mailing zip postal code|plz|
      postleitzahl|code postal|codigo postal`,
    sample: '75002',
  },
  address_city: {
    label: 'City',
    headers: `city|town|address city|billing city|mailing city|ort|stadt|ville|commune|ciudad|
      localidad|poblacion`,
    sample: 'Paris',
  },
  address_region: {
    label: 'Region',
    headers: `region|state|state region|address region|billing state|billing state province|
      mailing state|bundesland|provincia`,
  },
  address_single_line: {
    label: 'Address in one line',
    headers: 'full address|whole address|address in one line|address single line|single line',
  },
  address_line_1: { label: 'Address line 1', headers: 'line 1' },
  address_line_2: { label: 'Address line 2', headers: 'line 2' },
  address_building_number: {
    label: 'Building number',
    headers: 'house number|hausnummer|numero de rue',
  },
  address_country: {
    label: 'Country of the address',
    headers: 'country of the address|address country|mailing country|pays de l adresse',
    isCountry: true,
  },
} as const satisfies Record<FieldTarget | CaseTarget, Column>;
export type Target = keyof typeof columns;
export const targets = Object.keys(columns) as Target[];
export const column = (target: Target): Column => columns[target];
export const labelOf = (target: Target): string => columns[target].label;

/**
 * Columns of the service's import that are not fields of a case. The case stores their values under
 * their name.
 */
const keptByName = ['signatory id', 'onboarding date'];

/** Meaning of a column: a custom field, its own name, or '' to leave it out. */
type Meaning = Target | `custom_${string}` | 'custom' | '';
/** Column -> its meaning. */
export type Mapping = Record<string, Meaning>;
/** The default subject of a row. `auto` decides by the columns. */
export type RowSubject = Kind | 'auto';

/** A header without differences in notation: `BillingPostalCode` -> `billing postal code`. */
export const plain = (header: string): string =>
  withoutAccents(header)
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .replaceAll(/[\s_./()*#:-]+/g, ' ')
    .trim();

/** True if the values of a column are days. */
export const isDateMeaning = (meaning: string, fields: CustomField[]): boolean =>
  meaning.endsWith('_date') ||
  fields.some((field) => field.type === 'date' && formNameOf(field) === meaning);

/** The words of a list with `|` between them. A `|` may end a line. */
const eachOf = (words: string): string[] => words.split(/\|\s*/);

const meanings = new Map<string, Target>(
  targets.flatMap((target) =>
    [labelOf(target), target, ...eachOf(columns[target].headers)].map(
      (header) => [plain(header), target] as const,
    ),
  ),
);

/** The meanings that only one column may have, with labels. */
export const choicesOf = (fields: CustomField[]): [Meaning, label: string][] => [
  ...targets.map((target): [Meaning, string] => [target, labelOf(target)]),
  ...fields.map((field): [Meaning, string] => [
    formNameOf(field),
    `Custom field: ${field.display_name}`,
  ]),
];

/** In the service's template, `country` belongs to the address. */
const ownTemplate = new Map<string, Target>([['country', 'address_country']]);

/** The probable meanings of the headers, each at most once. */
export function guessed(headers: string[], fields: CustomField[] = []): Mapping {
  const isOwnTemplate = headers.some((header) => plain(header) === 'incorporation country');
  const own = new Map(
    fields.flatMap((field) =>
      [field.display_name, field.name, `custom_field.${field.name}`].map(
        (name) => [plain(name), formNameOf(field)] as const,
      ),
    ),
  );
  const used = new Set<Meaning>();
  return Object.fromEntries(
    headers.map((header) => {
      const text = plain(header);
      const ofTemplate = isOwnTemplate ? ownTemplate.get(text) : undefined;
      const meaning = ofTemplate ?? meanings.get(text) ?? own.get(text);
      if (!meaning || used.has(meaning)) return [header, keptByName.includes(text) ? 'custom' : ''];
      used.add(meaning);
      return [header, meaning];
    }),
  );
}

/** The reason why these meanings are invalid, as a sentence; undefined if they are valid. */
export function mappingProblem(mapping: Mapping, fields: CustomField[]): string | undefined {
  const choices = choicesOf(fields);
  for (const [meaning, label] of choices) {
    const same = Object.keys(mapping).filter((name) => mapping[name] === meaning);
    if (same.length > 1) {
      const names = same.map((name) => `“${name}”`).join(' and ');
      return `${names} both mean ${label}. Leave one of them out, or make it a custom field.`;
    }
  }
  const possible = new Set<Meaning>(['', 'custom', ...choices.map(([meaning]) => meaning)]);
  const unknown = Object.entries(mapping).find(([, meaning]) => !possible.has(meaning));
  if (unknown) return `“${unknown[0]}”: there is no such meaning as “${unknown[1]}”.`;
  if (!Object.values(mapping).includes('external_reference')) {
    return 'Choose the column with the External reference. Without it, a second import would make every case again.';
  }
  return undefined;
}

const subjectWords: Record<Kind, string> = {
  business: `business|company|organization|organisation|legal entity|legal person|kyb|entity|
    corporate|unternehmen|firma|juristische person|entreprise|societe|personne morale|empresa|
    sociedad|persona juridica`,
  person: `person|individual|natural person|private person|private|kyc|consumer|privatperson|
    naturliche person|personne|particulier|personne physique|individu|persona|persona fisica|
    particular`,
};
const subjects = new Map<string, Kind>(
  (['business', 'person'] as const).flatMap((kind) =>
    eachOf(subjectWords[kind]).map((word) => [word, kind] as const),
  ),
);

/** "Natural person", "Firma" -> the subject; undefined for another word. */
export const subjectNamed = (text: string): Kind | undefined => subjects.get(plain(text));

/** The template: headers with an example. */
export const template = (): string[][] => [
  targets.map(labelOf),
  targets.map((target) => column(target).sample ?? ''),
];

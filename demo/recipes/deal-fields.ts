/** The fields of a deal in the CRM, which the Zaps and the workflows write. */

type Kind = 'text' | 'link' | 'time' | 'lines';

interface DealField {
  /** Its name in the CRM. */
  label: string;
  kind: Kind;
  /** The output that fills it, as the editor calls it. */
  from: string;
  /** When it is empty. */
  gap?: string;
}

const ifSent = 'only if the service sends it';

export const dealFields = {
  status: { label: 'Onboarding Status', kind: 'text', from: 'Status in Words' },
  case: { label: 'Onboarding Case', kind: 'text', from: 'Case' },
  link: { label: 'Onboarding Link', kind: 'link', from: 'Portal Link' },
  sent: { label: 'Link Sent', kind: 'time', from: 'the time of the Zap' },
  opened: {
    label: 'Link Opened',
    kind: 'time',
    from: 'Portal Opened At',
    gap: `${ifSent}; no event of the specification has it`,
  },
  submitted: { label: 'Submitted', kind: 'time', from: 'Submitted At', gap: ifSent },
  decided: { label: 'Decided', kind: 'time', from: 'Decided At', gap: ifSent },
  decision: { label: 'Onboarding Decision', kind: 'text', from: 'Review Status' },
  reason: { label: 'Decision Reason', kind: 'lines', from: 'Decision Reason', gap: ifSent },
  missing: { label: 'Missing Items', kind: 'lines', from: 'Missing Items', gap: ifSent },
} as const satisfies Record<string, DealField>;
export type DealFieldName = keyof typeof dealFields;

/** How each CRM calls the kinds of fields. */
export const kindsInCrm: Record<string, Record<Kind, string>> = {
  HubSpot: {
    text: 'Single-line text',
    link: 'Single-line text',
    time: 'Date and time picker',
    lines: 'Multi-line text',
  },
  Salesforce: { text: 'Text (255)', link: 'URL', time: 'Date/Time', lines: 'Long Text Area' },
  Pipedrive: { text: 'Text', link: 'Large text', time: 'Date', lines: 'Large text' },
};

const nameOf = (label: string, separator = '_') => label.replaceAll(' ', separator);

const hubspotKinds: Record<Kind, [type: string, fieldType: string]> = {
  text: ['string', 'text'],
  link: ['string', 'text'],
  time: ['datetime', 'date'],
  lines: ['string', 'textarea'],
};
const salesforceKinds: Record<Kind, object> = {
  text: { type: 'Text', length: 255 },
  link: { type: 'Url' },
  time: { type: 'DateTime' },
  lines: { type: 'LongTextArea', length: 2000, visibleLines: 3 },
};
const pipedriveKinds: Record<Kind, string> = {
  text: 'varchar',
  link: 'text',
  time: 'date',
  lines: 'text',
};
const all: DealField[] = Object.values(dealFields);

/** The requests that create the fields in each CRM: path -> bodies. */
export const createFields = {
  HubSpot: {
    path: 'POST /crm/v3/properties/deals/batch/create',
    bodies: [
      {
        inputs: all.map(({ label, kind }) => ({
          groupName: 'dealinformation',
          name: nameOf(label).toLowerCase(),
          label,
          type: hubspotKinds[kind][0],
          fieldType: hubspotKinds[kind][1],
        })),
      },
    ],
  },
  Salesforce: {
    path: 'POST /services/data/v62.0/tooling/sobjects/CustomField',
    bodies: all.map(({ label, kind }) => ({
      FullName: `Opportunity.${nameOf(label)}__c`,
      Metadata: { label, ...salesforceKinds[kind] },
    })),
    afterwards:
      'Nobody sees these fields yet, and no Zap can write them. In *Setup*, *Object Manager*, *Opportunity*, *Fields & Relationships*, open each one and choose *Set Field-Level Security*, or add the fields to a permission set. Do so for your users and for the user with whom Zapier is connected.',
  },
  Pipedrive: {
    path: 'POST /v1/dealFields',
    bodies: all.map(({ label, kind }) => ({ name: label, field_type: pipedriveKinds[kind] })),
  },
};

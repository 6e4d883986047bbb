/** A portal: the page where the client fills in the case. */
import { customFields, expectedDocuments, type ExpectedDocument } from '../client/account.ts';
import { duplicateField, halt } from '../client/basics/errors.ts';
import type { MadePortal, PortalWish } from '../client/portals.ts';
import type { Run } from '../client/exchange/run.ts';
import { portal as portalRows } from '../service/catalogue.ts';
import type { NewPortal } from '../service/contract.ts';
import type { Dialect } from '../service/dialect.ts';
import {
  additionalFieldsField,
  additionalLabels,
  merged,
  withAdditional,
} from './kinds/additional.ts';
import { caseField, sampleCase } from './cases.ts';
import { choicesOf } from './kinds/choices.ts';
import { customInputs, parseWithCustom, withListedTypes } from './kinds/custom.ts';
import { documentChoices } from './documents.ts';
import { fieldList, form } from './kinds/form.ts';
import { inputFields, labelsOf, pick, parseFields, type KeyIn, type Table } from './kinds/table.ts';
import { alreadyExisted, notTaken, outputWith } from './kinds/output.ts';
import { toReference } from './kinds/identifiers.ts';
import { toBoolean, toList, toOneOf, toValue, type Input } from './kinds/values.ts';

/** The requests to the client -> their names in the editor. */
const asks = {
  everything: 'Everything',
  documents: 'Some documents',
  identity: 'Identity verification only',
};

/** Whom a portal is for -> the names in the editor. */
const clients = { case: 'An Existing Case', client: 'A New Client' };

const forField = {
  key: 'portal_for' as const,
  label: 'For',
  default: 'case' satisfies keyof typeof clients,
  choices: choicesOf(clients),
  isClosed: true as const,
  helpText:
    'An existing case needs its Case. A new client has no case yet: the submission makes it.',
};

/** Inputs of a portal that are no fields of the service. */
const options = {
  deal_id: {
    label: 'Deal',
    help: 'Only for a new client: the ID of the deal in your CRM. A deal keeps one link until its case exists. The case keeps the ID as a custom field.',
    kind: 'reference',
  },
  ask_for: {
    label: 'Ask For',
    help: 'Choose how much the portal asks of the client. If empty, it asks for everything.',
    kind: 'text',
    choices: () => choicesOf(asks),
    group: 'portal',
  },
  documents: {
    label: 'Documents',
    help: 'Documents that the portal asks for, if Ask For is "Some documents".',
    kind: 'list',
    group: 'portal',
  },
  ask_again: {
    label: 'Ask Again',
    help: '{{Yes}}: the client gets a new request, and may lose the answers so far. {{No}}{{or_empty}}: the {{step}} returns the link of the open request, and none if the case is decided.',
    kind: 'boolean',
    group: 'portal',
  },
} as const satisfies Table<string>;

/** The fields of a portal in a step that also makes its case. */
const ofNewCase = pick(portalRows, ['redirect_url', 'email', 'theme']);

type PortalInput = Input<KeyIn<typeof portalRows> | keyof typeof options | 'additional_fields'>;

export const portalLabels = {
  application_id: 'Case',
  configuration: options.ask_for.label,
  ...labelsOf(portalRows),
  ...labelsOf(portalRows, 'configuration.'),
  'configuration.steps': options.ask_for.label,
};

/** Input fields of a portal in a step that also makes its case. */
export const newCasePortalFields = (dialect: Dialect, expected: ExpectedDocument[]) => [
  ...inputFields(dialect, ofNewCase),
  ...inputFields(dialect, pick(options, ['ask_for', 'documents']), {
    documents: documentChoices(expected),
  }),
];

/**
 * The request to the client, as the service's steps of a portal; undefined to ask for everything.
 * @throws a halt for documents without their request, and for the request without documents.
 */
function toRequest(input: Input<'ask_for' | 'documents'>) {
  const ask = toOneOf(input.ask_for, options.ask_for.label, Object.keys(asks));
  const documents = toList(input.documents, options.documents.label);
  const isForDocuments = ask === 'documents';
  if (isForDocuments !== documents.length > 0) {
    throw halt(
      isForDocuments
        ? 'Documents is empty. Choose the documents to ask for.'
        : 'Documents is filled in, but Ask For is not "Some documents". Choose "Some documents", or leave Documents empty.',
    );
  }
  if (!ask || ask === 'everything') return undefined;
  const step = isForDocuments
    ? { step: 'documents', data: { expectedDocumentsIds: documents } }
    : { step: 'identity-verification' };
  return { configuration: { steps: [step] } };
}

/** Input -> the options of the new case's portal. @throws a halt for invalid values. */
export const toNewCasePortal = (input: PortalInput): NewPortal => ({
  ...parseFields(ofNewCase, input),
  ...toRequest(input),
});

export const portalFields = fieldList([
  forField,
  caseField('Case that the client fills in. Leave it empty for a new client.', false),
  form(async (run) => {
    const [custom, expected] = await Promise.all([customFields(run), expectedDocuments(run)]);
    return [
      ...inputFields(run.dialect, portalRows),
      ...inputFields(run.dialect, options, { documents: documentChoices(expected) }),
      // The field of the deal has its own input.
      ...customInputs(custom.filter(({ name }) => name !== run.dialect.deal_field)),
      additionalFieldsField,
    ];
  }),
]);

/** The case of a portal; undefined for a new client. @throws a halt if Case and For do not agree. */
function toPortalCase(input: Input<'portal_for' | 'application_id'>): string | undefined {
  const isNew = toOneOf(input.portal_for, forField.label, Object.keys(clients)) === 'client';
  const application_id = toValue(input.application_id, 'Case');
  if (isNew && application_id) {
    throw halt(
      `Case is filled in, but For is "${clients.client}". Empty Case, or choose "${clients.case}".`,
    );
  }
  if (!isNew && !application_id) {
    throw halt(`Case is empty. {{Map}} the Case, or choose "${clients.client}" in For.`);
  }
  return application_id;
}

/** Input -> the options of a portal. @throws a halt for invalid values. */
export async function toPortalWish(
  run: Run,
  input: PortalInput & Input<'portal_for' | 'application_id'>,
): Promise<PortalWish> {
  const deal = toReference(input.deal_id, options.deal_id.label);
  const request = toRequest(input);
  const application_id = toPortalCase(input);
  if (request && !application_id) {
    throw halt(
      'Ask For needs an existing case: a new client is asked for everything. Leave Ask For empty.',
    );
  }
  const { deal_field } = run.dialect;
  const custom = parseWithCustom(portalRows, input, 'default_custom_fields');
  const ofDeal = deal === undefined ? {} : { default_custom_fields: { [deal_field]: deal } };
  const body = {
    ...(application_id && { application_id }),
    ...merged(custom, ofDeal, () =>
      duplicateField(deal_field, options.deal_id.label, portalRows.default_custom_fields.label),
    ),
    ...request,
  };
  const whole = withAdditional(body, input.additional_fields, portalLabels);
  return {
    body: await withListedTypes(run, input, whole, { key: 'default_custom_fields' }),
    deal,
    askAgain: toBoolean(input.ask_again, options.ask_again.label),
    labels: additionalLabels(input.additional_fields),
  };
}

/** The output of a portal. `portal_link` is a full URL, or null for a decided client. */
export const toPortal = ({ link, ...portal }: MadePortal) => ({
  ...portal,
  id: portal.portal_id ?? link ?? portal.application_id ?? null,
  application_id: portal.application_id ?? null,
  portal_link: link ?? null,
});

export const portalOutput = outputWith(
  () => [
    { key: 'id', label: 'ID' },
    { key: 'application_id', label: 'Case' },
    { key: 'portal_link', label: 'Portal Link' },
  ],
  () => ({
    id: 'ptl_8Xa3Gu6JkD',
    application_id: sampleCase.application_id,
    portal_link: sampleCase.portal_link,
  }),
  alreadyExisted,
  notTaken,
);

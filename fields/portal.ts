/** A portal: the hosted page on which the client fills in the case. */
import type { CreatePortalBody, NewPortal } from '../service/contract.ts';
import type { Dialect } from '../service/dialect.ts';
import type { MadePortal } from '../client/portals.ts';
import { additionalFieldsField, withAdditional } from './additional.ts';
import { caseField, caseSample } from './case.ts';
import { customInputs, ofAccount, withCustom } from './custom.ts';
import { fieldList, form } from './form.ts';
import { inputFields, labelsOf, pick, readFields, type TableOf } from './table.ts';
import { notTakenOutput, notTakenSample } from './not-taken-output.ts';
import type { Input } from './values.ts';

const portalTable = {
  application_id: { label: 'Case', help: 'Case the client fills in.', kind: 'id' },
  default_custom_fields: {
    label: 'Default Custom Fields',
    help: 'Custom fields of the new case, such as the ID of the deal. The "Case Submitted" event returns them.',
    kind: 'pairs',
  },
  redirect_url: {
    label: 'Redirect URL',
    help: 'Page that opens after the client submits, for example https://www.example.com/thank-you.',
    kind: 'url',
  },
} satisfies TableOf<typeof CreatePortalBody>;

export const portalLabels = labelsOf(portalTable);

const redirect = pick(portalTable, ['redirect_url']);
/** The input field of the page to which the client is sent. */
export const redirectFields = (dialect: Dialect) => inputFields(dialect, redirect);

/** The page to which the client is sent. @throws a halt for what is no web address. */
export const toRedirect = (
  dialect: Dialect,
  input: Input<'redirect_url'>,
): Pick<NewPortal, 'redirect_url'> => readFields(dialect, redirect, input) ?? {};

export const portalFields = fieldList([
  caseField(
    "Case that the client fills in. If empty, the client's submission creates a new case.",
    false,
  ),
  form((run) =>
    ofAccount(run, (custom) => [
      ...inputFields(run.dialect, pick(portalTable, ['default_custom_fields', 'redirect_url'])),
      ...customInputs(custom),
      additionalFieldsField,
    ]),
  ),
]);

/** Input -> what is wanted of a portal. @throws a halt for values that cannot be right. */
export const toNewPortal = (dialect: Dialect, input: Input<'additional_fields'>): NewPortal =>
  withAdditional(
    withCustom(
      dialect,
      readFields(dialect, portalTable, input),
      input,
      'default_custom_fields',
      portalTable.default_custom_fields.label,
    ) ?? {},
    input.additional_fields,
    portalLabels,
  );

/** What the step shows of a portal; `portal_link` is a full URL. */
export const toPortal = ({ link, ...portal }: MadePortal) => ({
  ...portal,
  id: portal.portal_id ?? link,
  application_id: portal.application_id ?? null,
  portal_link: link,
});

export const portalOutput = [
  async () => [
    { key: 'id', label: 'ID' },
    { key: 'application_id', label: 'Case' },
    { key: 'portal_link', label: 'Portal Link' },
    { key: 'already_existed', label: 'Already Existed', type: 'boolean' as const },
    ...notTakenOutput,
  ],
];

export const portalSample = {
  id: 'ptl_8Xa3Gu6JkD',
  application_id: caseSample.application_id,
  portal_link: caseSample.portal_link,
  already_existed: false,
  ...notTakenSample,
};

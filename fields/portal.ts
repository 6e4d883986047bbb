/** A portal: the hosted page on which the client fills in the case. */
import type { Portal } from '../api/contract.ts';
import type { NewPortal } from '../api/client.ts';
import { caseField, caseSample } from './case.ts';
import { filled, toPairs, toText, toUrl, type Input } from './values.ts';

export const redirectUrlField = {
  key: 'redirect_url',
  label: 'Redirect URL',
  helpText:
    'Page to which the client is sent after submitting, for example https://www.example.com/thank-you.',
};

export const portalFields = [
  caseField(
    'Case the client fills in. Leave empty for a link that makes a new case when the client submits.',
    false,
  ),
  () => [
    {
      key: 'default_custom_fields',
      label: 'Default Custom Fields',
      dict: true,
      helpText:
        'Custom case data to start with, such as the ID of the deal. It comes back with the "Case Submitted" event.',
    },
    redirectUrlField,
  ],
];

/** Those fields -> the body of POST /api/portals. @throws HaltedError for an invalid redirect. */
export const toNewPortal = (input: Input): NewPortal =>
  filled({
    application_id: toText(input.application_id),
    default_custom_fields: toPairs(input.default_custom_fields),
    redirect_url: toUrl(input.redirect_url, 'Redirect URL'),
  }) ?? {};

/** What the step shows of a portal; `portal_link` is a full URL. */
export const toPortal = ({ link, ...portal }: Portal) => ({
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
  ],
];

export const portalSample = {
  id: 'ptl_8Xa3Gu6JkD',
  application_id: caseSample.application_id,
  portal_link: caseSample.portal_link,
};

import { customFields, expectedDocuments } from '../client/account.ts';
import { startOnboarding } from '../client/onboarding.ts';
import { noteCase } from '../client/recent-cases.ts';
import { withLabels } from '../client/exchange/run.ts';
import {
  caseLabels,
  clientCase,
  newCaseFields,
  newCaseResource,
  subjectField,
  toCase,
  toNewCase,
  toWhenExists,
} from '../fields/cases.ts';
import { withListedTypes } from '../fields/kinds/custom.ts';
import { fieldList, form } from '../fields/kinds/form.ts';
import { newCasePortalFields, portalLabels, toNewCasePortal } from '../fields/portals.ts';
import { partyGroups, partyLabels, toParties } from '../fields/related-parties.ts';
import { declareAction } from '../operation.ts';

const inputFields = fieldList([
  subjectField,
  form(async (run, input) => {
    const [custom, expected] = await Promise.all([customFields(run), expectedDocuments(run)]);
    return [
      ...newCaseFields(run.dialect, input, custom, clientCase),
      ...partyGroups(run.dialect),
      ...newCasePortalFields(run.dialect, expected),
    ];
  }),
]);

/** POST /api/applications with related parties, then its portal ("Flow rules", 2). */
export default declareAction({
  key: 'start_onboarding',
  noun: 'Case',
  label: 'Start Onboarding',
  description:
    'Creates a case with the portal link for its client, or returns the one with the same External Reference.',
  groups: ['client', 'reference', 'portal', 'parties', 'details', 'address', 'more'],
  hasUsual: true,
  input: inputFields,
  run: async (run, input) => {
    const named = toNewCase(input, clientCase);
    const body = await withListedTypes(run, input, named);
    const { labels, ...parties } = toParties(input);
    // A spread of so many labels takes many times as long.
    const lines = withLabels(run, Object.assign({}, caseLabels, partyLabels, labels));
    const { resource, existed, isAsked } = await startOnboarding(lines, {
      body,
      when: toWhenExists(input, body),
      ...parties,
      portal: { wanted: toNewCasePortal(input), labels: portalLabels },
    });
    await noteCase(run, resource);
    return toCase(resource, {
      already_existed: existed,
      occasion: isAsked ? { status: 'waiting' } : {},
    });
  },
  output: newCaseResource,
});

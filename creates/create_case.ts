import { customFields } from '../client/account.ts';
import { createCase } from '../client/cases.ts';
import { noteCase } from '../client/recent-cases.ts';
import {
  caseLabels,
  newCaseFields,
  newCaseResource,
  subjectField,
  toCase,
  toNewCase,
  toWhenExists,
} from '../fields/cases.ts';
import { withListedTypes } from '../fields/kinds/custom.ts';
import { fieldList, form } from '../fields/kinds/form.ts';
import { declareAction } from '../operation.ts';

const inputFields = fieldList([
  subjectField,
  form(async (run, input) => newCaseFields(run.dialect, input, await customFields(run))),
]);

/** POST /api/applications */
export default declareAction({
  key: 'create_case',
  noun: 'Case',
  label: 'Create Case',
  description:
    'Creates a case for a business or a person, or returns the one with the same External Reference.',
  labels: caseLabels,
  groups: ['client', 'reference', 'details', 'address', 'more'],
  hasUsual: true,
  input: inputFields,
  run: async (run, input) => {
    const body = await withListedTypes(run, input, toNewCase(input));
    const when = toWhenExists(input, body);
    const { resource, existed } = await createCase(run, body, when);
    await noteCase(run, resource);
    // The service does not show the portals of a new case, which has none.
    const isAlone = !existed && resource.is_draft === true && !resource.portal_link;
    const occasion = isAlone ? { status: 'draft' as const } : {};
    return toCase(resource, { already_existed: existed, occasion });
  },
  output: newCaseResource,
});

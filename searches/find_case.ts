import { findCase, findCasesByReference } from '../client/cases.ts';
import { halt } from '../client/basics/errors.ts';
import { noteCase } from '../client/recent-cases.ts';
import { caseField, caseLabels, caseResource, toCase } from '../fields/cases.ts';
import { onlyStatusField, toStatusFilter } from '../fields/progress.ts';
import { toReference } from '../fields/kinds/identifiers.ts';
import { toValue } from '../fields/kinds/values.ts';
import { declareSearch } from '../operation.ts';

/** GET /api/applications/{application_id}; the service has no search by reference. */
export default declareSearch({
  key: 'find_case',
  noun: 'Case',
  label: 'Find Case',
  description:
    'Finds a case by its ID, or by its External Reference if this {{connection}} made it.',
  labels: caseLabels,
  input: [
    { ...caseField('Case to find.', false), search: undefined },
    {
      key: 'external_reference',
      label: 'External Reference',
      helpText:
        'Used if Case is empty. The service cannot search by reference, so this finds only cases that this {{connection}} made with it in the last days: its notes last at most seven days. One of the two is needed.',
    },
    onlyStatusField,
  ],
  run: async (run, input) => {
    const application_id = toValue(input.application_id, 'Case');
    const reference = toReference(input.external_reference, 'External Reference');
    const isWanted = toStatusFilter(run, input);
    if (!application_id && !reference) {
      throw halt(
        'Case and External Reference are empty. {{Map}} the ID of the case, or the ID of the deal as External Reference.',
      );
    }
    const found = application_id
      ? [await findCase(run, application_id)].filter((one) => one !== undefined)
      : await findCasesByReference(run, reference!);
    await noteCase(run, found[0]);
    return found.map((one) => toCase(one)).filter(({ status_text }) => isWanted(status_text));
  },
  output: caseResource,
});

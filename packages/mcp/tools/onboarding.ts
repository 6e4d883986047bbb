/** Start Onboarding and Create Case as one tool: both take the same fields. */
import { halt } from '../../../client/basics/errors.ts';
import { creates } from '../../../creates/index.ts';
import { newCasePortalFields } from '../../../fields/portals.ts';
import { partyGroups } from '../../../fields/related-parties.ts';
import { toBoolean } from '../../../fields/kinds/values.ts';
import { runAction, type Action } from '../../../operation.ts';

const { start_onboarding: start, create_case: create } = creates;

const portalField = { key: 'portal', label: 'Portal', type: 'boolean' } as const;

/** Start Onboarding. With Portal false it is Create Case, and refuses what that does not take. */
export const onboarding: Action = {
  ...start,
  input: [...start.input, portalField],
  async run(run, { portal, ...input }) {
    if (toBoolean(portal, portalField.label) !== false) return runAction(start, run, input);
    const others = [...partyGroups(run.dialect), ...newCasePortalFields(run.dialect, [])];
    const other = others.find(({ key }) => key in input);
    if (!other) return runAction(create, run, input);
    throw halt(
      `${other.label} is filled in, but Portal is false: only the case is made. Add related parties and the portal link to it afterwards.`,
    );
  },
};

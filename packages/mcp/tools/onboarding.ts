/** Start Onboarding and Create Case as one tool: both take the same fields. */
import { halt } from '../../../client/basics/errors.ts';
import { recordOf } from '../../../client/basics/json.ts';
import type { NotTaken } from '../../../client/comparison/not-taken.ts';
import { listLabels, partiesOf, type Parties } from '../../../client/related-parties.ts';
import { creates } from '../../../creates/index.ts';
import { newCasePortalFields } from '../../../fields/portals.ts';
import { partyGroups, toParties } from '../../../fields/related-parties.ts';
import { toBoolean, type Input } from '../../../fields/kinds/values.ts';
import { runAction, type Action } from '../../../operation.ts';
import { clientName } from '../../../service/contract.ts';

const { start_onboarding: start, create_case: create } = creates;

/** The names of the related parties, without a list that the result says was left as it is. */
const addedParties = (input: Input, { not_taken = [] }: Partial<NotTaken>): unknown[] =>
  partiesOf(toParties(input))
    .filter(({ line }) => !not_taken.includes(listLabels[line!.split('.')[0] as keyof Parties]))
    .map(({ kind, body }) => clientName({ [kind]: body }) || recordOf(body).registration_number);

const portalField = { key: 'portal', label: 'Portal', type: 'boolean' } as const;

/** Start Onboarding. With Portal false it is Create Case, and refuses what that does not take. */
export const onboarding: Action = {
  ...start,
  input: [...start.input, portalField],
  output: {
    ...start.output,
    fields: async (run) => [...(await start.output.fields(run)), { key: 'related_parties' }],
  },
  async run(run, { portal, ...input }) {
    if (toBoolean(portal, portalField.label) !== false) {
      const result = await runAction(start, run, input);
      return { ...result, related_parties: addedParties(input, result) };
    }
    const others = [...partyGroups(run.dialect), ...newCasePortalFields(run.dialect, [])];
    const other = others.find(({ key }) => key in input);
    if (!other) return runAction(create, run, input);
    throw halt(
      `${other.label} is filled in, but Portal is false: only the case is made. Add related parties and the portal link to it afterwards.`,
    );
  },
};

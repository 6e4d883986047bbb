/** An output of an operation, and the notes on the run that come last in it. */
import type { NotTaken } from '../../client/comparison/not-taken.ts';
import type { Run } from '../../client/exchange/run.ts';

export interface OutputNote {
  fields: { key: string; label: string; type?: 'boolean' | 'integer'; list?: true }[];
  /** Its usual value. */
  sample: object;
}

/** The resource existed before this step. */
export const alreadyExisted: OutputNote = {
  fields: [{ key: 'already_existed', label: 'Note: Already Existed', type: 'boolean' }],
  sample: { already_existed: false },
};

/** The list of a search is incomplete. */
export const moreExist: OutputNote = {
  fields: [{ key: 'more_exist', label: 'Note: More Results Exist', type: 'boolean' }],
  sample: { more_exist: false },
};

/** The number of records that a search found. */
export const matches: OutputNote = {
  fields: [{ key: 'match_count', label: 'Note: Number of Matches', type: 'integer' }],
  sample: { match_count: 1 },
};

/** A portal link that was removed (client/portal-link.ts). */
export const removedLink: OutputNote = {
  fields: [{ key: 'portal_link_problem', label: 'Note: Portal Link Problem' }],
  sample: {},
};

/** Values that the service did not take (client/comparison/not-taken.ts). */
export const notTaken: OutputNote = {
  fields: [
    { key: 'not_taken', label: 'Note: Fields Not Taken', list: true },
    { key: 'not_taken_text', label: 'Note: Fields Not Taken, as Text' },
  ],
  sample: { not_taken: [], not_taken_text: null } satisfies NotTaken,
};

/** An output with notes at its end. Its fields are a function, which the platform need not copy. */
export const outputWith = <Field extends { key: string }, Sample extends object>(
  fields: (run: Run) => Field[] | Promise<Field[]>,
  sample: () => Sample,
  ...notes: OutputNote[]
) => ({
  fields: async (run: Run) => [...(await fields(run)), ...notes.flatMap((note) => note.fields)],
  sample: () => Object.assign({}, sample(), ...notes.map((note) => note.sample)) as Sample,
  notes,
});

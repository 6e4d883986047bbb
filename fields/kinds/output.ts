/** An output of an operation, and the notes on the run that come last in it. */
import type { NotTaken } from '../../client/comparison/not-taken.ts';
import type { Run } from '../../client/exchange/run.ts';

/** A note in an output. */
export interface Note {
  fields: { key: string; label: string; type?: 'boolean' | 'integer'; list?: true }[];
  /** Its usual value. */
  sample: object;
}

/** The thing was there before this step. */
export const alreadyExisted: Note = {
  fields: [{ key: 'already_existed', label: 'Note: Already Existed', type: 'boolean' }],
  sample: { already_existed: false },
};

/** The list of a search is incomplete. */
export const moreExist: Note = {
  fields: [{ key: 'more_exist', label: 'Note: More Results Exist', type: 'boolean' }],
  sample: { more_exist: false },
};

/** The number of things that a search found. */
export const matches: Note = {
  fields: [{ key: 'match_count', label: 'Note: Number of Matches', type: 'integer' }],
  sample: { match_count: 1 },
};

/** A portal link that was removed (client/portal-link.ts). */
export const removedLink: Note = {
  fields: [{ key: 'portal_link_problem', label: 'Note: Portal Link Problem' }],
  sample: {},
};

/** Values that the service did not take (client/comparison/not-taken.ts). */
export const notTaken: Note = {
  fields: [
    { key: 'not_taken', label: 'Note: Fields Not Taken', list: true },
    { key: 'not_taken_text', label: 'Note: Fields Not Taken, as Text' },
  ],
  sample: { not_taken: [], not_taken_text: null } satisfies NotTaken,
};

/** An output with notes at its end. Its fields are a function, which the platform need not copy. */
export const outputWith = <Field extends { key: string }, Sample extends object>(
  fields: (run: Run) => Field[] | Promise<Field[]>,
  sample: Sample,
  ...notes: Note[]
) => ({
  fields: async (run: Run) => [...(await fields(run)), ...notes.flatMap((note) => note.fields)],
  sample: Object.assign({}, sample, ...notes.map((note) => note.sample)) as Sample,
});

/** The input of Find Case for a case that is wanted only while it has some status in words. */
import { choice } from './kinds/choices.ts';
import { form } from './kinds/form.ts';
import { statusTexts } from './progress.ts';
import { inputFields, parseFields, type KeyIn, type Table } from './kinds/table.ts';
import { toOneOf, type Input } from './kinds/values.ts';
import type { Dialect } from '../service/dialect.ts';

const table = {
  only_status: {
    label: 'Only Status in Words',
    help: 'The status in words says where the client stands. Finds the case only if it is one of these, otherwise nothing. Empty means any. For reminders, choose Waiting for Client: they end when the client submits.',
    kind: 'list',
    choices: () => statusTexts().map((text) => choice(text, text)),
  },
} as const satisfies Table<string>;

export const onlyStatusField = form(({ dialect }) => inputFields(dialect, table));

/** Whether a status is one of the wanted. @throws a halt for an unknown one. */
export function toStatusFilter(dialect: Dialect, input: Input<KeyIn<typeof table>>) {
  const wanted = (parseFields(dialect, table, input)?.only_status ?? []).map((text) =>
    toOneOf(text, table.only_status.label, statusTexts()),
  );
  return (status: string): boolean => !wanted.length || wanted.includes(status);
}

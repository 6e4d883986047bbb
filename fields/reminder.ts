/** The inputs of Find Case for letters: only some statuses, which reminder, and its link. */
import { choice, choicesOf } from './kinds/choices.ts';
import { form } from './kinds/form.ts';
import { statusTexts } from './progress.ts';
import { inputFields, parseFields, type KeyIn, type Table } from './kinds/table.ts';
import { toOneOf, type Input } from './kinds/values.ts';
import type { Dialect } from '../service/dialect.ts';

const reminders = { '1': 'First', '2': 'Second', '3': 'Last' };

const reminderTable = {
  only_status: {
    label: 'Only Status in Words',
    help: 'Finds the case only if its status is one of these; otherwise finds nothing. Empty means any. Reminders end when the client submits: choose Waiting for Client.',
    kind: 'list',
    choices: () => statusTexts().map((text) => choice(text, text)),
  },
  reminder: {
    label: 'Reminder',
    help: 'Letter Subject and Letter Text are this reminder, while the client still has something to send.',
    kind: 'id',
    choices: () => choicesOf(reminders),
  },
  portal_link: {
    label: 'Portal Link for the Letter',
    help: 'Link from the {{step}} that made it. Needed only if the service does not show the link of a case.',
    kind: 'url',
  },
} as const satisfies Table<string>;

export const reminderFields = form(({ dialect }) => inputFields(dialect, reminderTable));

/** Whether a status is wanted, and the letter of the reminder. @throws a halt for an unknown one. */
export function toReminder(dialect: Dialect, input: Input<KeyIn<typeof reminderTable>>) {
  const values = parseFields(dialect, reminderTable, input) ?? {};
  const { only_status: wanted = [], reminder, portal_link } = values;
  const choices = Object.keys(reminders) as (keyof typeof reminders)[];
  const statuses = wanted.map((text) =>
    toOneOf(text, reminderTable.only_status.label, statusTexts()),
  );
  const number = toOneOf(reminder, reminderTable.reminder.label, choices);
  return {
    isWanted: (status: string) => !statuses.length || statuses.includes(status),
    portal_link: portal_link ?? undefined,
    reminder: number && (`reminder_${number}` as const),
  };
}

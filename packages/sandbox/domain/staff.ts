/** Who works in the back office: names to choose from, without passwords. */
import type { Clock } from './clock.ts';
import { Problem } from './problem.ts';
import type { Store } from './store.ts';

/** The names that were used, in order. */
export const staffNames = (store: Store): string[] =>
  store.all<{ name: string }>('select name from staff order by name').map(({ name }) => name);

/** Names of others in a timeline: nobody of the staff goes by them. */
const taken = ['api', 'client', 'import', 'service', 'staff', 'workflow'];

/** Keeps a name to choose from. @returns it as it is kept. @throws Problem 422 for one that is none. */
export function addStaff(store: Store, clock: Clock, given: string): string {
  const name = given.trim().replace(/\s+/g, ' ').slice(0, 80);
  if (!name) throw new Problem(422, 'Say who you are.');
  if (taken.includes(name.toLowerCase())) {
    throw new Problem(
      422,
      `“${name}” stands for somebody else in the timeline. Take another name.`,
    );
  }
  store.insert('staff', { name, at: clock.iso() }, 'on conflict (name) do nothing');
  return name;
}

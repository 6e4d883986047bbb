/** Operations an account does not need (`SERVICE_HIDE`), which are left out of the app. */
import { setting, wrongSetting } from './settings.ts';

type Group = object;
interface Operations {
  triggers: Group;
  creates: Group;
  searches: Group;
  searchOrCreates?: Record<string, { search: string; create: string }>;
}

const without = <Of extends Group>(group: Of, hidden: (key: string) => boolean): Of =>
  Object.fromEntries(Object.entries(group).filter(([key]) => !hidden(key))) as Of;

/** True for an operation that is left out. */
export const isHidden = (key: string): boolean => setting('hide').includes(key);

/**
 * The app without the operations that are hidden, and without a find-or-create that leans on one.
 * @throws Error for a key that is none of an operation.
 */
export function withoutHidden<App extends Operations>(app: App): App {
  const { triggers, creates, searches, searchOrCreates = {} } = app;
  const known = Object.keys({ ...triggers, ...creates, ...searches });
  if (setting('hide').some((key) => !known.includes(key))) {
    throw wrongSetting('hide', `keys of operations with commas between them (${known.join(', ')})`);
  }
  const leans = (key: string) =>
    isHidden(searchOrCreates[key]!.search) || isHidden(searchOrCreates[key]!.create);
  return {
    ...app,
    triggers: without(triggers, isHidden),
    creates: without(creates, isHidden),
    searches: without(searches, isHidden),
    searchOrCreates: without(searchOrCreates, leans),
  };
}

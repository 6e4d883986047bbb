/** Removes the operations in `SERVICE_HIDE` from the app. */
import { wrongSetting, type Installation, type Variables } from '../client/settings.ts';

type Group = object;
interface Operations {
  triggers: Group;
  creates: Group;
  searches: Group;
  searchOrCreates?: Record<string, { search: string; create: string }>;
}

/**
 * The app without hidden operations, and without any find-or-create that uses one.
 * @throws SettingError for an unknown key.
 */
export function withoutHidden<App extends Operations>(
  app: App,
  { hide }: Installation,
  variables: Variables,
): App {
  const { triggers, creates, searches, searchOrCreates = {} } = app;
  const keys = Object.keys({ ...triggers, ...creates, ...searches });
  if (hide.some((key) => !keys.includes(key))) {
    const takes = `keys of operations with commas between them (${keys.join(', ')})`;
    throw wrongSetting('hide', variables, takes);
  }
  const isHidden = (key: string) => hide.includes(key);
  const leans = (key: string) =>
    isHidden(searchOrCreates[key]!.search) || isHidden(searchOrCreates[key]!.create);
  const without = <Of extends Group>(group: Of, hidden: (key: string) => boolean): Of =>
    Object.fromEntries(Object.entries(group).filter(([key]) => !hidden(key))) as Of;
  return {
    ...app,
    triggers: without(triggers, isHidden),
    creates: without(creates, isHidden),
    searches: without(searches, isHidden),
    searchOrCreates: without(searchOrCreates, leans),
  };
}

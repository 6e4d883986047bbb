/** Suggestions in dropdowns; the admin may type or map other values. */
import { profileList, type Setting } from '../api/profile.ts';

/** `in_review` -> `In Review`, `ACCOUNT_OWNER` -> `Account Owner`; short all-capitals stay. */
const labelled = (id: string) => ({
  id,
  label: id
    .split('_')
    .map((word) =>
      word.length <= 3 && word === word.toUpperCase()
        ? word
        : word.charAt(0).toUpperCase() + word.slice(1).toLowerCase(),
    )
    .join(' '),
});

/** Dynamic choices read from the profile when the editor asks for them. */
export const suggestions = (setting: Setting) => ({
  perform: () => profileList(setting).map(labelled),
});

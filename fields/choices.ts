/**
 * Choices of dropdowns. They stand in fields that are given as functions: the editor gets them
 * ready with the form, and the platform does not copy them on each run of a step.
 */
import { profileList, type Setting } from '../api/profile.ts';

/** A choice in the form the editor keeps in order; `sample` is the platform's older name of `value`. */
export const choice = (value: string, label: string) => ({ value, sample: value, label });

/** `in_review` -> `In Review`, `ACCOUNT_OWNER` -> `Account Owner`; short all-capitals stay. */
const labelled = (value: string) =>
  value
    .split('_')
    .map((word) =>
      word.length <= 3 && word === word.toUpperCase()
        ? word
        : word.charAt(0).toUpperCase() + word.slice(1).toLowerCase(),
    )
    .join(' ');

/** The profile's suggestions; the admin may type or map other values. */
export const suggestions = (setting: Setting) =>
  profileList(setting).map((value) => choice(value, labelled(value)));

/** Two windows with one form: an older one does not undo what a newer one has saved. */
import { isRecord } from '../domain/objects.ts';
import type { PortalRow } from '../domain/portals.ts';
import { list, text, type Errors, type Values } from '../web/form.ts';
import { profileOf, valuesOf } from './inputs.ts';
import { filled } from './messages.ts';
import type { Entry } from './people.ts';
import { texts, type Language } from './texts.ts';
import { partyAnswers, profileAnswers, type Answer } from './summary.ts';

/** The values that the client saw when it opened the form. Programs send none. */
function shownIn(form: Values): Values | undefined {
  if (!form.shown) return undefined;
  try {
    const shown: unknown = JSON.parse(text(form.shown));
    return isRecord(shown) ? (shown as Values) : undefined;
  } catch {
    return undefined;
  }
}

const same = (one: Values[string] | undefined, other: Values[string] | undefined): boolean =>
  list(one).join('\n') === list(other).join('\n');

/**
 * The typed values over the stored ones. A value that the client did not touch stays as stored.
 * @returns the values, and the names of those that this window and another one have changed.
 */
function merged(typed: Values, stored: Values, shown?: Values) {
  if (!shown) return { values: typed, clashes: [] };
  const names = [...new Set([...Object.keys(typed), ...Object.keys(shown)])];
  const isTouched = (name: string) => !same(typed[name], shown[name]);
  const isNewer = (name: string) => !same(stored[name], shown[name]);
  const clashes = names.filter(
    (name) => isTouched(name) && isNewer(name) && !same(typed[name], stored[name]),
  );
  const values: Values = Object.fromEntries(
    names.map((name) => [name, (isTouched(name) || !isNewer(name) ? typed : stored)[name] ?? '']),
  );
  return { values, clashes };
}

/** The mistakes about values that another window has saved, with these. */
const clashErrors = (clashes: string[], saved: Answer[], lang: Language): Errors =>
  Object.fromEntries(
    saved
      .filter(({ name }) => clashes.includes(name))
      .map(({ name, label, value }) => [
        name,
        filled(texts[lang].savedMeanwhile, { label, value: value || texts[lang].notGiven }),
      ]),
  );

/**
 * Takes the form of the profile into the portal, but for what another window has saved.
 * @returns the mistakes about that, and what was typed.
 */
export function takeProfile(portal: PortalRow, form: Values, lang: Language) {
  const { profile } = portal.progress;
  const typed = profileOf(portal, form);
  const shown = shownIn(form);
  const { values, clashes } = merged(typed, profile, shown && profileOf(portal, shown));
  const taken = Object.keys(typed).filter((name) => !clashes.includes(name));
  for (const name of taken) profile[name] = text(values[name]);
  const errors = clashErrors(clashes, profileAnswers(portal, profile, lang), lang);
  return { errors, typed: clashes.length ? values : undefined };
}

/** The form of an entry over what is stored of it, and the mistakes about what clashes. */
export function mergedParty(entry: Entry, form: Values, lang: Language) {
  const { shown: _, ...typed } = form;
  const { values, clashes } = merged(typed, valuesOf(entry, lang), shownIn(form));
  const errors = clashErrors(clashes, partyAnswers(entry.data, lang), lang);
  return { values, errors };
}

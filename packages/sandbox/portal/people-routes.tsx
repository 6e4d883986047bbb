/** The second section of a portal: related persons and businesses. */
import type { Parts } from '../domain/services.ts';
import { newId } from '../domain/store.ts';
import { hasErrors, readForm } from '../web/form.ts';
import { changing, gapsOf, goTo, existingOf, refuse } from './answers.tsx';
import { againstOthers, partyOf } from './inputs.ts';
import { changedBy, entriesOf } from './people.ts';
import { kindOf, type PortalContext } from './portal-request.ts';
import { messagesOf } from './sections.ts';
import { mergedParty } from './windows.ts';

/** Adds a party, or changes the party whose id the form contains. */
export async function takeParty(services: Parts<'portals' | 'workflow'>, c: PortalContext) {
  const { portals } = services;
  const { portal, lang, today } = c.var;
  const { id, ...form } = await readForm(c);
  const kind = kindOf(form.kind);
  const { progress } = portal;
  const entries = entriesOf(progress, existingOf(services, portal).parties);
  const entry = entries.find((one) => one.id === id);
  const { values, errors: clashes } = entry
    ? mergedParty(entry, form, lang)
    : { values: form, errors: {} };
  const { data, errors: wrong } = partyOf(kind, values, lang, today);
  const others = entries.filter((one) => one !== entry);
  const errors = { ...againstOthers(others, kind, data, lang), ...wrong, ...clashes };
  if (hasErrors(errors)) {
    const typed = hasErrors(clashes) ? values : undefined;
    return refuse(c, `people&party=${entry?.id ?? kind}`, { party: values, typed, errors });
  }
  const changed = entry ? changedBy(entry.data, data, kind) : data;
  const draft = progress.parties.find((one) => one.id === id || one.corrects === id);
  if (draft && entry) draft.data = changed;
  else {
    // Another window removed it meanwhile: it comes back, so no input is lost.
    const corrects = entry && { corrects: id as string };
    progress.parties.push({ id: newId('entry'), kind, data: changed, ...corrects });
  }
  portals.save(portal);
  return goTo(c, 'people');
}

/**
 * Removes an entry that was added here, with its documents. For a party of the case, removes the
 * correction.
 */
export const removeParty = changing('people', ({ progress }, { id }) => {
  if (progress.parties.some((entry) => entry.id === id))
    progress.documents = progress.documents.filter(({ of }) => of !== id);
  progress.parties = progress.parties.filter((entry) => entry.id !== id && entry.corrects !== id);
});

export function finishPeople(services: Parts<'workflow'>, c: PortalContext) {
  const gaps = gapsOf(services, c.var).filter(({ step }) => step === 'people');
  if (gaps.length) return refuse(c, 'people', { errors: messagesOf(gaps) });
  return goTo(c, 'documents');
}

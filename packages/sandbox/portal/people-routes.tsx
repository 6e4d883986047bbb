/** The second section of a portal: related persons and businesses. */
import type { Parts } from '../domain/services.ts';
import { newId } from '../domain/store.ts';
import { hasErrors, readForm, text } from '../web/form.ts';
import { changing, gapsOf, goTo, existingOf, refuse } from './answers.tsx';
import { partyOf } from './inputs.ts';
import { changedBy, entriesOf, officersFor } from './people.ts';
import { kindOf, type PortalContext } from './portal-request.ts';
import { messagesOf } from './sections.ts';

/** Stores a party while the client types. Answers with the mistakes so far. */
export async function saveParty({ portals }: Parts<'portals'>, c: PortalContext) {
  const { portal, lang, today } = c.var;
  const { kind, id, ...values } = await readForm(c);
  portal.progress.unfinished = { kind: kindOf(kind), id: text(id) || undefined, values };
  portals.save(portal);
  return c.json({ problems: partyOf(kindOf(kind), values, lang, today).wrong });
}

export const discardParty = changing('people', ({ progress }) => void delete progress.unfinished);

/** Adds a party, or changes the party whose id the form contains. */
export async function takeParty(services: Parts<'portals' | 'workflow'>, c: PortalContext) {
  const { portals } = services;
  const { portal, lang, today } = c.var;
  const { id, kind: subject, ...values } = await readForm(c);
  const kind = kindOf(subject);
  const { progress } = portal;
  const existing = existingOf(services, portal).parties;
  const entry = entriesOf(progress, existing).find((one) => one.id === id);
  const { data, errors } = partyOf(kind, values, lang, today);
  if (hasErrors(errors)) {
    progress.unfinished = { kind, id: entry?.id, values };
    portals.save(portal);
    return refuse(c, `people&party=${entry?.id ?? kind}`, { errors });
  }
  const changed = entry ? changedBy(entry.data, data, kind) : data;
  const draft = progress.parties.find((one) => one.id === id || one.corrects === id);
  if (draft && entry) draft.data = changed;
  else {
    // Another window removed it meanwhile: it comes back, so no input is lost.
    const corrects = entry && { corrects: id as string };
    progress.parties.push({ id: newId('entry'), kind, data: changed, ...corrects });
  }
  // Another window has an unsaved party: it stays.
  const { unfinished } = progress;
  if (unfinished?.kind === kind && unfinished.id === entry?.id) delete progress.unfinished;
  portals.save(portal);
  return goTo(c, 'people');
}

/** Adds a person or company from the registry. */
export const takeOfficer = changing('people', (portal, { source }, services) => {
  const officers = officersFor(portal, existingOf(services, portal).parties);
  const data = officers.find(({ source_id }) => source_id === source);
  if (data) portal.progress.parties.push({ id: newId('entry'), kind: 'person', data });
});

/** Removes an entry that was added here. For a party of the case, removes the correction. */
export const removeParty = changing('people', ({ progress }, { id }) => {
  progress.parties = progress.parties.filter((entry) => entry.id !== id && entry.corrects !== id);
});

export function finishPeople(services: Parts<'workflow'>, c: PortalContext) {
  const gaps = gapsOf(services, c.var).filter(({ step }) => step === 'people');
  if (gaps.length) return refuse(c, 'people', { errors: messagesOf(gaps) });
  return goTo(c, 'documents');
}

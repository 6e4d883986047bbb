/** The second step of a portal: related persons and businesses. */
import type { Services } from '../domain/services.ts';
import { newId } from '../domain/store.ts';
import { goTo, knownOf, lackingIn, render } from './answers.tsx';
import { partyOf, type Errors } from './inputs.ts';
import { formOf, kindOf, text, type PortalContext } from './requests.ts';
import { texts } from './texts.ts';
import { PartyPage, People } from './views/people.tsx';

/** Keeps a party that is being typed in. */
export async function saveParty({ portals }: Services, c: PortalContext) {
  const { portal } = c.var;
  const { kind, id, ...values } = await formOf(c);
  portal.progress.unfinished = { kind: kindOf(kind), id: text(id) || undefined, values };
  portals.save(portal);
  return c.json({});
}

export function discardParty({ portals }: Services, c: PortalContext) {
  delete c.var.portal.progress.unfinished;
  portals.save(c.var.portal);
  return goTo(c, 'people');
}

/** Adds a party, or changes the one whose id the form carries. */
export async function takeParty({ portals }: Services, c: PortalContext) {
  const { portal, lang } = c.var;
  const values = await formOf(c);
  const kind = kindOf(values.kind);
  const { parties } = portal.progress;
  const entry = parties.find(({ id }) => id === values.id);
  const { data, errors } = partyOf(kind, values, lang);
  if (Object.keys(errors).length) {
    return c.html(<PartyPage {...{ portal, lang, kind, entry, values, errors }} />, 422);
  }
  if (entry) entry.data = data;
  // One that another window removed meanwhile comes back: nothing is dropped.
  else parties.push({ id: newId('entry'), kind, data });
  delete portal.progress.unfinished;
  portals.save(portal);
  return goTo(c, 'people');
}

export async function removeParty({ portals }: Services, c: PortalContext) {
  const { portal } = c.var;
  const { id } = await formOf(c);
  portal.progress.parties = portal.progress.parties.filter((entry) => entry.id !== id);
  portals.save(portal);
  return goTo(c, 'people');
}

export function finishPeople(services: Services, c: PortalContext) {
  const { portal, lang } = c.var;
  const errors: Errors = {};
  if (portal.progress.unfinished) errors.unfinished = texts[lang].unfinished;
  else if (lackingIn(services, portal).party) errors.party = texts[lang].peopleMissing;
  if (Object.keys(errors).length) {
    return render(c, People, { errors, known: knownOf(services, portal) }, 422);
  }
  return goTo(c, 'documents');
}

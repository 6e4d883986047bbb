/** The first section of a portal: the profile of the client. */
import type { Parts } from '../domain/services.ts';
import { confirm, hasErrors, readForm } from '../web/form.ts';
import { goTo, refuse } from './answers.tsx';
import { checkProfile } from './inputs.ts';
import type { PortalContext } from './portal-request.ts';
import { takeProfile } from './windows.ts';

/** Stores wrong values, too, so no input is lost. */
export async function takeDetails({ portals }: Parts<'portals'>, c: PortalContext) {
  const { portal, lang, today } = c.var;
  const { progress } = portal;
  progress.subject ??= 'business';
  const { typed, errors: clashes } = takeProfile(portal, await readForm(c), lang);
  portals.save(portal);
  // What another window has not changed is stored, and shown again.
  if (!hasErrors(clashes)) confirm(c);
  const errors = { ...checkProfile(portal, progress.profile, today, lang), ...clashes };
  if (hasErrors(errors)) return refuse(c, 'details', { errors, typed });
  return goTo(c, progress.subject === 'person' ? 'documents' : 'people');
}

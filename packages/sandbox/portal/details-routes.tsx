/** The first section of a portal: the profile of the client. */
import type { Parts } from '../domain/services.ts';
import { hasErrors, readForm } from '../web/form.ts';
import { goTo, refuse } from './answers.tsx';
import { checkProfile, profileOf } from './inputs.ts';
import type { PortalContext } from './portal-request.ts';

/** Stores wrong values, too, so no input is lost. */
export async function takeDetails({ portals }: Parts<'portals'>, c: PortalContext) {
  const { portal, lang, today } = c.var;
  const { progress } = portal;
  progress.subject ??= 'business';
  Object.assign(progress.profile, profileOf(portal, await readForm(c)));
  portals.save(portal);
  const errors = checkProfile(portal, progress.profile, today, lang);
  if (hasErrors(errors)) return refuse(c, 'details', { errors });
  return goTo(c, progress.subject === 'person' ? 'documents' : 'people');
}

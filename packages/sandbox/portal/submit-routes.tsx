/** Submits a portal, or renews one that has expired. */
import type { Context } from 'hono';

import type { Parts } from '../domain/services.ts';
import { sendLetter } from '../mail/letters.ts';
import { confirm, hasErrors, isStale, readForm } from '../web/form.ts';
import { existingOf, gapsOf, goTo, refuse } from './answers.tsx';
import { languageOf, type PortalContext } from './portal-request.ts';
import { confirmedIn, needsConfirmation } from './requirements.ts';
import { linked, messagesOf } from './sections.ts';
import { texts } from './texts.ts';
import { takeProfile } from './windows.ts';

export async function submit(services: Parts<'portals' | 'workflow'>, c: PortalContext) {
  const { portals } = services;
  const { portal, lang, isLate } = c.var;
  const form = await readForm(c);
  const { typed, errors: clashes } = takeProfile(portal, form, lang);
  portals.save(portal);
  const gaps = gapsOf(services, c.var);
  const existing = existingOf(services, portal);
  const isConfirmed = form.confirm === 'yes' || !needsConfirmation(portal, existing);
  const errors = {
    ...(isStale(form, confirmedIn(portal, existing)) && { '': texts[lang].olderPage }),
    ...(portal.request ? messagesOf(gaps) : linked(gaps)),
    ...clashes,
    ...(!isConfirmed && { confirm: texts[lang].confirmMissing }),
  };
  if (hasErrors(isLate ? clashes : errors)) return refuse(c, 'review', { errors, typed });
  // The page says that the link has expired, and that all is saved.
  if (isLate) return goTo(c, 'review');
  confirm(c);
  const { redirect_url, token } = portals.submit(portal.token);
  return c.redirect(redirect_url ?? `/portals/${token}`, 303);
}

/** Sends a new link for an expired portal: only to the client, and once a day. */
export function renew(services: Parts<'portals' | 'clock' | 'store' | 'account'>, c: Context) {
  const { portals, clock } = services;
  const lang = languageOf(c);
  const token = String(c.req.param('token'));
  const portal = portals.find(token);
  if (!portal || !portals.isExpired(portal)) return c.redirect(`/portals/${token}`, 303);
  const { token: next, link, email } = portals.renew(token);
  if (email) {
    const key = `renew ${next} ${clock.today()}`;
    const name = portal.progress.profile.given_names;
    sendLetter(services, { key, to: email, kind: 'link', lang, values: { link, name } });
  }
  return c.redirect(`/portals/${token}?renewed`, 303);
}

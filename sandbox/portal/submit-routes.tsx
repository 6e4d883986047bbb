/** The end of a portal: it is submitted, or has run out and is renewed. */
import type { Context } from 'hono';

import type { PortalRow } from '../domain/portals.ts';
import type { Services } from '../domain/services.ts';
import { knownOf, lackingIn, render } from './answers.tsx';
import { lackingDocuments, slotName } from './asked.ts';
import { checkProfile, profileOf, type Errors, type Values } from './inputs.ts';
import { formOf, languageOf, type PortalContext } from './requests.ts';
import { texts, type Language } from './texts.ts';
import { Details } from './views/details.tsx';
import { Message } from './views/message.tsx';
import { Request } from './views/request.tsx';
import { Review } from './views/review.tsx';

/** Sends a client its new link. */
export type MailLink = (to: string, name: string, link: string) => Promise<void>;

/** What stands between the client and submitting, under the part of the page it belongs to. */
function beforeSubmitting(
  services: Services,
  portal: PortalRow,
  form: Values,
  lang: Language,
): Errors {
  const t = texts[lang];
  if (portal.request) {
    const unsent = lackingDocuments(portal, knownOf(services, portal));
    const names = unsent.map((slot) => t.documentMissing(slotName(slot, lang)));
    return unsent.length ? { file: names.join('. ') } : {};
  }
  const { party, documents } = lackingIn(services, portal);
  return {
    ...(portal.progress.unfinished && { people: t.unfinished }),
    ...(party && { people: t.peopleMissing }),
    ...(documents.length && {
      documents: documents.map((slot) => t.documentMissing(slotName(slot, lang))).join('. '),
    }),
    ...(form.confirm !== 'yes' && { confirm: t.confirmMissing }),
  };
}

export async function submit(services: Services, c: PortalContext) {
  const { portals } = services;
  const { portal, lang } = c.var;
  const form = await formOf(c);
  const values = { ...portal.progress.profile, ...profileOf(portal, form) };
  portal.progress.profile = values;
  portals.save(portal);
  const ofProfile = checkProfile(portal, values, lang);
  if (Object.keys(ofProfile).length && !portal.request) {
    return render(c, Details, { errors: ofProfile, values }, 422);
  }
  const errors = { ...ofProfile, ...beforeSubmitting(services, portal, form, lang) };
  if (Object.keys(errors).length) {
    const view = { errors, values, known: knownOf(services, portal) };
    return render(c, portal.request ? Request : Review, view, 422);
  }
  const submitted = portals.submit(portal.token);
  return c.redirect(submitted.redirect_url ?? `/portals/${portal.token}`, 303);
}

/** A new link for a portal that has run out, to the client's own address only. */
export async function renew({ portals }: Services, mail: MailLink, c: Context) {
  const lang = languageOf(c);
  const portal = portals.find(String(c.req.param('token')));
  if (!portal || !portals.isExpired(portal)) {
    return c.html(<Message lang={lang} about="unknown" />, 404);
  }
  const { link, email } = portals.renew(portal.token);
  const { first_name = '', organization_name = '' } = portal.progress.profile;
  if (email) await mail(email, first_name || organization_name, link);
  return c.html(<Message lang={lang} about="renewed" />);
}

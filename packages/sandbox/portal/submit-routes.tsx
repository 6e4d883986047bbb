/** The end of a portal: it is submitted, or has run out and is renewed. */
import type { Context } from 'hono';

import { addLetter, letterTo } from '../domain/letters.ts';
import type { PortalRow } from '../domain/portals.ts';
import type { Parts } from '../domain/services.ts';
import type { Post } from '../mail/post.ts';
import { lackingIn, render } from './answers.tsx';
import { kindName, labelOf, slotName } from './asked.ts';
import { checkProfile, profileOf, subjectOf, type Errors, type Values } from './inputs.ts';
import { formOf, languageOf, type PortalContext } from './requests.ts';
import { texts, type Language } from './texts.ts';
import { Details } from './views/details.tsx';
import { partyName } from './views/frame.tsx';
import { Message } from './views/message.tsx';
import { Request } from './views/request.tsx';
import { filled } from './messages.ts';
import { Review } from './views/review.tsx';

/** What sends letters. */
export type Mailer = Pick<Post, 'sendLink' | 'wake'>;

/** What stands between the client and submitting, under the part of the page it belongs to. */
function beforeSubmitting(
  services: Parts<'workflow'>,
  portal: PortalRow,
  form: Values,
  lang: Language,
): Errors {
  const t = texts[lang];
  const { party, documents } = lackingIn(services, portal);
  const unsent = documents
    .map((slot) => filled(t.documentMissing, { type: slotName(slot, lang) }))
    .join('. ');
  if (portal.request) return unsent ? { file: unsent } : {};
  return {
    ...(portal.progress.unfinished && { people: t.unfinished }),
    ...(party && { people: t.peopleMissing }),
    ...(unsent && { documents: unsent }),
    ...(form.confirm !== 'yes' && { confirm: t.confirmMissing }),
  };
}

export async function submit(
  services: Writing & Parts<'portals'>,
  mailer: Mailer,
  c: PortalContext,
) {
  const { portals } = services;
  const { portal, lang, today } = c.var;
  const form = await formOf(c);
  const values = { ...portal.progress.profile, ...profileOf(portal, form) };
  portal.progress.profile = values;
  portals.save(portal);
  const ofProfile = checkProfile(portal, values, today, lang);
  if (Object.keys(ofProfile).length && !portal.request) {
    return render(services, c, Details, { errors: ofProfile, values }, 422);
  }
  const ofRest = beforeSubmitting(services, portal, form, lang);
  // In the order of the page: files stand above the fields.
  const errors = { ...ofRest, ...ofProfile };
  if (Object.keys(errors).length) {
    return render(services, c, portal.request ? Request : Review, { errors, values }, 422);
  }
  const submitted = services.store.atomic(() => {
    const done = portals.submit(portal.token);
    writeReceipt(services, done, lang);
    return done;
  });
  mailer.wake();
  return c.redirect(submitted.redirect_url ?? `/portals/${portal.token}`, 303);
}

/** What was submitted by its names, a line each. */
function sentInWords(portal: PortalRow, lang: Language): string {
  const t = texts[lang];
  const { profile, parties, documents } = portal.progress.receipt!;
  const answered = Object.keys(profile).filter((name) => profile[name]);
  const labels = answered.map((name) => labelOf(portal, name, lang));
  const lines: [title: string, names: string[]][] = [
    [t[subjectOf(portal)], labels],
    [t.peopleTitle, parties.map(partyName)],
    [
      t.documentsTitle,
      documents.map(({ name, type }) => `${kindName(portal, type, lang)} (${name})`),
    ],
  ];
  return lines
    .filter(([, names]) => names.length)
    .map(([title, names]) => `${title}: ${names.join(', ')}`)
    .join('\n');
}

/** What a receipt is made of. */
type Writing = Parts<'store' | 'clock' | 'workflow' | 'outbox'>;

/** Puts a receipt in line, where an address is known; the page behind its link says the rest. */
function writeReceipt(services: Writing, portal: PortalRow, lang: Language) {
  const { store, clock, workflow, outbox } = services;
  const reference = portal.application_id!;
  const found = workflow.show(portal.account, reference);
  const link = outbox.portalUrl(portal.token);
  const sent = sentInWords(portal, lang);
  const letter = letterTo(store, found, 'receipt', { link, sent, reference }, lang);
  if (!letter.address) return;
  const key = `receipt ${portal.portal_id} ${portal.progress.submitted_at}`;
  addLetter(store, clock, { ...letter, key, application_id: reference, who: 'Service' });
}

/** Takes the address of a new link for a portal that has run out to the client alone. */
export async function renew({ portals }: Parts<'portals'>, mailer: Mailer, c: Context) {
  const lang = languageOf(c);
  const token = String(c.req.param('token'));
  const portal = portals.find(token);
  if (!portal || !portals.isExpired(portal)) {
    return c.html(<Message lang={lang} about="unknown" address={`/portals/${token}`} />, 404);
  }
  const { link, email } = portals.renew(portal.token);
  const { first_name = '', organization_name = '' } = portal.progress.profile;
  if (email) await mailer.sendLink(email, first_name || organization_name, link, lang);
  return c.redirect(`/portals/${token}?renewed`, 303);
}

/** Submits a portal, or renews one that has expired. */
import type { Context } from 'hono';

import { addressOf } from '../domain/contact.ts';
import type { PortalRow } from '../domain/portals.ts';
import type { Parts } from '../domain/services.ts';
import { sendLetter } from '../mail/letters.ts';
import { hasErrors, readForm, text } from '../web/form.ts';
import { gapsOf, goTo, refuse } from './answers.tsx';
import { kindName } from './requirements.ts';
import { profileOf, subjectOf, withAdded } from './inputs.ts';
import { languageOf, type PortalContext } from './portal-request.ts';
import { messagesOf } from './sections.ts';
import { texts, type Language } from './texts.ts';
import { partyName } from './views/frame.tsx';
import { linked } from './views/review.tsx';
import { profileAnswers } from './views/summary-list.tsx';

export async function submit(services: Writing & Parts<'portals'>, c: PortalContext) {
  const { portals } = services;
  const { portal, lang } = c.var;
  const form = withAdded(portal, await readForm(c), lang);
  Object.assign(portal.progress.profile, profileOf(portal, form));
  portals.save(portal);
  // Adds a country to a list of countries.
  if (form.do) return goTo(c, `details#${text(form.do)}`);
  const gaps = gapsOf(services, c.var);
  const isConfirmed = portal.request !== null || form.confirm === 'yes';
  const errors = {
    ...(portal.request ? messagesOf(gaps) : linked(gaps)),
    ...(!isConfirmed && { confirm: texts[lang].confirmMissing }),
  };
  if (hasErrors(errors)) return refuse(c, 'review', { errors });
  const submitted = services.store.atomic(() => {
    const done = portals.submit(portal.token);
    sendReceipt(services, done, lang);
    return done;
  });
  return c.redirect(submitted.redirect_url ?? `/portals/${portal.token}`, 303);
}

/** The names of the submitted items, one per line. */
function sentInWords(portal: PortalRow, lang: Language): string {
  const t = texts[lang];
  const { profile, parties, documents } = portal.progress.receipt!;
  const labels = profileAnswers(portal, profile, lang).flatMap(({ label, value }) =>
    value ? [label] : [],
  );
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

/** The services that send letters. */
type Writing = Parts<'store' | 'clock' | 'account' | 'cases' | 'workflow' | 'outbox'>;

/** Sends a receipt if the client has an e-mail address. The link in it leads to the details. */
function sendReceipt(services: Writing, portal: PortalRow, lang: Language) {
  const { workflow, outbox, cases } = services;
  const { account, portal_id, progress } = portal;
  const reference = portal.application_id!;
  const found = workflow.show(account, reference);
  const to = addressOf(found);
  if (!to) return;
  const key = `receipt ${portal_id} ${progress.submitted_at}`;
  const link = outbox.portalUrl(portal.token);
  const values = { link, sent: sentInWords(portal, lang), reference };
  const name = found.person?.given_names ?? '';
  sendLetter(services, { key, account, to, kind: 'receipt', lang, name, values });
  cases.note(reference, 'Service', { kind: 'letter_sent', path: 'receipt', after: to });
}

/** Sends a new link for an expired portal: only to the client, and once a day. */
export function renew(services: Writing & Parts<'portals'>, c: Context) {
  const { portals, clock } = services;
  const lang = languageOf(c);
  const token = String(c.req.param('token'));
  const portal = portals.find(token);
  if (!portal || !portals.isExpired(portal)) return c.redirect(`/portals/${token}`, 303);
  const { token: next, link, email } = portals.renew(token);
  if (email) {
    const key = `renew ${next} ${clock.today()}`;
    const name = portal.progress.profile.given_names;
    const { account } = portal;
    sendLetter(services, { key, account, to: email, kind: 'link', lang, name, values: { link } });
  }
  return c.redirect(`/portals/${token}?renewed`, 303);
}

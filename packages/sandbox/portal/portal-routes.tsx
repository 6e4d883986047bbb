/** The portal. The client opens it with the link in the e-mail, which is the only key. */
import { Hono, type Context } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { contextStorage } from 'hono/context-storage';

import { maxFile, storeFile } from '../domain/files.ts';
import type { PortalRow } from '../domain/portals.ts';
import { Problem } from '../domain/problem.ts';
import type { Parts } from '../domain/services.ts';
import { sendLetter } from '../mail/letters.ts';
import { sameOrigin } from '../web/access.ts';
import { contentOf, forget, leadTo, readForm, wholeForm, type Refused } from '../web/form.ts';
import { forms, type Needs } from './portal-forms.ts';
import { languageOf, preferredLanguage, texts } from './texts.ts';
import { slotId, uploadedAs, visitOf } from './requirements.ts';
import { Message, type About } from './views/message.tsx';
import { PortalPage } from './views/pages.tsx';

const tokenOf = (c: Context) => c.req.path.split('/')[2] ?? '';
const pageOf = (c: Context) => `/portals/${tokenOf(c)}`;

/** Why a link does not lead to an open portal. */
function whyNot({ portals }: Needs, c: Context, portal?: PortalRow): About | undefined {
  if (!portal) return 'unknown';
  if (portals.isExpired(portal))
    return c.req.query('renewed') === undefined ? 'expired' : 'renewed';
  return portal.state === 'open' ? undefined : portal.state;
}

/** The open portal of the link. It is read after its form, with what other windows have stored. */
function openPortal(services: Needs, c: Context): PortalRow | undefined {
  const portal = services.portals.find(tokenOf(c));
  return whyNot(services, c, portal) ? undefined : portal;
}

/** Leads to a section after a form. A refused one leads back to its page. */
function lead(c: Context, next: string | ({ step: string } & Refused)) {
  const page = pageOf(c);
  if (typeof next !== 'string') {
    const { step, ...refused } = next;
    return leadTo(c, `${page}?step=${step}`, refused);
  }
  forget(page);
  return c.redirect(`${page}?step=${next}`, 303);
}

/** The requested page of an open portal, else the one that says why there is none. */
function showPage(services: Needs, c: Context) {
  const { portals } = services;
  const lang = languageOf(c);
  const portal = portals.find(tokenOf(c));
  const about = whyNot(services, c, portal);
  if (about || !portal) {
    const page = <Message {...{ lang, about: about!, portal }} address={pageOf(c)} />;
    return c.html(page, about === 'unknown' ? 404 : about === 'submitted' ? 200 : 410);
  }
  const { step, party, subject } = c.req.query();
  const { progress, application_id, redirect_url } = portal;
  // The language is that of later letters. While no case names it, the client says who it is.
  const changed = { lang: preferredLanguage(c) ?? progress.lang, subject: progress.subject };
  if (!application_id && (subject === 'business' || subject === 'person'))
    changed.subject = subject;
  if (changed.lang !== progress.lang || changed.subject !== progress.subject) {
    Object.assign(progress, changed);
    portals.save(portal);
  }
  // Browsers apply form-action to the redirect after a submission, too.
  if (redirect_url) c.set('formAction' as never, new URL(redirect_url).origin as never);
  const shown = { ...visitOf(services, portal, lang), ...contentOf<Refused>(c) };
  return c.html(<PortalPage {...shown} step={step} party={party} />);
}

/** The texts of refused files by the status of the refusal. */
const byStatus: Record<number, 'tooLarge' | 'wrongType'> = { 413: 'tooLarge', 415: 'wrongType' };

/** Takes new files, which are never stale. Each is checked on its own. */
async function takeDocuments(services: Needs, c: Context) {
  const { store, portals } = services;
  const t = texts[languageOf(c)];
  const form = await c.req.parseBody({ all: true });
  const stored: Awaited<ReturnType<typeof storeFile>>[] = [];
  const problems: string[] = [];
  for (const file of [form.file ?? []].flat()) {
    if (!(file instanceof File) || !file.name) continue;
    try {
      stored.push(await storeFile(store, file, true));
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      problems.push(`${file.name} ${t[byStatus[error.status] ?? 'emptyFile']}`);
    }
  }
  const portal = openPortal(services, c);
  if (!portal) return c.redirect(pageOf(c), 303);
  const { slot, as } = uploadedAs(visitOf(services, portal, languageOf(c)), form.type);
  portal.progress.documents.push(...stored.map((file) => ({ ...as, ...file })));
  portals.save(portal);
  const place = slot ? slotId(slot) : 'general';
  if (!stored.length && !problems.length) problems.push(t.noFile);
  if (!problems.length) return lead(c, `documents#${place}`);
  const field = slot ? `${place}-file` : 'file';
  return lead(c, { step: 'documents', errors: { [field]: problems.join('. ') } });
}

/** Refuses an upload that is too large as a whole. */
async function refuseUpload(services: Needs, c: Context) {
  // A browser reads no answer before it has sent all. A body that was begun cannot be read on.
  const rest = c.req.raw.body?.pipeTo(new WritableStream());
  await rest?.catch(() => c.header('connection', 'close'));
  const t = texts[languageOf(c)];
  if (!openPortal(services, c)) return c.redirect(pageOf(c), 303);
  return lead(c, { step: 'documents', errors: { file: `${t.labels.file} ${t.tooLarge}` } });
}

/** Sends a new link for an expired portal: only to the client, and once a day. */
function renew(services: Needs & Parts<'account' | 'cases'>, c: Context) {
  const { portals, clock } = services;
  const token = tokenOf(c);
  const portal = portals.find(token);
  if (!portal || !portals.isExpired(portal)) return c.redirect(pageOf(c), 303);
  const { link, email } = portals.renew(token);
  if (email) {
    const key = `renew ${token} ${clock.today()}`;
    const name = portal.progress.profile.given_names;
    const letter = { key, who: 'Client', to: email, lang: languageOf(c) };
    sendLetter(services, { ...letter, kind: 'link', values: { link, name } });
  }
  return c.redirect(`${pageOf(c)}?renewed`, 303);
}

export function portalRoutes(services: Needs & Parts<'account' | 'cases'>) {
  const app = new Hono();
  app.use(sameOrigin, contextStorage(), (c, next) => {
    c.set('name' as never, services.account.read().portal.name as never);
    return next();
  });
  // A request may have several files.
  const large = bodyLimit({ maxSize: 4 * maxFile, onError: (c) => refuseUpload(services, c) });
  const small = bodyLimit({ maxSize: 256 * 1024 });
  app.use((c, next) => (c.req.path.endsWith('/documents') ? large : small)(c, next));
  app.use('/:token/*', wholeForm);
  app.get('/:token', (c) => showPage(services, c));
  app.post('/:token/renew', (c) => renew(services, c));
  app.post('/:token/documents', (c) => takeDocuments(services, c));
  for (const [path, take] of Object.entries(forms)) {
    app.post(`/:token/${path}`, async (c) => {
      const form = await readForm(c);
      const portal = openPortal(services, c);
      if (!portal) return c.redirect(pageOf(c), 303);
      const next = take(visitOf(services, portal, languageOf(c)), form, services);
      services.portals.save(portal);
      if (path !== 'submit' || typeof next !== 'string') return lead(c, next);
      return c.redirect(services.portals.submit(portal.token).redirect_url ?? pageOf(c), 303);
    });
  }
  // A browser that opens the address of a form gets the portal.
  return app.get('/:token/*', (c) => c.redirect(pageOf(c)));
}

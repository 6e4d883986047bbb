/** The answers of the portal: a page, the next step, or a page with the reason against it. */
import type { Context, MiddlewareHandler } from 'hono';
import type { JSX } from 'hono/jsx/jsx-runtime';

import type { Party } from '../domain/cases.ts';
import type { PortalRow } from '../domain/portals.ts';
import { Problem } from '../domain/problem.ts';
import type { Parts } from '../domain/services.ts';
import { confirm, contentOf, forget, leadTo, readForm, type Values } from '../web/form.ts';
import { languageOf, type PortalContext, type PortalEnv } from './portal-request.ts';
import { gapsIn } from './sections.ts';
import { texts } from './texts.ts';
import type { Existing } from './requirements.ts';
import { unsavedIn } from './unsaved.ts';
import type { View } from './views/frame.tsx';
import { Message, type About } from './views/message.tsx';
import type { Answer } from './summary.ts';

/** The path of the link in the request. Of an expired link, it is not the one that took the form. */
const pathOf = (c: PortalContext) => `/portals/${c.req.path.split('/')[2]}`;

/** The page that explains why a portal is not open. */
function whyNot(
  c: Context,
  services: Parts<'portals'>,
  token: string,
  portal: PortalRow | undefined,
) {
  const lang = languageOf(c);
  const { unsaved } = contentOf<Unsaved>(c);
  const say = (about: About, status: 200 | 404 | 410) =>
    c.html(<Message {...{ lang, about, portal, unsaved }} address={`/portals/${token}`} />, status);
  if (!portal) return say('unknown', 404);
  if (portal.state === 'closed') return say('closed', 410);
  if (services.portals.isExpired(portal)) {
    return say(c.req.query('renewed') === undefined ? 'expired' : 'renewed', 410);
  }
  return say('submitted', 200);
}

/** What the page of a link that is not open shows of a form that came too late. */
interface Unsaved {
  unsaved: Answer[];
}

/** Leads a form that came too late to the page that says so, so that Back does not send it again. */
async function leadOn(c: PortalContext, portal: PortalRow | undefined, today: string) {
  const page = pathOf(c);
  if (!portal) return c.redirect(page, 303);
  const path = c.req.path.split('/').slice(3).join('/');
  const { file } = await c.req.parseBody({ all: true });
  const files = [file ?? []].flat().flatMap((one) => (one instanceof File ? [one.name] : []));
  const sent = { path, values: await readForm(c), files: files.filter(Boolean) };
  const unsaved = unsavedIn(portal, sent, today, languageOf(c));
  return unsaved.length ? leadTo(c, page, { unsaved } satisfies Unsaved) : c.redirect(page, 303);
}

/**
 * Lets a request to an open portal through, and a form to an expired one: what a client typed while
 * the link expired waits behind the next link.
 * @returns for any other portal, the page with the reason.
 */
export function admit(
  services: Parts<'portals' | 'clock'>,
  c: PortalContext,
  token: string,
): Response | Promise<Response> | undefined {
  const { portals, clock } = services;
  const found = portals.find(token);
  const isForm = c.req.method === 'POST';
  const portal = isForm ? found && portals.current(found) : found;
  if (portal?.state !== 'open' || (!isForm && portals.isExpired(portal))) {
    return isForm
      ? leadOn(c, found, clock.today())
      : (whyNot(c, services, token, portal) as Response);
  }
  c.set('portal', portal);
  c.set('isLate', portal !== found || portals.isExpired(portal));
  c.set('lang', languageOf(c));
  c.set('today', clock.today());
  return undefined;
}

/** Admits only requests to open portals. */
export const onlyOpen =
  (services: Parts<'portals' | 'clock'>): MiddlewareHandler<PortalEnv> =>
  async (c, next) =>
    admit(services, c, String(c.req.param('token'))) ?? next();

/**
 * Reads the stored portal again after a slow upload, because another window may have changed it.
 * @throws Problem 409 if it was submitted or closed meanwhile.
 */
export function latest({ portals }: Parts<'portals'>, c: PortalContext): PortalRow {
  const portal = portals.find(c.var.portal.token);
  if (portal?.state !== 'open') throw new Problem(409, 'This portal is not open any more.');
  c.set('portal', portal);
  return portal;
}

type Shown = Pick<View, 'errors' | 'party' | 'typed'>;

/**
 * Answers with a page, and with what its form had when it was refused. The form may redirect to the
 * page from which the client came.
 */
export function render(
  services: Parts<'workflow'>,
  c: PortalContext,
  Component: (view: View) => JSX.Element,
) {
  const { portal, lang, today } = c.var;
  const target = portal.redirect_url;
  // Browsers apply form-action to the redirect after a submission, too.
  if (target) c.set('formAction' as never, new URL(target).origin as never);
  const existing = existingOf(services, portal);
  const gaps = gapsIn(portal, existing, today, lang);
  const t = texts[lang];
  const base = `/portals/${portal.token}`;
  return c.html(
    <Component {...{ portal, lang, t, base, today, existing, gaps, ...contentOf<Shown>(c) }} />,
  );
}

/** Leads back to the page of a form, which then shows the mistakes. */
export const leadBack = (c: PortalContext, step: string, view: Shown) =>
  leadTo(c, `${pathOf(c)}?step=${step}`, view);

/** Refuses a form. The page of an expired link shows what is not saved. */
export const refuse = (c: PortalContext, step: string, view: Shown) =>
  c.var.isLate ? leadOn(c, c.var.portal, c.var.today) : leadBack(c, step, view);

/** Leads to a section after a form that was taken. */
export function goTo(c: PortalContext, step: string) {
  const page = pathOf(c);
  forget(page);
  confirm(c);
  return c.redirect(`${page}?step=${step}`, 303);
}

/** Stores the change of a form, then shows the page of the section. */
export const changing =
  (
    step: string,
    change: (portal: PortalRow, form: Values, services: Parts<'portals' | 'workflow'>) => void,
  ) =>
  async (services: Parts<'portals' | 'workflow'>, c: PortalContext) => {
    change(c.var.portal, await readForm(c), services);
    services.portals.save(c.var.portal);
    return goTo(c, step);
  };

/** The case's data from outside this portal. */
export function existingOf(
  { workflow }: Parts<'workflow'>,
  { application_id }: PortalRow,
): Existing {
  const found = application_id ? workflow.show(application_id) : undefined;
  return {
    documents: found?.documents ?? [],
    parties: [...(found?.persons ?? []), ...(found?.businesses ?? [])] as Party[],
  };
}

/** The gaps that prevent submission. */
export const gapsOf = (
  services: Parts<'workflow'>,
  { portal, today, lang }: PortalContext['var'],
) => gapsIn(portal, existingOf(services, portal), today, lang);

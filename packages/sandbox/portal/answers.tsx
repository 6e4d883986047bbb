/** The answers of the portal: a page, the next step, or a page with the reason against it. */
import type { Context, MiddlewareHandler } from 'hono';
import type { JSX } from 'hono/jsx/jsx-runtime';

import type { Party } from '../domain/parties.ts';
import type { PortalRow } from '../domain/portals.ts';
import { Problem } from '../domain/problem.ts';
import type { Parts } from '../domain/services.ts';
import { contentOf, forget, leadTo, readForm, type Values } from '../web/form.ts';
import { languageOf, type PortalContext, type PortalEnv } from './portal-request.ts';
import { gapsIn } from './sections.ts';
import { texts } from './texts.ts';
import type { Existing } from './requirements.ts';
import type { View } from './views/frame.tsx';
import { Message, Submitted, type About } from './views/message.tsx';

/** The page that explains why a portal is not open. */
function whyNot(
  c: Context,
  services: Parts<'portals'>,
  token: string,
  portal: PortalRow | undefined,
) {
  const lang = languageOf(c);
  const say = (about: About, status: 404 | 410) =>
    c.html(<Message {...{ lang, about, portal }} address={`/portals/${token}`} />, status);
  if (!portal) return say('unknown', 404);
  if (portal.state === 'closed') return say('closed', 410);
  if (services.portals.isExpired(portal)) {
    return say(c.req.query('renewed') === undefined ? 'expired' : 'renewed', 410);
  }
  return c.html(<Submitted {...{ lang, portal }} />);
}

/**
 * Lets a request to an open portal through. @returns for any other portal, the page with the
 * reason.
 */
export function admit(
  services: Parts<'portals' | 'clock'>,
  c: PortalContext,
  token: string,
): Response | undefined {
  const { portals, clock } = services;
  const portal = portals.find(token);
  if (portal?.state !== 'open' || portals.isExpired(portal)) {
    // A form leads on to the page, so that Back does not send it again.
    if (c.req.method === 'POST') return c.redirect(`/portals/${token}`, 303);
    return whyNot(c, services, token, portal) as Response;
  }
  c.set('portal', portal);
  c.set('lang', languageOf(c));
  c.set('today', clock.today());
  return undefined;
}

/**
 * Admits only requests to open portals. Reads a form before it reads the portal, so later handlers
 * see the changes that other windows stored meanwhile.
 */
export const onlyOpen =
  (services: Parts<'portals' | 'clock'>): MiddlewareHandler<PortalEnv> =>
  async (c, next) => {
    if (c.req.method === 'POST') {
      await c.req.parseBody({ all: true }).catch(() => {
        throw new Problem(400, 'The body is not a form.');
      });
    }
    return admit(services, c, String(c.req.param('token'))) ?? next();
  };

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

type Shown = Pick<View, 'errors' | 'party'>;

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
export const refuse = (c: PortalContext, step: string, view: Shown) =>
  leadTo(c, `/portals/${c.var.portal.token}?step=${step}`, view);

/** Leads to a section after a form that was taken. */
export function goTo(c: PortalContext, step: string) {
  const page = `/portals/${c.var.portal.token}`;
  forget(page);
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

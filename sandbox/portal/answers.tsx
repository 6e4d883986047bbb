/** How the portal answers: a page, the next step, or the page that says why there is none. */
import type { MiddlewareHandler } from 'hono';
import type { JSX } from 'hono/jsx/jsx-runtime';

import type { PortalRow } from '../domain/portals.ts';
import type { Services } from '../domain/services.ts';
import { languageOf, type PortalContext, type PortalEnv } from './requests.ts';
import { missingIn } from './requirements.ts';
import type { Known, View } from './views/frame.tsx';
import { Message } from './views/message.tsx';

/** Lets requests to an open portal through; others get the page that says why not. */
export const onlyOpen =
  ({ portals }: Services): MiddlewareHandler<PortalEnv> =>
  async (c, next) => {
    const lang = languageOf(c);
    const portal = portals.find(String(c.req.param('token')));
    if (portal?.state === 'open' && !portals.isExpired(portal)) {
      c.set('portal', portal);
      c.set('lang', lang);
      return next();
    }
    // Asked for by a script, which only looks at the status.
    if (portal && c.req.path.endsWith('/save')) return c.json({}, 410);
    if (!portal) return c.html(<Message lang={lang} about="unknown" />, 404);
    if (portal.state === 'closed') return c.html(<Message lang={lang} about="closed" />, 410);
    if (portal.state === 'open') {
      return c.html(<Message lang={lang} about="expired" portal={portal} />, 410);
    }
    const status = c.req.method === 'GET' ? 200 : 409;
    return c.html(<Message lang={lang} about="submitted" portal={portal} />, status);
  };

/** Answers with a page whose form may lead to where the client came from. */
export function render(
  c: PortalContext,
  Shown: (view: View) => JSX.Element,
  view: Omit<View, 'portal' | 'lang'> = {},
  status: 200 | 409 | 422 = 200,
) {
  const { portal, lang } = c.var;
  const target = portal.redirect_url;
  // Browsers apply form-action to the redirect after submitting as well.
  if (target) c.set('formAction' as never, new URL(target).origin as never);
  return c.html(<Shown portal={portal} lang={lang} {...view} />, status);
}

export const goTo = (c: PortalContext, step: string) =>
  c.redirect(`/portals/${c.var.portal.token}?step=${step}`, 303);

/** What the case has already, besides what was entered here. */
export function knownOf({ workflow }: Services, { account, application_id }: PortalRow): Known {
  const found = application_id ? workflow.show(account, application_id) : undefined;
  return {
    documents: found?.documents ?? [],
    parties: [...(found?.persons ?? []), ...(found?.businesses ?? [])],
  };
}

/** What is still missing in the portal of this request. */
export const lackingIn = (services: Services, portal: PortalRow) =>
  missingIn(portal, knownOf(services, portal));

/** The design of a portal in the settings of its account. */
import type { MiddlewareHandler } from 'hono';

import { defaultSettings, type PortalLook } from '../domain/account.ts';
import type { Parts } from '../domain/services.ts';
import type { Look } from '../web/layout.tsx';

/** The design for the pages; undefined for an account with the sandbox's own design. */
function lookOf(portal: PortalLook): Look | undefined {
  const { name, color } = defaultSettings.portal;
  if (portal.name === name && portal.color === color && !portal.logo_url) return undefined;
  return { name: portal.name, colour: portal.color, logo: portal.logo_url ?? undefined };
}

/**
 * Gives the pages of a portal the design of its account, and all other pages that of the main
 * account.
 */
export const addLook =
  ({ store, account }: Parts<'store' | 'account'>): MiddlewareHandler =>
  (c, next) => {
    const [, , token = ''] = c.req.path.split('/');
    const row = store.get<{ account: string }>`select account from portals where token = ${token}`;
    const name = row?.account ?? 'main';
    const look = lookOf(account.read(name).portal);
    c.set('look', look);
    if (look?.logo) c.set('pictures', new URL(look.logo).origin);
    return next();
  };

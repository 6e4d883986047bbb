/** The design of the portal in the settings of the account. */
import type { MiddlewareHandler } from 'hono';

import { defaultSettings, type PortalLook } from '../domain/account.ts';
import type { Parts } from '../domain/services.ts';
import type { Look } from '../web/layout.tsx';

/** The design for the pages; undefined for the sandbox's own design. */
function lookOf(portal: PortalLook): Look | undefined {
  const { name, color } = defaultSettings.portal;
  if (portal.name === name && portal.color === color && !portal.logo_url) return undefined;
  return { name: portal.name, colour: portal.color, logo: portal.logo_url ?? undefined };
}

/** Gives the pages the design of the account. */
export const addLook =
  ({ account }: Parts<'account'>): MiddlewareHandler =>
  (c, next) => {
    const look = lookOf(account.read().portal);
    c.set('look', look);
    if (look?.logo) c.set('pictures', new URL(look.logo).origin);
    return next();
  };

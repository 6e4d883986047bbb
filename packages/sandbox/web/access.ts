/**
 * Access to the back office and the control plane: from this computer, or with the password. The
 * headers of pages.
 */
import type { HttpBindings } from '@hono/node-server';
import { getConnInfo } from '@hono/node-server/conninfo';
import { basicAuth } from 'hono/basic-auth';
import { HTTPException } from 'hono/http-exception';
import ipaddr from 'ipaddr.js';
import type { MiddlewareHandler } from 'hono';
import { secureHeaders } from 'hono/secure-headers';

/** The user of the back office, if it has a password. */
export const officeUser = 'reviewer';

/** True for an IP address that only this computer reaches. */
export const isLoopback = (address: string): boolean =>
  ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback';

/** True for the host of a URL on this computer. */
export const isHere = ({ hostname }: URL): boolean =>
  hostname === 'localhost' || isLoopback(hostname.replace(/^\[|\]$/g, ''));

/** The password of the user "reviewer". Without one, only this computer has access. */
export function insiders(password?: string): MiddlewareHandler<{ Bindings: HttpBindings }> {
  if (password) return basicAuth({ username: officeUser, password });
  return async (c, next) => {
    const isLocal = isLoopback(getConnInfo(c).remote.address ?? '');
    // Otherwise a foreign host name could point here.
    if (isLocal && isHere(new URL(c.req.url))) return next();
    throw new HTTPException(403, { message: 'The back office is open on this computer only.' });
  };
}

/**
 * Requires an API key or the password. Other computers reach a shared sandbox under any host name:
 * there the request then counts as local, because the next check requires that.
 */
export function withKeyOrPassword(
  accepts: (authorization?: string) => boolean,
  password: string,
  isShared: boolean,
): MiddlewareHandler {
  const askPassword = basicAuth({ username: officeUser, password });
  return async (c, next) => {
    const pass = () => {
      const headers = new Headers(c.req.raw.headers);
      if (isShared) headers.set('host', 'localhost');
      headers.delete('origin');
      c.req.raw = new Request(c.req.raw, { headers });
      return next();
    };
    return accepts(c.req.header('authorization')) ? pass() : askPassword(c, pass);
  };
}

/**
 * Refuses requests from other origins, because any page in the same browser could send them.
 * Programs such as curl send no origin.
 */
export const sameOrigin: MiddlewareHandler = async (c, next) => {
  const origin = c.req.header('origin') ?? '';
  // Browsers send the origin here. Our pages send no referrer.
  const site = c.req.header('sec-fetch-site');
  const isOurs = site ? ['same-origin', 'none'].includes(site) : !origin;
  if (c.req.method === 'GET' || isOurs || origin === new URL(c.req.url).origin) return next();
  throw new HTTPException(403, { message: 'Requests from other pages are refused.' });
};

export type PageEnv = {
  Variables: {
    /** Another origin to which a form of the page may redirect. */
    formAction?: string;
  };
};

const secure = secureHeaders({
  referrerPolicy: 'no-referrer',
  xFrameOptions: 'DENY',
  // A page with its own policy keeps it.
  overwrite: false,
  // The sandbox serves http on this computer only.
  strictTransportSecurity: false,
});

export const pageHeaders: MiddlewareHandler<PageEnv> = async (c, next) => {
  if (/^\/(api|applications)\//.test(c.req.path)) return next();
  await secure(c, next);
  const forms = ["'self'", c.get('formAction')].filter(Boolean).join(' ');
  const policy = 'content-security-policy';
  if (!c.res.headers.has(policy))
    c.header(
      policy,
      `default-src 'none'; frame-src 'self'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src 'self' data:; form-action ${forms}; base-uri 'none'; frame-ancestors 'none'`,
    );
  if (!c.req.path.startsWith('/assets/')) c.header('cache-control', 'no-store');
};

/** The rest of a body that is too large is not read: the connection cannot be used again. */
export const closeUnread: MiddlewareHandler = async (c, next) => {
  await next();
  if (c.res.status === 413) c.header('connection', 'close');
};

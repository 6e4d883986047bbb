/** Headers of the pages: only our scripts, no frames, no caching. The API sends none of them. */
import type { MiddlewareHandler } from 'hono';
import { secureHeaders } from 'hono/secure-headers';

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

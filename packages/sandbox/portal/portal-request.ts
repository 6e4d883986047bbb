/** The language of a request to the portal, and the kind that it names. */
import type { Context } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';

import type { Kind } from '../domain/case.ts';
import { isLanguage, type Language } from './texts.ts';

/**
 * The requested language, else the one of an earlier request, else the browser's. Programs have
 * none.
 */
export function preferredLanguage(c: Context): Language | undefined {
  const browser = (c.req.header('accept-language') ?? '')
    .split(',')
    .map((part) => part.trim().slice(0, 2).toLowerCase());
  return [c.req.query('lang'), getCookie(c, 'lang'), ...browser].find(isLanguage);
}

/** The language of a page. A cookie keeps a requested language for later pages. */
export function languageOf(c: Context): Language {
  const requested = c.req.query('lang');
  if (isLanguage(requested))
    setCookie(c, 'lang', requested, { path: '/portals', sameSite: 'Lax', maxAge: 365 * 24 * 3600 });
  return preferredLanguage(c) ?? 'en';
}

export const kindOf = (value: unknown): Kind => (value === 'business' ? 'business' : 'person');

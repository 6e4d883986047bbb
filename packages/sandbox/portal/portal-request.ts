/** The language and the form values of a request to the portal. */
import type { Context } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';

import { isLanguage } from '../../../service/letters.ts';
import type { Kind } from '../domain/cases.ts';
import { mapValues } from '../domain/objects.ts';
import type { PortalRow } from '../domain/portals.ts';
import type { Values } from './inputs.ts';
import type { Language } from './texts.ts';

/** The context of a request whose link leads to an open portal. */
export type PortalEnv = {
  Variables: {
    portal: PortalRow;
    lang: Language;
    /** `2026-11-22` */
    today: string;
  };
};
export type PortalContext = Context<PortalEnv>;

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

/** The text fields of the form, trimmed. A repeated field is a list of its values. */
export async function formOf(c: Context): Promise<Values> {
  const form = await c.req.parseBody({ all: true });
  return mapValues(form, (value) => {
    const list = [value].flat().filter((item) => typeof item === 'string');
    return list.length > 1 ? list.map((item) => item.trim()) : (list[0] ?? '').trim();
  });
}

export const text = (value: string | string[] | undefined) => String([value ?? ''].flat()[0]);
export const kindOf = (value: unknown): Kind => (value === 'business' ? 'business' : 'person');

/**
 * The forms of the portal and the back office. A form never answers with a page: it leads on to the
 * next one, or back to its own page with what was sent and what is wrong. So neither Back nor a
 * reload sends it again.
 */
import type { Context, MiddlewareHandler } from 'hono';
import { jsx } from 'hono/jsx';
import { hash, randomBytes } from 'node:crypto';

import { pathIn } from '../domain/form-values.ts';
import { mapValues } from '../domain/plain.ts';
import { Problem, type Place } from '../domain/problem.ts';

/** What a form sent, by field. A repeated field is a list. */
export type Values = Record<string, string | string[]>;
/** Field -> its mistake. A mistake of no field has the empty name. */
export type Errors = Record<string, string>;
/** What the page of a form shows after a refusal. */
export interface Refused {
  values?: Values;
  errors?: Errors;
}

/** Reads a form before its handler does. @throws Problem 400 for a body that is none. */
export const wholeForm: MiddlewareHandler = async (c, next) => {
  if (c.req.method === 'POST') {
    await c.req.parseBody({ all: true }).catch(() => {
      throw new Problem(400, 'The body is not a form.');
    });
  }
  return next();
};

/** The text fields of a form, trimmed. */
export async function readForm(c: Context): Promise<Values> {
  const form = await c.req.parseBody({ all: true });
  return mapValues(form, (value) => {
    const list = [value].flat().filter((item) => typeof item === 'string');
    return list.length > 1 ? list.map((item) => item.trim()) : (list[0] ?? '').trim();
  });
}

/** The value of a field, the first of several. */
export const text = (value: Values[string] | undefined): string => [value ?? ''].flat()[0]!;
/** All values of a field that are not empty. */
export const list = (value: Values[string] | undefined): string[] =>
  [value ?? []].flat().filter(Boolean);
/** The version of what a form is made from: another one for any other content. */
const versionOf = (record: unknown): string =>
  hash('sha256', JSON.stringify(record) ?? '', 'base64url');

/** The field that tells what a form was made from: `<Version of={record} />`. */
export const Version = ({ of }: { of: unknown }) =>
  jsx('input', { type: 'hidden', name: 'version', value: versionOf(of) });

/**
 * True if a form was made from something else than what is there now. Such a form is not saved: its
 * page comes again with what is there and, beside it, what was typed. Programs send no version.
 */
export const isStale = ({ version }: Values, record: unknown): boolean =>
  text(version) !== '' && text(version) !== versionOf(record);

export const hasErrors = (errors: Errors): boolean => Object.keys(errors).length > 0;

/** The names of the fields of a form -> their labels. */
type Labels = Record<string, string>;

/** The mistakes of a refusal, each at its field: the longest part of its place with a label. */
export function errorsIn(problem: Problem, labels: Labels): Errors {
  if (!Array.isArray(problem.detail)) return { '': problem.message };
  const errors: Errors = {};
  for (const { loc, msg } of problem.detail as { loc: Place; msg: string }[]) {
    const path = loc.filter((part) => !['body', 'business', 'person'].includes(String(part)));
    const parts = pathIn(path).split('.');
    while (parts.length && !labels[parts.join('.')]) parts.pop();
    const name = parts.join('.');
    const message = `${labels[name] ?? pathIn(path)} ${msg}`.trim();
    errors[name] = !name && errors[name] ? `${errors[name]}. ${message}` : message;
  }
  return errors;
}

/** What the pages show after a form. The oldest ones go first. */
const contents = new Map<string, { page: string; content: object }>();
const most = 500;

/** Leads to a page with this content. `path` may have a query. */
export function leadTo(c: Context, path: string, content: object): Response {
  const id = randomBytes(12).toString('base64url');
  contents.set(id, { page: path.split('?')[0]!, content });
  if (contents.size > most) contents.delete(contents.keys().next().value!);
  return c.redirect(`${path}${path.includes('?') ? '&' : '?'}form=${id}`, 303);
}

/** Ends what a page shows after its forms: it was corrected, and Back would still show it. */
export function forget(page: string): void {
  for (const [id, content] of contents) if (content.page === page) contents.delete(id);
}

/** The content of this page, if a form has led to it. */
export function contentOf<Content extends object = Refused>(c: Context): Partial<Content> {
  const found = contents.get(c.req.query('form') ?? '');
  return found?.page === c.req.path ? (found.content as Partial<Content>) : {};
}

interface Form {
  /** The page of the form. */
  page: string;
  values: Values;
  labels?: Labels;
}

/** Does the work of a form, which returns the next page. A refusal leads back to the form's page. */
export async function answer(
  c: Context,
  { page, values, labels = {} }: Form,
  work: () => string | Response | Promise<string | Response>,
): Promise<Response> {
  try {
    const next = await work();
    if (typeof next !== 'string') return next;
    forget(page.split('?')[0]!);
    return c.redirect(next, 303);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return leadTo(c, page, { values, errors: errorsIn(error, labels) });
  }
}

/** A request of the API: whose it is, what it holds, and how it is answered. */
import type { HttpBindings } from '@hono/node-server';
import type { Context, MiddlewareHandler } from 'hono';
import type { infer as Infer, ZodMiniType } from 'zod/mini';

import { deprecatedFields } from '../../../service/contract.ts';
import type { Account } from '../domain/account.ts';
import type { Accounts } from '../domain/accounts.ts';
import { answered } from '../domain/countries.ts';
import { json, Problem } from '../domain/problem.ts';
import type { Repeats } from '../domain/repeats.ts';
import { bodyAs } from './bodies.ts';
import { inSentNames, type SentNames } from './forms.ts';
import { originOf, withLinksAt, type LinkBase } from './links.ts';

/** What a request carries along once its key is known. */
export type ApiEnv = {
  Variables: { account: string; names: SentNames };
  Bindings: HttpBindings;
};
export type ApiContext = Context<ApiEnv>;
/** What answers a request. */
export type Work = (c: ApiContext) => Response | Promise<Response>;

export const applicationId = (c: ApiContext) => String(c.req.param('application_id'));

/** Fields at the top of a case that have moved, and are still taken there. */
export const deprecatedNames = Object.keys(deprecatedFields);

/** The form in which an account has its countries. */
type Form = ReturnType<Account['read']>['country_codes'];

/**
 * Lets in who has a key: alone, or behind the name of any scheme. What is answered from there on has
 * its countries in the account's form, its addresses under the names of the request, and its links
 * at the address of the request.
 */
export const keyed =
  (accounts: Accounts, account: Account, links: LinkBase): MiddlewareHandler<ApiEnv> =>
  (c, next) => {
    const sent = c.req.header('authorization') ?? '';
    const found = accounts.find(sent) ?? accounts.find(sent.replace(/^\S+ +/, ''));
    if (!found) throw new Problem(401, 'The API key is missing or not valid.');
    const names: SentNames = new Map();
    c.set('account', found);
    c.set('names', names);
    const form: Form = account.read(found).country_codes;
    const to = links.isFixed ? links.from() : originOf(c);
    const say = c.json;
    c.json = ((value: object, ...rest: []) => {
      const linked = withLinksAt(answered(value, form), links.from(), to);
      return say(inSentNames(linked, names) as object, ...rest);
    }) as typeof say;
    return next();
  };

/** Reads the body of a request, as the account is set to take it. @throws Problem 400, 422. */
export type ReadBody = <S extends ZodMiniType>(
  c: ApiContext,
  schema: S,
  also?: string[],
) => Promise<Infer<S>>;
export const bodyReader =
  (account: Account): ReadBody =>
  async (c, schema, also) => {
    const { unknown_fields } = account.read(c.var.account);
    return bodyAs(schema, await json(c.req), unknown_fields, also, c.var.names);
  };

/** Answers a POST once per Idempotency-Key: a repeat gets the first answer again. */
export type Once = (c: ApiContext, work: () => object) => Promise<Response>;
export const onceWith =
  (repeats: Repeats): Once =>
  async (c, work) => {
    const sent = c.req.header('idempotency-key');
    const key = sent && `${c.req.path} ${sent}`;
    const request = { account: c.var.account, key, body: await c.req.text() };
    const { answer, isReplay } = repeats.once(request, work);
    if (isReplay) c.header('idempotent-replayed', 'true');
    return c.json(answer, 201);
  };

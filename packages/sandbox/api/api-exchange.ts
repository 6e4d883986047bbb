/** A request of the API: its account, its body and its answer. */
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

/** The context of a request after its key was checked. */
export type ApiEnv = {
  Variables: { account: string };
  Bindings: HttpBindings;
};
export type ApiContext = Context<ApiEnv>;
/** Answers a request. */
export type Work = (c: ApiContext) => Response | Promise<Response>;

export const applicationId = (c: ApiContext) => String(c.req.param('application_id'));

/** Deprecated fields at the top of a case, which the sandbox still accepts. */
export const deprecatedNames = Object.keys(deprecatedFields);

/**
 * Checks the key, alone or after the name of any scheme. Answers then have countries in the
 * account's form.
 */
export const keyed =
  (accounts: Accounts, account: Account): MiddlewareHandler<ApiEnv> =>
  (c, next) => {
    const sent = c.req.header('authorization') ?? '';
    const found = accounts.find(sent) ?? accounts.find(sent.replace(/^\S+ +/, ''));
    if (!found) throw new Problem(401, 'The API key is missing or not valid.');
    c.set('account', found);
    const { country_codes } = account.read(found);
    const say = c.json;
    c.json = ((value: object, ...rest: []) =>
      say(answered(value, country_codes), ...rest)) as typeof say;
    return next();
  };

/** Reads the body of a request by the account's rules. @throws Problem 400, 422. */
export type ReadBody = <S extends ZodMiniType>(
  c: ApiContext,
  schema: S,
  also?: string[],
) => Promise<Infer<S>>;
export const bodyReader =
  (account: Account): ReadBody =>
  async (c, schema, also) => {
    const { unknown_fields } = account.read(c.var.account);
    return bodyAs(schema, await json(c.req), unknown_fields, also);
  };

/** Answers a POST once per Idempotency-Key. A repeat gets the first answer. */
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

/** A request of the API: its key, its body and its answer. */
import type { HttpBindings } from '@hono/node-server';
import type { Context, MiddlewareHandler } from 'hono';
import type { infer as Infer, ZodMiniType } from 'zod/mini';

import { deprecatedFields } from '../../../service/contract.ts';
import { answered } from '../domain/countries.ts';
import { checkTypes } from '../domain/custom-fields.ts';
import { json, Problem } from '../domain/problem.ts';
import { onceFor } from '../domain/repeats.ts';
import type { Parts } from '../domain/services.ts';
import { bodyAs } from './bodies.ts';

export type ApiEnv = { Bindings: HttpBindings };
export type ApiContext = Context<ApiEnv>;
/** Answers a request. */
export type Work = (c: ApiContext) => Response | Promise<Response>;

export const applicationId = (c: ApiContext) => String(c.req.param('application_id'));

/** Deprecated fields at the top of a case, which the sandbox still accepts. */
export const deprecatedNames = Object.keys(deprecatedFields);

/** Checks the key. Answers then have countries in the account's form. */
export const keyed =
  ({ apiKeys, account }: Parts<'apiKeys' | 'account'>): MiddlewareHandler<ApiEnv> =>
  (c, next) => {
    if (!apiKeys.accept(c.req.header('authorization'))) {
      throw new Problem(401, 'The API key is missing or not valid.');
    }
    const { country_codes } = account.read();
    const say = c.json;
    c.json = ((value: object, ...rest: []) =>
      say(answered(value, country_codes), ...rest)) as typeof say;
    return next();
  };

/** Reads bodies, and answers repeats. */
export const bodiesOf = ({ account, ...services }: Parts<'account' | 'store' | 'clock'>) => ({
  /** Reads the body of a request by the account's rules. @throws Problem 400, 422. */
  async read<S extends ZodMiniType>(c: ApiContext, schema: S, also?: string[]): Promise<Infer<S>> {
    const { unknown_fields, custom_fields } = account.read();
    const body = bodyAs(schema, await json(c.req), unknown_fields, also);
    checkTypes(custom_fields, body as object);
    return body;
  },
  /** Answers a POST once per Idempotency-Key. A repeat gets the first answer. */
  async once(c: ApiContext, work: () => object): Promise<Response> {
    const sent = c.req.header('idempotency-key');
    const key = sent && `${c.req.path} ${sent}`;
    const { answer, isReplay } = onceFor(services, { key, body: await c.req.text() }, work);
    if (isReplay) c.header('idempotent-replayed', 'true');
    return c.json(answer, 201);
  },
});
export type Bodies = ReturnType<typeof bodiesOf>;

/**
 * A request of the API: its key, its body by the account's rules (unknown fields are kept, dropped or
 * refused), and its answer.
 */
import type { HttpBindings } from '@hono/node-server';
import type { Context, MiddlewareHandler } from 'hono';
import type { infer as Infer, ZodMiniType } from 'zod/mini';
import { createHash } from 'node:crypto';

import { deprecatedFields } from '../../../service/contract.ts';
import type { AccountSettings } from '../domain/account.ts';
import { answered, storedForm } from '../domain/countries.ts';
import { checkTypes } from '../domain/custom-fields.ts';
import { isRecord } from '../domain/plain.ts';
import { json, Problem, valid, type Place } from '../domain/problem.ts';
import type { Parts } from '../domain/services.ts';

const day = 24 * 3600_000;

/** What a request with a key has made. */
interface Noted {
  fingerprint: string;
  answer: object;
  /** Milliseconds since 1970. */
  at: number;
}

/** The ID in an earlier answer. */
const nameOf = (answer: Record<string, unknown>): string =>
  String(answer.document_id ?? answer.portal_id ?? answer.decision_id ?? answer.application_id);

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

type Rule = AccountSettings['unknown_fields'];
interface Inside {
  innerType?: ZodMiniType;
  shape?: Record<string, ZodMiniType>;
  element?: ZodMiniType;
}

const insideOf = (schema: ZodMiniType): Inside => {
  const inside = schema._zod.def as unknown as Inside;
  return inside.innerType ? insideOf(inside.innerType) : inside;
};

/** The value without unknown fields. `found` gets the place of each. */
function withoutUnknown(schema: ZodMiniType, value: unknown, loc: Place, found: Place[]): unknown {
  const { shape, element } = insideOf(schema);
  if (element && Array.isArray(value)) {
    return value.map((item, index) => withoutUnknown(element, item, [...loc, index], found));
  }
  if (!shape || !isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]) => {
      const place = [...loc, name];
      if (Object.hasOwn(shape, name)) {
        return [[name, withoutUnknown(shape[name]!, inner, place, found)]];
      }
      found.push(place);
      return [];
    }),
  );
}

/**
 * The body to store. `also` names further valid top-level fields.
 * @throws Problem 422 with one entry per field.
 */
function bodyAs<S extends ZodMiniType>(
  schema: S,
  sent: unknown,
  rule: Rule,
  also: string[] = [],
): Infer<S> {
  const body = storedForm(sent);
  const checked = valid(schema, body);
  if (rule === 'keep' || !isRecord(body)) return checked;
  const found: Place[] = [];
  const rest = withoutUnknown(schema, body, ['body'], found) as Record<string, unknown>;
  const unknown = found.filter((loc) => loc.length > 2 || !also.includes(String(loc[1])));
  if (rule === 'refuse' && unknown.length) {
    const msg = 'Extra inputs are not permitted';
    throw new Problem(
      422,
      unknown.map((loc) => ({ loc, msg, type: 'extra_forbidden' })),
    );
  }
  for (const name of also) if (name in body) rest[name] = body[name];
  return rest as Infer<S>;
}

/** Reads bodies, and answers repeats. */
export const bodiesOf = ({ account, store, clock }: Parts<'account' | 'store' | 'clock'>) => ({
  /** Reads the body of a request by the account's rules. @throws Problem 400, 422. */
  async read<S extends ZodMiniType>(c: ApiContext, schema: S, also?: string[]): Promise<Infer<S>> {
    const { unknown_fields, custom_fields } = account.read();
    const body = bodyAs(schema, await json(c.req), unknown_fields, also);
    checkTypes(custom_fields, body as object);
    return body;
  },
  /**
   * Answers a POST. A repeat with its Idempotency-Key gets the first answer, by the IETF's draft of
   * the header. @throws Problem 422 if the key came with another body.
   */
  async once(c: ApiContext, work: () => object): Promise<Response> {
    const sent = c.req.header('idempotency-key');
    if (!sent) return c.json(store.atomic(work), 201);
    const key = `${c.req.path} ${sent}`;
    const fingerprint = createHash('sha256')
      .update(await c.req.text())
      .digest('hex');
    const repeats = store.collection<Noted>('repeats');
    return store.atomic(() => {
      const earlier = repeats.get(key);
      if (!earlier || earlier.at <= clock.now() - day) {
        const answer = work();
        repeats.put(key, { fingerprint, answer, at: clock.now() });
        return c.json(answer, 201);
      }
      if (earlier.fingerprint === fingerprint) {
        c.header('idempotent-replayed', 'true');
        return c.json(earlier.answer, 201);
      }
      const made = nameOf({ ...earlier.answer });
      const why = 'This Idempotency-Key was used with another body before.';
      throw new Problem(422, `${why} It made ${made}.`);
    });
  },
});
export type Bodies = ReturnType<typeof bodiesOf>;

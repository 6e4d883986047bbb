/** Reads bodies by the account's rules: unknown fields are kept, dropped or refused. */
import type { infer as Infer, ZodMiniType } from 'zod/mini';

import type { AccountSettings } from '../domain/account.ts';
import { storedForm } from '../domain/countries.ts';
import { isRecord } from '../domain/objects.ts';
import { Problem, valid, type Place } from '../domain/problem.ts';

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
export function bodyAs<S extends ZodMiniType>(
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

/**
 * Makes a contact with a service harmless. Texts and numbers become made-up ones of the same form,
 * the same everywhere in one recording. Only what a list allows stays as it is: names of fields,
 * words of the specification where a code stands, codes of countries, and the level of risk.
 */
import { randomInt, randomUUID } from 'node:crypto';

import { isRecord } from '../../client/json.ts';
import { keyOf, owners, type Field, type Nested, type Rows } from '../../service/catalogue.ts';
import { endpoints } from '../../service/contract.ts';
import { presets, readDialect } from '../../service/dialect.ts';

const namesIn = (rows: Rows): string[] =>
  Object.entries<Field | Nested>(rows).flatMap(([name, row]) => [
    name,
    keyOf(name, row),
    ...('parts' in row ? namesIn(row.parts) : []),
  ]);
/** The names of the catalogue's fields. */
export const fieldNames = new Set(Object.values<Rows>(owners).flatMap(namesIn));

/** Words of frameworks' refusals, of the doctor's own requests, and usual codes of services. */
const usual = `a accepted access allowed already also an and are argument at attached authenticated authentication
  authorization be been bearer body boolean business_address by can cannot case character characters check closed code company
  configuration conflict connection created credentials currently date datetime decision declined decode deleted denied detail
  dictionary doctor does dropdown enum enumeration draft error event exactly example exist exists expected extra failed field fields file files finished for
  forbidden form format found front back greater has have hex hooks html identity in input inputs int integer internal invalid is
  it item items json key keys kind length less level limit list literal many maximum medium message method minimum missing more most multiple must
  name no none not number object of official on one only opened options or other page parameter parse parsing passport path pattern payload
  permission permitted person pdf plain portal post property provided put queued read redirect reference refused registered
  registration reject rejected rejection removed request required resource review server service should single source starts state status string
  submit submitted such supported taken text than that the thing this to token too type unauthorized unexpected unique unknown
  unprocessable unset until unsupported update updated upload url use used valid validation value value_error values verification
  waiting webhook webhooks was web webhook_endpoints with within without wrong you your yes`;

const wordsOf = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
const vocabulary = new Set(
  [
    usual,
    ...fieldNames,
    ...Object.values(endpoints).map(({ path }) => path),
    JSON.stringify([readDialect(), presets]),
  ].flatMap(wordsOf),
);
const isUsual = (text: string) => wordsOf(text).every((word) => vocabulary.has(word));

/** Keys whose values are codes or messages: their words of the vocabulary stay. */
const coded =
  /^(status|decision|outcome|result|roles?|types?|kind|side|events?|detail|errors?|msg|message|title|code|attached_to|steps?)$|^status_/;
const countryKeys = /country|nationalit/;
/** Maps whose keys are the account's own. */
const ownKeys = /^(custom_fields|default_custom_fields|meta)$/;
/** A name of a field, unlike the numbers and names of a person. */
const name = /^[a-z_](?!.*\d{3})[\w-]{0,40}$/;
const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;
const escaped = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');

/** Hosts that say nothing about a customer. */
const openHosts = new Set(
  [...Object.entries(readDialect().portal_addresses).flat(), 'https://example.com'].map(
    (address) => new URL(address).host,
  ),
);
const openLabels = /^(app|api|collect|portals?|www)[.]/;

/** A text of the same form: letters for letters, digits for digits. A zero could get lost. */
const drawn = (text: string): string =>
  [...text]
    .map((sign) => {
      if (/\p{L}/u.test(sign)) return String.fromCharCode(97 + randomInt(26));
      if (/\p{N}/u.test(sign)) return String(1 + randomInt(9));
      return /[ -~]/.test(sign) ? sign : '*';
    })
    .join('');

/** A made-up text for a text in lower case. */
function madeUp(text: string): string {
  const date = /^\d{4}-\d\d-\d\d/.exec(text);
  if (date) {
    const day = new Date(Date.UTC(1930 + randomInt(80), 0, 1 + randomInt(365)));
    return day.toISOString().slice(0, 10) + text.slice(10);
  }
  if (uuid.test(text)) return randomUUID();
  const [local, host] = text.split('@');
  return host && !/\s/.test(text) ? `${drawn(local!)}@example.com` : drawn(text);
}

/** The made-up texts of one recording. */
function startPseudonyms() {
  /** Texts in lower case -> made-up ones. */
  const pseudonyms = new Map<string, string>();
  const used = new Set<string>();
  const originals = () => [...pseudonyms.keys()];
  const isOriginal = (text: string) => pseudonyms.has(text.toLowerCase());

  /** The made-up text of a text. Capitals stay capitals. */
  function pseudonym(text: string): string {
    const own = text.normalize('NFC').toLowerCase();
    if (!/[\p{L}\p{N}]/u.test(own)) return drawn(own);
    let made = pseudonyms.get(own);
    for (let tries = 0; made === undefined; tries++) {
      // Few short texts have the same form.
      const one = madeUp(tries < 50 ? own : own + own.slice(-1));
      if (one !== own && !used.has(one) && !isUsual(one)) made = one;
    }
    pseudonyms.set(own, made);
    used.add(made);
    const signs = [...text.normalize('NFC')];
    return [...made]
      .map((sign, index) => (/\p{Lu}/u.test(signs[index] ?? '') ? sign.toUpperCase() : sign))
      .join('');
  }

  /** True if a text repeats a redacted one in any encoding, and must be left out. */
  function reveals(made: string): boolean {
    const all = `${made}\n${decoded(made)}`.toLowerCase();
    const isInside = (form: string) =>
      // A short word may be a part of others.
      form.length < 8
        ? new RegExp(`(?<![\\p{L}\\p{N}])${escaped(form)}(?![\\p{L}\\p{N}])`, 'u').test(all)
        : all.includes(form);
    return originals()
      .filter((own) => own.length > 3 && !used.has(own) && !isUsual(own))
      .some((own) =>
        [own, JSON.stringify(own).slice(1, -1), encodeURIComponent(own).toLowerCase()].some(
          isInside,
        ),
      );
  }
  return { pseudonym, originals, isOriginal, reveals };
}
type Pseudonyms = ReturnType<typeof startPseudonyms>;

/** Redacts codes, addresses, other texts and names of fields. */
function textsOf({ pseudonym, originals, isOriginal }: Pseudonyms, now: number) {
  /** A code or a message: what was redacted elsewhere is redacted here, then every other word. */
  function code(message: string): string {
    const known = originals().filter((own) => own.length > 2);
    known.sort((one, other) => other.length - one.length);
    const parts = [...known.map(escaped), '[\\p{L}\\p{N}]+'].join('|');
    const part = new RegExp(`(?<![\\p{L}\\p{N}])(?:${parts})(?![\\p{L}\\p{N}])`, 'giu');
    return message
      .normalize('NFC')
      .replace(part, (found) =>
        vocabulary.has(found.toLowerCase()) && !isOriginal(found) ? found : pseudonym(found),
      );
  }

  function urlOf(address: string): string {
    const { host, pathname, searchParams } = new URL(address);
    const [label = ''] = openLabels.exec(host) ?? [];
    const rest = host.slice(label.length).replace(/[^\p{L}\p{N}]/gu, '');
    const parts = decoded(pathname).split('/');
    const path = parts.map((part, index) => {
      const isCountry = parts[index - 1] === 'companies' && /^[A-Z]{2,3}$/.test(part);
      return isCountry || isUsual(part) ? part : encodeURIComponent(pseudonym(part));
    });
    const query = [...searchParams].map(([key, value]) => [nameOf(key), pseudonym(value)]);
    return `https://${openHosts.has(host) ? host : `${label}${pseudonym(rest)}.example`}${path.join('/')}${
      query.length ? `?${new URLSearchParams(query)}` : ''
    }`;
  }

  function textOf(value: string): string {
    if (/^https?:\/\/[^\s/]/i.test(value) && URL.canParse(value)) return urlOf(value);
    // A moment of the contact itself. A date without a time may be anybody's.
    const isNow = /^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:?\d\d)?$/.test(value);
    if (isNow && Math.abs(Date.parse(value) - now) < 1000 * 60 * 60) return value;
    return pseudonym(value);
  }

  /** The name of a field. A word in it that was a value elsewhere is redacted. */
  const nameOf = (key: string): string =>
    name.test(key)
      ? key.replace(/[a-z\d]+/gi, (word) =>
          isOriginal(word) && !isUsual(word) ? pseudonym(word) : word,
        )
      : pseudonym(key);

  return { code, urlOf, textOf, nameOf };
}

/** Starts the redaction of one recording at a time in milliseconds. */
export function startRedaction(now: number) {
  const pseudonyms = startPseudonyms();
  const { pseudonym, reveals } = pseudonyms;
  const { code, urlOf, textOf, nameOf } = textsOf(pseudonyms, now);
  function json(value: unknown, key = ''): unknown {
    if (Array.isArray(value)) return value.map((one) => json(one, isRecord(one) ? '' : key));
    if (isRecord(value)) {
      const isOwn = ownKeys.test(key);
      return Object.fromEntries(
        Object.entries(value).map(([inner, one]) =>
          isOwn ? [pseudonym(inner), json(one)] : [nameOf(inner), json(one, inner)],
        ),
      );
    }
    if (typeof value === 'number') {
      if (key === 'risk_level' || key === 'loc') return value;
      const made = Number(pseudonym(String(value)));
      return Number.isNaN(made) ? null : made;
    }
    if (typeof value !== 'string' || value === '') return value;
    if (key === 'loc') return nameOf(value);
    if (countryKeys.test(key) && /^[A-Z]{2,3}$/.test(value)) return value;
    return coded.test(key) ? code(value) : textOf(value);
  }

  return { json, code, urlOf, pseudonym, reveals };
}
export type Redaction = ReturnType<typeof startRedaction>;

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/**
 * Texts from clients and from the service are data, never instructions. Each is one line of JSON
 * under a heading that says this, and it cannot break out.
 */
import { LosslessNumber, stringify } from 'lossless-json';

import { isRecord } from '../../client/basics/json.ts';
import { jsonIn } from '../../fields/kinds/json.ts';

/**
 * A character that hides a text, turns it around or ends its line. A joiner between letters belongs
 * to their spelling.
 */
const hidden =
  /(?!(?<=[\p{L}\p{M}])[\u200c\u200d]\p{L})[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u;
const hiddenInText = new RegExp(`(?![\\t\\n\\r])${hidden.source}`, 'gu');
const hiddenInLine = new RegExp(`${hidden.source}|(?! )\\p{Zs}`, 'gu');

const asEscape = (character: string) =>
  [...Array(character.length).keys()]
    .map((index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`)
    .join('');

/** JSON, or a text, in one line that shows all its characters and its unusual spaces. */
export const escaped = (json: string) => json.replace(hiddenInLine, asEscape);

/** Changes each value inside that is neither a list nor an object, and each name. */
function mapLeaves(value: unknown, change: (leaf: unknown) => unknown): unknown {
  if (Array.isArray(value)) return value.map((inner) => mapLeaves(inner, change));
  if (!isRecord(value)) return change(value);
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [String(change(name)), mapLeaves(inner, change)]),
  );
}

/** A value whose texts and names show all their characters, in the same lines. */
export const visible = <T>(value: T): T =>
  mapLeaves(value, (leaf) =>
    typeof leaf === 'string' ? leaf.replace(hiddenInText, asEscape) : leaf,
  ) as T;

/** A text without URL encoding, if that is valid. */
export const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

const longest = 300;

const shortened = (value: unknown) =>
  JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'string' && inner.length > longest ? `${inner.slice(0, longest)}…` : inner,
  );

/** A value in one line. Text is quoted. */
export function quoted(value: unknown): string {
  const json = JSON.stringify(value) ?? 'null';
  return escaped(json.length > longest ? shortened(value) : json);
}

/**
 * A whole value in one readable line: shows JSON inside texts, and decodes paths.
 * @throws a halt with the label for JSON with a repeated name.
 */
export function readable(value: unknown, label: string): string {
  const json =
    typeof value === 'string'
      ? jsonIn(value, label, (digits) => new LosslessNumber(digits))
      : undefined;
  const isStructure = typeof json === 'object' && json !== null;
  const text = escaped(JSON.stringify(value) ?? 'null');
  const plain = isStructure ? stringify(json)! : typeof value === 'string' ? decoded(value) : value;
  const read = isStructure ? escaped(plain as string) : escaped(JSON.stringify(plain) ?? 'null');
  return read === text || isStructure ? read : `${text}, which reads ${read}`;
}

/** Removes secrets from values and names, in case the service repeats them. */
export function withoutSecrets<T>(value: T, secrets: string[]): T {
  // Compares the JSON first: most answers contain no secret.
  const json = JSON.stringify(value);
  const isThere = (secret: string) => json.includes(JSON.stringify(secret).slice(1, -1));
  const repeated = secrets.filter((secret) => secret.length >= 6 && isThere(secret));
  if (!repeated.length) return value;
  const cleaned = (text: string) => repeated.reduce((rest, one) => rest.replaceAll(one, '…'), text);
  const change = (leaf: unknown) => {
    if (typeof leaf === 'string') return cleaned(leaf);
    return typeof leaf === 'number' && repeated.includes(String(leaf)) ? '…' : leaf;
  };
  return mapLeaves(value, change) as T;
}

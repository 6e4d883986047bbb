/** What other tools leave in a value, and what is sent instead. Each repair is told. */
import { resultOf } from '../../client/basics/errors.ts';
import { labelAt, type Labels } from '../../client/basics/labels.ts';
import { repaired, withTexts } from '../../client/decoding.ts';
import type { Repair } from '../../client/exchange/run.ts';
import { application, owners } from '../../service/catalogue.ts';
import type { Kind } from '../../service/kinds.ts';
import { customField } from './custom.ts';
import { jsonIn } from './json.ts';
import { withoutMarkup } from './markup.ts';
import { rowsOf, type Row } from './table.ts';
import { unpacked, type Input } from './values.ts';

const ids = ['application_id', 'person_id', 'business_id', 'expected_document_id'];

type Facts = Partial<Pick<Row, 'label' | 'kind' | 'portal'>>;
/** The rows of input fields by their keys. */
const rows: Record<string, Facts> = {
  ...rowsOf(owners.business, owners.person, owners.portal, application),
  ...Object.fromEntries(ids.map((key) => [key, { kind: 'id' }])),
  deal_id: { kind: 'reference' },
  ...Object.fromEntries(['q', 'type', 'name', 'decision'].map((key) => [key, { kind: 'text' }])),
};

const group = /^related_(persons|businesses)$/;
const groupLabel = (key: string) => labelAt([key], {})!;

/** What is known of the field at a path in an input; undefined for one that takes any text. */
function factsAt([key = '', index, child = '']: string[]): Facts | undefined {
  if (!group.test(key)) {
    const facts = customField(key) ?? rows[key];
    return facts?.kind === 'pairs' ? undefined : facts;
  }
  const row = rows[child.replace(/^related_(person|business)_/, '')];
  return row && { ...row, label: `${groupLabel(key)}, line ${Number(index) + 1}: ${row.label}` };
}

/** `"Lumen"` or `["Lumen"]` -> `Lumen`. */
function unquoted(text: string): string {
  const [one, ...more] = [resultOf(() => unpacked(text, ''))].flat();
  return typeof one === 'string' && !more.length ? one.trim() : text;
}

const ofDigits = new Set<Kind>(['id', 'identifier', 'phone', 'reference', 'date', 'birthDate']);
/** `'0612`, `="0612"`: how spreadsheets keep a zero or a plus sign in front. */
const mark = /^(?:'(?=[\d+])(.*)|="([\d+][^"]*)")$/;
/** The passports of some British nationals (ICAO 9303). */
const british = /\bGB[DNOPS]\b<*/g;
/** What programs write for no value. */
const noValue = /^(null|undefined|NaN)$/;

function repairedValue(text: string, { kind = 'text', portal }: Facts) {
  if (kind === 'note') return text;
  const isList = kind === 'list' || kind === 'countries';
  const plain = withoutMarkup(isList ? text : unquoted(text));
  // Somebody may be called so.
  const isPersonName = /^(given|family)-name$/.test(portal?.autocomplete ?? '');
  if (noValue.test(plain) && kind !== 'reference' && !isPersonName) return '';
  if (kind === 'countries') return plain.replace(british, 'GBR');
  return ofDigits.has(kind) ? plain.replace(mark, '$1$2') : plain;
}

/**
 * The input as it is sent, and its repairs. Only where they are told, they include texts in a wrong
 * character set, which every field has.
 */
export function withRepairs(input: Input, labels: Labels, isTold: boolean): [Input, Repair[]] {
  const repairs: Repair[] = [];
  const repair = (text: string, path: string[]) => {
    const before = text.trim();
    const plain = (isTold && repaired(before)) || before;
    const facts = factsAt(path);
    const after = facts ? repairedValue(plain, facts) : plain;
    if (after === before) return text;
    repairs.push({ label: facts?.label ?? labelAt(path, labels) ?? '', before, after });
    return after;
  };
  const entries = Object.entries(input).map(([key, value]) => {
    const isJson = typeof value === 'string' && group.test(key);
    return [key, (isJson ? jsonIn(value, groupLabel(key)) : undefined) ?? value];
  });
  return [withTexts(Object.fromEntries(entries) as Input, repair), repairs];
}

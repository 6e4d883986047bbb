/**
 * Letters to clients stand in a line until the mail server has them. Each has a key: who asks for
 * it twice gets one.
 */
import type { Application } from '../../../api/contract.ts';
import { written } from '../mail/letter.ts';
import type { LetterKind, Template } from '../portal/letter-texts.ts';
import { languages, texts, type Language } from '../portal/texts.ts';
import type { Clock } from './clock.ts';
import { emailOf } from './portals.ts';
import type { Store } from './store.ts';

/** `sending`: handed to a mail server that has not answered yet. */
export type LetterState = 'waiting' | 'sending' | 'sent' | 'failed' | 'stopped';

interface LetterContent {
  lang: Language;
  subject: string;
  text: string;
  link: string;
  /** Who sends it, for the timeline. */
  who: string;
  /** What is sent, for the timeline. */
  what: string;
}
export interface Letter extends LetterContent {
  seq: number;
  key: string;
  application_id: string;
  import: number | null;
  address: string;
  state: LetterState;
  outcome: string | null;
  at: string;
}
export type NewLetter = LetterContent &
  Pick<Letter, 'key' | 'application_id' | 'address'> & { import?: number };

const settingOf = (kind: LetterKind, lang: Language) => `letter ${kind} ${lang}`;

/** A letter as staff changed it, or as it comes. */
export const templateOf = (store: Store, kind: LetterKind, lang: Language): Template =>
  store.record<Template>`select data from settings where name = ${settingOf(kind, lang)}` ??
  texts[lang].letters[kind];

export const changeTemplate = (store: Store, kind: LetterKind, lang: Language, changed: Template) =>
  store.put('settings', 'name', { name: settingOf(kind, lang), data: JSON.stringify(changed) });

type Client = Pick<Application, 'person' | 'business' | 'custom_fields'> & { persons?: object[] };

/** The language most people of the client's country read, where the portal has it; else English. */
export function languageOfClient({ person, business }: Client): Language {
  const country = business?.country ?? person?.address?.country ?? person?.nationalities?.[0];
  if (!country) return 'en';
  const { language } = new Intl.Locale(`und-${country}`).maximize();
  return Object.hasOwn(languages, language) ? (language as Language) : 'en';
}

/** Where a client can be written to: an address of the case, else of whoever was named as contact. */
export const addressOf = (found: Client): string =>
  emailOf(found) ?? String(found.custom_fields?.email ?? '');

const saying: Record<LetterKind, string> = {
  link: 'Portal link',
  request: 'Letter about the request',
  reminder: 'Reminder',
  receipt: 'Receipt',
};

/** A letter to a client, in its language. `address` is empty where none is known. */
export function letterTo(
  store: Store,
  found: Client,
  kind: LetterKind,
  values: { link: string; reason?: string; sent?: string; reference?: string },
  lang: Language = languageOfClient(found),
) {
  const name = found.person?.given_names ?? '';
  return {
    address: addressOf(found),
    lang,
    link: values.link,
    what: saying[kind],
    ...written(templateOf(store, kind, lang), { name, ...values }),
  };
}

type Row = Omit<Letter, keyof LetterContent> & { data: string };
const parsed = ({ data, ...row }: Row): Letter => ({
  ...row,
  ...(JSON.parse(data) as LetterContent),
});

/** Puts a letter in line. @returns false where one with this key is there already. */
export function addLetter(store: Store, clock: Clock, letter: NewLetter): boolean {
  const { key, application_id, import: list, address, ...content } = letter;
  const data = JSON.stringify(content);
  const row = { key, application_id, import: list ?? null, address, data, state: 'waiting' };
  return store.insert('letters', { ...row, at: clock.iso() }, 'on conflict (key) do nothing') > 0;
}

/** The next letter in line: those of single cases before those of lists. */
export const nextLetter = (store: Store): Letter | undefined =>
  store.all<Row>`select * from letters where state = 'waiting'
    order by import is not null, seq limit 1`.map(parsed)[0];

export const findLetter = (store: Store, key: string): Letter | undefined =>
  store.all<Row>`select * from letters where key = ${key}`.map(parsed)[0];

export const setLetter = (
  store: Store,
  key: string,
  state: LetterState,
  outcome: string | null = null,
) => store.run`update letters set state = ${state}, outcome = ${outcome} where key = ${key}`;

/** Letters that a mail server had when the sandbox ended: whether it took them is not known here. */
export const lettersInBetween = (store: Store): Letter[] =>
  store.all<Row>(`select * from letters where state = 'sending'`).map(parsed);

/** How many letters of an import are in which state. */
export function countLetters(store: Store, seq: number): Record<LetterState, number> {
  const rows = store.all<{ state: LetterState; n: number }>`select state, count(*) as n
    from letters where import = ${seq} group by state`;
  const counted = Object.fromEntries(rows.map(({ state, n }) => [state, n]));
  return { waiting: 0, sending: 0, sent: 0, failed: 0, stopped: 0, ...counted };
}

export const holdLetters = (store: Store, seq: number) =>
  store.run`update letters set state = 'stopped' where import = ${seq} and state = 'waiting'`;
/** Puts letters of an import in line again that were stopped, or that the mail server refused. */
export const releaseLetters = (store: Store, seq: number) =>
  store.run`update letters set state = 'waiting'
    where import = ${seq} and state in ('stopped', 'failed')`;

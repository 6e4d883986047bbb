/** The timeline of a case, in the words of its readers. */
import type { HistoryEntry, HistoryKind } from '../domain/case.ts';
import type { LetterKind } from '../mail/letters.ts';
import { textOf, typeName } from '../portal/texts.ts';
import { labelOf, valueInWords } from './case-facts.ts';
import { levelWords, type Line } from './parts.tsx';

const labelOfPath = (path: string): string => {
  const names = path.split('.');
  const name = names.at(-1)!;
  return labelOf(names.at(-2) === 'address' ? `address.${name}` : name);
};

const changedInWords = (path: string, value: unknown): string => {
  if (path === 'risk_level') return levelWords(value);
  return valueInWords(path.split('.').at(-1)!, value).slice(0, 80) || 'empty';
};

/** The letters to clients. */
const letters: Record<LetterKind, string> = {
  link: 'Portal link',
  request: 'Letter about the request',
};

/** The words for each kind of entry. */
const sentences: Record<HistoryKind, (entry: HistoryEntry) => string> = {
  created: ({ after }) => (after === 'draft' ? 'Created as draft' : 'Created'),
  changed: ({ path = '', before, after }) =>
    `${labelOfPath(path)}: ${changedInWords(path, before)} → ${changedInWords(path, after)}`,
  submitted: () => 'Submitted',
  reviewed: ({ after }) => `Review status: ${String(after).replaceAll('_', ' ')}`,
  decided: ({ after, text }) =>
    `Decision: ${String(after).replaceAll('_', ' ')}${text ? ` (${text})` : ''}`,
  information_requested: ({ text }) => `Information requested: ${text}`,
  request_answered: ({ after }) =>
    after === 'unchanged' ? 'Request answered without a change' : 'Request answered',
  request_withdrawn: () => 'Request withdrawn',
  portal_created: () => 'Portal created',
  portal_reopened: () => 'Portal opened again',
  portal_closed: () => 'Portal closed',
  letter_sent: ({ path = '', after }) => `${textOf(letters, path)} sent to ${String(after)}`,
  document_attached: ({ path = '', after }) =>
    `Document attached: ${typeName(path, 'en')} (${String(after)})`,
  document_judged: ({ path, after, text }) =>
    `Document ${path} is ${String(after)}${text ? `: ${text}` : ''}`,
  document_removed: ({ before }) => `Document removed: ${String(before)}`,
  party_added: ({ path, after }) => `Related ${path} added: ${String(after)}`,
};

/** The history of a case as lines; the fields that one event has changed are one of them. */
export function linesOf(timeline: HistoryEntry[]): Line[] {
  const lines: (Line & { what: string })[] = [];
  timeline.forEach((entry, index) => {
    const { kind, at, who } = entry;
    const what = sentences[kind](entry);
    const before = timeline[index - 1];
    const isSameChange = kind === 'changed' && before?.kind === 'changed' && before.at === at;
    if (isSameChange) lines.at(-1)!.what += `; ${what}`;
    else lines.push({ at, who, what });
  });
  return lines;
}

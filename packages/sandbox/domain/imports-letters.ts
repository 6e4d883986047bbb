/** Letters with the portal link to the clients of an import: one per case, whatever is asked. */
import * as kept from './imports-store.ts';
import { account, type Desk, type ImportRow, type Line } from './imports-store.ts';
import { addLetter, holdLetters, letterTo, releaseLetters } from './letters.ts';
import { Problem } from './problem.ts';
import { stateOf } from './states.ts';

export const importLetterKey = (seq: number, application_id: string) =>
  `import-${seq}-${application_id}`;

/** The row of the import that the letter of a case belongs to: its first. */
const firstLine = ({ store }: Desk, seq: number, application_id: string) =>
  store.get<{ n: number; line: number }>`
    select n, line from import_rows indexed by import_rows_by_case
    where application_id = ${application_id} and import = ${seq} order by n limit 1`!;

/** The link of the case's portal, which is made or made anew where none can be used. */
function usableLink(desk: Desk, application_id: string, who: string): string {
  const open = desk.store.get`select 1 from portals
    where application_id = ${application_id} and state = 'open' and expires_at > ${desk.clock.iso()}
    order by rowid desc limit 1`;
  const known = open && desk.workflow.show(account, application_id).portals?.link;
  return known ?? desk.portals.create(account, { application_id }, who).link;
}

/** Puts the letter of a row's case in line, or keeps why it gets none. */
export function makeLetter(desk: Desk, row: ImportRow, line: Line): void {
  const { application_id, n } = line;
  if (!application_id || line.link) return;
  const keep = (mail: string | null, link: string | null = null) =>
    desk.store.run`update import_rows set mail = ${mail}, link = ${link}
      where import = ${row.seq} and n = ${n}`;
  const first = firstLine(desk, row.seq, application_id);
  if (first.n !== n) return void keep(`no second letter: see line ${first.line}`);
  const found = desk.workflow.show(account, application_id);
  const state = stateOf(found);
  if (state !== 'draft') return void keep(`no letter: the case is ${state.replace('_', ' ')}`);
  const who = row.who ? `${row.who} (import)` : 'Import';
  const link = usableLink(desk, application_id, who);
  const letter = letterTo(desk.store, found, 'link', { link });
  if (!letter.address) return void keep('no e-mail address', link);
  keep(null, link);
  addLetter(desk.store, desk.clock, {
    ...letter,
    key: importLetterKey(row.seq, application_id),
    application_id,
    import: row.seq,
    who,
  });
}

/** Whom letters would go to now. */
export function letterPlan(desk: Desk, seq: number) {
  const counts = desk.store.get<Record<'cases' | 'drafts' | 'letters', number>>`
    select count(distinct r.application_id) as cases,
      count(distinct case when c.is_draft = 1 then r.application_id end) as drafts,
      count(distinct case when c.is_draft = 1 and r.address is not null
        then r.application_id end) as letters
    from import_rows r join cases c on c.application_id = r.application_id
    where r.import = ${seq}`!;
  const first = desk.store.get<{ id: string }>`select r.application_id as id
    from import_rows r join cases c on c.application_id = r.application_id
    where r.import = ${seq} and c.is_draft = 1 and r.address is not null order by r.n limit 1`;
  return { ...counts, first: first?.id };
}

/** Begins to write to the clients, goes on after it was stopped, or tries again what was refused. @throws Problem 409 before the import is done. */
export function startLetters(desk: Desk, seq: number): void {
  const { state, letters } = kept.findImport(desk, seq);
  if (state !== 'done') throw new Problem(409, 'The import is not done yet.');
  desk.store.atomic(() => {
    releaseLetters(desk.store, seq);
    if (letters === null) kept.changeImport(desk, seq, { letters: 'making', done: 0 });
    else if (letters === 'stopped') kept.changeImport(desk, seq, { letters: 'making' });
  });
}

/** Sends no further letter until it is started again. */
export function stopLetters(desk: Desk, seq: number): void {
  desk.store.atomic(() => {
    holdLetters(desk.store, seq);
    const { letters } = kept.findImport(desk, seq);
    if (letters) kept.changeImport(desk, seq, { letters: 'stopped' });
  });
}

/** Lists of clients: each row of a CSV or .xlsx file becomes a case, once. */
import { given } from './given.ts';
import { mappingProblem, type Mapping, type RowSubject } from './imports-columns.ts';
import { isEncoding } from './imports-file.ts';
import { letterPlan, startLetters, stopLetters } from './imports-letters.ts';
import { mendLine, resultOf, wrongOf } from './imports-result.ts';
import { goOn, isUnderWay, readImport } from './imports-run.ts';
import * as kept from './imports-store.ts';
import type { Desk } from './imports-store.ts';
import { countLetters } from './letters.ts';
import { Problem } from './problem.ts';
import type { Store } from './store.ts';

/** Reads the file once more, in another encoding. @throws Problem 409 once rows are imported. */
function readAgain(desk: Desk, seq: number, encoding: string): Promise<void> {
  const { state } = kept.findImport(desk, seq);
  if (!['refused', 'mapping', 'ready'].includes(state)) {
    throw new Problem(409, 'The file cannot be read again once it is imported.');
  }
  if (!isEncoding(encoding)) throw new Problem(422, `“${encoding}” is no encoding.`);
  desk.store.atomic(() => {
    desk.store.run`delete from import_rows where import = ${seq}`;
    kept.changeImport(desk, seq, { state: 'reading', encoding, problem: null, done: 0 });
  });
  return goOn(desk, seq);
}

/**
 * Takes the meaning of the columns and checks every row.
 * @throws Problem 422 for meanings that cannot be, 409 once rows are imported.
 */
function check(desk: Desk, seq: number, mapping: Mapping, subject: RowSubject = 'auto') {
  const { state } = kept.findImport(desk, seq);
  if (state !== 'mapping' && state !== 'ready') {
    throw new Problem(409, 'The columns cannot be changed once rows are imported.');
  }
  const { custom_fields } = desk.settings.read(kept.account);
  const problem = mappingProblem(mapping, custom_fields);
  if (problem) throw new Problem(422, problem);
  desk.store.atomic(() => {
    desk.store.run`update import_rows set plan = null, problem = null where import = ${seq}`;
    const as = JSON.stringify(mapping);
    kept.changeImport(desk, seq, { mapping: as, subject, state: 'checking', done: 0 });
  });
  return goOn(desk, seq);
}

/** Makes a case of each row that is right. @throws Problem 409 before they are checked. */
function run(desk: Desk, seq: number, who = ''): Promise<void> {
  const { state } = kept.findImport(desk, seq);
  if (state !== 'ready' && state !== 'importing') {
    throw new Problem(409, 'This import is not ready, or is done.');
  }
  if (state === 'ready') kept.changeImport(desk, seq, { state: 'importing', done: 0, who });
  return goOn(desk, seq);
}

/** Writes to the clients of an import: a portal and a letter for each that has none. */
function invite(desk: Desk, seq: number): Promise<void> {
  startLetters(desk, seq);
  return goOn(desk, seq);
}

/** Goes on with what was under way when the sandbox ended. */
const resume = (desk: Desk): Promise<unknown> =>
  Promise.all(
    kept
      .latestImports(desk, 1_000_000)
      .filter(isUnderWay)
      .map(({ seq }) => goOn(desk, seq)),
  );

async function stop(desk: Desk): Promise<void> {
  desk.isStopped = true;
  await Promise.all(desk.running.values());
}

export const openImports = (store: Store, around: Omit<Desk, 'store' | 'running' | 'isStopped'>) =>
  given({ store, ...around, running: new Map(), isStopped: false } as Desk, {
    find: kept.findImport,
    latest: kept.latestImports,
    lines: kept.linesAfter,
    line: kept.findLine,
    sample: kept.sampleLines,
    plans: kept.countPlans,
    problems: kept.countProblems,
    wrongLines: kept.wrongLines,
    isRunning: ({ running }: Desk, seq: number) => running.has(seq),
    read: readImport,
    readAgain,
    check,
    run,
    mend: mendLine,
    letterPlan,
    letters: (desk: Desk, seq: number) => countLetters(desk.store, seq),
    invite,
    stopLetters,
    goOn,
    result: resultOf,
    wrong: wrongOf,
    resume,
    stop,
  });

export type Imports = ReturnType<typeof openImports>;

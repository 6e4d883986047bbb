/** The pages of an import: what the file says, what will be made, what was made. */
import type { CustomField } from '../domain/account.ts';
import { choicesOf, type RowSubject } from '../domain/imports-columns.ts';
import { encodings } from '../domain/imports-file.ts';
import { mostRows } from '../domain/imports-run.ts';
import type { ImportRow, ImportState, Line, Plan } from '../domain/imports-store.ts';
import type { LetterState } from '../domain/letters.ts';
import type { Written } from '../mail/letter.ts';
import {
  Actions,
  ButtonLink,
  Card,
  counted,
  Facts,
  Input,
  Moment,
  number,
  Office,
  Options,
  PlainLink,
  Select,
  Submit,
  Table,
} from './parts.tsx';

export const at = '/back-office/import';

const stateWords: Record<ImportState, string> = {
  reading: 'is read',
  refused: 'cannot be read',
  mapping: 'waits for its columns',
  checking: 'is checked',
  ready: 'ready to be imported',
  importing: 'is imported',
  done: 'imported',
};

export function Start({ imports, problem }: { imports: ImportRow[]; problem?: string }) {
  return (
    <Office title="Import" at={at} problem={problem}>
      <form method="post" enctype="multipart/form-data" class="card">
        <p class="hint">
          {`A CSV file or an Excel workbook (.xlsx) with a header line, up to ${number(mostRows)} rows. Each row becomes a draft; one whose External reference is known keeps its case, so a file can be imported again. Nothing is made before you have seen what will be.`}
        </p>
        <Input
          name="file"
          label="CSV or Excel file"
          type="file"
          accept=".csv,.txt,.xlsx,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
          required
        />
        <div class="actions">
          <PlainLink href={`${at}/template.csv`}>Template (CSV)</PlainLink>
          <button>Upload</button>
        </div>
      </form>
      {!imports.length && (
        <p class="empty">
          Imports come here, each with what was made of its rows, its wrong rows and its letters.
        </p>
      )}
      {imports.length > 0 && (
        <Card title="Earlier imports">
          <ul class="list">
            {imports.map(({ seq, name, total, state, created_at }) => (
              <li>
                <a href={`${at}/${seq}`}>{name}</a>
                <span class="meta">
                  {`${counted(total, 'row')}, ${stateWords[state]}, `}
                  <Moment at={created_at} />
                </span>
              </li>
            ))}
          </ul>
        </Card>
      )}
    </Office>
  );
}

/** The first rows as they were read: whoever knows the clients sees whether their names are right. */
function AsRead({ row, sample }: Shown) {
  return (
    <Card title="The file as it was read">
      {!row.is_sure && (
        <p class="note">
          The file does not say in which encoding it was saved. Look whether the letters of these
          rows are right; if not, choose another one.
        </p>
      )}
      <div class="scroll" tabindex={0} role="region" aria-label="First rows">
        <table>
          <thead>
            <tr>
              <th scope="col">Line</th>
              {row.columns.map((name) => (
                <th scope="col">{name}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {sample.map(({ line, data }) => (
              <tr>
                <td class="meta">{line}</td>
                {(JSON.parse(data) as string[]).map((cell) => (
                  <td dir="auto">{cell}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Card>
  );
}

function ReadAgain({ row }: { row: ImportRow }) {
  return (
    <form method="post" action={`${at}/${row.seq}/encoding`} class="card filters">
      <Select
        name="encoding"
        label="Encoding of the file"
        value={row.encoding}
        options={Object.entries(encodings).map(([value, [label]]) => [value, label] as const)}
      />
      <button class="plain">Read again</button>
    </form>
  );
}

const subjects: [RowSubject, string][] = [
  ['auto', 'What their columns say'],
  ['business', 'Businesses'],
  ['person', 'Persons'],
];

function Columns({ row, fields, sample: [first] }: Shown) {
  const example = first ? (JSON.parse(first.data) as string[]) : [];
  const choices: [string, string][] = [
    ['', 'Leave out'],
    ...choicesOf(fields),
    ['custom', 'Custom field of this name'],
  ];
  return (
    <form method="post" action={`${at}/${row.seq}/check`} class="card">
      <h2>What are the columns?</h2>
      <Select
        name="subject"
        label="Rows without a Subject are"
        value={row.subject}
        options={subjects}
      />
      <div class="scroll" tabindex={0} role="region" aria-label="Columns">
        <Table head={['Column', 'First row', 'Is']}>
          {row.columns.map((column, index) => (
            <tr>
              <td>{column}</td>
              <td class="meta" dir="auto">
                {example[index]}
              </td>
              <td>
                <select name={`column-${index}`} aria-label={`Meaning of ${column}`}>
                  <Options options={choices} chosen={[row.mapping[column]]} />
                </select>
              </td>
            </tr>
          ))}
        </Table>
      </div>
      <Submit>Check the rows</Submit>
    </form>
  );
}

const working: Partial<Record<ImportState, string>> = {
  reading: 'Reading the file',
  checking: 'Checking',
  importing: 'Importing',
};

function Progress({ what, done, total }: { what: string; done: number; total: number }) {
  return (
    <Card title={what}>
      {total > 0 && <progress max={total} value={done} aria-label={what}></progress>}
      <p role="status">
        {total > 0 ? `${number(done)} of ${number(total)}` : 'This takes a moment.'}
      </p>
    </Card>
  );
}

/** What stands still is started again by hand. */
const GoOn = ({ seq, problem }: { seq: number; problem: string | null }) => (
  <form method="post" action={`${at}/${seq}/go-on`} class="summary" role="alert">
    <h2>This import stands still</h2>
    <p>{problem ?? 'It was interrupted.'}</p>
    <button class="plain">Go on</button>
  </form>
);

function Wrong({ row, plans, problems, wrong }: Shown) {
  if (!plans.wrong) return null;
  return (
    <>
      <h3>{`Wrong: ${counted(plans.wrong, 'row')}`}</h3>
      <ul>
        {problems.map(({ problem, n, line }) => (
          <li>{`${problem} (line ${line}${n > 1 ? ` and ${number(n - 1)} more` : ''})`}</li>
        ))}
      </ul>
      <p>
        <a href={`${at}/${row.seq}/wrong.csv`}>The wrong rows alone (CSV)</a>
      </p>
      <details open={plans.wrong <= 5}>
        <summary>Mend them here</summary>
        <ul class="list">
          {wrong.map(({ n, line, problem }) => (
            <li>
              <span>{`Line ${line}: ${problem}`}</span>
              <PlainLink href={`${at}/${row.seq}/rows/${n}`} aria-label={`Mend line ${line}`}>
                Mend
              </PlainLink>
            </li>
          ))}
        </ul>
        {wrong.length < plans.wrong && <p class="meta">The others follow when these are mended.</p>}
      </details>
    </>
  );
}

function Ready(shown: Shown) {
  const { row, plans } = shown;
  const right = plans.new + plans.known + plans.same;
  const left = row.columns.filter((column) => !row.mapping[column]);
  return (
    <form method="post" action={`${at}/${row.seq}/run`} class="card">
      <h2>Ready</h2>
      <Facts
        facts={[
          ['New cases', number(plans.new)],
          ['There already, kept as they are', number(plans.known)],
          ['Same as an earlier row', number(plans.same)],
          ['Wrong, left out until mended', number(plans.wrong)],
          ['Columns left out', left.join(', ') || 'None'],
        ]}
      />
      <Wrong {...shown} />
      <Submit disabled={right === 0}>{`Import ${counted(right, 'row')}`}</Submit>
    </form>
  );
}

function Letters({ row, letters: { waiting, sending, sent, failed, stopped } }: Shown) {
  const total = waiting + sending + sent + failed + stopped;
  if (row.letters === null) {
    return (
      <p>
        <ButtonLink href={`${at}/${row.seq}/letters`}>Write to the clients</ButtonLink>
      </p>
    );
  }
  const isOn = row.letters === 'making' || waiting + sending > 0;
  return (
    <>
      <h3>Letters</h3>
      {isOn && <progress max={Math.max(total, 1)} value={sent} aria-label="Letters"></progress>}
      <p role="status">
        {`${number(sent)} of ${number(total)} sent`}
        {failed > 0 && `, ${number(failed)} not taken by the mail server`}
        {stopped > 0 && `, ${number(stopped)} stopped`}.
      </p>
      <form method="post" action={`${at}/${row.seq}/letters`} class="actions left">
        {isOn && (
          <button class="danger" name="do" value="stop">
            Stop
          </button>
        )}
        {!isOn && row.letters === 'stopped' && (
          <button name="do" value="start">
            Go on sending
          </button>
        )}
        {!isOn && failed > 0 && (
          <button class="plain" name="do" value="start">
            {`Try ${counted(failed, 'letter')} again`}
          </button>
        )}
      </form>
    </>
  );
}

function Done(shown: Shown) {
  const { row, plans } = shown;
  return (
    <Card title="Done">
      <Facts
        facts={[
          ['Cases made', number(plans.new)],
          ['Were there already', number(plans.known)],
          ['Same as an earlier row', number(plans.same)],
          ['Wrong, nothing made', number(plans.wrong)],
        ]}
      />
      <p class="links">
        <a href={`/back-office?import=${row.seq}`}>The cases of this import</a>{' '}
        <a href={`${at}/${row.seq}/result.csv`}>Result with case and portal link per row (CSV)</a>
      </p>
      <Wrong {...shown} />
      <Letters {...shown} />
    </Card>
  );
}

export interface Shown {
  row: ImportRow;
  /** It is worked on now. */
  isRunning: boolean;
  isWorkbook: boolean;
  /** The account's custom fields. */
  fields: CustomField[];
  sample: Line[];
  plans: Record<Plan, number>;
  problems: { problem: string; n: number; line: number }[];
  wrong: Line[];
  letters: Record<LetterState, number>;
}

/** Something happens to it without anybody doing anything. */
export const isBusy = ({ isRunning, letters }: Pick<Shown, 'isRunning' | 'letters'>) =>
  isRunning || letters.waiting + letters.sending > 0;

export function ImportPage({ shown, problem }: { shown: Shown; problem?: string }) {
  const { row, isRunning, isWorkbook } = shown;
  const { seq, state } = row;
  const what = working[state];
  const unread = state === 'refused' ? row.problem : undefined;
  const stands =
    !isRunning && (what || row.letters === 'making' || (state !== 'refused' && row.problem));
  const isRead = ['mapping', 'ready'].includes(state);
  const canRead = (isRead || state === 'refused') && !isWorkbook;
  return (
    <Office title={row.name} at={at} problem={problem ?? unread ?? undefined}>
      <div id="import" data-live data-events={isBusy(shown) ? `${at}/${seq}/live` : undefined}>
        {stands && <GoOn seq={seq} problem={row.problem} />}
        {what && isRunning && <Progress what={what} done={row.done} total={row.total} />}
        {state === 'ready' && <Ready {...shown} />}
        {state === 'done' && <Done {...shown} />}
        {isRead && <AsRead {...shown} />}
        {canRead && <ReadAgain row={row} />}
        {isRead && <Columns {...shown} />}
      </div>
      {state === 'refused' && (
        <p>
          <a href={at}>Upload another file</a>
        </p>
      )}
    </Office>
  );
}

interface RowProps {
  row: ImportRow;
  fields: CustomField[];
  line: Line;
  cells: string[];
}

/** A row that is wrong, to be changed. Cells beyond the header can be emptied or moved. */
export function RowPage({ row, fields, line, cells }: RowProps) {
  const width = Math.max(cells.length, row.columns.length);
  const names = Array.from(
    { length: width },
    (_, index) => row.columns[index] ?? `Cell ${index + 1}, which no column names`,
  );
  const labels = new Map(choicesOf(fields));
  const meaning = (name: string) => {
    const label = labels.get(row.mapping[name] ?? '');
    return label === name ? '' : label;
  };
  return (
    <Office title={`Line ${line.line} of ${row.name}`} at={at} problem={line.problem ?? undefined}>
      <form method="post" class="card">
        <div class="grid">
          {names.map((name, index) => (
            <div class="field">
              <label for={`cell-${index}`}>
                {name} <small>{meaning(name)}</small>
              </label>
              <input
                id={`cell-${index}`}
                name={`cell-${index}`}
                value={cells[index] ?? ''}
                dir="auto"
              />
            </div>
          ))}
        </div>
        <Actions back={`${at}/${row.seq}`} />
      </form>
    </Office>
  );
}

interface LetterProps {
  row: ImportRow;
  plan: { cases: number; drafts: number; letters: number };
  /** The first of the letters, and to whom it goes. */
  example?: Written & { address: string };
}

/** What will be sent to whom: asked once, before anything leaves the house. */
export function LettersPage({ row, plan, example }: LetterProps) {
  const { cases, drafts, letters } = plan;
  return (
    <Office title={`Letters to the clients of ${row.name}`} at={at}>
      <form method="post" class="card">
        <Facts
          facts={[
            ['Letters, one for each case', number(letters)],
            ['Without an e-mail address', number(drafts - letters)],
            ['No draft any more, not written to', number(cases - drafts)],
          ]}
        />
        {example && (
          <>
            <h2>The first of them</h2>
            <p class="meta">{`To ${example.address}`}</p>
            <p>
              <strong>{example.subject}</strong>
            </p>
            <p class="mail">{example.text}</p>
            <p class="meta">
              Each letter is in the language of the client's country, where the portal has it, else
              in English. <a href="/back-office/letter">Change the letters</a>
            </p>
          </>
        )}
        <Actions back={`${at}/${row.seq}`}>
          <button name="do" value="start" disabled={drafts === 0}>
            {letters ? `Send ${counted(letters, 'letter')}` : 'Create the portal links'}
          </button>
        </Actions>
      </form>
    </Office>
  );
}

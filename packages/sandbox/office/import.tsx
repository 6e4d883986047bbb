/** The pages of an import: its columns, the planned cases, the result. */
import type { CustomField } from '../domain/account.ts';
import { choicesOf, type RowSubject } from './import-columns.ts';
import { dateForms } from './import-dates.ts';
import { countPlans, mostRows, uninvited, type Import, type ImportEntry } from './imports.ts';
import {
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

export const importPath = '/back-office/import';
/** Wrong rows that a page shows; the file has all of them. */
const mostShown = 20;

const stateWords: Record<ImportEntry['state'], string> = {
  columns: 'waits for your choice of columns',
  ready: 'ready to be imported',
  done: 'imported',
};

export function Start({ imports, problem }: { imports: ImportEntry[]; problem?: string }) {
  return (
    <Office title="Import" section={importPath} problem={problem}>
      <form method="post" enctype="multipart/form-data" class="card">
        <p class="hint">
          {`Upload a CSV file or an Excel workbook (.xlsx) with a header row and up to ${number(mostRows)} rows. Each row becomes a draft. A row whose External reference already has a case keeps that case, so you can import a file again at any time. You see the planned cases before they are made.`}
        </p>
        <Input
          name="file"
          label="CSV or Excel file"
          type="file"
          accept=".csv,.txt,.xlsx,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
          required
        />
        <div class="actions">
          <button>Upload</button>
          <PlainLink href={`${importPath}/template.csv`}>Template (CSV)</PlainLink>
        </div>
      </form>
      {imports.length > 0 && (
        <Card title="Earlier imports">
          <ul class="list">
            {imports.map(({ seq, name, total, state, created_at }) => (
              <li>
                <a href={`${importPath}/${seq}`}>{name}</a>
                <span class="meta">
                  {`${counted(total, 'row')}, ${stateWords[state]}, `}
                  <Moment iso={created_at} />
                </span>
              </li>
            ))}
          </ul>
        </Card>
      )}
    </Office>
  );
}

interface Props {
  list: Import;
  /** The columns whose dates need a notation. */
  dates: Set<string>;
  /** The account's custom fields. */
  fields: CustomField[];
  problem?: string;
}

const subjects: [RowSubject, string][] = [
  ['auto', 'Decided by their columns'],
  ['business', 'Businesses'],
  ['person', 'Persons'],
];

/** Each column with its values, its meaning and its notation of dates. */
function Columns({ list, dates, fields }: Props) {
  const { seq, columns, mapping, rows, subject } = list;
  const choices: [string, string][] = [
    ['', 'Leave out'],
    ...choicesOf(fields),
    ['custom', 'Custom field with this name'],
  ];
  const examples = (index: number) =>
    rows
      .slice(0, 3)
      .map(({ cells }) => cells[index])
      .filter(Boolean)
      .join(' · ');
  return (
    <form method="post" action={`${importPath}/${seq}/check`} class="card">
      <h2>Match the columns</h2>
      {list.isWestern && (
        <p class="note">
          This file is not UTF-8 and was read as Windows-1252. If letters such as é or ł are wrong
          below, save it as “CSV UTF-8” and upload it again.
        </p>
      )}
      <Select
        name="subject"
        label="Rows without a Subject are"
        value={subject}
        options={subjects}
      />
      <div class="scroll" tabindex={0} role="region" aria-label="Columns">
        <Table head={['Column', 'First rows', 'Meaning', ...(dates.size ? ['Date format'] : [])]}>
          {columns.map((column, index) => (
            <tr>
              <td>{column}</td>
              <td class="meta" dir="auto" data-label="First rows">
                {examples(index)}
              </td>
              <td>
                <select name={`column-${index}`} aria-label={`Meaning of ${column}`}>
                  <Options options={choices} values={[mapping[column]]} />
                </select>
              </td>
              {dates.size > 0 && (
                <td data-label={dates.has(column) ? 'Date format' : undefined}>
                  {dates.has(column) && (
                    <select name={`dates-${index}`} aria-label={`Date format of ${column}`}>
                      <Options
                        options={Object.entries(dateForms)}
                        values={[list.dates[column] ?? '']}
                      />
                    </select>
                  )}
                </td>
              )}
            </tr>
          ))}
        </Table>
      </div>
      <Submit class={list.state === 'columns' ? undefined : 'plain'}>Check the rows</Submit>
    </form>
  );
}

function Wrong({ list }: { list: Import }) {
  const wrong = list.rows.filter(({ plan }) => plan === 'wrong');
  if (!wrong.length) return null;
  return (
    <>
      <h3>{`Wrong: ${counted(wrong.length, 'row')}`}</h3>
      <ul>
        {wrong.slice(0, mostShown).map((row) => (
          <li dir="auto">{`Row ${row.number}: ${row.problem}.`}</li>
        ))}
      </ul>
      {wrong.length > mostShown && (
        <p class="meta">{`${number(wrong.length - mostShown)} more are in the file.`}</p>
      )}
      <p>
        <a href={`${importPath}/${list.seq}/wrong.csv`}>Download the wrong rows (CSV)</a>. Correct
        them there and upload that file.
      </p>
    </>
  );
}

function Ready({ list }: { list: Import }) {
  const plans = countPlans(list);
  const right = plans.new + plans.existing + plans.same;
  const skipped = list.columns.filter((column) => !list.mapping[column]);
  return (
    <form method="post" action={`${importPath}/${list.seq}/run`} class="card">
      <h2>Ready</h2>
      <Facts
        facts={[
          ['New cases', number(plans.new)],
          ['Existing cases, unchanged', number(plans.existing)],
          ['Same as an earlier row', number(plans.same)],
          ['Wrong, left out', number(plans.wrong)],
          ['Columns left out', skipped.join(', ') || 'None'],
        ]}
      />
      <Wrong list={list} />
      {right > 0 && <Submit>{`Import ${counted(right, 'row')}`}</Submit>}
    </form>
  );
}

/** The button that sends each client its link, or the number of sent links. */
function Letters({ list }: { list: Import }) {
  const open = uninvited(list).length;
  if (open > 0) {
    return (
      <form method="post" action={`${importPath}/${list.seq}/letters`}>
        <p>
          Each client gets one letter with its portal link, in the language of its country. A client
          who has the letter already, or whose case is not a draft, gets none.
        </p>
        <button>{`Send the portal link to ${counted(open, 'client')}`}</button>
      </form>
    );
  }
  const letters = list.rows.flatMap(({ letter }) => letter ?? []);
  const sent = letters.filter((letter) => letter.startsWith('sent')).length;
  return (
    <p role="status">
      {`${counted(sent, 'client')} of ${number(letters.length)} ${sent === 1 ? 'has' : 'have'} the portal link by letter. `}
      {sent < letters.length && 'The result says why the others have none. '}
      <a href="/back-office/mailbox">Mailbox</a>
    </p>
  );
}

function Done({ list }: { list: Import }) {
  const plans = countPlans(list);
  const hasCases = plans.new + plans.existing > 0;
  return (
    <Card title="Done">
      <Facts
        facts={[
          ['New cases', number(plans.new)],
          ['Existing cases, unchanged', number(plans.existing)],
          ['Same as an earlier row', number(plans.same)],
          ['Wrong, left out', number(plans.wrong)],
        ]}
      />
      <p>
        <a href={`${importPath}/${list.seq}/result.csv`}>Download the result (CSV)</a>: each row
        with its case, portal link and letter.
      </p>
      <Wrong list={list} />
      {hasCases && <Letters list={list} />}
    </Card>
  );
}

export function ImportPage(props: Props) {
  const { list, problem } = props;
  return (
    <Office title={list.name} section={importPath} problem={problem}>
      {list.state === 'ready' && !problem && <Ready list={list} />}
      {list.state === 'done' ? <Done list={list} /> : <Columns {...props} />}
    </Office>
  );
}

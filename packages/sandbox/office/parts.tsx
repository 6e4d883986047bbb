/** What the pages of the back office are made of: frame, note, table, facts, form, diary. */
import type { Context } from 'hono';
import { tryGetContext } from 'hono/context-storage';
import type { Child, JSX } from 'hono/jsx';

import { riskLevels } from '../../../service/contract.ts';
import { isDecided, rowOf, statusNames, type Status } from '../domain/states.ts';
import { dateInWords, localeOf, momentInWords } from '../portal/texts.ts';
import { Choices, Input, Select, Summary, TextArea, type Choice } from '../web/controls.tsx';
import {
  answer,
  contentOf,
  list,
  readForm,
  text as first,
  Version,
  type Values,
} from '../web/form.ts';
import { Page } from '../web/layout.tsx';
import { Banner } from './banner.tsx';

export * from '../web/controls.tsx';

/** The name of the reviewer in the timeline. */
export const reviewer = 'Reviewer';

/** `registration_number` -> `Registration number`. */
export const words = (key: string) =>
  key.charAt(0).toUpperCase() + key.slice(1).replaceAll('_', ' ');

const levelNames = Object.entries(riskLevels).map(([name, value]) => [value, name] as const);
const levelName = (level: unknown) => levelNames.find(([value]) => value === level)?.[1] ?? 'UNSET';
/** `FORBIDDEN` -> `Forbidden`. */
export const levelWords = (level: unknown) => words(levelName(level).toLowerCase());

const sections = [
  ['/back-office/start', 'First run'],
  ['/back-office', 'Cases'],
  ['/back-office/import', 'Import'],
  ['/back-office/mailbox', 'Mailbox'],
  ['/back-office/account', 'Account'],
  ['/back-office/developer', 'Developer'],
] as const;

/** The address of a page that says that a form is done. */
export const after = (page: string): string => `${page}${page.includes('?') ? '&' : '?'}done=1`;

/** Says that the form before this page is done. */
const DoneNote = () =>
  tryGetContext()?.req.query('done') && (
    <p class="note" role="status" tabindex={-1} autofocus>
      Done.
    </p>
  );

/** What a refused form has led to this page with. */
function refused() {
  const c = tryGetContext();
  return c ? contentOf(c) : {};
}

interface OfficeProps {
  title: string;
  section?: string;
  children?: Child;
}

export const Office = ({ title, section, children }: OfficeProps) => (
  <Page
    title={title}
    lang={localeOf('en')}
    kind="office"
    nav={<Tabs label="Sections" tabs={sections} here={section} />}
  >
    <Banner />
    <h1 dir="auto">{title}</h1>
    <DoneNote />
    <Summary errors={refused().errors} title="That did not work" />
    {children}
  </Page>
);

export type Tab = readonly [href: string, text: Child];
interface TabsProps {
  label: string;
  tabs: readonly Tab[];
  here?: string;
}

/** Links to pages beside each other. The present one is marked. */
export const Tabs = ({ label, tabs, here }: TabsProps) => (
  <nav class="hstack" aria-label={label}>
    {tabs.map(([href, text]) => (
      <a href={href} aria-current={href === here ? 'page' : undefined}>
        {text}
      </a>
    ))}
  </nav>
);

/** What a state, a level of risk or an answer means for its reader. Any other one is neutral. */
const variants = {
  success: ['good', 'active', 'delivered', 'ok', 'low'],
  warning: ['open', 'pending', 'failing', 'medium'],
  danger: ['bad', 'failed', 'forbidden', 'high'],
};
const variantOf = (kind: string) =>
  Object.entries(variants).find(([, kinds]) => kinds.includes(kind.toLowerCase()))?.[0];

export const Tag = ({ text, kind = text }: { text: string; kind?: string }) => (
  <span class="badge" data-variant={variantOf(kind) ?? 'secondary'}>
    {text}
  </span>
);

/** The status of a case, in the words of the deal. */
export const StatusTag = ({ status }: { status: Status }) => {
  const kind = isDecided(status) ? rowOf(status)?.tone : status === 'failed' ? 'bad' : 'open';
  return <Tag text={statusNames[status] ?? words(status)} kind={kind} />;
};
export const RiskTag = ({ level }: { level: unknown }) => (
  <Tag text={levelWords(level)} kind={levelName(level)} />
);

/** A time in UTC, or its day. */
export const Moment = ({ iso, isDay }: { iso: unknown; isDay?: boolean }) => {
  const moment = momentInWords(String(iso), 'en');
  return (
    <time datetime={String(iso)} title={moment}>
      {isDay ? dateInWords(String(iso), 'en') : moment}
    </time>
  );
};

export const number = (count: number) => count.toLocaleString('en');
/** `1 attempt`, `2 attempts`. */
export const counted = (count: number, one: string) =>
  `${number(count)} ${one}${count === 1 ? '' : 's'}`;

/** A table. The first cell names its row. */
export const Table = ({ head, rows }: { head: string[]; rows: Child[][] }) => (
  <table>
    <thead>
      <tr>
        {head.map((name) => (
          <th scope="col">{name}</th>
        ))}
      </tr>
    </thead>
    <tbody>
      {rows.map((cells) => (
        <tr>
          {cells.map((cell) => (
            <td dir="auto">{cell}</td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
);

/** A part of a page with its heading. */
export const Card = ({ title, children, ...more }: JSX.IntrinsicElements['section']) => (
  <section class="card" {...more}>
    <h2>{title}</h2>
    {children}
  </section>
);

/** A list of names with their values. It leaves out those without a value. */
export const Facts = ({ facts }: { facts: (readonly [name: Child, value: Child])[] }) => (
  <dl>
    {facts.flatMap(([name, value]) =>
      value ? [<dt dir="auto">{name}</dt>, <dd dir="auto">{value}</dd>] : [],
    )}
  </dl>
);

/** What happened. */
export interface Line {
  at: string;
  /** The person or program. */
  who: string;
  what: Child;
  /** The result. */
  tag?: Child;
  /** Needed by a line with details. */
  id?: string;
  /** The details of an open line; those without a text are left out. */
  details?: [title: string, text: string | undefined][];
  /** What is always seen. */
  below?: Child;
}

const LineItem = ({ line, isOpen }: { line: Line; isOpen: boolean }) => {
  const { at, who, what, tag, id, details, below } = line;
  const sentence = (
    <>
      <time datetime={at}>{at.slice(11, 19)}</time> · {who} · <span dir="auto">{what}</span> {tag}
    </>
  );
  return (
    <>
      {details ? (
        <details id={id} open={isOpen}>
          <summary>{sentence}</summary>
          {details.map(
            ([title, text]) => text && [<h4>{title}</h4>, <pre tabindex={0}>{text}</pre>],
          )}
        </details>
      ) : (
        <p>{sentence}</p>
      )}
      {below}
    </>
  );
};

/** What happened, the newest first, each day once. `open` is the id of the open line. */
export const Diary = ({ lines, open }: { lines: Line[]; open?: string }) => (
  <ul class="diary unstyled">
    {lines.toReversed().map((line, index, all) => {
      const day = dateInWords(line.at, 'en');
      const isNew = index === 0 || day !== dateInWords(all[index - 1]!.at, 'en');
      return (
        <li>
          {isNew && <h3>{`${day}, UTC`}</h3>}
          <LineItem line={line} isOpen={line.id !== undefined && line.id === open} />
        </li>
      );
    })}
  </ul>
);

/** The labels of the fields of all forms. */
const labels = {
  text: 'Reason',
  why: 'Why you refuse it',
  reason: 'What is needed and why',
  fields: 'Fields to correct',
  documents: 'Documents to send',
  due: 'Needed until',
  to: 'Letter to',
  email: 'E-mail address',
  name: 'Name of a new key',
  json: 'JSON',
  kind: 'Kind of cases',
  file: 'CSV file',
};

interface FieldRow extends Omit<JSX.IntrinsicElements['input'], 'name' | 'id' | 'value' | 'list'> {
  name: keyof typeof labels;
  id?: string;
  note?: string;
  /** A list for several choices. */
  value?: string | string[];
  options?: Choice[];
  /** The lines of a text. */
  rows?: number;
}

type FormProps = JSX.IntrinsicElements['form'] & {
  action: string;
  /** What it is made from. One that is never stale leaves it out. */
  of?: unknown;
  fields?: FieldRow[];
};

/** A form with its buttons. One that was refused has what was typed, and what is wrong with it. */
export function Form({ action, of, fields = [], children, ...form }: FormProps) {
  const { values = {}, errors = {} } = refused();
  const isRefused = first(values.action) === action;
  return (
    <form method="post" action={action} {...form}>
      {of !== undefined && <Version of={of} />}
      {fields.map(({ name, value = '', options, rows, ...more }) => {
        const typed = isRefused ? values[name] : value;
        const field = { name, label: labels[name], error: isRefused ? errors[name] : undefined };
        const control = { ...field, ...more } as typeof field & object;
        if (options && Array.isArray(value))
          return <Choices {...control} options={options} values={list(typed)} />;
        if (options) return <Select {...control} options={options} value={typed} />;
        if (rows) return <TextArea {...control} rows={rows} value={first(typed)} />;
        return <Input {...control} value={first(typed)} />;
      })}
      <div class="actions">{children}</div>
    </form>
  );
}

interface UnfoldProps {
  title: string;
  /** The name for those who do not see what is around it. */
  label?: string;
  /** The address of its form. */
  of: string;
  children: Child;
}

/** A part that is behind its title, until it is opened or its form was refused. */
export const Unfold = ({ title, label, of, children }: UnfoldProps) => (
  <details open={first(refused().values?.action) === of}>
    <summary aria-label={label}>{title}</summary>
    {children}
  </details>
);

/** Does the work of a form, which returns the next page. A refusal leads back to its page. */
export async function act(
  c: Context,
  page: string,
  work: (form: Values) => string | Response | Promise<string | Response>,
): Promise<Response> {
  const form = await readForm(c);
  return answer(c, { page, values: { ...form, action: c.req.path }, labels }, () => work(form));
}

/** A form with only a button. */
export const Press = ({
  action,
  children,
  ...button
}: { action: string } & JSX.IntrinsicElements['button']) => (
  <form method="post" action={action}>
    <button {...button}>{children}</button>
  </form>
);

/**
 * Enter in a form presses its first button, so this one sends nothing. A disabled one would not do:
 * in a date, Chromium goes on to the next button.
 */
export const NotByEnter = () => <button formmethod="dialog" hidden></button>;

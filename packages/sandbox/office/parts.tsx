/** The common parts of the back office pages. */
import type { Child, JSX } from 'hono/jsx';
import { tryGetContext } from 'hono/context-storage';

import { riskLevels } from '../../../service/contract.ts';
import { rowOf, stateKeys, type State } from '../domain/states.ts';
import { dateInWords, localeOf, momentInWords } from '../portal/texts.ts';
import { Summary } from '../web/controls.tsx';
import type { Errors } from '../web/form.ts';
import { Page } from '../web/layout.tsx';
import { Standing } from './standing.tsx';

export * from '../web/controls.tsx';

/** The name of the reviewer in the timeline. */
export const reviewer = 'Reviewer';

const levelNames = Object.entries(riskLevels).map(([name, value]) => [value, name] as const);
export const levelName = (level: unknown) =>
  levelNames.find(([value]) => value === level)?.[1] ?? 'UNSET';

/** `registration_number` -> `Registration number`. */
export const words = (key: string) =>
  key.charAt(0).toUpperCase() + key.slice(1).replaceAll('_', ' ');
/** The states of a case in words. */
export const stateNames = Object.fromEntries(
  stateKeys.map((state) => [state, words(state)]),
) as Record<State, string>;
/** The colour of a state's tag. */
export const toneOf = (state: State) => rowOf(state)?.tone ?? 'plain';
/** `FORBIDDEN` -> `Forbidden`. */
export const levelWords = (level: unknown) => words(levelName(level).toLowerCase());
export const levelOptions = levelNames.map(([id]) => [String(id), levelWords(id)] as const);

const sections = [
  ['/back-office/start', 'First run'],
  ['/back-office', 'Cases'],
  ['/back-office/import', 'Import'],
  ['/back-office/mailbox', 'Mailbox'],
  ['/back-office/account', 'Account'],
  ['/back-office/developer', 'Developer'],
] as const;

/** What a form has done. The address of the next page has the name. */
const doneTexts = {
  saved: 'Saved.',
  sent: 'Sent. The letter is in the mailbox.',
  submitted: 'The draft is submitted.',
  decided: 'The decision is recorded.',
  reopened: 'The case is in review again.',
  risk: 'The risk level is set.',
  asked: 'The client is asked. The portal is open for the answer.',
  askedByLetter: 'The client is asked. The letter is in the mailbox.',
  linked: 'The portal link is created.',
  accepted: 'The document is accepted.',
  refused: 'The document is refused.',
  keyMade: 'The key is made.',
  keyRevoked: 'The key is revoked.',
  undone: 'Undone: no fault is set, and the clock shows the present.',
  clockMoved: 'The clock is moved.',
  reset: 'The sandbox is reset.',
  gone: 'Nothing was done: there is no such case any more, because the sandbox was reset.',
  sentAgain: 'The delivery is sent again.',
  hookDeleted: 'The webhook is removed.',
  hookTested: 'A test event is on its way.',
  hookRecovered: 'Its failed deliveries are sent again.',
  noneFailed: 'No delivery of it has failed.',
} as const;
export type Done = keyof typeof doneTexts;

/** A page that says what has been done. */
export function after(page: string, done: Done): string {
  const [path = '', hash] = page.split('#');
  const query = `${path}${path.includes('?') ? '&' : '?'}done=${done}`;
  return hash ? `${query}#${hash}` : query;
}

/** Says what the form before this page has done. */
function DoneNote() {
  const request = tryGetContext()?.req;
  const name = request?.method === 'GET' ? (request.query('done') ?? '') : '';
  if (!Object.hasOwn(doneTexts, name)) return null;
  return (
    <p class="note" role="status" tabindex={-1}>
      {doneTexts[name as Done]}
    </p>
  );
}

interface OfficeProps {
  title: string;
  section?: string;
  /** The mistakes of a form that was refused, by field. */
  errors?: Errors;
  children?: Child;
}

export function Office({ title, section, errors, children }: OfficeProps) {
  return (
    <Page
      title={title}
      lang={localeOf('en')}
      kind="office"
      nav={
        <nav class="hstack" aria-label="Sections">
          {sections.map(([href, label]) => (
            <a href={href} aria-current={href === section ? 'page' : undefined}>
              {label}
            </a>
          ))}
        </nav>
      }
    >
      <Standing />
      <h1 dir="auto">{title}</h1>
      <DoneNote />
      <Summary errors={errors} title="That did not work" />
      {children}
    </Page>
  );
}

interface TagProps {
  text: string;
  kind?: string;
  label?: string;
}

/** What a state, a level of risk or an answer means for its reader. Any other one is neutral. */
const variants: Partial<Record<string, string>> = {
  good: 'success',
  active: 'success',
  delivered: 'success',
  ok: 'success',
  low: 'success',
  open: 'warning',
  pending: 'warning',
  failing: 'warning',
  medium: 'warning',
  bad: 'danger',
  failed: 'danger',
  forbidden: 'danger',
  high: 'danger',
};

/** A tag. `label` replaces the head of the column, which phones do not show. */
export const Tag = ({ text, kind = text, label }: TagProps) => (
  <span class="badge" data-variant={variants[kind.toLowerCase()] ?? 'secondary'} data-label={label}>
    {text}
  </span>
);

/**
 * A day with its time, or with the time in its title. The script shows it in the reader's zone;
 * without the script it is in UTC.
 */
export const Moment = ({ iso, isDay }: { iso: unknown; isDay?: boolean }) => {
  const moment = momentInWords(String(iso), 'en');
  return (
    <time datetime={String(iso)} data-day={isDay} title={moment}>
      {isDay ? dateInWords(String(iso), 'en') : moment}
    </time>
  );
};

export const number = (count: number) => count.toLocaleString('en');
/** `1 attempt`, `2 attempts`. */
export const counted = (count: number, one: string) =>
  `${number(count)} ${one}${count === 1 ? '' : 's'}`;

/** The time since then in the largest unit that fits: `3d`, `2h`, `5m`. */
export function ago(iso: string, now: number): string {
  const minutes = Math.max(Math.floor((now - Date.parse(iso)) / 60_000), 0);
  const units: [name: string, minutes: number][] = [
    ['d', 24 * 60],
    ['h', 60],
    ['m', 1],
  ];
  const [unit, size] = units.find(([, length]) => minutes >= length) ?? ['m', 1];
  return minutes === 0 ? '<1m' : `${Math.floor(minutes / size)}${unit}`;
}

/** A table. */
export const Table = ({ head, children }: { head: string[]; children: Child }) => (
  <table class="cards">
    <thead>
      <tr>
        {head.map((name) => (
          <th scope="col">{name}</th>
        ))}
      </tr>
    </thead>
    <tbody>{children}</tbody>
  </table>
);

/** A part of a page with its heading. */
export const Card = ({ title, id, children }: { title: string; id?: string; children: Child }) => (
  <section class="card" id={id}>
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

/** A button that copies a text. It needs the script. */
export const Copy = ({ text, children }: { text: string; children: string }) => (
  <button type="button" class="outline small" data-copy={text} hidden>
    {children}
  </button>
);

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

/** A button that deletes the named thing. It is behind its verb, so nobody presses it in error. */
export const Careful = ({ verb, of, action }: { verb: string; of: string; action: string }) => (
  <details>
    <summary aria-label={`${verb}… ${of}`}>{verb}…</summary>
    <Press
      action={action}
      class="outline small"
      data-variant="danger"
      aria-label={`${verb} for good: ${of}`}
    >
      {verb} for good
    </Press>
  </details>
);

/**
 * Enter in a form presses its first button, so this one sends nothing. A disabled one would not do:
 * in a date, Chromium goes on to the next button.
 */
export const NotByEnter = () => <button formmethod="dialog" hidden></button>;

/** Links to the pages of a section, or to its filters. The current one is marked. */
export const Tabs = ({
  label,
  tabs,
}: {
  label: string;
  tabs: { href: string; text: Child; isHere: boolean }[];
}) => (
  <nav class="hstack" aria-label={label}>
    {tabs.map(({ href, text, isHere }) => (
      <a href={href} aria-current={isHere ? 'page' : undefined}>
        {text}
      </a>
    ))}
  </nav>
);

/** A form that changes a case. It says how much of the timeline its page shows: an older page is refused. */
export const ActOnCase = ({
  timeline,
  children,
  ...form
}: { timeline: unknown[]; children: Child } & JSX.IntrinsicElements['form']) => (
  <form method="post" {...form}>
    <input type="hidden" name="seen" value={String(timeline.length)} />
    {children}
  </form>
);

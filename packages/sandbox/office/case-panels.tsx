/** What reviewers do with a case: decide, ask, send the portal link. */
import type { TimelineEntry } from '../domain/cases.ts';
import type { ClientRequest } from '../domain/requests.ts';
import { stateOf } from '../domain/states.ts';
import { dateInWords, textOf, texts } from '../portal/texts.ts';
import { labelOf, partyLabel, type Shown } from './case-facts.tsx';
import { Card, Choices, Input, levelOptions, Moment, Select } from './parts.tsx';

/** What was typed into a form that was refused. */
export type Typed = Record<string, unknown>;
const typedText = (typed: Typed, name: string) => String(typed[name] ?? '');
export const typedList = (typed: Typed, name: string) => [typed[name] ?? []].flat().map(String);

export interface CaseProps {
  shown: Shown;
  name: string;
  timeline: TimelineEntry[];
  requests: ClientRequest[];
  warnings: string[];
  fields: string[];
  documentTypes: string[];
  /** Decision -> why it cannot be made; undefined where it can. */
  refusals: Record<'approved' | 'rejected', string | undefined>;
  /** Where the client can be written to. */
  email?: string;
  isExpired: boolean;
  /** The day that is proposed for an answer. */
  due: string;
  /** Query of the list that is worked through, with its question mark. */
  query: string;
  /** The case that was decided just before, in a sentence. */
  before?: { text: string; href: string };
  problem?: string;
  typed: Typed;
}

/** A part of the page of a case. */
interface PanelProps extends CaseProps {
  base: string;
  version: number;
}

const Version = ({ version }: { version: number }) => (
  <input type="hidden" name="version" value={String(version)} />
);

/** In front of a form: Enter in one of its fields presses this one, which does nothing. */
const NotByEnter = () => <button disabled hidden></button>;

/** Deciding: nothing is sent by Enter, as no field of the form is a single line. */
export function Decide({ base, query, version, shown, refusals, typed }: PanelProps) {
  const { approved, rejected } = refusals;
  const state = stateOf(shown);
  const only = (title: string, hint: string | undefined, path: string, button: string) => (
    <section class="card decide">
      <h2>{title}</h2>
      <p class="hint">{hint}</p>
      <form method="post" action={`${base}/${path}${query}`}>
        <Version version={version} />
        <button class="plain">{button}</button>
      </form>
    </section>
  );
  if (state === 'draft') return only('Decide', approved, 'submit', 'Submit the draft');
  if (state === 'approved' || state === 'rejected') {
    const hint = 'The decision stands. Reopen the case to decide it again.';
    return only('Decided', hint, 'reopen', 'Reopen');
  }
  return (
    <section class="card decide">
      <h2>Decide</h2>
      {approved && <p class="hint">{approved}</p>}
      <form method="post" action={`${base}/decision${query}`}>
        <Version version={version} />
        <label for="reason">
          Reason <small>(needed to reject)</small>
        </label>
        <textarea id="reason" name="text" rows={2} maxlength={500}>
          {typedText(typed, 'text')}
        </textarea>
        <div class="actions">
          {!approved && (
            <button name="status" value="approved">
              Approve
            </button>
          )}
          {!rejected && (
            <button class="danger" name="status" value="rejected">
              Reject
            </button>
          )}
        </div>
      </form>
    </section>
  );
}

export function Risk({ base, version, shown }: PanelProps) {
  return (
    <Card title="Risk level">
      <form method="post" action={`${base}/risk`} class="filters">
        <Version version={version} />
        <Select
          name="risk_level"
          label="Level"
          value={String(shown.risk_level)}
          options={levelOptions}
        />
        <button class="plain">Set</button>
      </form>
    </Card>
  );
}

/** What a request asks for, in words. */
const askedFor = ({ fields, documents, of = [] }: ClientRequest) =>
  [
    ...fields.map(labelOf),
    ...documents.map(
      (type, index) => textOf(texts.en.types, type) + (of[index] ? ` of ${of[index]}` : ''),
    ),
  ].join(', ');

export function Requests({ base, requests, version }: PanelProps) {
  if (!requests.length) return null;
  const isOpen = requests.some(({ state }) => state === 'open');
  return (
    <Card title={isOpen ? 'Waiting for the client' : 'Requests'}>
      <ul class="list">
        {requests.toReversed().map((request) => (
          <li>
            <span>
              <span dir="auto">{request.reason}</span>
              <br />
              <span class="meta">
                {`${request.state === 'open' ? 'Open' : 'Answered'}: ${askedFor(request)}. Asked by ${request.asked_by}, `}
                <Moment at={request.asked_at} />
                {request.due_at && `, until ${dateInWords(request.due_at, 'en')}`}
                {request.reminded_at && [', reminded ', <Moment at={request.reminded_at} />]}
                {request.answered_at && [', answered ', <Moment at={request.answered_at} />]}
              </span>
            </span>
          </li>
        ))}
      </ul>
      {isOpen && (
        <form method="post" action={`${base}/remind`}>
          <Version version={version} />
          <button class="plain">Remind</button>
        </form>
      )}
    </Card>
  );
}

export function Ask(props: PanelProps) {
  const { base, query, shown, fields, documentTypes, email, due, typed } = props;
  const people = (shown.persons as Shown[]).map(partyLabel);
  return (
    <Card title="Ask the client for information">
      <form method="post" action={`${base}/request${query}`}>
        <NotByEnter />
        <Version version={props.version} />
        <label for="why">What is needed and why</label>
        <textarea id="why" name="reason" rows={3} maxlength={1000}>
          {typedText(typed, 'reason')}
        </textarea>
        <Choices
          legend="Fields to correct"
          name="fields"
          options={fields.map((field) => [field, labelOf(field)] as const)}
          chosen={typedList(typed, 'fields')}
        />
        <Choices
          legend="Documents to send"
          name="documents"
          options={documentTypes.map((type) => [type, textOf(texts.en.types, type)] as const)}
          chosen={typedList(typed, 'documents')}
        />
        {people.length > 0 && (
          <Choices
            legend="Identity documents of"
            name="people"
            options={people.map((name) => [name, name] as const)}
            chosen={typedList(typed, 'people')}
          />
        )}
        <div class="grid">
          <Input
            name="due"
            label="Needed until"
            type="date"
            value={typedText(typed, 'due') || due}
          />
          <Input
            id="letter-to"
            name="to"
            label="Letter to"
            note="empty: none"
            type="email"
            value={'to' in typed ? typedText(typed, 'to') : (email ?? '')}
          />
        </div>
        <div class="actions left">
          <button class="plain">Request information</button>
        </div>
      </form>
    </Card>
  );
}

export function Portal({ base, version, shown, isExpired, email }: PanelProps) {
  const link = shown.portals?.link;
  return (
    <Card title="Portal of the client">
      {link && !isExpired ? (
        <>
          <p>
            <a href={link}>Open the client's page</a>
          </p>
          <div class="actions left">
            <button type="button" class="plain" data-copy={link} hidden>
              Copy portal link
            </button>
          </div>
          <form method="post" action={`${base}/send`} class="filters">
            <Version version={version} />
            <Input name="to" label="E-mail address" type="email" value={email ?? ''} required />
            <button class="plain">Send by e-mail</button>
          </form>
        </>
      ) : (
        <form method="post" action={`${base}/portal`}>
          <p class="hint">
            {isExpired ? 'The link has run out.' : 'There is no open portal for this case.'}
          </p>
          <button class="plain">Create portal link</button>
        </form>
      )}
    </Card>
  );
}

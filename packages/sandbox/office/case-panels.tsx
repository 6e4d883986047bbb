/** The reviewer's actions on a case: decide, ask the client, send the portal link. */
import { states, type Decision } from '../../../service/states.ts';
import type { AccountSettings } from '../domain/account.ts';
import type { HistoryEntry } from '../domain/history.ts';
import { subjectOf } from '../domain/cases.ts';
import { formNameOf, inOrder } from '../domain/custom-fields.ts';
import { isStandard } from '../domain/open.ts';
import type { ClientRequest } from '../domain/requests.ts';
import type { DecisionRecord, Workflow } from '../domain/workflow.ts';
import {
  decisions,
  decisionsIn,
  isDecided,
  refusal,
  stateOf,
  type DecisionName,
} from '../domain/states.ts';
import { fullName } from '../portal/people.ts';
import { profileFields } from '../portal/profile-fields.ts';
import { dateInWords, texts } from '../portal/texts.ts';
import { everyoneIn, itemsOf, labelIn, type Details } from './case-facts.tsx';
import { list, text, type Refused, type Values } from '../web/form.ts';
import {
  ActOnCase,
  Card,
  Choices,
  Facts,
  Input,
  levelOptions,
  Moment,
  NotByEnter,
  Select,
  TextArea,
  toneOf,
  words,
} from './parts.tsx';

type Shown = ReturnType<Workflow['show']>;

export interface CaseProps extends Refused {
  details: Shown;
  timeline: HistoryEntry[];
  /** The latest decision. */
  decision?: DecisionRecord;
  requests: ClientRequest[];
  /** A sentence about each open point. */
  open: string[];
  /** The set-up of the account. */
  settings: AccountSettings;
  /** The client's address for letters. */
  email?: string;
  /** The state of the latest portal: open, expired, submitted or closed. */
  portal?: string;
  /** The proposed last day for an answer. */
  due: string;
  /** The values of a refused form. */
  values: Values;
}

/** A part of the page of a case. */
interface PanelProps extends CaseProps {
  base: string;
}

/** The decision form. Enter sends nothing, because no field is a single line. */
export function Decide(props: PanelProps) {
  const { base, details, decision, open, timeline, values, errors = {} } = props;
  const state = stateOf(details);
  const refusalOf = (name: DecisionName) => refusal(details, decisions[name]);
  const refused = refusalOf('approved');
  if (state === 'draft') {
    return (
      <Card title="Decide">
        <p class="hint">{refused}</p>
        <ActOnCase timeline={timeline} action={`${base}/submit`}>
          <button class="outline">Submit the draft</button>
        </ActOnCase>
      </Card>
    );
  }
  if (isDecided(state)) {
    return (
      <Card title="Decided">
        {decision && (
          <Facts
            facts={[
              ['Decision', words(decision.status)],
              ['Reason', decision.text || 'none'],
              ['By', decision.decided_by],
              ['Time', <Moment iso={decision.decided_at} />],
            ]}
          />
        )}
        <p class="hint">The decision stands. Reopen the case to decide it again.</p>
        <ActOnCase timeline={timeline} action={`${base}/reopen`}>
          <button class="outline">{states.in_review.decision.button}</button>
        </ActOnCase>
      </Card>
    );
  }
  const decisionOf = (name: DecisionName): Decision => states[name].decision;
  const buttons = decisionsIn(state).filter((name) => !refusalOf(name));
  const withReason = buttons
    .map(decisionOf)
    .flatMap(({ button, needsReason }) => (needsReason ? [button.toLowerCase()] : []));
  const isPrimary = (name: DecisionName) => name === 'approved' && !open.length;
  return (
    <section class="card decide">
      <h2>Decide</h2>
      {refused && <p class="hint">{refused}</p>}
      <ActOnCase timeline={timeline} action={`${base}/decision`}>
        <TextArea
          name="text"
          label="Reason"
          note={withReason.length ? `required to ${withReason.join(' or ')}` : undefined}
          value={text(values.text)}
          error={errors.text}
          rows={2}
          maxlength={500}
        />
        <div class="actions">
          {buttons.map((name) => (
            <button
              class={isPrimary(name) ? undefined : 'outline'}
              data-variant={toneOf(name) === 'bad' ? 'danger' : undefined}
              name="status"
              value={name}
            >
              {decisionOf(name).button}
            </button>
          ))}
        </div>
      </ActOnCase>
    </section>
  );
}

export function Risk({ base, details, timeline, values }: PanelProps) {
  return (
    <Card title="Risk level">
      <ActOnCase timeline={timeline} action={`${base}/risk`} class="filters">
        <Select
          name="risk_level"
          label="Level"
          value={text(values.risk_level) || String(details.risk_level)}
          options={levelOptions}
        />
        <button class="outline">Set</button>
      </ActOnCase>
    </Card>
  );
}

/** The kinds of documents: the standard ones, and the account's expected ones by name. */
function documentKinds({ expected_documents }: AccountSettings): [string, string][] {
  const own = expected_documents
    .filter((document) => !isStandard(document))
    .map(({ slug, name }): [string, string] => [slug, name]);
  return Object.entries({ ...texts.en.types, ...Object.fromEntries(own) });
}

/** The refused documents without a replacement: the form proposes to ask for them again. */
function refusedIn({ documents, persons }: Details) {
  const all = documents as Details[];
  const isSame = (one: Details, other: Details) =>
    one.type === other.type &&
    one.person_id === other.person_id &&
    one.business_id === other.business_id;
  const refused = all.filter(
    (one) =>
      one.validity === 'invalid' &&
      !all.some((other) => other.validity !== 'invalid' && isSame(one, other)),
  );
  const holderOf = ({ type, person_id }: Details) =>
    type === 'ID' && (persons as Details[]).find((person) => person.person_id === person_id);
  return {
    types: refused.filter((one) => !holderOf(one)).map(({ type }) => String(type)),
    people: refused.map(holderOf).flatMap((person) => (person ? [String(person.id)] : [])),
  };
}

/** What the client is asked for. The timeline has what it has answered. */
export function Requests({ settings, details, ...props }: PanelProps) {
  const requests = props.requests.filter(({ state }) => state === 'open');
  if (!requests.length) return null;
  return (
    <Card title="Waiting for the client">
      <ul class="list unstyled">
        {requests.toReversed().map((request) => (
          <li>
            <span>
              <span dir="auto">{request.reason}</span>
              <br />
              <span class="meta">
                {`${itemsOf(request, settings, details, 'en').join(', ')}. Asked by ${request.asked_by}, `}
                <Moment iso={request.asked_at} />
                {request.due_at && `, until ${dateInWords(request.due_at, 'en')}`}
              </span>
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

export function Ask(props: PanelProps) {
  const { base, details, open, requests, settings, email, due, values } = props;
  const { timeline, errors = {} } = props;
  const isRefused = 'due' in values;
  const isAsked = requests.some(({ state }) => state === 'open');
  // Something is open, and nobody has asked the client for it.
  const needsAnswer = open.length > 0 && !isAsked && !isDecided(stateOf(details));
  const people = everyoneIn(details).filter(({ id, kind }) => id !== null && kind === 'person');
  const fields = [
    ...profileFields[subjectOf(details)].map(({ name }): string => name),
    ...inOrder(settings.custom_fields).map(formNameOf),
  ];
  const refused = refusedIn(details);
  /** The values of a refused form, else the documents to ask for again. */
  const valuesOf = (name: string, otherwise: string[]) =>
    isRefused ? list(values[name]) : otherwise;
  return (
    <section class="card">
      <details open={isRefused}>
        <summary class={needsAnswer ? 'button' : 'button outline'}>
          Ask the client for information
        </summary>
        <ActOnCase timeline={timeline} action={`${base}/request`}>
          <NotByEnter />
          <TextArea
            name="reason"
            label="What is needed and why"
            value={text(values.reason)}
            error={errors.reason}
            rows={3}
            maxlength={1000}
          />
          <Choices
            label="Fields to correct"
            name="fields"
            options={fields.map((field) => [field, labelIn(settings, field)] as const)}
            values={list(values.fields)}
          />
          <Choices
            label="Documents to send"
            name="documents"
            options={documentKinds(settings)}
            values={valuesOf('documents', refused.types)}
          />
          {people.length > 0 && (
            <Choices
              label="Identity documents of"
              name="people"
              options={people.map((person) => [person.id!, fullName(person, 'en')] as const)}
              values={valuesOf('people', refused.people)}
            />
          )}
          <div class="grid">
            <Input
              name="due"
              label="Needed until"
              type="date"
              value={text(values.due) || due}
              error={errors.due}
            />
            <Input
              name="to"
              label="Letter to"
              note="leave empty for no letter"
              type="email"
              value={isRefused ? text(values.to) : (email ?? '')}
              error={errors.to}
            />
          </div>
          <div class="actions">
            <button class={needsAnswer ? undefined : 'outline'}>Request information</button>
          </div>
        </ActOnCase>
      </details>
    </section>
  );
}

export function Portal(props: PanelProps) {
  const { base, details, timeline, portal, email, values, errors = {} } = props;
  const isExpired = portal === 'expired';
  const link = details.portals?.status === 'closed' ? undefined : details.portals?.link;
  // The client of a draft has not begun: the link is what comes next.
  const look = stateOf(details) === 'draft' ? undefined : 'outline';
  return (
    <Card title="Portal of the client">
      {link && !isExpired ? (
        <>
          <p>
            <a href={link}>Open the client's page</a>
          </p>
          <div class="actions">
            <button type="button" class="outline" data-copy={link} hidden>
              Copy portal link
            </button>
          </div>
          {portal === 'open' && (
            <ActOnCase timeline={timeline} action={`${base}/send`} class="filters">
              <Input
                name="email"
                label="E-mail address"
                type="email"
                value={text(values.email) || (email ?? '')}
                error={errors.email}
                required
              />
              <button class={look}>Send by e-mail</button>
            </ActOnCase>
          )}
        </>
      ) : (
        <ActOnCase timeline={timeline} action={`${base}/portal`}>
          <p class="hint">
            {isExpired ? 'The link has expired.' : 'There is no open portal for this case.'}
          </p>
          <button class={look}>Create portal link</button>
        </ActOnCase>
      )}
    </Card>
  );
}

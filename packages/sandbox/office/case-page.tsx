/** The page of a case: its data, and beside it what a reviewer can do. */
import { clientName } from '../../../service/contract.ts';
import { states } from '../../../service/states.ts';
import type { AccountSettings } from '../domain/account.ts';
import {
  subjectOf,
  type DecisionRecord,
  type HistoryEntry,
  type InformationRequest,
} from '../domain/case.ts';
import type { Cases } from '../domain/cases.ts';
import { formNameOf, requestedFields } from '../domain/custom-fields.ts';
import { isStandard } from '../domain/open.ts';
import { joined } from '../domain/plain.ts';
import {
  decisions,
  decisionsIn,
  isDecided,
  refusal,
  rowOf,
  stateOf,
  type Status,
} from '../domain/states.ts';
import { profileFields } from '../portal/fields.ts';
import { dateInWords, texts, typeName } from '../portal/texts.ts';
import {
  everyoneIn,
  factsOf,
  furtherFacts,
  itemsOf,
  labelIn,
  linesOf,
  ownerName,
  valueInWords,
  type Details,
} from './case-words.ts';
import { dealPath } from './follow.tsx';
import {
  Card,
  Diary,
  Facts,
  Form,
  Moment,
  NotByEnter,
  Office,
  RiskTag,
  StatusTag,
  Tag,
  Unfold,
  words,
  type Choice,
} from './parts.tsx';

interface CaseProps {
  details: ReturnType<Cases['show']>;
  status: Status;
  timeline: HistoryEntry[];
  /** The latest decision. */
  decision?: DecisionRecord;
  /** What the client is asked for. */
  request: InformationRequest | null;
  /** A sentence about each thing that is missing. */
  missing: string[];
  settings: AccountSettings;
  /** The client's address for letters. */
  email?: string;
  /** The state of the latest portal: open, expired, submitted or closed. */
  portal?: string;
  today: string;
  /** The proposed last day for an answer. */
  due: string;
}

const pathOf = ({ details }: CaseProps) => `/back-office/cases/${details.application_id}`;

const Profile = ({ details, settings }: CaseProps) => {
  const further = furtherFacts(details, settings);
  return (
    <Card title="Profile">
      <Facts facts={factsOf({ ...(details.business ?? details.person) })} />
      {further.length > 0 && <h2>Reference and custom fields</h2>}
      <Facts facts={further} />
    </Card>
  );
};

function Parties({ details }: CaseProps) {
  const parties = [...details.persons, ...details.businesses] as Details[];
  // A person has no directors and owners.
  if (details.person && !parties.length) return null;
  return (
    <Card title="Related parties">
      {parties.length === 0 && (
        <p class="hint">Nobody yet. The client names directors and owners in the portal.</p>
      )}
      {parties.map((party) => (
        <details>
          <summary>
            <span dir="auto">
              {clientName({ business: party }) || clientName({ person: party }) || 'Unnamed'}
            </span>{' '}
            <span class="meta">
              {joined(', ', [
                valueInWords('roles', party.roles ?? []),
                valueInWords('direct_ownership_percentage', party.direct_ownership_percentage),
              ])}
            </span>
          </summary>
          <Facts facts={factsOf(party)} />
        </details>
      ))}
      {parties.some(({ roles }) => [roles].flat().includes('UBO')) && (
        <p class="hint">
          A beneficial owner is a person who in the end owns or controls the business, as a rule at
          least 25% of it, also through other companies.
        </p>
      )}
    </Card>
  );
}

const validity: Record<string, [state: string, kind: string]> = {
  valid: ['Accepted', 'good'],
  invalid: ['Refused', 'bad'],
};

/** A document: its files, its owner, and what the reviewer says of it. */
function Document({ document, ...props }: CaseProps & { document: Details }) {
  const { document_id, name, type, person_id, business_id } = document;
  const href = `${pathOf(props)}/documents/${document_id}`;
  const owner = ownerName(props.details, person_id ?? business_id);
  const [state, kind] = validity[document.validity] ?? [];
  const [, ...further] = document.document_files as object[];
  return (
    <li>
      <a href={href} dir="auto">
        {name}
      </a>{' '}
      {further.map((_, index) => (
        <a href={`${href}?side=${index + 1}`}>{`page ${index + 2}`}</a>
      ))}{' '}
      <span class="meta">{typeName(type, 'en') + (owner && ` of ${owner}`)}</span>{' '}
      {state && <Tag text={state} kind={kind} />}{' '}
      <span class="meta">{document.validity_reason}</span>
      <Unfold title="Judge" label={`Judge ${name}`} of={`${href}/judge`}>
        <Form
          action={`${href}/judge`}
          fields={[{ name: 'why', id: `why-${document_id}`, maxlength: 300 }]}
        >
          <NotByEnter />
          <button class="outline small" name="validity" value="valid">
            Accept
          </button>
          <button class="outline small" data-variant="danger" name="validity" value="invalid">
            Refuse
          </button>
        </Form>
      </Unfold>
    </li>
  );
}

const Documents = (props: CaseProps) => (
  <Card title="Documents">
    <ul class="list unstyled">
      {props.details.documents.map((document) => (
        <Document {...props} document={document} />
      ))}
    </ul>
    {!props.details.documents.length && (
      <p class="hint">None yet. The client uploads them in the portal.</p>
    )}
  </Card>
);

const Decided = (props: CaseProps & { decision: DecisionRecord }) => {
  const { status, text: reason, decided_by, decided_at } = props.decision;
  return (
    <Card title="Decided">
      <Facts
        facts={[
          ['Decision', words(status)],
          ['Reason', reason || 'none'],
          ['By', decided_by],
          ['Time', <Moment iso={decided_at} />],
        ]}
      />
      <p class="hint">The decision stands. Reopen the case to decide it again.</p>
      <Form action={`${pathOf(props)}/reopen`} of={props.timeline}>
        <button class="outline">{states.in_review.decision.button}</button>
      </Form>
    </Card>
  );
};

/** The decision form. Enter sends nothing, because no field is a single line. */
function Decide(props: CaseProps) {
  const { details, decision, missing, timeline } = props;
  const state = stateOf(details);
  if (isDecided(state) && decision) return <Decided {...props} decision={decision} />;
  const refused = refusal(details, decisions.approved);
  const rows = decisionsIn(state)
    .filter((name) => !refusal(details, decisions[name]))
    .map((name) => ({ name, tone: rowOf(name)!.tone, ...rowOf(name)!.decision! }));
  const withReason = rows.filter((row) => row.needsReason).map((row) => row.button.toLowerCase());
  const note = withReason.length ? `required to ${withReason.join(' or ')}` : undefined;
  return (
    <Card title="Decide">
      {refused && <p class="hint">{refused}</p>}
      {state === 'draft' ? (
        <Form action={`${pathOf(props)}/submit`} of={timeline}>
          <button class="outline">Submit the draft</button>
        </Form>
      ) : (
        <Form
          action={`${pathOf(props)}/decision`}
          fields={[{ name: 'text', note, rows: 2, maxlength: 500 }]}
        >
          {rows.map(({ name, button, tone }) => (
            <button
              class={name === 'approved' && !missing.length ? undefined : 'outline'}
              data-variant={tone === 'bad' ? 'danger' : undefined}
              name="status"
              value={name}
            >
              {button}
            </button>
          ))}
        </Form>
      )}
    </Card>
  );
}

/** What the client is asked for. The timeline has who asked, and what was answered. */
function Request({ request, settings, details, today }: CaseProps) {
  if (!request) return null;
  const { reason, due_at } = request;
  const until = due_at && [', until ', dateInWords(due_at, 'en')];
  return (
    <Card title="Waiting for the client">
      <p class="mail" dir="auto">
        {reason}
      </p>
      <p class="meta">
        {itemsOf(request, settings, details, 'en').join(', ')}
        {until}
        {due_at && due_at < today && ': the client is late'}
      </p>
      <p class="hint">A decision closes the request.</p>
    </Card>
  );
}

/** What a client can be asked to send: each kind of document, and the identity of each person. */
function documentChoices({ details, settings }: CaseProps): Choice[] {
  const own = settings.expected_documents.filter((document) => !isStandard(document));
  const kinds = {
    ...texts.en.types,
    ...Object.fromEntries(own.map((one) => [one.slug, one.name])),
  };
  return [
    ...Object.entries(kinds),
    ...everyoneIn(details)
      .filter(({ id, kind }) => id !== null && kind === 'person')
      .map(({ id, name }): Choice => [`ID ${id}`, `${texts.en.types.ID} of ${name}`]),
  ];
}

function Ask(props: CaseProps) {
  const { details, settings, timeline, email, due } = props;
  const fields = [
    ...profileFields[subjectOf(details)].map(({ name }): string => name),
    ...requestedFields(settings.custom_fields).map(formNameOf),
  ];
  const choices = fields.map((field): Choice => [field, labelIn(settings, field)]);
  return (
    <section class="card">
      <Unfold title="Ask the client for information" of={`${pathOf(props)}/request`}>
        <Form
          action={`${pathOf(props)}/request`}
          of={timeline}
          fields={[
            { name: 'reason', rows: 3, maxlength: 1000 },
            { name: 'fields', options: choices, value: [] },
            { name: 'documents', options: documentChoices(props), value: [] },
            { name: 'due', type: 'date', value: due },
            { name: 'to', type: 'email', value: email, note: 'leave empty for no letter' },
          ]}
        >
          <NotByEnter />
          <button class="outline">Request information</button>
        </Form>
      </Unfold>
    </section>
  );
}

function Portal(props: CaseProps) {
  const { details, portal, timeline, email } = props;
  const link = portal === 'open' || portal === 'submitted' ? details.portals?.link : undefined;
  // The client of a draft has not begun: the link is what comes next.
  const look = stateOf(details) === 'draft' ? undefined : 'outline';
  return (
    <Card title="Portal of the client">
      {link ? (
        <p>
          <a href={link}>{link}</a>
        </p>
      ) : (
        <Form action={`${pathOf(props)}/portal`} of={timeline}>
          <span class="hint">
            {portal === 'expired' ? 'The link has expired.' : 'There is no open portal.'}
          </span>
          <button class={look}>Create portal link</button>
        </Form>
      )}
      {portal === 'open' && (
        <Form
          action={`${pathOf(props)}/send`}
          of={timeline}
          fields={[{ name: 'email', type: 'email', value: email, required: true }]}
        >
          <button class={look}>Send by e-mail</button>
        </Form>
      )}
    </Card>
  );
}

export function CasePage(props: CaseProps) {
  const { details, status, timeline, missing } = props;
  const { application_id, risk_level, risk_score } = details;
  const isDraft = stateOf(details) === 'draft';
  return (
    <Office title={clientName(details) || 'Unnamed client'} section="/back-office">
      <p class="hstack">
        <StatusTag status={status} /> Risk: <RiskTag level={risk_level} />{' '}
        <span class="meta">{`Risk score ${risk_score ?? 'not set'} · ${application_id}`}</span>
      </p>
      {missing.length > 0 && (
        <section class="note warning" aria-label="Still missing">
          <h2>Still missing</h2>
          <ul>
            {missing.map((sentence) => (
              <li>{sentence}</li>
            ))}
          </ul>
        </section>
      )}
      <div class="case">
        <div>
          <Profile {...props} />
          <Parties {...props} />
          <Documents {...props} />
        </div>
        <div class="side">
          {isDraft && <Portal {...props} />}
          <Decide {...props} />
          <Request {...props} />
          {!isDraft && <Ask {...props} />}
          {!isDraft && <Portal {...props} />}
        </div>
        <Card title="Timeline" id="timeline">
          <p>
            <a href={dealPath(application_id)}>Follow this deal</a>: its calls of the API, events
            and deliveries
          </p>
          <Diary lines={linesOf(timeline)} />
        </Card>
      </div>
    </Office>
  );
}

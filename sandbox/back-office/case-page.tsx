/** One case with everything about it and the reviewer's actions. */
import type { TimelineEntry } from '../domain/cases.ts';
import { formName } from '../domain/portals.ts';
import { stateOf } from '../domain/states.ts';
import { countryName, dateInWords, textOf, texts } from '../portal/texts.ts';
import {
  levelName,
  levelNames,
  levelWords,
  Moment,
  Office,
  Refusal,
  Select,
  stateNames,
  Tag,
  words,
} from './parts.tsx';

type Shown = Record<string, any>;

const hidden = ['person_id', 'business_id', 'application_id'];

/** A value as people write it: countries by name, dates and roles in words. */
function inWords(key: string, value: unknown): string {
  if (value === null || value === undefined) return '';
  if (key === 'country' || key === 'nationalities') {
    return [value]
      .flat()
      .map((code) => countryName(String(code), 'en'))
      .join(', ');
  }
  if (Array.isArray(value)) {
    return value.map((item) => textOf(texts.en.roles, String(item))).join(', ');
  }
  if (typeof value === 'object') {
    return Object.entries(value)
      .map(([inner, item]) => inWords(inner, item))
      .filter(Boolean)
      .join(', ');
  }
  const text = String(value);
  if (key.endsWith('_date')) return dateInWords(text, 'en');
  return key === 'direct_ownership_percentage' ? `${text} %` : text;
}

const labelOf = (key: string) =>
  (texts.en.labels as Record<string, string | undefined>)[formName([key])] ?? words(key);

function Facts({ of }: { of: Record<string, unknown> }) {
  return (
    <dl>
      {Object.entries(of).flatMap(([key, value]) => {
        const text = hidden.includes(key) ? '' : inWords(key, value);
        return text ? [<dt>{labelOf(key)}</dt>, <dd dir="auto">{text}</dd>] : [];
      })}
    </dl>
  );
}

const partyLabel = (party: Shown) =>
  party.organization_name ||
  [party.given_names, party.last_name].filter(Boolean).join(' ') ||
  party.email ||
  'Unnamed';

/** Owners above, client below, each line with its share. */
function Ownership({ name, parties }: { name: string; parties: Shown[] }) {
  const drawn = parties.slice(0, 6);
  const width = Math.max(drawn.length, 2) * 150;
  const short = (text: string) => (text.length > 18 ? `${text.slice(0, 17)}…` : text);
  const x = (index: number) => (width / drawn.length) * (index + 0.5);
  const title = drawn
    .map((party) => `${partyLabel(party)} ${party.direct_ownership_percentage ?? '?'} %`)
    .join(', ');
  return (
    <svg
      viewBox={`0 0 ${width} 150`}
      width="100%"
      class="ownership"
      role="img"
      aria-label={`Ownership of ${name}: ${title}`}
    >
      {drawn.map((party, index) => (
        <g>
          <line x1={x(index)} y1="42" x2={width / 2} y2="108" stroke="#8a96a3" />
          <text
            x={(x(index) + width / 2) / 2}
            y="80"
            font-size="13"
            text-anchor="middle"
            fill="#1b2733"
            stroke="#fff"
            stroke-width="4"
            paint-order="stroke"
          >
            {party.direct_ownership_percentage == null
              ? ''
              : `${party.direct_ownership_percentage} %`}
          </text>
          <rect
            x={x(index) - 68}
            y="8"
            width="136"
            height="34"
            rx="6"
            fill="#e4f2ef"
            stroke="#0b5d57"
          />
          <text x={x(index)} y="30" font-size="13" text-anchor="middle" fill="#1b2733">
            {short(partyLabel(party))}
          </text>
        </g>
      ))}
      <rect x={width / 2 - 75} y="108" width="150" height="36" rx="6" fill="#0b5d57" />
      <text x={width / 2} y="131" font-size="13" text-anchor="middle" fill="#fff">
        {short(name)}
      </text>
    </svg>
  );
}

interface Props {
  shown: Shown;
  name: string;
  timeline: TimelineEntry[];
  fields: string[];
  documentTypes: string[];
  /** Decision -> why it cannot be made; undefined where it can. */
  refusals: Record<'approved' | 'rejected', string | undefined>;
  /** Where the client can be written to. */
  email?: string;
  problem?: string;
}

function Decide({ base, refusals }: { base: string; refusals: Props['refusals'] }) {
  const { approved, rejected } = refusals;
  return (
    <section class="card">
      <h2>Decide</h2>
      {approved && <p class="hint">{approved}</p>}
      {rejected && rejected !== approved && <p class="hint">{rejected}</p>}
      {!(approved && rejected) && (
        <form method="post" action={`${base}/decision`}>
          <label for="reason">Reason</label>
          <input id="reason" name="text" maxlength={500} />
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
      )}
    </section>
  );
}

function Portal({ base, link, email }: { base: string; link?: string; email?: string }) {
  return (
    <section class="card">
      <h2>Portal of the client</h2>
      {link ? (
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
            <div class="field">
              <label for="to">E-mail address</label>
              <input id="to" name="to" type="email" value={email ?? ''} required />
            </div>
            <button class="plain">Send by e-mail</button>
          </form>
          <p class="meta">
            <a href="/back-office/letter">Change the letter</a>
          </p>
        </>
      ) : (
        <form method="post" action={`${base}/portal`}>
          <p class="hint">There is no open portal for this case.</p>
          <button class="plain">Create portal link</button>
        </form>
      )}
    </section>
  );
}

export function CasePage(props: Props) {
  const { shown, name, timeline, fields, documentTypes, refusals, email, problem } = props;
  const base = `/back-office/cases/${shown.application_id}`;
  const parties = [...shown.persons, ...shown.businesses] as Shown[];
  const state = stateOf(shown);
  return (
    <Office title={name || 'Unnamed client'}>
      <Refusal problem={problem} />
      <p>
        <Tag text={stateNames[state] ?? String(shown.status_review)} kind={state} />{' '}
        <Tag text={`Risk: ${levelWords(shown.risk_level)}`} kind={levelName(shown.risk_level)} />{' '}
        <span class="meta">
          {`Risk score ${shown.risk_score ?? 'not set'} · ${shown.application_id}`}
        </span>
      </p>
      <div class="two">
        <div>
          <section class="card">
            <h2>Profile</h2>
            <Facts of={(shown.business ?? shown.person ?? {}) as Record<string, unknown>} />
            <h2>Reference and custom fields</h2>
            <Facts of={{ external_reference: shown.external_reference, ...shown.custom_fields }} />
          </section>
          <section class="card">
            <h2>Related parties</h2>
            {parties.length ? <Ownership name={name} parties={parties} /> : <p>None.</p>}
            {parties.map((party) => (
              <details>
                <summary>
                  <span dir="auto">{partyLabel(party)}</span>{' '}
                  <span class="meta">{inWords('roles', party.roles ?? [])}</span>
                </summary>
                <Facts of={party} />
              </details>
            ))}
          </section>
          <section class="card">
            <h2>Documents</h2>
            <ul class="list">
              {shown.documents.map((document: Shown) => (
                <li>
                  <a href={`${base}/documents/${document.document_id}`} dir="auto">
                    {document.name}
                  </a>
                  <span class="meta">
                    {textOf(texts.en.types, String(document.type))} ·{' '}
                    <a href={`${base}/documents/${document.document_id}?download`}>Download</a>
                  </span>
                </li>
              ))}
            </ul>
            {!shown.documents.length && <p>None.</p>}
          </section>
        </div>
        <div>
          <Decide base={base} refusals={refusals} />
          <section class="card">
            <h2>Risk level</h2>
            <form method="post" action={`${base}/risk`} class="filters">
              <Select
                name="risk_level"
                label="Level"
                value={String(shown.risk_level)}
                options={levelNames.map(([id]) => [String(id), levelWords(id)] as const)}
              />
              <button class="plain">Set</button>
            </form>
          </section>
          <Portal base={base} link={shown.portals?.link} email={email} />
          <section class="card">
            <h2>Ask the client for information</h2>
            <form method="post" action={`${base}/request`}>
              <label for="why">What is needed and why</label>
              <textarea id="why" name="reason" rows={3} required maxlength={1000}></textarea>
              <fieldset>
                <legend>Fields to correct</legend>
                {fields.map((field) => (
                  <label class="choice">
                    <input type="checkbox" name="fields" value={field} /> {labelOf(field)}
                  </label>
                ))}
              </fieldset>
              <fieldset>
                <legend>Documents to send</legend>
                {documentTypes.map((type) => (
                  <label class="choice">
                    <input type="checkbox" name="documents" value={type} />{' '}
                    {textOf(texts.en.types, type)}
                  </label>
                ))}
              </fieldset>
              <button class="plain">Request information</button>
            </form>
          </section>
          <section class="card">
            <h2>Timeline</h2>
            <ol class="timeline">
              {timeline.map(({ at, who, what }) => (
                <li>
                  <span dir="auto">{what}</span>{' '}
                  <span class="meta">
                    {who}, <Moment at={at} />
                  </span>
                </li>
              ))}
            </ol>
          </section>
        </div>
      </div>
    </Office>
  );
}

/** One case with everything about it and the reviewer's actions. */
import type { TimelineEntry } from '../domain/cases.ts';
import { textOf, texts } from '../portal/texts.ts';
import { levelName, levelNames, Office, Select, Tag, time, words } from './parts.tsx';

type Shown = Record<string, any>;

function Facts({ of }: { of: Record<string, unknown> }) {
  return (
    <dl>
      {Object.entries(of).flatMap(([key, value]) => {
        if (value === null || value === undefined || value === '') return [];
        const text =
          typeof value === 'object'
            ? Object.values(value as object)
                .filter(Boolean)
                .join(', ')
            : String(value);
        return text ? [<dt>{words(key)}</dt>, <dd>{text}</dd>] : [];
      })}
    </dl>
  );
}

const partyLabel = (party: Shown) =>
  party.organization_name ||
  [party.first_name, party.last_name].filter(Boolean).join(' ') ||
  party.email ||
  'Unnamed';

/** Owners above, client below, each line with its share. */
function Ownership({ name, parties }: { name: string; parties: Shown[] }) {
  const shown = parties.slice(0, 6);
  const width = Math.max(shown.length, 2) * 150;
  const short = (text: string) => (text.length > 18 ? `${text.slice(0, 17)}…` : text);
  const x = (index: number) => (width / shown.length) * (index + 0.5);
  const title = shown
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
      {shown.map((party, index) => (
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

export function CasePage({
  shown,
  name,
  timeline,
  fields,
  documentTypes,
  problem,
}: {
  shown: Shown;
  name: string;
  timeline: TimelineEntry[];
  fields: string[];
  documentTypes: string[];
  problem?: string;
}) {
  const base = `/back-office/cases/${shown.application_id}`;
  const parties = [...shown.persons, ...shown.businesses] as Shown[];
  return (
    <Office title={name || 'Unnamed client'}>
      {problem && (
        <div class="summary" role="alert">
          <h2>That did not work</h2>
          <p>{problem}</p>
        </div>
      )}
      <p>
        <Tag text={String(shown.status_review)} /> <Tag text={levelName(shown.risk_level)} />{' '}
        <span class="meta">
          {`Risk score ${shown.risk_score ?? 'not set'} · ${shown.is_draft ? 'draft · ' : ''}${shown.application_id}`}
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
            <ul class="list">
              {parties.map((party) => (
                <li>
                  <span>{partyLabel(party)}</span>
                  <span class="meta">{(party.roles ?? []).join(', ')}</span>
                </li>
              ))}
            </ul>
          </section>
          <section class="card">
            <h2>Documents</h2>
            <ul class="list">
              {shown.documents.map((document: Shown) => (
                <li>
                  <a href={`${base}/documents/${document.document_id}`}>{document.name}</a>
                  <span class="meta">{document.type}</span>
                </li>
              ))}
            </ul>
            {!shown.documents.length && <p>None.</p>}
          </section>
        </div>
        <div>
          <section class="card">
            <h2>Decide</h2>
            <form method="post" action={`${base}/decision`}>
              <label for="reason">Reason</label>
              <input id="reason" name="text" maxlength={500} />
              <div class="actions">
                <button name="status" value="approved">
                  Approve
                </button>
                <button class="danger" name="status" value="rejected">
                  Reject
                </button>
              </div>
            </form>
          </section>
          <section class="card">
            <h2>Risk level</h2>
            <form method="post" action={`${base}/risk`} class="filters">
              <Select
                name="risk_level"
                label="Level"
                value={String(shown.risk_level)}
                options={levelNames.map(([id, level]) => [String(id), level] as const)}
              />
              <button class="plain">Set</button>
            </form>
          </section>
          <section class="card">
            <h2>Ask the client for information</h2>
            <form method="post" action={`${base}/request`}>
              <label for="why">What is needed and why</label>
              <textarea id="why" name="reason" rows={3} required maxlength={1000}></textarea>
              <fieldset>
                <legend>Fields to correct</legend>
                {fields.map((field) => (
                  <label class="choice">
                    <input type="checkbox" name="fields" value={field} />{' '}
                    {textOf(texts.en.labels, field)}
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
            {shown.portals && (
              <p class="meta">
                Portal: <a href={shown.portals.link}>open the client's page</a>
              </p>
            )}
          </section>
          <section class="card">
            <h2>Timeline</h2>
            <ol class="timeline">
              {timeline.map(({ at, who, what }) => (
                <li>
                  {what} <span class="meta">{`${who}, ${time(at)}`}</span>
                </li>
              ))}
            </ol>
          </section>
        </div>
      </div>
    </Office>
  );
}

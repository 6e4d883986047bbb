/** The reviewer's pages. */
import type { Child } from 'hono/jsx';

import { riskLevels } from '../../api/contract.ts';
import { forcedOutcomes } from '../domain/outcomes.ts';
import { Page } from '../web/layout.tsx';
import { texts } from '../portal/texts.ts';
import type { LoggedRequest } from '../api/request-log.ts';
import type { Mail } from '../mail/mailbox.ts';
import type { CaseRow, TimelineEntry } from '../domain/cases.ts';
import type { DeliveryRow, Subscription } from '../domain/deliveries.ts';

export const statuses = ['pending', 'in_review', 'approved', 'rejected'];
const levelNames = Object.entries(riskLevels).map(([name, value]) => [value, name] as const);
export const levelName = (level: unknown) =>
  levelNames.find(([value]) => value === level)?.[1] ?? 'UNSET';

const sections = [
  ['/back-office', 'Cases'],
  ['/back-office/mailbox', 'Mailbox'],
  ['/back-office/developer', 'Developer'],
] as const;

export function Office({ title, at, children }: { title: string; at?: string; children?: Child }) {
  return (
    <Page
      title={title}
      kind="office"
      nav={
        <nav class="links" aria-label="Sections">
          {sections.map(([href, label]) => (
            <a href={href} aria-current={href === at ? 'page' : undefined}>
              {label}
            </a>
          ))}
        </nav>
      }
    >
      <h1>{title}</h1>
      {children}
    </Page>
  );
}

export const Tag = ({ text }: { text: string }) => (
  <span class={`tag ${text.toLowerCase()}`}>{text.replace('_', ' ')}</span>
);

const time = (iso: unknown) => String(iso).slice(0, 19).replace('T', ' ');

function Select({
  name,
  label,
  options,
  value,
}: {
  name: string;
  label: string;
  options: (readonly [string, string])[];
  value: string;
}) {
  return (
    <div class="field">
      <label for={name}>{label}</label>
      <select id={name} name={name}>
        {options.map(([id, text]) => (
          <option value={id} selected={id === value}>
            {text}
          </option>
        ))}
      </select>
    </div>
  );
}

/** The list of cases with search, filters and pages. */
export function CaseList({
  rows,
  filter,
  page,
  more,
}: {
  rows: CaseRow[];
  filter: Record<string, string>;
  page: number;
  more: boolean;
}) {
  const { text = '', status = '', risk = '' } = filter;
  const link = (to: number) => `?${new URLSearchParams({ text, status, risk, page: String(to) })}`;
  return (
    <Office title="Cases" at="/back-office">
      <form class="filters" method="get">
        <div class="field">
          <label for="text">Name, reference or case</label>
          <input id="text" name="text" value={text} />
        </div>
        <Select
          name="status"
          label="Review status"
          value={status}
          options={[['', 'Any'], ...statuses.map((id) => [id, id.replace('_', ' ')] as const)]}
        />
        <Select
          name="risk"
          label="Risk level"
          value={risk}
          options={[['', 'Any'], ...levelNames.map(([id, name]) => [String(id), name] as const)]}
        />
        <button>Search</button>
      </form>
      <section class="card scroll" tabindex={0} aria-label="List of cases">
        {rows.length ? (
          <table>
            <thead>
              <tr>
                <th scope="col">Client</th>
                <th scope="col">Reference</th>
                <th scope="col">Review status</th>
                <th scope="col">Risk</th>
                <th scope="col">Changed (UTC)</th>
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr>
                  <td>
                    <a href={`/back-office/cases/${row.application_id}`}>
                      {row.name || 'Unnamed client'}
                    </a>
                    {row.is_draft ? <span class="meta"> draft</span> : ''}
                  </td>
                  <td>{row.external_reference ?? ''}</td>
                  <td>
                    <Tag text={String(row.status_review)} />
                  </td>
                  <td>
                    <Tag text={levelName(row.risk_level)} />
                  </td>
                  <td>{time(row.updated_at)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        ) : (
          <p>No case found. Cases appear here when the API or a portal creates them.</p>
        )}
      </section>
      <div class="actions">
        {page > 0 ? (
          <a class="button plain" href={link(page - 1)}>
            Newer
          </a>
        ) : (
          <span></span>
        )}
        {more && (
          <a class="button plain" href={link(page + 1)}>
            Older
          </a>
        )}
      </div>
    </Office>
  );
}

type Shown = Record<string, any>;

const words = (key: string) => key.charAt(0).toUpperCase() + key.slice(1).replaceAll('_', ' ');

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

/** One case with everything about it and the reviewer's actions. */
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
                    {texts.en.labels[field] ?? words(field)}
                  </label>
                ))}
              </fieldset>
              <fieldset>
                <legend>Documents to send</legend>
                {documentTypes.map((type) => (
                  <label class="choice">
                    <input type="checkbox" name="documents" value={type} />{' '}
                    {texts.en.types[type] ?? type}
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

/** Text with its web addresses as links. */
const Linked = ({ text }: { text: string }) => (
  <>
    {text
      .split(/(https?:\/\/[^\s<>"]+)/)
      .map((part, index) => (index % 2 ? <a href={part}>{part}</a> : part))}
  </>
);

/** The messages the embedded mail server took. */
export function Mailbox({ mails }: { mails: Mail[] }) {
  return (
    <Office title="Mailbox" at="/back-office/mailbox">
      {!mails.length && (
        <p>No message yet. Send one over SMTP to the port that npm start prints.</p>
      )}
      {mails.map((mail) => (
        <article class="card">
          <h2>{mail.subject || 'No subject'}</h2>
          <p class="meta">{`From ${mail.from} to ${mail.to.join(', ')}, ${time(mail.received_at)}`}</p>
          <p class="mail">
            <Linked text={mail.text} />
          </p>
        </article>
      ))}
    </Office>
  );
}

interface DeveloperProps {
  url: string;
  apiKey: string;
  requests: LoggedRequest[];
  webhooks: Subscription[];
  deliveries: DeliveryRow[];
  events: string[];
  faults: unknown[];
}

/** Keys, lines to copy, requests, subscriptions, deliveries and faults. */
export function Developer({
  url,
  apiKey,
  requests,
  webhooks,
  deliveries,
  events,
  faults,
}: DeveloperProps) {
  const base = '/back-office/developer';
  return (
    <Office title="Developer" at={base}>
      <div class="two">
        <section class="card">
          <h2>Connect</h2>
          <dl>
            <dt>Base URL</dt>
            <dd>
              <code>{url}</code>
            </dd>
            <dt>API key</dt>
            <dd>
              <code>{apiKey}</code>
            </dd>
          </dl>
          <h2>Try it</h2>
          <pre tabindex={0}>{`curl -H "Authorization: Bearer ${apiKey}" \\
  -H "Content-Type: application/json" \\
  -d '{"business":{"organization_name":"Lumen Studio SAS","country":"FR"}}' \\
  ${url}/api/applications

export authData_base_url=${url} authData_api_key=${apiKey}
npm run zapier -- invoke create create_case \\
  -i '{"subject":"business","organization_name":"Lumen Studio SAS"}'`}</pre>
          <p class="meta">
            <a href="/docs">API reference</a> and <a href="/openapi.json">OpenAPI document</a>
          </p>
        </section>
        <section class="card">
          <h2>Names that force an outcome</h2>
          <p class="hint">
            A client with one of these words in its name gets this outcome when it is submitted.
          </p>
          <dl>
            {forcedOutcomes.flatMap(({ word, risk_level, decision }) => [
              <dt>
                <code>{word}</code>
              </dt>,
              <dd>{`risk ${levelName(risk_level)}${decision ? `, ${decision} at once` : ''}`}</dd>,
            ])}
          </dl>
          <h2>Faults</h2>
          <form method="post" action={`${base}/faults`} class="filters">
            <Select
              name="fault"
              label="Next API request answers, or what happens to events"
              value="429"
              options={[
                ['429', '429, wait 2 s'],
                ['500', '500'],
                ['503', '503'],
                ['html', 'Web page'],
                ['drop', 'Nothing: connection dropped'],
                ['cut', 'Half of the body'],
                ['delay', 'After 5 s'],
                ['twice', 'Events: each delivered twice'],
                ['reorder', 'Events: newest first'],
              ]}
            />
            <button class="plain">Set</button>
            <button class="plain" name="clear" value="1">{`Clear ${faults.length}`}</button>
          </form>
        </section>
      </div>
      <section class="card scroll" tabindex={0} aria-label="Subscriptions">
        <h2>Webhook subscriptions</h2>
        {webhooks.length ? (
          <table>
            <thead>
              <tr>
                <th scope="col">Events</th>
                <th scope="col">Address</th>
              </tr>
            </thead>
            <tbody>
              {webhooks.map((hook) => (
                <tr>
                  <td>{hook.events.join(', ')}</td>
                  <td>{hook.url}</td>
                </tr>
              ))}
            </tbody>
          </table>
        ) : (
          <p>None. Zapier registers one when a Zap is switched on.</p>
        )}
        <form method="post" action={`${base}/events`} class="filters">
          <Select
            name="type"
            label="Event about the newest case"
            value={events[0]!}
            options={events.map((event) => [event, event] as const)}
          />
          <button class="plain">Send test event</button>
        </form>
      </section>
      <section class="card scroll" tabindex={0} aria-label="Deliveries">
        <h2>Deliveries</h2>
        <table>
          <thead>
            <tr>
              <th scope="col">Event</th>
              <th scope="col">Case</th>
              <th scope="col">State</th>
              <th scope="col">Attempts</th>
              <th scope="col">Last answer</th>
              <th scope="col">
                <span class="visually-hidden">Action</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {deliveries.map((row) => (
              <tr>
                <td>
                  {row.type} <span class="meta">{row.event_id}</span>
                </td>
                <td>
                  <a href={`/back-office/cases/${row.application_id}`}>{row.application_id}</a>
                </td>
                <td>
                  <Tag text={String(row.state)} />
                </td>
                <td>{row.attempts}</td>
                <td>{row.answer ?? ''}</td>
                <td>
                  <form method="post" action={`${base}/deliveries/${row.seq}`}>
                    <button class="plain" aria-label={`Send again ${row.event_id}`}>
                      Send again
                    </button>
                  </form>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <section class="card scroll" tabindex={0} aria-label="Requests">
        <h2>API requests</h2>
        <table>
          <thead>
            <tr>
              <th scope="col">Time</th>
              <th scope="col">Request</th>
              <th scope="col">Status</th>
              <th scope="col">ms</th>
            </tr>
          </thead>
          <tbody>
            {requests.slice(0, 50).map((request) => (
              <tr>
                <td>{time(request.at)}</td>
                <td>
                  <code>{`${request.method} ${request.path}`}</code>
                </td>
                <td>{request.status}</td>
                <td>{request.ms}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </Office>
  );
}

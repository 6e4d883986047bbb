/** The developer page: keys, lines to copy, requests, subscriptions, deliveries and faults. */
import type { LoggedRequest } from '../api/request-log.ts';
import type { DeliveryRow } from '../domain/deliveries.ts';
import { forcedOutcomes } from '../domain/outcomes.ts';
import type { Subscription } from '../domain/subscriptions.ts';
import { levelName, Office, Select, Tag, time } from './parts.tsx';

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
                <th scope="col">State</th>
                <th scope="col">
                  <span class="visually-hidden">Action</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {webhooks.map((hook) => (
                <tr>
                  <td>{hook.events.join(', ')}</td>
                  <td>{hook.url}</td>
                  <td>
                    <Tag text={hook.status} />
                  </td>
                  <td>
                    <form method="post" action={`${base}/webhooks/${hook.id}/recover`}>
                      <button class="plain">Deliver what it missed</button>
                    </form>
                  </td>
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

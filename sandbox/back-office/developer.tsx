/** The developer page: keys, lines to copy, requests, subscriptions, deliveries, faults and the clock. */
import type { Child } from 'hono/jsx';

import { asCurl } from '../api/curl.ts';
import type { Fault } from '../api/faults.ts';
import type { LoggedRequest } from '../api/request-log.ts';
import type { DeliveryDetail, DeliveryRow } from '../domain/delivery-store.ts';
import { forcedOutcomes } from '../domain/outcomes.ts';
import type { Subscription } from '../domain/subscriptions.ts';
import { answerFaults, deliveryFaults, optionsOf } from './fault-choices.ts';
import { levelWords, Moment, Office, Select, Tag } from './parts.tsx';

const base = '/back-office/developer';

interface Props {
  url: string;
  apiKey: string;
  requests: LoggedRequest[];
  text: string;
  webhooks: Subscription[];
  deliveries: DeliveryRow[];
  events: string[];
  /** Method and path of each endpoint. */
  endpoints: [value: string, label: string][];
  faults: Fault[];
  now: string;
}

function Table({ head, children }: { head: string[]; children: Child }) {
  return (
    <table>
      <thead>
        <tr>
          {head.map((name) => (
            <th scope="col">{name || <span class="visually-hidden">Action</span>}</th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}

const Connect = ({ url, apiKey }: Pick<Props, 'url' | 'apiKey'>) => (
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
    <pre tabindex={0}>{`curl -H "Authorization: ${apiKey}" \\
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
);

const Outcomes = () => (
  <>
    <h2>Names that force an outcome</h2>
    <p class="hint">A client with one of these words in its name gets this outcome.</p>
    <dl>
      {forcedOutcomes.flatMap(({ word, risk_level, decision }) => [
        <dt>
          <code>{word}</code>
        </dt>,
        <dd>{`risk ${levelWords(risk_level)}${decision ? `, ${decision} at once` : ''}`}</dd>,
      ])}
    </dl>
  </>
);

const Disturb = ({ endpoints, faults, now }: Pick<Props, 'endpoints' | 'faults' | 'now'>) => (
  <>
    <h2>Faults</h2>
    <form method="post" action={`${base}/faults`} class="filters">
      <Select
        name="endpoint"
        label="Requests to"
        value=""
        options={[['', 'Any endpoint'], ...endpoints]}
      />
      <Select name="fault" label="Answer" value="429" options={optionsOf(answerFaults)} />
      <div class="field small">
        <label for="times">How often</label>
        <input id="times" name="times" type="number" min="1" max="1000" value="1" />
      </div>
      <button class="plain">Set</button>
    </form>
    <form method="post" action={`${base}/deliveries`} class="filters">
      <Select
        name="fault"
        label="Events are delivered"
        value="twice"
        options={optionsOf(deliveryFaults)}
      />
      <button class="plain">Set</button>
    </form>
    <ul>
      {faults.map(({ method, path, status, kind, delay, times }) => (
        <li>
          {`${method ?? 'Any'} ${path}: ${status ?? kind ?? `after ${delay} ms`}, ${times ?? 'always'} left`}
        </li>
      ))}
    </ul>
    <form method="post" action={`${base}/faults/clear`}>
      <button class="plain">Clear all faults</button>
    </form>
    <h2>Clock</h2>
    <p>
      <Moment at={now} />
    </p>
    <form method="post" action={`${base}/clock`} class="actions left">
      <button class="plain" name="seconds" value="3600">
        One hour later
      </button>
      <button class="plain" name="seconds" value="86400">
        One day later
      </button>
      <button class="plain" name="seconds" value="2678400">
        31 days later
      </button>
    </form>
  </>
);

const Webhooks = ({ webhooks, events }: Pick<Props, 'webhooks' | 'events'>) => (
  <section class="card scroll" tabindex={0} aria-label="Subscriptions">
    <h2>Webhook subscriptions</h2>
    <div id="webhooks" data-live>
      {webhooks.length ? (
        <Table head={['Events', 'Address', 'State', '']}>
          {webhooks.map((hook) => (
            <tr>
              <td>{hook.events.join(', ')}</td>
              <td>{hook.url}</td>
              <td>
                <Tag text={hook.status} />
              </td>
              <td>
                <span class="both">
                  <form method="post" action={`${base}/webhooks/${hook.id}/test`}>
                    <button class="plain">Send test event</button>
                  </form>
                  {hook.status !== 'active' && (
                    <form method="post" action={`${base}/webhooks/${hook.id}/recover`}>
                      <button class="plain">Deliver what it missed</button>
                    </form>
                  )}
                </span>
              </td>
            </tr>
          ))}
        </Table>
      ) : (
        <p>None. Zapier registers one when a Zap is switched on.</p>
      )}
    </div>
    <form method="post" action={`${base}/events`} class="filters">
      <Select
        name="type"
        label="Event about the newest case, to all"
        value={events[0]!}
        options={events.map((event) => [event, event] as const)}
      />
      <button class="plain">Send event</button>
    </form>
  </section>
);

export function Developer(props: Props) {
  const { requests, deliveries, text } = props;
  return (
    <Office title="Developer" at={base}>
      <div data-events={`${base}/live`}></div>
      <div class="two">
        <Connect {...props} />
        <section class="card">
          <Outcomes />
          <Disturb {...props} />
        </section>
      </div>
      <Webhooks {...props} />
      <section class="card scroll" tabindex={0} aria-label="Deliveries">
        <h2>Deliveries</h2>
        <div id="deliveries" data-live>
          {deliveries.length ? (
            <Table head={['Event', 'Case', 'State', 'Attempts', 'Last answer', '']}>
              {deliveries.map((row) => (
                <tr>
                  <td>
                    <a href={`${base}/deliveries/${row.seq}`}>{row.type}</a>{' '}
                    <span class="meta">{row.event_id}</span>
                  </td>
                  <td>
                    <a href={`/back-office/cases/${row.application_id}`}>{row.application_id}</a>
                  </td>
                  <td>
                    <Tag text={row.state} />
                  </td>
                  <td>{row.attempts}</td>
                  <td>{row.answer ?? ''}</td>
                  <td>
                    <form method="post" action={`${base}/deliveries/${row.seq}/again`}>
                      <button class="plain" aria-label={`Send again ${row.event_id}`}>
                        Send again
                      </button>
                    </form>
                  </td>
                </tr>
              ))}
            </Table>
          ) : (
            <p>None yet.</p>
          )}
        </div>
      </section>
      <section class="card scroll" tabindex={0} aria-label="Requests">
        <h2>API requests</h2>
        <form method="get" class="filters">
          <div class="field">
            <label for="text">Text in body or answer</label>
            <input id="text" name="text" value={text} />
          </div>
          <button class="plain">Search</button>
        </form>
        <div id="requests" data-live>
          {requests.length ? (
            <Table head={['Time', 'Request', 'Status', 'ms']}>
              {requests.slice(0, 50).map((request) => (
                <tr>
                  <td>
                    <Moment at={request.at} />
                  </td>
                  <td>
                    <a href={`${base}/requests/${request.id}`}>
                      <code>{`${request.method} ${request.path}`}</code>
                    </a>
                  </td>
                  <td>{request.status}</td>
                  <td>{request.ms}</td>
                </tr>
              ))}
            </Table>
          ) : (
            <p>None yet.</p>
          )}
        </div>
      </section>
    </Office>
  );
}

const pretty = (text: string) => {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
};
const Block = ({ title, text }: { title: string; text: string }) => (
  <>
    <h2>{title}</h2>
    <pre tabindex={0}>{text}</pre>
  </>
);
const headersOf = (headers: object) =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n');

/** One request with all it carried, and as a command. */
export function RequestPage({ request, url }: { request: LoggedRequest; url: string }) {
  const curl = asCurl(url, request);
  return (
    <Office title={`${request.method} ${request.path}`} at={base}>
      <p>
        {`Answered ${request.status} after ${request.ms} ms, `}
        <Moment at={request.at} />
      </p>
      <section class="card">
        <Block title="As curl" text={curl} />
        <button type="button" class="plain" data-copy={curl} hidden>
          Copy as curl
        </button>
        <Block title="Headers" text={headersOf(request.headers)} />
        {request.body && <Block title="Body" text={pretty(request.body)} />}
        {request.answer !== undefined && (
          <Block title="Answer" text={JSON.stringify(request.answer, null, 2)} />
        )}
      </section>
      <a class="button plain" href={base}>
        Back
      </a>
    </Office>
  );
}

/** One delivery with what was sent and answered last. */
export function DeliveryPage({ delivery }: { delivery: DeliveryDetail }) {
  const { type, state, attempts, answer, sent, payload, reply, url, seq } = delivery;
  return (
    <Office title={`Delivery of ${type}`} at={base}>
      <p>
        <Tag text={state} />{' '}
        <span class="meta">{`${attempts} attempts · ${answer ?? 'not sent yet'} · ${url ?? 'subscription removed'}`}</span>
      </p>
      <section class="card">
        {sent && <Block title="Headers" text={headersOf(JSON.parse(sent) as object)} />}
        <Block title="Body" text={pretty(payload)} />
        {reply && <Block title="Answer" text={reply} />}
      </section>
      <div class="actions">
        <a class="button plain" href={base}>
          Back
        </a>
        <form method="post" action={`${base}/deliveries/${seq}/again`}>
          <button>Send again</button>
        </form>
      </div>
    </Office>
  );
}

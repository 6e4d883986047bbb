/**
 * The page of one deal, from its first request to the receiver's last answer. The newest entry
 * comes first.
 */
import type { Child } from 'hono/jsx';

import { followPath } from '../api/links.ts';
import type { LoggedRequest } from '../api/request-log.ts';
import { served } from '../api/api-routes.ts';
import type { Attempt } from '../domain/deliveries.ts';
import type { Deal, Entry } from './deal.ts';
import { Card, Moment, Office, PlainLink, Press, Tag } from './parts.tsx';

const developer = '/back-office/developer';
export const dealPath = (name: string) => followPath('', name);
/** The deal with one open line. */
export const linePath = (name: string, line: string) => `${dealPath(name)}?open=${line}#${line}`;
export const eventPath = (name: string, event_id: string) => linePath(name, `event-${event_id}`);

const steps = Object.values(served).map(({ method, path, summary }) => ({
  method,
  path: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`),
  text: summary.split(/[:;(]/)[0]!.trim(),
}));
/** The action of a request, in words. */
const stepOf = ({ method, path }: LoggedRequest): string =>
  steps.find((step) => step.method === method && step.path.test(path.split('?')[0]!))?.text ??
  'Call the API';

/** Green, amber or red. */
export const kindOf = (status: number) =>
  status === 0 ? 'failed' : status < 400 ? 'ok' : status < 500 ? 'pending' : 'failed';
export const statusOf = ({ status }: LoggedRequest) => (status ? String(status) : 'no answer');

const pretty = (text: string) => {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
};
const Block = ({ title, text }: { title: string; text: string }) => (
  <>
    <h3>{title}</h3>
    <pre tabindex={0}>{text}</pre>
  </>
);
const headersOf = (headers: object) =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n');

interface LineProps {
  id: string;
  time: string;
  /** The person or program. */
  who: string;
  what: Child;
  /** The result. */
  tag?: Child;
  isOpen?: boolean;
  /** The details of an open line. */
  children?: Child;
}

const Line = ({ id, time, who, what, tag, isOpen, children }: LineProps) => {
  const line = (
    <>
      <Moment iso={time} /> · {who} · <span dir="auto">{what}</span> {tag}
    </>
  );
  if (!children) return <p class="line">{line}</p>;
  return (
    <details id={id} open={isOpen}>
      <summary>{line}</summary>
      {children}
    </details>
  );
};

/** One request with all details. */
const Carried = ({ request }: { request: LoggedRequest }) => {
  const { headers, body, answer, ms, fault } = request;
  return (
    <>
      <p class="meta">{`Answered after ${ms} ms${fault ? `. Fault on demand: ${JSON.stringify(fault)}` : ''}`}</p>
      {body && <Block title="Body" text={pretty(body)} />}
      {answer !== undefined && (
        <Block
          title="Answer"
          text={typeof answer === 'string' ? answer : JSON.stringify(answer, null, 2)}
        />
      )}
      <Block title="Headers" text={headersOf(headers)} />
    </>
  );
};

const Made = ({ attempt, id, number }: { attempt: Attempt; id: string; number: number }) => (
  <Line
    id={`attempt-${id}-${number}`}
    time={attempt.at}
    who="Delivery"
    what={`Attempt ${number}`}
    tag={<Tag text={attempt.answer} kind={kindOf(Number(attempt.answer) || 0)} />}
  >
    {attempt.reply && <Block title="Answer of the receiver" text={attempt.reply} />}
    <Block title="Headers" text={headersOf(attempt.sent)} />
  </Line>
);

type EventEntry = Extract<Entry, { kind: 'event' }>;

/** The deliveries of an event, each with its attempts. */
const Deliveries = ({ event, now }: { event: EventEntry['event']; now: string }) => (
  <>
    {event.deliveries.map((delivery) => (
      <div class="delivery">
        <div class="hstack justify-between">
          <p class="line">
            <Tag text={delivery.state} /> {`To ${delivery.url ?? 'a deleted subscription'}`}
            {delivery.state === 'pending' && [
              ', next attempt ',
              <NextAttempt delivery={delivery} now={now} />,
            ]}
          </p>
          {delivery.url && (
            <Press
              action={`${developer}/deliveries/${delivery.id}/again`}
              class="outline small"
              aria-label={`Replay ${event.type} to ${delivery.url}`}
            >
              Replay
            </Press>
          )}
        </div>
        {delivery.made
          .map((attempt, index) => <Made attempt={attempt} id={delivery.id} number={index + 1} />)
          .reverse()}
      </div>
    ))}
  </>
);

interface AttemptProps {
  delivery: Pick<EventEntry['event']['deliveries'][number], 'state' | 'next_at'>;
  now: string;
}

/** The next attempt of a waiting delivery; empty for any other. */
export function NextAttempt({ delivery: { state, next_at }, now }: AttemptProps) {
  if (state !== 'pending') return null;
  const next = new Date(next_at).toISOString();
  return next <= now ? <>in turn</> : <Moment iso={next} />;
}

const Event = ({ entry: { at, event }, now, open }: StepContext & { entry: EventEntry }) => {
  const { deliveries: _, ...body } = event;
  return (
    <>
      <Line
        id={`event-${event.event_id}`}
        time={at}
        who="Event"
        what={event.type}
        tag={event.deliveries.length ? undefined : <span class="meta">no subscriber</span>}
        isOpen={open === `event-${event.event_id}`}
      >
        <Block title="Body" text={JSON.stringify(body, null, 2)} />
      </Line>
      <Deliveries event={event} now={now} />
    </>
  );
};

interface StepContext {
  now: string;
  /** The id of the open line. */
  open?: string;
}

const Step = ({ entry, ...context }: StepContext & { entry: Entry }) => {
  const { open } = context;
  if (entry.kind === 'event') return <Event entry={entry} {...context} />;
  if (entry.kind === 'note') {
    return <Line id="" time={entry.at} who={entry.who} what={entry.what} />;
  }
  if (entry.kind === 'mail') {
    const { seq, subject, to } = entry.mail;
    const link = <a href={`/back-office/mailbox/${seq}`}>{subject || 'No subject'}</a>;
    return <Line id="" time={entry.at} who="Mail" what={[link, ` to ${to.join(', ')}`]} />;
  }
  const { request } = entry;
  const id = `request-${request.id}`;
  return (
    <Line
      id={id}
      time={entry.at}
      who="API"
      what={
        <>
          {stepOf(request)} <code>{`${request.method} ${request.path}`}</code>
        </>
      }
      tag={<Tag text={statusOf(request)} kind={kindOf(request.status)} />}
      isOpen={id === open}
    >
      <Carried request={request} />
    </Line>
  );
};

const Entries = ({ entries, ...context }: StepContext & { entries: Entry[] }) => (
  <ul class="timeline unstyled">
    {entries.map((entry) => (
      <li>
        <Step entry={entry} {...context} />
      </li>
    ))}
  </ul>
);

interface DealProps extends StepContext {
  deal: Deal;
  /** The expected reaction of a Zap. */
  expected?: string;
}

/** The page of a deal. */
export function DealPage({ deal, expected, ...context }: DealProps) {
  const { application_id, client, name, entries } = deal;
  return (
    <Office title={client ? `Follow ${client}` : `Follow ${name}`} section={developer}>
      <p>
        {application_id ? (
          <>
            <a href={`/back-office/cases/${application_id}`}>The case</a>{' '}
            <span class="meta">{application_id}</span>
          </>
        ) : (
          <span class="hint">There is no case with this name yet.</span>
        )}
      </p>
      {expected && <p class="note">{`What the Zap should do: ${expected}`}</p>}
      <section class="card follow">
        <h2>Newest first</h2>
        {entries.length ? (
          <Entries entries={entries.toReversed()} {...context} />
        ) : (
          <p class="hint">Nothing yet. API calls and events will appear here.</p>
        )}
      </section>
      <p class="hint">
        The sandbox keeps the latest thousand requests in memory. Everything else is stored with the
        data.
      </p>
      <PlainLink href={developer}>Back</PlainLink>
    </Office>
  );
}

/** The page of a request without a deal. */
export function RequestPage({ request }: { request: LoggedRequest }) {
  return (
    <Office title={stepOf(request)} section={developer}>
      <p>
        <code>{`${request.method} ${request.path}`}</code>{' '}
        <Tag text={statusOf(request)} kind={kindOf(request.status)} /> <Moment iso={request.at} />
      </p>
      <Card title="Call">
        <Carried request={request} />
      </Card>
      <PlainLink href={developer}>Back</PlainLink>
    </Office>
  );
}

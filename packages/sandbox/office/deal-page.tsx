/**
 * The page of one deal, from its first request to the receiver's last answer. The newest entry
 * comes first.
 */
import { Hono } from 'hono';

import type { Around } from '../api/control.ts';
import { existing } from '../domain/problem.ts';
import type { Parts } from '../domain/services.ts';
import { dealOf, nameIn, requestLine, type Deal, type Line } from './deal.tsx';
import { Moment, Office, PlainLink } from './parts.tsx';

const developer = '/back-office/developer';
/** The page of a deal, by case ID, reference or portal ID. */
export const dealPath = (name: string) => `/back-office/follow/${encodeURIComponent(name)}`;
/** The deal with one open line. */
const linePath = (name: string, line: string) => `${dealPath(name)}?open=${line}#${line}`;
export const eventPath = (name: string, event_id: string) => linePath(name, `event-${event_id}`);
/** Leads to the place of a request on the page of its deal. */
export const requestPath = (id: number) => `/back-office/follow/request/${id}`;

const LineItem = ({ line, isOpen }: { line: Line; isOpen: boolean }) => {
  const { at, who, what, tag, id, details, below } = line;
  const words = (
    <>
      <Moment iso={at} /> · {who} · <span dir="auto">{what}</span> {tag}
    </>
  );
  return (
    <li>
      {details ? (
        <details id={id} open={isOpen}>
          <summary>{words}</summary>
          {details.map(
            ([title, text]) =>
              text && (
                <>
                  <h3>{title}</h3>
                  <pre tabindex={0}>{text}</pre>
                </>
              ),
          )}
        </details>
      ) : (
        <p class="line">{words}</p>
      )}
      {below}
    </li>
  );
};

interface DealProps {
  deal: Deal;
  /** The id of the open line. */
  open?: string;
}

/** The page of a deal, or of a request without one. */
const DealPage = ({ deal: { application_id, client, name, lines }, open }: DealProps) => (
  <Office title={`Follow ${client || name}`} section={developer}>
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
    <section class="card">
      <h2>Newest first</h2>
      {lines.length ? (
        <ul class="unstyled">
          {lines.toReversed().map((line) => (
            <LineItem line={line} isOpen={line.id !== undefined && line.id === open} />
          ))}
        </ul>
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

export function dealRoutes(
  services: Parts<'store' | 'clock' | 'cases' | 'parties' | 'documents' | 'outbox'>,
  { log }: Around,
) {
  const app = new Hono();
  app.get('/request/:id', (c) => {
    const request = existing(
      log.get(Number(c.req.param('id'))),
      'The log no longer has this request.',
    );
    const line = requestLine(request);
    const deal = nameIn(request);
    if (deal !== undefined) return c.redirect(linePath(deal, line.id!), 303);
    const name = `${request.method} ${request.path}`;
    return c.html(<DealPage deal={{ name, lines: [line] }} open={line.id} />);
  });
  app.get('/:name', (c) => {
    const deal = dealOf(services, log, c.req.param('name'));
    return c.html(<DealPage deal={deal} open={c.req.query('open')} />);
  });
  return app;
}

/** One request or delivery of the developer page with all it carried. */
import { asCurl } from '../api/curl.ts';
import type { LoggedRequest } from '../api/request-log.ts';
import type { DeliveryDetail } from '../domain/delivery-store.ts';
import { NextAttempt } from './developer.tsx';
import { Actions, counted, Moment, Office, PlainLink, Press, Tag } from './parts.tsx';

const base = '/back-office/developer';

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
      <PlainLink href={base}>Back</PlainLink>
    </Office>
  );
}

/** One delivery with what was sent and answered last. */
export function DeliveryPage({ delivery, now }: { delivery: DeliveryDetail; now: string }) {
  const { type, state, attempts, answer, sent, payload, reply, url, seq } = delivery;
  return (
    <Office title={`Delivery of ${type}`} at={base}>
      <p>
        <Tag text={state} />{' '}
        <span class="meta">{`${counted(attempts, 'attempt')} · ${answer ?? 'not sent yet'} · ${url ?? 'subscription removed'}`}</span>
      </p>
      {state === 'pending' && (
        <p>
          Next attempt: <NextAttempt delivery={delivery} now={now} />
        </p>
      )}
      <section class="card">
        {sent && <Block title="Headers" text={headersOf(JSON.parse(sent) as object)} />}
        <Block title="Body" text={pretty(payload)} />
        {reply && <Block title="Answer" text={reply} />}
      </section>
      <Actions back={base}>
        <Press action={`${base}/deliveries/${seq}/again`}>Send again</Press>
      </Actions>
    </Office>
  );
}

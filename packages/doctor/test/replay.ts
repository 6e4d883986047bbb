/** Answers requests from a recording. What a request has other than the recorded one, the answer has. */
import type { Http } from '../../../core/host.ts';
import { runAction, type Action } from '../../../core/operation.ts';
import { creates, searches } from '../../../core/operations.ts';
import type { Exchange, Recording } from '../recording.ts';
import { runWith } from '../../../test/support/run.ts';

type Item = Record<string, unknown>;
const isItem = (value: unknown): value is Item => typeof value === 'object' && value !== null;

interface Sent {
  method: string;
  url: string;
  headers: Headers;
  /** The text of the body, or its form. */
  body?: string | FormData;
}

const jsonOf = (text: unknown): unknown =>
  typeof text === 'string' && text ? JSON.parse(text) : undefined;
const keysOf = (value: unknown): string[] =>
  isItem(value)
    ? Object.entries(value).flatMap(([name, one]) => [
        name,
        ...keysOf(one).map((key) => `${name}.${key}`),
      ])
    : [];

/** The texts in which requests differ from the recorded ones. */
function openBindings() {
  /** Recorded texts in lower case -> those of the requests. */
  const bound = new Map<string, unknown>();
  function bind(recorded: unknown, sent: unknown): void {
    if (isItem(recorded) && isItem(sent)) {
      for (const name of Object.keys(recorded)) if (name in sent) bind(recorded[name], sent[name]);
    } else if (!isItem(recorded) && !isItem(sent) && typeof recorded !== 'boolean') {
      if (recorded !== sent) bound.set(String(recorded).toLowerCase(), sent);
    }
  }
  function filled(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(filled);
    if (!isItem(value)) return bound.get(String(value).toLowerCase()) ?? value;
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, filled(one)]));
  }
  return { bind, filled };
}

const partsOf = (url: string) => {
  const { origin, pathname, searchParams } = new URL(url);
  return [origin, ...pathname.split('/'), searchParams.get('q') ?? ''];
};

/** True for the same call with the same key. @param isExact with the same ID, too. */
function isSame(
  { request }: Exchange,
  { method, url, headers }: Sent,
  key: string,
  isExact: boolean,
) {
  const [recorded, sent] = [partsOf(request.url), partsOf(url)];
  const isFree = (index: number) =>
    index === recorded.length - 1 || (!isExact && recorded[index - 1] === 'applications');
  const formOf = (value?: string | null) => value?.split(' ').map((part) => part === key);
  return (
    request.method === method &&
    recorded.length === sent.length &&
    recorded.every((part, index) => part === sent[index] || isFree(index)) &&
    ['authorization', 'x-api-key', 'api-key'].every(
      (name) =>
        String(formOf(request.headers[name])) === String(formOf(headers.get(name) ?? undefined)),
    )
  );
}

/** @param repeats the requests are those of the recording, in its order; else of any other tool. */
export function replay({ key, exchanges }: Recording, repeats: boolean) {
  const { bind, filled } = openBindings();
  const used = new Set<Exchange>();
  return (sent: Sent): Response => {
    const same = exchanges.filter((exchange) => isSame(exchange, sent, key, repeats));
    const isForm = sent.body instanceof FormData;
    const body = isForm ? undefined : jsonOf(sent.body);
    const form = isForm ? [...(sent.body as FormData).keys()].join() : undefined;
    const isLike = ({ request }: Exchange) =>
      keysOf(request.body.json).join() === keysOf(body).join() &&
      request.body.form?.join() === form;
    const found = repeats
      ? (same.find((one) => !used.has(one) && isLike(one)) ?? same.findLast(isLike))
      : (same.findLast(({ answer }) => answer.status < 300) ?? same.at(-1));
    if (!found) throw new Error(`The recording has no ${sent.method} ${sent.url}.`);
    used.add(found);
    bind(found.request.body.json, body);
    const { status, headers, body: answer } = found.answer;
    const text = answer.page
      ? `<!doctype html>${answer.page}`
      : JSON.stringify(filled(answer.json));
    return new Response(status === 204 ? null : (text ?? ''), { status, headers });
  };
}

/** Runs the connector's steps of a deal on a recording, with the dialect in SERVICE_DIALECT. */
export function connectorOn(recording: Recording) {
  const answer = replay(recording, false);
  const http: Http = {
    async send({ method, url, headers, body }) {
      const text = typeof body === 'string' ? body : undefined;
      if (typeof body === 'object') for await (const _ of body.pieces);
      const response = answer({ method, url, headers: new Headers(headers), body: text });
      return { status: response.status, headers: response.headers, content: await response.text() };
    },
    async open() {
      async function* pieces() {
        yield Buffer.from('%PDF-1.4\n%%EOF\n');
      }
      return { status: 200, headers: new Headers(), pieces: pieces(), close: () => undefined };
    },
  };
  const { base, key, portalAddress } = recording;
  const connection = { base_url: base, api_key: key, portal_address: portalAddress };
  const operations: Record<string, unknown> = { ...creates, ...searches };
  return (operation: string, input: object) =>
    runAction(
      operations[operation] as Action,
      runWith(connection, http),
      input as Item,
    ) as Promise<any>;
}

/** A recording of a contact with a service, to repeat it without the service. */
import { BatchInterceptor } from '@mswjs/interceptors';
import { ClientRequestInterceptor } from '@mswjs/interceptors/ClientRequest';
import { FetchInterceptor } from '@mswjs/interceptors/fetch';

import { withoutTokens } from './probes/portal-link.ts';
import { fieldNames, startRedaction, type Redaction } from './redaction.ts';
import { isRecord, parseJson } from '../../client/json.ts';
import * as contract from '../../service/contract.ts';

/** A body: JSON, the number of a web page, or the names of a form's fields. */
interface Body {
  json?: unknown;
  page?: number;
  form?: string[];
  /** The media type of a body that was left out. */
  leftOut?: string;
}
interface Message {
  headers: Record<string, string>;
  body: Body;
}
export interface Exchange {
  request: Message & { method: string; url: string };
  answer: Message & { status: number };
}
export interface Recording {
  /** Tests replay the doctor's contact as a whole; that of a command has any part of it. */
  tool: 'doctor' | 'command';
  base: string;
  key: string;
  portalAddress?: string;
  /** The dialect that the doctor found, or that the command used. */
  dialect: Record<string, unknown>;
  /** Fields in answers that the contract does not have. */
  unknown: string[];
  exchanges: Exchange[];
}

/** An exchange before its redaction. */
export interface Seen {
  request: { method: string; url: string; headers: Headers; bytes: ArrayBuffer };
  answer: { status: number; headers: Headers; bytes: ArrayBuffer };
}

async function seenIn(request: Request, response: Response): Promise<Seen> {
  const { method, url, headers } = request;
  const [sent, got] = await Promise.all([request.arrayBuffer(), response.arrayBuffer()]);
  return {
    request: { method, url, headers, bytes: sent },
    answer: { status: response.status, headers: response.headers, bytes: got },
  };
}

/**
 * Records all requests of this process, whatever sends them, until it is stopped.
 * @param onSeen is called with each exchange once it is read.
 */
export function startRecording(onSeen: (seen: Seen) => void = () => undefined) {
  const interceptor = new BatchInterceptor({
    name: 'recording',
    interceptors: [new ClientRequestInterceptor(), new FetchInterceptor()],
  });
  const exchanges: Promise<Seen>[] = [];
  interceptor.on('response', ({ request, response }) => {
    const exchange = seenIn(request.clone(), response.clone());
    exchanges.push(exchange);
    void exchange.then(onSeen, () => undefined);
  });
  interceptor.apply();
  return async () => {
    interceptor.dispose();
    return Promise.all(exchanges);
  };
}

/** Headers with a key, and the schemes in front of it. */
const keyHeaders = ['authorization', 'x-api-key', 'api-key'];
const scheme = /^(?:(?:Bearer|Token|ApiKey|Basic) )?/i;

/** The key that requests carry. */
export const keyIn = (seen: Seen[]): string =>
  seen
    .flatMap(({ request }) => keyHeaders.map((header) => request.headers.get(header) ?? ''))
    .find(Boolean)
    ?.replace(scheme, '') ?? '';

function headersOf(headers: Headers, { pseudonym, urlOf }: Redaction): Message['headers'] {
  const kept: Message['headers'] = {};
  for (const header of keyHeaders) {
    const value = headers.get(header);
    const [prefix] = scheme.exec(value ?? '')!;
    if (value) kept[header] = prefix + pseudonym(value.slice(prefix.length));
  }
  const [type] = headers.get('content-type')?.split(';') ?? [];
  if (type) kept['content-type'] = type;
  const after = headers.get('retry-after');
  if (after && /^\d+$/.test(after)) kept['retry-after'] = after;
  const location = headers.get('location');
  if (location && URL.canParse(location)) kept.location = urlOf(location);
  return kept;
}

/** Redacts what was seen. `count` says how much of it was left out. */
function redact(seen: Seen[], now = Date.now()) {
  const redaction = startRedaction(now);
  const pages: string[] = [];
  let leftOut = 0;
  const bodyOf = (url: string, bytes: ArrayBuffer, headers: Headers): Body => {
    if (!bytes.byteLength) return {};
    const text = new TextDecoder().decode(bytes);
    const json = parseJson(text);
    if (json !== undefined) return { json: redaction.json(json) };
    if (/^\s*</.test(text)) {
      // Two pages are the same if they differ only in what changes with each request.
      const page = withoutTokens(text, [decodeURIComponent(url.split('/').at(-1)!)]);
      if (!pages.includes(page)) pages.push(page);
      return { page: pages.indexOf(page) + 1 };
    }
    const [type = ''] = headers.get('content-type')?.split(';') ?? [];
    const fields = [...text.matchAll(/\r\n?content-disposition: form-data; name="([\w-]+)"/gi)];
    if (type === 'multipart/form-data') return { form: fields.map(([, field]) => field!) };
    leftOut++;
    return { leftOut: /^[\w/+.-]+$/.test(type) ? type : '' };
  };
  const exchangeOf = ({ request, answer }: Seen): Exchange => ({
    request: {
      method: request.method,
      url: redaction.urlOf(request.url),
      headers: headersOf(request.headers, redaction),
      body: bodyOf(request.url, request.bytes, request.headers),
    },
    answer: {
      status: answer.status,
      headers: headersOf(answer.headers, redaction),
      body: bodyOf(request.url, answer.bytes, answer.headers),
    },
  });
  // The second time, it knows the values of later exchanges too.
  seen.forEach(exchangeOf);
  leftOut = 0;
  const exchanges = seen.map(exchangeOf);
  const harmless = exchanges.filter((exchange) => !redaction.reveals(JSON.stringify(exchange)));
  leftOut += exchanges.length - harmless.length;
  return { redaction, exchanges: harmless, leftOut };
}

/** The keys of a schema and of the schemas in it. */
const known = new Set([
  ...fieldNames,
  ...Object.values<object>(contract).flatMap((schema) =>
    'shape' in schema && isRecord(schema.shape) ? Object.keys(schema.shape) : [],
  ),
  'data',
  'result',
  'id',
  'events',
  'created_at',
]);

function unknownIn(value: unknown, path: string, sent: Set<string>): string[] {
  if (Array.isArray(value)) return value.flatMap((one) => unknownIn(one, `${path}[]`, sent));
  if (!isRecord(value) || /(custom_fields|meta)$/.test(path)) return [];
  return Object.entries(value).flatMap(([name, inner]) => {
    const own = `${path}.${name}`;
    return known.has(name) || sent.has(name) ? unknownIn(inner, own, sent) : [own];
  });
}

const namesOf = (value: unknown): string[] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([name, one]) => [name, ...namesOf(one)])
    : [];

/** Fields of the contract's resources in answers, which neither it nor a request has. */
export function unknownFields(exchanges: Exchange[]): string[] {
  const sent = new Set(exchanges.flatMap(({ request }) => namesOf(request.body.json)));
  const fields = exchanges.flatMap(({ request, answer }) => {
    const [resource] = /(?<=^\/api\/)(applications|companies|documents|files|portals)\b/.exec(
      new URL(request.url).pathname,
    ) ?? [''];
    return resource && answer.status < 300 ? unknownIn(answer.body.json, resource, sent) : [];
  });
  return [...new Set(fields)];
}

/** Keys of the dialect with names of fields and headers. */
const holdsNames = /^(names|auth_header|decision_\w+_key)$/;

/** The recording as it is written, and the number of parts that were left out. */
export function recordingOf(
  seen: Seen[],
  about: {
    tool: Recording['tool'];
    base: string;
    key: string;
    portalAddress?: string;
    dialect: object;
  },
): { recording: Recording; leftOut: number } {
  const { redaction, exchanges, leftOut } = redact(seen);
  const { tool, base, key, portalAddress, dialect } = about;
  const addressOf = (url: string) => redaction.urlOf(url).replace(/\/$/, '');
  const isAddress = (text: string) => /^https?:/.test(text);
  const codes = (value: unknown, of = ''): unknown => {
    if (typeof value === 'string') {
      if (isAddress(value)) return addressOf(value);
      return holdsNames.test(of) ? value : redaction.code(value);
    }
    if (Array.isArray(value)) return value.map((one) => codes(one, of));
    if (!isRecord(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, one]) => [
        isAddress(name) ? addressOf(name) : name,
        codes(one, of || name),
      ]),
    );
  };
  const recording = {
    tool,
    base: addressOf(base),
    key: redaction.pseudonym(key),
    ...(portalAddress && { portalAddress: addressOf(portalAddress) }),
    dialect: codes(dialect) as Recording['dialect'],
    unknown: unknownFields(exchanges),
    exchanges,
  };
  return { recording, leftOut };
}

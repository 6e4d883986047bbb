/** One request to the service, from the outside: nothing of the connector is used. */

/** What came back. */
export interface Answer {
  status: number;
  /** It is JSON, as an API answers, and no web page. */
  isApi: boolean;
  /** The JSON, taken out of an envelope; undefined where it is none. */
  data: unknown;
  /** The JSON lay in `data`. */
  inData: boolean;
  /** Where the redirect would have led; followed it is not, as it would take the key along. */
  location: string;
  text: string;
  /** "POST /api/files answered 422", for the evidence. */
  line: string;
}

/** Why nothing came back, as a sentence. */
export class NoAnswer extends Error {}

export interface Request {
  method?: 'GET' | 'POST' | 'PUT';
  /** Behind the base, or a whole address. */
  path: string;
  headers?: Record<string, string>;
  json?: unknown;
  form?: FormData;
  /** Seconds it may take. */
  seconds?: number;
}

const reasons: Record<string, string> = {
  ECONNREFUSED: 'nothing listens there',
  ENOTFOUND: 'there is no such host',
  EAI_AGAIN: 'there is no such host',
  ECONNRESET: 'the connection was closed',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is signed by itself',
};

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** `{data: …}` around a thing, with nothing but words about it beside. */
const isEnvelope = (value: unknown): value is { data: object } =>
  isRecord(value) &&
  typeof value.data === 'object' &&
  value.data !== null &&
  !Object.keys(value).some((name) => /(^|_)id$/.test(name));

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** @throws NoAnswer with the reason, when no answer came in time. */
export async function ask(
  base: string,
  { method = 'GET', path, headers, json, form, seconds = 10 }: Request,
): Promise<Answer> {
  const url = /^https?:/.test(path) ? path : base + path;
  const shown = `${method} ${path.replace(base, '')}`;
  let response: Response;
  let text: string;
  try {
    response = await fetch(url, {
      method,
      redirect: 'manual',
      signal: AbortSignal.timeout(seconds * 1000),
      headers: {
        accept: 'application/json',
        ...(json !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      body: form ?? (json === undefined ? undefined : JSON.stringify(json)),
    });
    text = await response.text();
  } catch (error) {
    const { name, cause } = error as Error & { cause?: { code?: string } };
    const reason =
      name === 'TimeoutError'
        ? `no answer came within ${seconds} s`
        : (reasons[cause?.code ?? ''] ?? cause?.code ?? 'the connection failed');
    throw new NoAnswer(`${shown} at ${new URL(url).origin}: ${reason}.`);
  }
  const body = parsed(text);
  const inData = isEnvelope(body);
  return {
    status: response.status,
    isApi: typeof body === 'object' || (response.ok && text === ''),
    data: inData ? body.data : body,
    inData,
    location: response.headers.get('location') ?? '',
    text,
    line: `${shown} answered ${response.status}${/^\s*</.test(text) ? ' with a web page' : ''}`,
  };
}

export const isGood = ({ status, isApi }: Answer): boolean =>
  isApi && status >= 200 && status < 300;

/** The list in an answer: itself, or the first in an object. */
export function listIn({ data }: Answer): unknown[] | undefined {
  if (Array.isArray(data)) return data;
  return isRecord(data) ? Object.values(data).find(Array.isArray) : undefined;
}

/** The id of a thing, as the service names it. */
export function idIn(data: unknown, ...names: string[]): { name: string; id: string } | undefined {
  if (!isRecord(data)) return undefined;
  const name = [...names, 'id'].find(
    (key) => ['string', 'number'].includes(typeof data[key]) && data[key] !== '',
  );
  return name ? { name, id: String(data[name]) } : undefined;
}

/** The errors of requests: of an answer, and of a missing one. docs/errors.md has the table. */
import {
  isPage,
  otherCaseIn,
  problemsIn,
  retryAfter,
  statuses,
  type Answer,
  type RequestFacts,
} from './answer.ts';
import {
  failure,
  forEngineer,
  halt,
  haltAfter,
  OperationError,
  problemText,
  throttle,
  tryLater,
  withText,
  type ErrorKind,
  type Outcome,
} from '../basics/errors.ts';
import { parseJson } from '../basics/json.ts';
import { excerpt } from '../../service/excerpt.ts';

const checkBaseUrl = 'Check the Base URL of the {{connection}}.';

/** FastAPI's words for an unknown field or value: the service may have another name for it. */
const foreignWords = /\bextra\b|\brequired\b|enumeration member|should be/i;

const otherNames = ({ status, content }: Answer): string =>
  [400, 422].includes(status) && foreignWords.test(content)
    ? 'if the value is right, npm run doctor shows whether the service uses other names or values'
    : '';

/** `{about}`, `{refersTo}` and the like stand for facts of the request. The engineer reads the advice. */
type Rule = [kind: ErrorKind, text: string, advice?: string];

const refusedValues: Rule = ['halt', 'The service refused these values.'];
const rules: Record<number, Rule> = {
  400: refusedValues,
  401: [
    'reconnect',
    'The service does not accept the API key. {{reconnect}}',
    'if the key is right, npm run doctor shows whether the service expects another header or prefix for it',
  ],
  403: [
    'error',
    'The API key is not allowed to do this with the {about}. Ask the owner of the account to grant the key access.',
  ],
  404: ['halt', 'The service knows no such {refersTo}. {correction}'],
  405: ['halt', `The service does not offer this call. ${checkBaseUrl}`],
  408: ['throttle', 'The service waited too long for the request.'],
  409: ['halt', 'The {about} is in a state that does not allow this.'],
  413: ['halt', 'This is larger than the service accepts. Use a smaller file or shorter texts.'],
  415: ['halt', 'The service does not accept this kind of file.'],
  422: refusedValues,
  423: ['throttle', 'Someone else is changing this just now.'],
  425: ['throttle', 'The service is not ready for this yet.'],
  429: ['throttle', 'The service gets too many requests.'],
  503: ['throttle', 'The service is busy or under maintenance.'],
};
const otherClientError: Rule = ['halt', 'The service refused the request (status {status}).'];
const serverError: Rule = ['error', 'The service failed on its side.'];

/** The statuses with a message of their own, for the table in docs/errors.md. */
export const ruledStatuses = Object.keys(rules).map(Number);

/** What a request did that was answered so. A repeat may be answered for its first attempt. */
function outcomeOf({ status, isRepeat, request: { makes } }: Answer): Outcome {
  // A refused look at a resource says nothing about the request that made it.
  if (!makes || isRepeat || status < 400 || status >= 500 || status === 408) return 'unknown';
  // After these the service may accept the same request later.
  return [409, 425, 429].includes(status) ? 'nothing' : 'refused';
}

/** The error for a temporary failure, with advice. */
function passing(
  text: string,
  facts: RequestFacts,
  outcome: Outcome,
  kind: ErrorKind = 'error',
  delay = 60,
): OperationError {
  const { isTrigger, unrepeatable, makes, lookFor = 'look in the service' } = facts;
  if (isTrigger || (kind === 'throttle' && !unrepeatable)) {
    // Zapier accepts a delay of at most 300 s from a hook trigger.
    return throttle(`${text} {{tries_again}}`, isTrigger ? Math.min(delay, 300) : delay, outcome);
  }
  if (unrepeatable) return haltAfter(text, outcome);
  const advice = makes
    ? `The service may have carried out the request: ${lookFor} before you {{replay}}.`
    : tryLater;
  return failure(`${text} ${advice}`, outcome);
}

const maxLength = 500;

/** Masks a secret in every form in which a service may repeat it. */
function maskSecret(text: string, secretText = ''): string {
  const secret = secretText.trim();
  if (!secret) return text;
  // A shorter text may occur in any sentence.
  if (secret.length < 8) return text.replaceAll(secret, '[key]');
  const forms = [
    secret,
    encodeURIComponent(secret),
    JSON.stringify(secret).slice(1, -1),
    Buffer.from(secret).toString('base64'),
    Buffer.from(secret).toString('base64url'),
  ].map((form) => form.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return text.replace(new RegExp(forms.join('|'), 'gi'), '[key]');
}

const withoutSecrets = (text: string, { secrets = [] }: RequestFacts): string =>
  secrets.reduce<string>(maskSecret, text);

/** A plain sentence: no code, path, name of a class or other detail for the service's operators. */
const isSentence = (text: string) =>
  /^[\p{L}\p{N} ,.:;!?'’()–-]+$/u.test(text) && !/[a-z]\.?[A-Z]|[a-z][.:][a-z]|\(\)/.test(text);

/** The beginning of an error body in no shape that is read, for whoever manages the service. */
function shapeless({ status, content, request }: Answer): string {
  const text = withoutSecrets(content, request).replace(/\s+/g, ' ').trim();
  const isTold = status < 500 && /^[[{]\s*["[{]/.test(text) && parseJson(content) !== undefined;
  return isTold ? `The service answered ${status}: ${text.slice(0, 200)}` : '';
}

/** The service's explanation, with the editor's labels. */
function serviceWords(answer: Answer): string {
  const { status, content, request } = answer;
  // Secrets go first, because a label may contain parts of a path.
  const texts = problemsIn(withoutSecrets(content, request))
    .filter(({ message }) => status < 500 || isSentence(message))
    .map(({ path, message }) => withoutSecrets(problemText(path, message, request.labels), request))
    .map((text) => text.replace(/\p{Cc}+/gu, ' ').trim())
    .filter(Boolean);
  const words = [...new Set(texts)].slice(0, 10).join('; ') || shapeless(answer);
  if (words.length > maxLength) return `${words.slice(0, maxLength)}…`;
  return words.replace(/[^.!?…]$/, '$&.');
}

/** The service's ID of the request, if it is a plain word and no secret. */
function requestIdIn({ headers, request }: Answer): string | undefined {
  const id = headers.get('x-request-id') ?? headers.get('request-id') ?? '';
  return /^[\w.:-]{1,80}$/.test(id) && withoutSecrets(id, request) === id ? id : undefined;
}

/** The error with what the answer says. Without words only the service's support knows more. */
function withAnswer(error: OperationError, answer: Answer, advice = '') {
  const { status } = answer;
  const words = serviceWords(answer);
  const requestId = requestIdIn(answer);
  const isUnexplained = status >= 500 || !words;
  const support =
    requestId && isUnexplained && `give the service's support the request ID ${requestId}`;
  const advices = [advice, support].filter(Boolean).join('; ');
  const text = `${words} ${advices && `${forEngineer} ${advices}.`}`;
  return Object.assign(withText(error, text), { status, requestId });
}

/** The error for a redirect, whose body only repeats the address. */
function errorFromRedirect(answer: Answer): OperationError {
  const isDone = answer.request.makes && statuses.processed.includes(answer.status);
  const [from, to] = otherCaseIn(answer) ?? [];
  const error = isDone
    ? passing('The service answered with another address.', answer.request, 'unknown')
    : to !== undefined
      ? halt(
          `The service leads from case ${from} to case ${excerpt(to)}, as after a merge. The {{step}} stopped, and used nothing of that case. If it is the right one, use its ID.`,
        )
      : failure(
          'The service redirects to another address. Enter the new address as Base URL of the {{connection}}.',
          'unknown',
        );
  return withAnswer(error, { ...answer, content: '' });
}

/** The halt for an answer whose own words do not help. */
export const haltAt = ({ status }: Answer, text: string, outcome: Outcome): OperationError =>
  Object.assign(haltAfter(text, outcome), { status });

/** The error for an answer outside 2xx. */
export function errorFromAnswer(answer: Answer): OperationError {
  const { status, headers, request } = answer;
  if (status === 404 && isPage(answer)) return errorFromContent(answer);
  if (status < 400) return errorFromRedirect(answer);
  const {
    about,
    refersTo = about,
    correction = '{{Map}} the ID from {{source_step}} that created or found it.',
  } = request;
  const [kind, rule, advice] = rules[status] ?? (status >= 500 ? serverError : otherClientError);
  const text = rule
    .replace('{about}', about)
    .replace('{refersTo}', refersTo)
    .replace('{correction}', correction)
    .replace('{status}', String(status));
  const outcome = outcomeOf(answer);
  const isPassing = kind === 'throttle' || status >= 500;
  const error = isPassing
    ? passing(text, request, outcome, kind, retryAfter(headers))
    : new OperationError(kind, text, outcome);
  return withAnswer(error, answer, advice ?? otherNames(answer));
}

/** The error for a missing path. The service answers 404 for an unknown case, too. */
export const notOffered = (answer: Answer): OperationError =>
  errorFromAnswer({ ...answer, status: 405 });

/** The error for a resource that an earlier request may have made, with advice. */
export const errorFromConflict = (
  answer: Answer,
  text: string,
  outcome = outcomeOf(answer),
): OperationError => withAnswer(haltAfter(text, outcome), answer);

/** The error if the service may still process an earlier request with the same key. */
export function errorFromUnderWay(answer: Answer): OperationError {
  const text = 'The service may still be working on an earlier request for the same thing.';
  return withAnswer(passing(text, answer.request, 'unknown', 'throttle', 10), answer);
}

/** Node's code for a failed connection -> the text for the reader. */
const reasons: Record<string, string> = {
  ETIMEDOUT: 'did not answer in time.',
  ECUTOFF: 'broke off its answer.',
  ETOOLARGE: 'sent an answer that is too large to be read.',
  ENOTPUBLIC: 'is not public and cannot be used {{from_here}}. {check}',
  ENOTFOUND: 'does not exist. {check}',
  EAI_AGAIN: 'was not found. {check}',
  ECONNREFUSED: 'cannot be reached: it refuses the connection. {check}',
  EHOSTUNREACH: 'cannot be reached.',
  ENETUNREACH: 'cannot be reached.',
  CERT_HAS_EXPIRED: 'has a certificate that has expired.',
  CERT_NOT_YET_VALID: 'has a certificate that is not valid yet.',
  ERR_TLS_CERT_ALTNAME_INVALID: 'has a certificate for another name. {check}',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'has a certificate that it signed itself.',
  UNTRUSTED:
    'has a certificate of an unknown authority, or does not send its chain of certificates.',
  EPROTO: 'does not answer with https. {check}',
};
/** The others ended the connection before the request was sent. */
const mayBeSent = ['ETIMEDOUT', 'ECUTOFF', 'ETOOLARGE'];
/** Node's codes for a chain of certificates that cannot be checked. */
const untrusted =
  /^(UNABLE_TO_(GET_ISSUER_CERT.*|VERIFY_LEAF_SIGNATURE)|SELF_SIGNED_CERT_IN_CHAIN)$/;

/** A mistake of this software, not of a connection: Node gives its own errors a code. */
const isMistake = (error: unknown): boolean =>
  (error instanceof TypeError || error instanceof ReferenceError || error instanceof RangeError) &&
  !('code' in error);

/**
 * The error for a missing answer. `label` is set if the request was for the file of an input, not
 * for the service.
 * @throws the cause itself if it is a mistake of this software.
 */
export function errorFromNetwork(
  cause: unknown,
  host: string,
  facts: RequestFacts & { label?: string },
): OperationError {
  if (isMistake(cause)) throw cause;
  const { code = '' } = (cause ?? {}) as { code?: string | number };
  const key = String(code).replace(untrusted, 'UNTRUSTED');
  const whose = facts.label ? `${facts.label}: its address at ${host}` : `The service at ${host}`;
  const check = facts.label ? '{{Map}} another link.' : checkBaseUrl;
  const why = reasons[key] ?? 'cannot be reached.';
  const reason = `${whose} ${why.replace('{check}', check)}`;
  if (key === 'ENOTPUBLIC') return halt(reason);
  if (!(key in reasons) || mayBeSent.includes(key)) return passing(reason, facts, 'unknown');
  return notSent(facts.label ? reason : `${reason} Nothing was sent.`, facts);
}

const notSent = (text: string, facts: RequestFacts): OperationError =>
  passing(text, { ...facts, makes: false }, 'nothing');

/** The error for an answer that is no JSON, or that breaks the specification. */
export function errorFromContent(answer: Answer): OperationError {
  const { request, status } = answer;
  const isWebPage = isPage(answer);
  const text = isWebPage
    ? 'The Base URL leads to a web page, not to the API of the service. If it is not a maintenance page, correct the Base URL in the {{connection}}.'
    : `The answer of the service about the ${request.about} cannot be read.`;
  const makes = request.makes && status !== 404;
  const error = passing(text, { ...request, makes }, outcomeOf(answer));
  const advice = isWebPage ? '' : 'examine the service with npm run doctor';
  return withAnswer(error, { ...answer, content: '' }, advice);
}

/** The error for a 2xx answer that says that nothing was done. */
export function errorFromFailure(answer: Answer): OperationError {
  const { request } = answer;
  const text = 'The service answered that it did not do this.';
  const error = request.isTrigger ? passing(text, request, 'refused') : haltAfter(text, 'refused');
  return withAnswer(error, answer);
}

/** The error for a step that ran out of time before its next request. */
export const errorFromTime = (facts: RequestFacts): OperationError =>
  notSent('The service was so slow that the {{step}} ran out of {{its_time}}.', facts);

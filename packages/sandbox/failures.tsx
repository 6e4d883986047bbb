/** The answer to a failure: JSON of the API, else a page. */
import type { Context } from 'hono';
import { HTTPException } from 'hono/http-exception';
import type { ContentfulStatusCode } from 'hono/utils/http-status';

import { Office, Summary } from './office/parts.tsx';
import { errorsIn, type Errors } from './web/form.ts';
import { Problem } from './domain/problem.ts';
import { isStorageError } from './domain/store.ts';
import { languageOf } from './portal/texts.ts';
import { Message } from './portal/views/message.tsx';

interface Failure {
  status: ContentfulStatusCode;
  detail: unknown;
  application_id?: string;
  headers?: Record<string, string>;
}

/** The text for a program. Only the log gets an unexpected error. */
function failureOf(error: Error): Failure {
  if (error instanceof Problem) return error;
  if (isStorageError(error)) {
    console.error(error.message);
    const detail = `Nothing can be stored now: ${error.message}`;
    return { status: 503, detail, headers: { 'retry-after': '1' } };
  }
  console.error(error);
  return { status: 500, detail: 'The sandbox failed on its side.' };
}

/** An error in the back office's words. */
const reasonsIn = (error: Error): Errors =>
  error instanceof Problem
    ? errorsIn(error, {})
    : { '': (error instanceof HTTPException && error.message) || 'This was not done.' };

/** Shows the failure, with a link back. */
const FailurePage = ({ status, errors }: { status: number; errors: Errors }) => (
  <Office title={status === 404 ? 'Not found' : 'Not possible'}>
    <Summary errors={errors} title="That did not work" />
    <p>
      <a href="/back-office">All cases</a>
    </p>
  </Office>
);

/** True outside the API, where a person sees the answer. */
const wantsPage = (c: Context) => !/^\/(api|applications|_sandbox)(\/|$)/.test(c.req.path);

/** A page of the portal in the client's language, or one of the back office with the reason. */
function pageOf(c: Context, status: ContentfulStatusCode, error: Error) {
  const [, first, token] = c.req.path.split('/');
  if (first !== 'portals')
    return c.html(<FailurePage status={status} errors={reasonsIn(error)} />, status);
  const about = status === 404 || status === 405 ? 'unknown' : 'failed';
  const address = `/portals/${token ?? ''}`;
  return c.html(<Message lang={languageOf(c)} about={about} address={address} />, status);
}

/** The answer to a request that failed. */
export function failed(c: Context, error: Error): Response {
  if (error instanceof HTTPException) {
    const plain = error.getResponse();
    if (!wantsPage(c)) return plain;
    plain.headers.forEach((value, name) => name.startsWith('content-') || c.header(name, value));
    return pageOf(c, error.status as ContentfulStatusCode, error) as Response;
  }
  const { status, detail, application_id, headers = {} } = failureOf(error);
  for (const [name, value] of Object.entries(headers)) c.header(name, value);
  if (wantsPage(c)) return pageOf(c, status, error) as Response;
  if (application_id) c.header('location', `/api/applications/${application_id}`);
  return c.json({ detail, application_id }, status);
}

/** What a browser shows where the back office cannot do what was asked: a page, never raw JSON. */
import type { Context } from 'hono';
import { HTTPException } from 'hono/http-exception';

import { Problem } from '../domain/problem.ts';
import { reasonOf } from './case-routes.tsx';
import { Office, Refusal } from './parts.tsx';

/** What to say of an error; undefined for one that is a fault of the sandbox itself. */
function told(error: Error): [status: Problem['status'], text: string] | undefined {
  if (error instanceof Problem) return [error.status, reasonOf(error)];
  if (!(error instanceof HTTPException)) return undefined;
  const { status } = error;
  const text =
    status === 413 ? 'The file is larger than the back office takes.' : 'This was refused.';
  return [status as Problem['status'], text];
}

/** Answers a browser with a page; programs get what the rest of the sandbox answers. */
export function refusePage(error: Error, c: Context): Response | Promise<Response> {
  const known = told(error);
  if (!known || !c.req.header('accept')?.startsWith('text/html')) throw error;
  const [status, text] = known;
  // The rest of a body that is too large is not read: the connection cannot be used again.
  if (status === 413) c.header('connection', 'close');
  return c.html(
    <Office title={status === 404 ? 'Not found' : 'Not possible'}>
      <Refusal problem={text} />
      <p>
        <a href="/back-office">All cases</a>
      </p>
    </Office>,
    status,
  );
}

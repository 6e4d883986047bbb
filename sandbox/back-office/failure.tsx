/** What a browser shows where the back office cannot do what was asked: a page, never raw JSON. */
import { HTTPException } from 'hono/http-exception';

import { Problem } from '../domain/problem.ts';
import { reasonOf } from './case-routes.tsx';
import { Office, Refusal } from './parts.tsx';

/** What to say of an error, in words of the back office. */
export function told(error: Error): string {
  if (error instanceof Problem) return reasonOf(error);
  if (!(error instanceof HTTPException)) return 'The sandbox failed on its side.';
  if (error.status === 413) return 'The file is larger than the back office takes.';
  return error.message || 'This was refused.';
}

/** Says what could not be done, and leads back. */
export const FailurePage = ({ status, text }: { status: number; text: string }) => (
  <Office title={status === 404 ? 'Not found' : 'Not possible'}>
    <Refusal problem={text} />
    <p>
      <a href="/back-office">All cases</a>
    </p>
  </Office>
);

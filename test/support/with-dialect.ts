/** Steps in another dialect than that of the build. */
import type { Difference } from '../../service/dialect.ts';

/** Runs the work while SERVICE_DIALECT contains differences or the name of a preset. */
export async function withDialect<Result>(
  difference: Difference | string,
  work: () => Result | Promise<Result>,
): Promise<Result> {
  const before = process.env.SERVICE_DIALECT;
  process.env.SERVICE_DIALECT =
    typeof difference === 'string' ? difference : JSON.stringify(difference);
  try {
    return await work();
  } finally {
    if (before === undefined) delete process.env.SERVICE_DIALECT;
    else process.env.SERVICE_DIALECT = before;
  }
}

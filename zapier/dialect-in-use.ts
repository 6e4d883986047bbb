/**
 * The dialect of this process: the built-in one, or the variable SERVICE_DIALECT. Zapier loads the
 * app before it sets the environment. The definition therefore follows the built-in dialect, and
 * each step reads the variable.
 */
import { readDialect, shapingDifferences, type Dialect } from '../service/dialect.ts';
import { halt } from '../client/exchange/errors.ts';

/** The build defines it. Outside Zapier the variable replaces it. */
declare const builtDialect: string;

/** The text of the built-in dialect. */
const builtText = (): string =>
  typeof builtDialect === 'string' ? builtDialect : (process.env.SERVICE_DIALECT ?? '');

/** The dialect in a text, or what follows from its mistakes. */
function read(text: string, onMistake: (mistakes: string) => Dialect): Dialect {
  try {
    return readDialect(text);
  } catch (error) {
    return onMistake((error as Error).message);
  }
}

let definition: Dialect | undefined;

/**
 * The dialect of the forms. It never changes in a process. The app must load even if the dialect is
 * wrong: each step reports that.
 */
export const definitionDialect = (): Dialect =>
  (definition ??= read(builtText(), () => readDialect()));

let latest: { text: string; dialect: Dialect } | undefined;

/**
 * The dialect of a step.
 * @throws a halt if it has mistakes or needs other forms than the build has.
 */
export function dialectInUse(): Dialect {
  const text = process.env.SERVICE_DIALECT || builtText();
  if (latest?.text === text) return latest.dialect;
  const found = read(text, (mistakes) => {
    throw halt(`SERVICE_DIALECT: ${mistakes}`);
  });
  const different = shapingDifferences(definitionDialect(), found);
  if (different.length) {
    throw halt(
      `SERVICE_DIALECT: ${different.join(', ')} cannot change without a new push, because the forms are built from the dialect. Whoever manages this integration can push it again with this dialect.`,
    );
  }
  latest = { text, dialect: found };
  return found;
}

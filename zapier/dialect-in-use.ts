/**
 * The dialect of this process: the built-in one, or the variable SERVICE_DIALECT. Zapier loads the
 * app before it sets the environment. The definition therefore follows the built-in dialect, and
 * each step reads the variable.
 */
import { readDialect, shapingDifferences, type Dialect } from '../service/dialect.ts';
import { halt, resultOf } from '../client/basics/errors.ts';

/** The build defines it: a dialect takes longer to read than to load. */
declare const builtDialect: Dialect;
const built = typeof builtDialect === 'object' ? builtDialect : undefined;

/** The variable. Outside a build, it is also the dialect of the forms. */
const textInUse = (): string => process.env.SERVICE_DIALECT ?? '';

/** The dialect in a text. @throws a halt with its mistakes. */
function read(text: string): Dialect {
  try {
    return readDialect(text);
  } catch (error) {
    throw halt(notSetUp(`SERVICE_DIALECT: ${(error as Error).message}`));
  }
}

let definition: Dialect | undefined;

/**
 * The dialect of the forms. It never changes in a process. The app must load even if the dialect is
 * wrong: each step reports that.
 */
export const definitionDialect = (): Dialect =>
  (definition ??= built ?? resultOf(() => read(textInUse())) ?? readDialect());

/** The message for a mistake in what an engineer set up. */
export const notSetUp = (mistake: string): string =>
  `The integration is not set up correctly. For your engineer: ${mistake}`;

let latest: { text: string; dialect: Dialect } | undefined;

/**
 * The dialect of a step.
 * @throws a halt if it has mistakes or needs other forms than the build has.
 */
export function dialectInUse(): Dialect {
  const text = textInUse();
  if (!text && built) return built;
  if (latest?.text === text) return latest.dialect;
  const found = read(text);
  const different = shapingDifferences(definitionDialect(), found);
  if (different.length) {
    throw halt(
      notSetUp(
        `SERVICE_DIALECT changes what shapes the forms (${different.join(', ')}), so push the integration again with it.`,
      ),
    );
  }
  latest = { text, dialect: found };
  return found;
}

/**
 * The dialect of this process: the one the integration was built with, or the variable
 * SERVICE_DIALECT in its place. Zapier loads the app before it sets the environment of a call, so
 * the definition follows the built one alone, and each step reads the variable again.
 */
import { readDialect, shapingDifferences, type Dialect } from '../service/dialect.ts';
import { halt } from '../client/errors.ts';

/** Put into the bundle for Zapier; elsewhere the variable stands in for it. */
declare const builtDialect: string;

/** The text the integration was built with. */
const builtText = (): string =>
  typeof builtDialect === 'string' ? builtDialect : (process.env.SERVICE_DIALECT ?? '');

function readOrDefault(text: string): Dialect {
  try {
    return readDialect(text);
  } catch {
    // Loading never fails: each step says what is wrong.
    return readDialect();
  }
}

let definition: Dialect | undefined;

/** The dialect that the forms follow. It stays the same for the life of the process. */
export const definitionDialect = (): Dialect => (definition ??= readOrDefault(builtText()));

let latest: { text: string; dialect: Dialect } | undefined;

/**
 * The dialect of a step.
 * @throws a halt for one that cannot be read, or that needs forms other than those built.
 */
export function dialectInUse(): Dialect {
  const text = process.env.SERVICE_DIALECT || builtText();
  if (latest?.text === text) return latest.dialect;
  const found = readOrHalt(text);
  const different = shapingDifferences(definitionDialect(), found);
  if (different.length) {
    throw halt(
      `SERVICE_DIALECT: ${different.join(', ')} cannot change after the push, as the forms of the integration follow it. Whoever manages this integration can push it again with this dialect.`,
    );
  }
  latest = { text, dialect: found };
  return found;
}

function readOrHalt(text: string): Dialect {
  try {
    return readDialect(text);
  } catch (error) {
    throw halt(`SERVICE_DIALECT: ${(error as Error).message}`);
  }
}

/** A JSON Schema in the form the SDK takes, checked by words of our own. */
import type { StandardSchemaWithJSON } from '@modelcontextprotocol/server';

/**
 * @param problem says what is wrong with a value; undefined lets it through. Tools leave it out: their
 * operations check every value themselves and name it by its label.
 */
export const standard = <T>(
  schema: Record<string, unknown>,
  problem: (value: unknown) => string | undefined = () => undefined,
): StandardSchemaWithJSON<T, T> => ({
  '~standard': {
    version: 1,
    vendor: 'compliance-onboarding',
    jsonSchema: { input: () => schema, output: () => schema },
    validate(value: unknown) {
      const message = problem(value);
      return message === undefined ? { value: value as T } : { issues: [{ message }] };
    },
  },
});

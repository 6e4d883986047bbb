/** A JSON Schema in the SDK's form, with our own check. */
import type { StandardSchemaWithJSON } from '@modelcontextprotocol/server';

/**
 * @param problem returns the mistake in a value, or undefined. Tools have none: their operations
 * check every value and name it by its label.
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

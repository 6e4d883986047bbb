/** A JSON Schema in the SDK's form. */
import type { StandardSchemaWithJSON } from '@modelcontextprotocol/server';

/** It takes every value: the operations check each, and name it by its label. */
export const standard = <T>(schema: Record<string, unknown>): StandardSchemaWithJSON<T, T> => ({
  '~standard': {
    version: 1,
    vendor: 'compliance-onboarding',
    jsonSchema: { input: () => schema, output: () => schema },
    validate: (value: unknown) => ({ value: value as T }),
  },
});

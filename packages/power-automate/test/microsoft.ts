/** Microsoft's schemas for connectors, as they are published. */
import { readFileSync } from 'node:fs';

import Ajv from 'ajv';
import ts from 'typescript';

type Json = Record<string, any>;

/** The text of a schema whose references lead to draft 4, led to what draft 7 calls the same. */
const textOf = (file: string) =>
  readFileSync(file, 'utf8')
    .replaceAll('draft-04', 'draft-07')
    .replaceAll('definitions/positiveInteger', 'definitions/nonNegativeInteger');

/** @returns what says where a value breaks the schema; '' where it keeps to it. */
export function microsoft(name: string): (value: unknown) => string {
  const file = `packages/power-automate/test/${name}`;
  // They hold comments and refer to an older draft.
  const { config, error } = ts.parseConfigFileTextToJson(file, textOf(file)) as {
    config: Json;
    error?: object;
  };
  if (error) throw new Error(JSON.stringify(error));
  const { $schema: _, id: __, ...schema } = config;
  const ajv = new Ajv({ strict: false, allErrors: true, validateFormats: false });
  const validate = ajv.compile(schema);
  return (value) => (validate(value) ? '' : ajv.errorsText(validate.errors));
}

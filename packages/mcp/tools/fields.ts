/** The fields of an operation: those it asks for in any case, and those of its results. */
import { choicesOf, type Field } from '../../../fields/definition.ts';
import { fieldsIn, type Made, type Method } from '../../../hosts/definition.ts';

export interface Operation {
  key: string;
  noun: string;
  display: { label: string; description: string; hidden?: boolean };
  operation: {
    resource?: string;
    inputFields?: Made<ReturnType<Ask>>[];
    outputFields?: Made<[]>[];
    perform: Method;
  };
}

/** Gives what fields that are functions ask for: `z`, and the bundle of an input. */
export type Ask = (inputData: object) => [z: unknown, bundle: unknown];

/** An input field, and the choices of another field for which alone it is there. */
export interface InputField extends Field {
  only?: { field: string; values: string[] };
}

const inputFor = ({ operation }: Operation, ask: Ask, inputData: object) =>
  fieldsIn(operation.inputFields, ...ask(inputData));

/** All input fields, those that depend on the choice in another field included. */
export async function inputFieldsOf(operation: Operation, ask: Ask): Promise<InputField[]> {
  const plain = (await inputFor(operation, ask, {})) as InputField[];
  const deciding = plain.find((field) => field.altersDynamicFields && field.choices);
  if (!deciding) return plain;
  const byKey = new Map<string, { field: Field; values: string[] }>();
  const all = choicesOf(deciding).map(({ value }) => value);
  for (const value of all) {
    for (const field of await inputFor(operation, ask, { [deciding.key]: value })) {
      const known = byKey.get(field.key);
      if (known) known.values.push(value);
      else byKey.set(field.key, { field, values: [value] });
    }
  }
  return [...byKey.values()].map(({ field, values }) =>
    values.length === all.length ? field : { ...field, only: { field: deciding.key, values } },
  );
}

/** The output fields, its own or those of the resource that it shares with others. */
export const outputFieldsOf = (
  { operation }: Operation,
  resources: Record<string, { outputFields?: Made<[]>[] }>,
): Promise<Field[]> =>
  fieldsIn(resources[operation.resource ?? '']?.outputFields ?? operation.outputFields);

/** The fields of an operation as its definition has them. */

export interface Field {
  key: string;
  label?: string;
  helpText?: string;
  type?: string;
  required?: boolean;
  default?: string;
  list?: boolean;
  dict?: boolean;
  choices?: string[] | Record<string, string> | { value: string; label: string }[];
  children?: Field[];
  altersDynamicFields?: boolean;
  /** Input type `json`: what it may hold. */
  schema?: Record<string, unknown>;
}

type Made<T> = Field | ((...args: T[]) => Field[] | Promise<Field[]>);

export interface Operation {
  key: string;
  noun: string;
  display: { label: string; description: string; hidden?: boolean };
  operation: {
    resource?: string;
    inputFields?: Made<unknown>[];
    outputFields?: Made<never>[];
    perform: (z: never, bundle: never) => unknown;
  };
}

/** Gives what fields that are functions ask for: `z`, and the bundle of an input. */
export type Ask = (inputData: object) => [z: unknown, bundle: unknown];

const flat = async (made: (Field[] | Promise<Field[]> | Field)[]) =>
  (await Promise.all(made)).flat();

/** The values of a dropdown with their labels. */
export const choicesOf = ({ choices = [] }: Field): { value: string; label: string }[] =>
  Array.isArray(choices)
    ? choices.map((choice) =>
        typeof choice === 'string' ? { value: choice, label: choice } : choice,
      )
    : Object.entries(choices).map(([value, label]) => ({ value, label }));

/** An input field, and the choices of another field for which alone it is there. */
export interface InputField extends Field {
  only?: { field: string; values: string[] };
}

const inputFor = ({ operation }: Operation, ask: Ask, inputData: object) =>
  flat(
    (operation.inputFields ?? []).map((field) =>
      typeof field === 'function' ? field(...ask(inputData)) : field,
    ),
  );

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
  resources: Record<string, { outputFields?: Made<never>[] }>,
): Promise<Field[]> =>
  flat(
    (resources[operation.resource ?? '']?.outputFields ?? operation.outputFields ?? []).map(
      (field) => (typeof field === 'function' ? field() : field),
    ),
  );

/** The input fields of an operation. */
import type { Run } from '../../../client/exchange/run.ts';
import { fieldsOf, type Field } from '../../../fields/kinds/form.ts';
import type { Action } from '../../../operation.ts';

/** An input field, and the choices of another field that it depends on. */
export interface InputField extends Field {
  only?: { field: string; values: string[] };
}

/** All input fields, including those that depend on another field's choice. */
export async function inputFieldsOf({ input }: Action, run: Run): Promise<InputField[]> {
  const plain: InputField[] = await fieldsOf(input, run, {});
  const deciding = plain.find((field) => field.altersDynamicFields && field.choices);
  if (!deciding) return plain;
  const byKey = new Map<string, { field: Field; values: string[] }>();
  const all = (deciding.choices ?? []).map(({ value }) => value);
  for (const value of all) {
    for (const field of await fieldsOf(input, run, { [deciding.key]: value })) {
      const same = byKey.get(field.key);
      if (same) same.values.push(value);
      else byKey.set(field.key, { field, values: [value] });
    }
  }
  return [...byKey.values()].map(({ field, values }) =>
    values.length === all.length ? field : { ...field, only: { field: deciding.key, values } },
  );
}

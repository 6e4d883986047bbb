/** Fields of a form. Some are made when the form opens. */
import type { Run } from '../../client/exchange/run.ts';
import type { Input } from './values.ts';

export interface Field<Key extends string = string> {
  key: Key;
  label?: string;
  helpText?: string;
  type?:
    | 'string'
    | 'text'
    | 'code'
    | 'number'
    | 'integer'
    | 'boolean'
    | 'datetime'
    | 'file'
    | 'password';
  required?: boolean;
  list?: boolean;
  /** The value is a set of names and values. */
  dict?: boolean;
  default?: string;
  choices?: { value: string; label: string }[];
  /** No account has further choices. */
  isClosed?: true;
  /** Its texts name examples of its choices. */
  namesChoices?: true;
  /** Choices that Zapier's dropdown leaves out. A step with one of them goes on. */
  unlisted?: string[];
  /** The fields of one line. */
  children?: Field[];
  /** A change of its value rebuilds the form. */
  altersDynamicFields?: boolean;
  group?: string;
  /** A form that shows few fields has it. */
  isUsual?: true;
  /** Its choices are all countries. A platform may have one list for all such fields. */
  isCountry?: true;
  /** The object to which it belongs, such as an address, and its label among the parts. */
  part?: { key: string; object: string; label: string };
  /** A value for the empty field, where a platform shows one. */
  example?: string;
  /** Of a field of the account: its technical name. */
  name?: string;
  /** The search that finds its value, and the key of the value in the result. */
  search?: string;
  /** The list that the editor offers (zapier/lists.ts), and the keys of value and label. */
  dynamic?: string;
}

/** Help for a field that takes several values and is one text. */
export const withCommas = 'Separate several with commas.';

/** Makes fields that depend on the account or on earlier inputs. */
type Form<Key extends string = string> = (
  run: Run,
  input: Input,
) => Field<Key>[] | Promise<Field<Key>[]>;

/** Types a form by the keys of its fields. */
export const form = <const Key extends string>(make: Form<Key>): Form<Key> => make;

export type Fields = readonly (Field | Form)[];

type KeyOf<One> = One extends { key: infer Key extends string }
  ? Key
  : One extends Form<infer Key>
    ? Key
    : never;
/** The input of a form. An unknown key does not compile. */
export type InputOf<All extends Fields> = Input<KeyOf<All[number]>>;

/** Types a list by the keys of its fields. */
export const fieldList = <const All extends Fields>(all: All): All => all;

/** The fields, each with a label that no other one has: if need be, its name stands behind it. */
export const withOwnLabels = (fields: Field[], beside: Field[] = []): Field[] => {
  const labels = [...beside, ...fields].map(({ label }) => label);
  return fields.map((field) =>
    field.name && labels.filter((label) => label === field.label).length > 1
      ? { ...field, label: `${field.label} (${field.name})` }
      : field,
  );
};

/** All fields of a form after the user has filled in this input. */
export async function fieldsOf(fields: Fields, run: Run, input: Input): Promise<Field[]> {
  const lists = fields.map((one) => (typeof one === 'function' ? one(run, input) : one));
  return withOwnLabels((await Promise.all(lists)).flat());
}

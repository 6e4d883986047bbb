/** Fields of a form, and those that are made when it is opened. */
import type { Run } from '../client/run.ts';
import type { Input } from './values.ts';

/** A field; what it offers to choose from stands in it. */
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
  /** Pairs of names and values. */
  dict?: boolean;
  default?: string;
  choices?: Record<string, string> | string[] | { value: string; label: string }[];
  /** The fields of a line, of a group of lines. */
  children?: Field[];
  /** The form is made anew when it changes. */
  altersDynamicFields?: boolean;
  group?: string;
  placeholder?: string;
  /** The search that finds its value, with the key of that in its result. */
  search?: string;
  /** The list that an editor offers (zapier/lists.ts), with the keys of value and label in an entry. */
  dynamic?: string;
}

/** Fields that depend on the account, or on what was filled in before. */
export type Form<Key extends string = string> = (
  run: Run,
  input: Input,
) => Field<Key>[] | Promise<Field<Key>[]>;

/** The same function, typed by the keys of its fields. */
export const form = <const Key extends string>(make: Form<Key>): Form<Key> => make;

export type Fields = readonly (Field | Form)[];

type KeyOf<One> = One extends { key: infer Key extends string }
  ? Key
  : One extends Form<infer Key>
    ? Key
    : never;
/** What a form holds; a key that none of its fields has does not compile. */
export type InputOf<All extends Fields> = Input<KeyOf<All[number]>>;

/** The same list, typed by the keys of its fields. */
export const fieldList = <const All extends Fields>(all: All): All => all;

/** All fields of a form as somebody sees it who has filled in so much. */
export async function fieldsOf(fields: Fields, run: Run, input: Input): Promise<Field[]> {
  const made = fields.map((one) => (typeof one === 'function' ? one(run, input) : one));
  return (await Promise.all(made)).flat();
}

/** The values of a dropdown with their labels. */
export const choicesOf = ({ choices = [] }: Field): { value: string; label: string }[] =>
  Array.isArray(choices)
    ? choices.map((choice) =>
        typeof choice === 'string' ? { value: choice, label: choice } : choice,
      )
    : Object.entries(choices).map(([value, label]) => ({ value, label }));

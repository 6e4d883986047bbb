/** The fields of a form that are made when it is opened. */
import type { Bundle, PlainInputField, ZObject } from 'zapier-platform-core';

interface Field<Key extends string> extends PlainInputField {
  key: Key;
}
/**
 * The same as the platform's types need it: they find no key in a list of any length, and take a
 * field without a type for text.
 */
type Known<Key extends string> = [Field<Key> & { type: NonNullable<PlainInputField['type']> }];
type Make<Fields> = (z: ZObject, bundle: Bundle) => Fields | Promise<Fields>;

/**
 * A function that gives fields, for a list made by `defineInputFields`: in a step with that list, a
 * key that none of the fields has does not compile. What a field holds may be of any type until it
 * is read (fields/values.ts).
 */
export const form = <const Key extends string>(make: Make<Field<Key>[]>) =>
  make as Make<Known<Key>>;

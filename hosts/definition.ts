/** The definition of the app as another host than Zapier reads it. */
import type { Field } from '../fields/definition.ts';

/** A method of an operation; what types its bundle has, it checks itself. */
export type Method = (z: never, bundle: never) => unknown;

/** A field, or what makes some, which may ask the account. */
export type Made<Given extends unknown[]> =
  Field | ((...given: Given) => Field[] | Promise<Field[]>);

/** The fields of a form; functions get what is `given`. */
export const fieldsIn = async <Given extends unknown[]>(
  form: Made<Given>[] = [],
  ...given: Given
): Promise<Field[]> => {
  const made = form.map((one) => (typeof one === 'function' ? one(...given) : one));
  return (await Promise.all(made)).flat();
};

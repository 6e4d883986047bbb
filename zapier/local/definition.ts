/** The operations of an app with their fields, as the editor shows them. */
import type { Field } from '../../fields/kinds/form.ts';

export type { Field };

export interface Operation {
  key: string;
  display: { label: string; description: string; hidden?: boolean };
  operation: Record<string, unknown> & {
    inputFields?: Fields<[z: unknown, bundle: unknown]>;
    inputFieldGroups?: { key: string; label: string }[];
    outputFields?: Fields;
    sample?: Record<string, unknown>;
  };
}
type App = Record<string, any>;
export const kinds = ['triggers', 'creates', 'searches'] as const;

/** The visible operations of the menus. A hidden operation is a list for dropdowns. */
export const offered = (operations: Record<string, Operation>): Operation[] =>
  Object.values(operations).filter(({ display }) => !display.hidden);

/** Triggers, actions and searches, in this order. */
export const operationsOf = (app: App): Operation[] => kinds.flatMap((kind) => offered(app[kind]));

/** The definition as the platform completes it: each operation with the parts of its resource. */
export function compiled(app: App): App {
  const complete = ({ operation, ...rest }: Operation) => {
    const { outputFields, sample } = app.resources[String(operation.resource)] ?? operation;
    return { ...rest, operation: { ...operation, outputFields, sample } };
  };
  const group = (operations: Record<string, Operation>) =>
    Object.fromEntries(Object.entries(operations).map(([key, one]) => [key, complete(one)]));
  return { ...app, ...Object.fromEntries(kinds.map((kind) => [kind, group(app[kind])])) };
}

type Fields<Given extends unknown[] = []> = (Field | ((...given: Given) => Promise<Field[]>))[];
const made = async <Given extends unknown[]>(fields: Fields<Given> = [], ...given: Given) =>
  (
    await Promise.all(fields.map((one) => (typeof one === 'function' ? one(...given) : one)))
  ).flat();

/** All fields that the editor can show for an input, including those of functions. */
export const formFieldsOf = ({ operation }: Pick<Operation, 'operation'>, inputData: object = {}) =>
  made(operation.inputFields, {}, { inputData: { fields: 'all', ...inputData } });

/** Every input field, including line items. */
export const inputFieldsOf = async (operation: Pick<Operation, 'operation'>): Promise<Field[]> =>
  (await formFieldsOf(operation)).flatMap((field) => [field, ...(field.children ?? [])]);

/** Every output field, including those of functions. */
export const outputFieldsOf = ({ operation }: Pick<Operation, 'operation'>) =>
  made(operation.outputFields);

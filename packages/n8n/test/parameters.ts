/** The input of an example, as an admin would fill it into the node. */
import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { action } from './engine.ts';

const { properties } = action.description;
const isFor = ({ displayOptions }: INodeProperties, key: string) =>
  (displayOptions?.show?.operation as unknown[] | undefined)?.includes(key);

/** The resource of an operation, from the menus of the node. */
const resourceOf = (key: string) =>
  properties.find(
    ({ name, options }) =>
      name === 'operation' && options?.some((option) => 'value' in option && option.value === key),
  )!.displayOptions!.show!.resource![0] as string;

/** A value in the form of its parameter: pairs and lines lie in fixed collections. */
function formed(property: INodeProperties | undefined, value: unknown): unknown {
  const inner = property?.type === 'fixedCollection' && property.options![0]!.name;
  if (inner === 'lines') return { lines: value };
  if (inner === 'pairs') {
    const pairs = Object.entries(value as object).map(([name, one]) => ({ name, value: one }));
    return { pairs };
  }
  return value;
}

/** The parts of an address. */
const partsOf = ({ options = [] }: INodeProperties): string[] =>
  options.flatMap((option) =>
    option.name === 'address_parts' && 'values' in option
      ? option.values.map(({ name }) => name)
      : [],
  );

/** A step that makes a case of a deal. */
export const deal = (external_reference: string) =>
  parametersFor('create_case', {
    subject: 'business',
    organization_name: 'Lumen Studio SAS',
    external_reference,
  });

/** A step that reads a case. */
export const findCase = () => parametersFor('find_case', { application_id: 'app_1' });

/** @throws Error for an input without a parameter. */
export function parametersFor(key: string, input: Record<string, unknown>): IDataObject {
  const own = properties.filter((property) => isFor(property, key));
  const collection = own.find(({ name }) => name === 'optional');
  const parameters: Record<string, unknown> = { resource: resourceOf(key), operation: key };
  const optional: Record<string, unknown> = {};
  const inCollection = (collection?.options ?? []) as INodeProperties[];
  for (const [name, value] of Object.entries(input)) {
    const first = own.find((property) => property.name === name);
    const more = inCollection.find((property) => property.name === name);
    const address = inCollection.find((property) => partsOf(property).includes(name));
    if (address) {
      const parts = (optional[address.name] ??= { address_parts: {} }) as Record<string, object>;
      Object.assign(parts.address_parts!, { [name]: value });
      continue;
    }
    // The case of an update says what it is about.
    if (key === 'update_case' && name === 'subject') continue;
    if (!first && !more) throw new Error(`${key} has no parameter ${name}.`);
    (first ? parameters : optional)[name] = formed(first ?? more, value);
  }
  if (key === 'upload_document') parameters.file_from = 'address';
  // The whole of a case, as Zapier shows it.
  if (own.some(({ name }) => name === 'simplify')) parameters.simplify = false;
  return { ...parameters, ...(collection && { optional }) } as IDataObject;
}

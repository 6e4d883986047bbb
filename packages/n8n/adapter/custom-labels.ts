/**
 * The account's custom fields in messages. A run does not ask the service for their labels, so the
 * messages have names; the node has the labels, with its form.
 */
import type { IDataObject, ResourceMapperValue } from 'n8n-workflow';

import type { Labels } from '../../../client/basics/labels.ts';
import { customField, customLabel } from '../../../fields/kinds/custom.ts';

/** Name -> label of each custom field in the form of a node. */
export function customLabels(mapper: IDataObject): Labels {
  const { schema = [] } = mapper as unknown as Partial<ResourceMapperValue>;
  return Object.fromEntries(
    schema.flatMap(({ id, displayName }) => {
      const field = customField(id);
      return field ? [[field.name, displayName]] : [];
    }),
  );
}

/** The same labels by the paths in the body of a case or portal. */
export const onPaths = (labels: Labels): Labels =>
  Object.fromEntries(
    Object.entries(labels).flatMap(([name, label]) =>
      ['custom_fields', 'default_custom_fields'].map((list) => [`${list}.${name}`, label]),
    ),
  );

/** Puts the labels of the form into a message about the input. @throws the error with them. */
export function throwInLabels(error: Error, labels: Labels): never {
  for (const [name, label] of Object.entries(labels)) {
    error.message = error.message.replaceAll(customLabel(name), label);
  }
  throw error;
}

/** The parameters of the n8n nodes, made from the definitions of the app. */
import app from '../../index.ts';
import {
  accountFields,
  ifNotFoundOf,
  options,
  propertiesOf,
  propertyOf,
  simplifyOf,
  takesCustomFields,
} from '../../packages/n8n/adapter/properties.ts';
import { inWordsOfN8n } from '../../packages/n8n/adapter/words.ts';
import { operations, type OperationKey } from '../../packages/n8n/catalogue.ts';
import { formFieldsOf, type Operation } from '../../testing/definition.ts';

const definitions = { ...app.creates, ...app.searches } as unknown as Record<
  OperationKey,
  Operation
>;
const triggers = Object.values(app.triggers) as unknown as Operation[];

const sentence = (text: string) => inWordsOfN8n(text).replace(/\.$/, '');

/** The menu of operations of each resource. */
function menus(): object[] {
  const resources = [...new Set(operations.map(([, { resource }]) => resource))];
  return resources.map((resource) => {
    const own = operations.filter(([, place]) => place.resource === resource);
    return {
      displayName: 'Operation',
      name: 'operation',
      type: 'options',
      noDataExpression: true,
      displayOptions: { show: { resource: [resource] } },
      options: own.map(([key, { name, action }]) => ({
        name,
        value: key,
        description: sentence(definitions[key].display.description),
        action,
      })),
      default: own[0]![0],
    };
  });
}

/** Parameters of the action node. */
function actionParameters(): object[] {
  const fields = operations.flatMap(([key, { resource, first = [], simple, gets }]) => {
    const operation = {
      resource,
      key,
      first,
      fields: {
        business: formFieldsOf(definitions[key], { subject: 'business' }),
        person: formFieldsOf(definitions[key], { subject: 'person' }),
      },
    };
    return [
      ...propertiesOf(operation),
      ...(gets ? [ifNotFoundOf(operation)] : []),
      ...(simple ? [simplifyOf(operation)] : []),
    ];
  });
  return [...menus(), ...fields, options];
}

/** Parameters of the trigger node. */
function triggerParameters(): object[] {
  const filters = triggers.map((definition) => ({
    displayName: 'Filters',
    name: 'filters',
    type: 'collection',
    placeholder: 'Add Filter',
    default: {},
    displayOptions: { show: { event: [definition.key] } },
    options: formFieldsOf(definition, {}).map(propertyOf),
  }));
  const event = {
    displayName: 'Event',
    name: 'event',
    type: 'options',
    noDataExpression: true,
    options: triggers.map(({ key, display }) => ({
      name: display.label,
      value: key,
      description: sentence(display.description),
    })),
    default: 'case_review_updated',
  };
  const withCustomFields = triggers.filter((one) => takesCustomFields(formFieldsOf(one, {})));
  const show = { event: withCustomFields.map(({ key }) => key) };
  return [event, ...filters, accountFields({ show }, 'getCustomFilters')];
}

export const parameters = { action: actionParameters(), trigger: triggerParameters() };

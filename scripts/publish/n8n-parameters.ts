/** Makes the parameters of the n8n nodes from the app's definitions. */
import { fieldsOf } from '../../fields/kinds/form.ts';
import { creates, type CreateKey } from '../../creates/index.ts';
import { searches, type SearchKey } from '../../searches/index.ts';
import { triggers } from '../../triggers/index.ts';
import {
  filterOf,
  ifNotFoundOf,
  limitOf,
  options,
  propertiesOf,
  simplifyOf,
} from '../../packages/n8n/adapter/properties.ts';
import { inWordsOfN8n } from '../../packages/n8n/adapter/words.ts';
import { notInTools, operations } from '../../packages/n8n/places.ts';
import type { Action, Trigger } from '../../operation.ts';
import { noAccount } from './run.ts';

const actions: Record<CreateKey | SearchKey, Action> = { ...creates, ...searches };
const events: Trigger[] = Object.values(triggers);
/** The build has no account. */
const run = noAccount();

const sentence = (text: string) => inWordsOfN8n(text).replace(/\.$/, '');

/** The menu of operations for each resource. */
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
      options: own.map(([key, { name, action, decides }]) => ({
        name,
        value: key,
        description: sentence(actions[key].description),
        action,
        ...(decides && notInTools),
      })),
      default: own[0]![0],
    };
  });
}

async function actionParameters(): Promise<object[]> {
  const fields = operations.map(
    async ([key, { resource, first = [], hints = {}, simple, gets, lists }]) => {
      const { input } = actions[key];
      const operation = {
        resource,
        key,
        first,
        hints,
        fields: {
          business: await fieldsOf(input, run, { subject: 'business' }),
          person: await fieldsOf(input, run, { subject: 'person' }),
        },
      };
      return [
        ...propertiesOf(operation),
        ...(gets ? [ifNotFoundOf(operation)] : []),
        ...(lists ? limitOf(operation) : []),
        ...(simple ? [simplifyOf(operation)] : []),
      ];
    },
  );
  return [...menus(), ...(await Promise.all(fields)).flat(), options];
}

async function triggerParameters(): Promise<object[]> {
  const filters = events.map(async (trigger) => ({
    displayName: 'Filters',
    name: 'filters',
    type: 'collection',
    placeholder: 'Add Filter',
    default: {},
    displayOptions: { show: { event: [trigger.key] } },
    options: (await fieldsOf(trigger.input, run, {})).map(filterOf),
  }));
  const event = {
    displayName: 'Event',
    name: 'event',
    type: 'options',
    noDataExpression: true,
    options: events.map(({ key, label, description }) => ({
      name: label,
      value: key,
      description: sentence(description),
    })),
    default: 'case_review_updated',
  };
  return [event, ...(await Promise.all(filters))];
}

/** The parameters of both nodes. */
export const makeParameters = async () => ({
  action: await actionParameters(),
  trigger: await triggerParameters(),
});

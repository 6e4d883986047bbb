/**
 * A custom connector of Power Automate and Logic Apps: its two files, from the document in Swagger
 * 2.0. Each event is a trigger that registers its own address; removing the flow removes it.
 */
import { events } from '../../service/catalogue.ts';
import { mapValues, pathOf, swagger20, type Json } from './openapi-dialects.ts';

const registerWebhook = 'registerWebhook';
const triggerId = (event: string) => `when_${event.replaceAll('.', '_')}`;
const important: readonly string[] = ['createCase', 'createPortal', 'getCase', 'recordDecision'];
const connectorEvents: readonly string[] = Object.values(events).map(({ name }) => name);

/** The longest summary that is shown whole. */
const longest = 80;
const short = (text: string) => {
  if (text.length <= longest) return text;
  return `${text.slice(0, longest).replace(/\s+\S*$/, '')} …`;
};

const titleOf = (name: string) =>
  name.replaceAll(/[_-]/g, ' ').replace(/^./, (first) => first.toUpperCase());

const documents = {
  operationId: 'listExpectedDocuments',
  'value-path': 'id',
  'value-title': 'name',
};
function property20(name: string, property: Json, isRequired: boolean): Json {
  const { $ref, ...rest } = property;
  const target = rest.allOf?.[0]?.$ref ?? $ref;
  const title = rest.title ?? titleOf(name);
  const visibility = property['x-deprecated']
    ? 'internal'
    : isRequired
      ? 'important'
      : name === 'meta' && 'advanced';
  return {
    ...schemaOf(name, rest),
    ...(target && { allOf: [{ $ref: target }] }),
    title,
    description: rest.description ?? `${title}.`,
    'x-ms-summary': title,
    ...(visibility && { 'x-ms-visibility': visibility }),
    ...(name === 'expected_document_id' && { 'x-ms-dynamic-values': documents }),
  };
}

/** A schema with all that the designer shows of its properties. */
function schemaOf(name: string, { example: _example, ...schema }: Json): Json {
  const required = (schema.required ?? []) as string[];
  const items = schema.items && schemaOf(name, schema.items as Json);
  return {
    ...schema,
    ...(schema.properties && {
      properties: mapValues(schema.properties as Json, (property, key) =>
        property20(key, property, required.includes(key)),
      ),
    }),
    ...(items && {
      items:
        name === 'documents' && items.type === 'string'
          ? { ...items, title: 'Document', 'x-ms-dynamic-values': documents }
          : items,
    }),
  };
}

const parameter20 = ({ 'x-example': example, ...rest }: Json): Json => {
  const title = titleOf(String(rest.name));
  return {
    ...rest,
    'x-ms-summary': rest.name === 'q' ? 'Name or number' : title,
    ...(rest.in === 'header' && { 'x-ms-visibility': 'advanced' }),
    ...(example !== undefined && { 'x-ms-test-value': example }),
  };
};

/** The action of an operation. */
function action(operation: Json): Json {
  const id = operation.operationId as string;
  const visibility = id === 'removeWebhook' ? 'internal' : important.includes(id) && 'important';
  return {
    ...operation,
    summary: short(operation.summary as string),
    ...(visibility && { 'x-ms-visibility': visibility }),
    ...(operation.parameters && {
      parameters: (operation.parameters as Json[]).map((sent) =>
        sent.$ref ? sent : { ...sent, 'x-ms-summary': sent.name === 'body' ? 'Body' : 'File' },
      ),
    }),
  };
}

/** The trigger of an event: what registers it, and what it is then sent. */
function trigger(name: string, { post }: Json, responses: Json): Json {
  const { summary: label, description, requestBody } = post;
  const schema = requestBody.content['application/json'].schema.$ref.split('/').pop() as string;
  const own = (title: string, text: string, more: Json): Json => ({
    title,
    'x-ms-summary': title,
    description: text,
    'x-ms-visibility': 'internal',
    ...more,
  });
  return {
    'x-ms-notification-content': { description, schema: { $ref: `#/definitions/${schema}` } },
    post: {
      operationId: triggerId(name),
      tags: ['Webhooks'],
      summary: short(`When: ${label}`),
      description,
      'x-ms-trigger': 'single',
      'x-ms-visibility': connectorEvents.includes(name) ? 'important' : 'advanced',
      parameters: [
        {
          name: 'body',
          in: 'body',
          required: true,
          'x-ms-summary': 'Registration',
          schema: {
            type: 'object',
            required: ['url', 'events'],
            properties: {
              url: own('Address', 'Address of this flow.', {
                type: 'string',
                'x-ms-notification-url': true,
              }),
              events: own('Events', 'Name of the event.', {
                type: 'array',
                items: { type: 'string', default: name },
                default: [name],
              }),
            },
          },
        },
      ],
      responses,
    },
  };
}

const triggerPath = (name: string) => `/triggers/${triggerId(name)}`;

/** apiDefinition.swagger.json of the connector. */
export function connectorDefinition(document: Json): Json {
  const made = swagger20(document, true);
  const [, { post }] = pathOf(made, registerWebhook);
  const actions = Object.entries(made.paths as Record<string, Json>).flatMap(([path, methods]) => {
    const kept = Object.entries(methods).filter(
      ([, { tags, operationId }]) => !tags.includes('Webhooks') || operationId === 'removeWebhook',
    );
    const shown = kept.map(([method, operation]) => [method, action(operation as Json)]);
    return kept.length ? [[path, Object.fromEntries(shown)]] : [];
  });
  return {
    ...made,
    schemes: ['https'],
    paths: {
      ...Object.fromEntries(actions),
      ...Object.fromEntries(
        Object.entries(document.webhooks as Json).map(([name, event]) => [
          triggerPath(name),
          trigger(name, event as Json, post.responses as Json),
        ]),
      ),
    },
    parameters: mapValues(made.parameters as Record<string, Json>, parameter20),
    definitions: mapValues(made.definitions as Record<string, Json>, (schema, name) =>
      schemaOf(name, schema),
    ),
  };
}

/** apiProperties.json of the connector. */
export const connectorProperties = (document: Json): Json => ({
  properties: {
    iconBrandColor: '#1f5fbf',
    capabilities: ['actions', 'triggers'],
    connectionParameters: {
      service_url: {
        type: 'string',
        uiDefinition: {
          displayName: 'Address of the service',
          description: 'Starts with https://',
          tooltip: 'Where the service answers, without a path',
          constraints: { required: 'true', clearText: true, tabIndex: 1 },
        },
      },
      api_key: {
        type: 'securestring',
        uiDefinition: {
          displayName: 'API key',
          description: 'The API key of the account',
          tooltip: 'As the service shows it',
          constraints: { required: 'true', clearText: false, tabIndex: 2 },
        },
      },
    },
    policyTemplateInstances: [
      {
        templateId: 'dynamichosturl',
        title: 'The address of the connection',
        parameters: {
          'x-ms-apimTemplateParameter.urlTemplate': "@connectionParameters('service_url')",
        },
      },
      {
        templateId: 'setheader',
        title: 'The API key of the connection',
        parameters: {
          'x-ms-apimTemplateParameter.name': 'Authorization',
          'x-ms-apimTemplateParameter.value': "@connectionParameters('api_key')",
          'x-ms-apimTemplateParameter.existsAction': 'override',
          'x-ms-apimTemplate-policySection': 'Request',
        },
      },
      {
        templateId: 'routerequesttoendpoint',
        title: 'Every trigger registers at one path',
        parameters: {
          'x-ms-apimTemplate-operationName': Object.keys(document.webhooks as Json).map(triggerId),
          'x-ms-apimTemplateParameter.newPath': pathOf(document, registerWebhook)[0],
          'x-ms-apimTemplateParameter.httpMethod': 'POST',
        },
      },
    ],
  },
});

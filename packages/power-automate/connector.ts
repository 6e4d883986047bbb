/**
 * A custom connector for Power Automate and Logic Apps: its two files, made from the document in
 * Swagger 2.0. Each event is a trigger that registers its own address; deleting the flow removes
 * it.
 */
import { events, testEvent } from '../../service/catalogue.ts';
import * as texts from './designer-texts.ts';
import { mapValues, pathOf, swagger20, type Json } from './swagger.ts';
import packageJson from '../../package.json' with { type: 'json' };
import publisher from './publisher.json' with { type: 'json' };

const registerWebhook = 'registerWebhook';
const important: readonly string[] = ['createCase', 'createPortal', 'getCase', 'recordDecision'];

/** An ID in the platform's form: createCase, case submitted -> CreateCase, CaseSubmitted. */
const pascal = (name: string) =>
  name.replaceAll(/(?:^| )(\w)/g, (_, first: string) => first.toUpperCase());

/** Name of an event -> its key and its row. */
const rows = new Map<string, { key: string; description: string }>(
  Object.entries(events).map(([key, row]) => [row.name, { key, ...row }]),
);
/** What happens in an event, in words. */
function occasionOf(event: string): string {
  const key = rows.get(event)?.key ?? event;
  return texts.triggers[key] ?? key.replaceAll(/[._]/g, ' ');
}
/** Flows store it, so it never changes. */
const triggerId = (event: string) => `When${pascal(occasionOf(event))}`;

/** The events to offer: all except the test event. */
const offered = (document: Json) =>
  Object.entries(document.webhooks as Record<string, Json>).filter(([name]) => name !== testEvent);

const titleOf = (name: string) =>
  name.replaceAll(/[_-]/g, ' ').replace(/^./, (first) => first.toUpperCase());

const documents = {
  operationId: pascal('listExpectedDocuments'),
  'value-path': 'id',
  'value-title': 'name',
};
function property20(name: string, property: Json, isRequired: boolean): Json {
  const visibility = property['x-deprecated']
    ? 'internal'
    : isRequired
      ? 'important'
      : name === 'meta' && 'advanced';
  return {
    ...schemaOf(name, property),
    'x-ms-summary': property.title,
    ...(visibility && { 'x-ms-visibility': visibility }),
    ...(name === 'expected_document_id' && { 'x-ms-dynamic-values': documents }),
  };
}

/** A schema with the designer's texts for its properties. */
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

/** The texts of an action that is not in the table. */
const textsOf = ({ summary, description }: Json, call: string): texts.ActionText => ({
  summary: (summary as string).split(' (')[0]!.slice(0, 80),
  description: `Calls ${call} of the service. ${description}`,
});

/** The action of an operation. `call`: its method and path. */
function action(operation: Json, call: string): Json {
  const id = operation.operationId as string;
  const visibility = id === 'removeWebhook' ? 'internal' : important.includes(id) && 'important';
  return {
    ...operation,
    ...(texts.actions[id] ?? textsOf(operation, call)),
    operationId: pascal(id),
    ...(visibility && { 'x-ms-visibility': visibility }),
    ...(operation.parameters && {
      parameters: (operation.parameters as Json[]).map((sent) =>
        sent.$ref ? sent : { ...sent, 'x-ms-summary': sent.name === 'body' ? 'Body' : 'File' },
      ),
    }),
  };
}

/** The trigger of an event: its registration and its payload. */
function trigger(name: string, { post }: Json, responses: Json): Json {
  const { requestBody } = post;
  const row = rows.get(name);
  const description = `${row?.description ?? `Triggers when the service sends the event ${name}.`} It may come twice or late: read the case in the next step.`;
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
      summary: `When: ${occasionOf(name)}`,
      description,
      'x-ms-trigger': 'single',
      'x-ms-visibility': row ? 'important' : 'advanced',
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

/** Replaces the sandbox's addresses in the document with the service's. */
function movedTo(service: string, document: Json): Json {
  const [{ url, variables }] = document.servers;
  const sandbox = (url as string).replace('{port}', variables.port.default as string);
  return JSON.parse(
    JSON.stringify(document).replaceAll(`${sandbox}/`, `${new URL(service).origin}/`),
  ) as Json;
}

/** Who answers for the connector. */
export const contact = {
  name: packageJson.publisher.name || 'Your company',
  url: packageJson.publisher.repository || 'https://www.example.com',
  email: packageJson.publisher.email || 'support@example.com',
};

/** apiDefinition.swagger.json of the connector, for a service at an address. */
export function connectorDefinition(document: Json, service = publisher.service): Json {
  const { title, description } = publisher;
  const { info, ...made } = swagger20(movedTo(service, document));
  const [, { post }] = pathOf(made, registerWebhook);
  const actions = Object.entries(made.paths as Record<string, Json>).flatMap(([path, methods]) => {
    const offeredMethods = Object.entries(methods).filter(
      ([, { tags, operationId }]) => !tags.includes('Webhooks') || operationId === 'removeWebhook',
    );
    const actionsOf = offeredMethods.map(([method, operation]) => [
      method,
      action(operation as Json, `${method.toUpperCase()} ${path}`),
    ]);
    return offeredMethods.length ? [[path, Object.fromEntries(actionsOf)]] : [];
  });
  const triggers = offered(document).map(([name, event]) => [
    triggerPath(name),
    trigger(name, event, post.responses as Json),
  ]);
  return {
    ...made,
    info: { ...info, title, description, contact },
    host: new URL(service).host,
    schemes: ['https'],
    paths: { ...Object.fromEntries(actions), ...Object.fromEntries(triggers) },
    parameters: mapValues(made.parameters as Record<string, Json>, parameter20),
    definitions: mapValues(made.definitions as Record<string, Json>, (schema, name) =>
      schemaOf(name, schema),
    ),
    'x-ms-connector-metadata': [
      { propertyName: 'Website', propertyValue: publisher.website },
      { propertyName: 'Privacy policy', propertyValue: publisher.privacy_policy },
      { propertyName: 'Categories', propertyValue: publisher.categories },
    ],
  };
}

/** apiProperties.json of the connector. */
export const connectorProperties = (document: Json): Json => ({
  properties: {
    iconBrandColor: '#0b5d57',
    publisher: contact.name,
    stackOwner: publisher.owner,
    capabilities: ['actions', 'triggers'],
    connectionParameters: {
      service_url: {
        type: 'string',
        uiDefinition: {
          displayName: 'Address of the service',
          description: 'Starts with https://',
          tooltip: 'Address of the service without a path',
          constraints: { required: 'true', clearText: true, tabIndex: 1 },
        },
      },
      api_key: {
        type: 'securestring',
        uiDefinition: {
          displayName: 'API key',
          description: 'The API key of the account',
          tooltip: 'The key as the service shows it',
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
          'x-ms-apimTemplate-operationName': offered(document).map(([name]) => triggerId(name)),
          'x-ms-apimTemplateParameter.newPath': pathOf(document, registerWebhook)[0],
          'x-ms-apimTemplateParameter.httpMethod': 'POST',
        },
      },
    ],
  },
});

/** readme.md of the connector, with the headings of Microsoft's certification template. */
import { events } from '../../service/catalogue.ts';
import type { Json } from './openapi-dialects.ts';
import publisher from './publisher.json' with { type: 'json' };

const heading = ({ summary, description }: Json) => `### ${summary}\n${description}\n`;

/** @param definition the connector's apiDefinition.swagger.json */
export function certificationReadme(definition: Json): string {
  const operations = Object.values(definition.paths as Record<string, Json>)
    .flatMap((methods) => Object.values(methods) as Json[])
    .filter(
      ({ operationId, ...operation }) => operationId && operation['x-ms-visibility'] !== 'internal',
    );
  const isTrigger = (operation: Json) => 'x-ms-trigger' in operation;
  const triggers = operations.filter(isTrigger).map(heading);
  const actions = operations.filter((operation) => !isTrigger(operation)).map(heading);
  const request = events.collect_opened.label.toLowerCase();
  return `# ${publisher.title}
${publisher.description} A case is one client: a business or a person. When it is submitted, a compliance team reviews it and decides.

## Publisher: ${publisher.publisher}

## Prerequisites
An account of the service, and an API key of this account.

## Supported Operations
${[...triggers, ...actions].join('\n')}
## Obtaining Credentials
Create an API key for this connector alone in the settings of your account. You can then revoke it separately. The connection needs the address of the service, which starts with https://, and this key.

## Getting Started
1. Begin a flow with a trigger such as "When: ${request}". The flow registers its own address when it is saved.
2. Add "Read a case" with the ID of the case from the event.
3. Send the link of the portal, or write the status back to your CRM.

## Known Issues and Limitations
- Triggers need a service that registers webhooks through its API. For any other service, start the flow with an HTTP request, and enter its address in the settings of the service.
- The connector does not check signatures of events. Read the case in the next step, and use its values.
- Events may come twice, late or in another order.
- To use a custom field that was added after the connector was made, enter its name.

## Deployment Instructions
Import \`apiDefinition.swagger.json\` as a custom connector, or use both files with Microsoft's command line: \`paconn create --api-def apiDefinition.swagger.json --api-prop apiProperties.json --icon icon.png\`.
`;
}

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
Create an API key where the service shows the settings of your account, one for this connector alone, so that it can be withdrawn alone. The connection asks for the address of the service, which starts with https://, and for this key.

## Getting Started
1. Begin a flow with a trigger such as "When: ${request}". The flow registers its own address when it is saved.
2. Add "Read a case" with the ID of the case from the event.
3. Send the link of the portal, or write the status back to your CRM.

## Known Issues and Limitations
- A service that registers no webhooks by its interface cannot switch a trigger on. Begin the flow with a request of HTTP instead, and enter its address in the settings of the service.
- Signatures of events are not checked: read the case in the next step, and decide by what it says.
- Events come at least once, and may come late or in another order.
- A custom field that was added since the connector was made is entered by its name.

## Deployment Instructions
Import \`apiDefinition.swagger.json\` as a custom connector, or take both files with Microsoft's command line: \`paconn create --api-def apiDefinition.swagger.json --api-prop apiProperties.json --icon icon.png\`.
`;
}

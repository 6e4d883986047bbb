/** The lists of operations in the guides, each between two comments with its name. */
import type app from '../../index.ts';
import { creates } from '../../creates/index.ts';
import { searches } from '../../searches/index.ts';
import { triggers } from '../../triggers/index.ts';
import { places, resourceOptions, type Place } from '../../packages/n8n/places.ts';
import { levels } from '../../packages/mcp/levels.ts';
import { operationLevels } from '../../packages/mcp/tools/tool-list.ts';
import { events } from '../../service/catalogue.ts';
import { table } from './markdown.ts';

type App = Pick<typeof app, 'searchOrCreates'>;

const labelsOf = (operations: Record<string, { label: string }>): string[] =>
  Object.values(operations).map(({ label }) => label);

/** `- **Case**: Create, Get` */
const list = (rows: [name: string, labels: string[]][]): string =>
  rows.map(([name, labels]) => `- **${name}**: ${labels.join(', ')}`).join('\n');

/** The operations of the app by their labels in Zapier. */
const ofZapier = ({ searchOrCreates }: App) =>
  list([
    ['Triggers', labelsOf(triggers)],
    ['Actions', labelsOf(creates)],
    [
      'Searches',
      [
        ...labelsOf(searches),
        ...Object.values(searchOrCreates).map(({ display }) => display.label),
      ],
    ],
  ]);

/** The operations of the node by their names in its menus. */
function ofNode(): string {
  const all: Place[] = Object.values(places);
  const resources = [...new Set(all.map(({ resource }) => resource))];
  return list([
    ...resources.map((resource): [string, string[]] => [
      resourceOptions.find(({ value }) => value === resource)!.name,
      all.filter((place) => place.resource === resource).map(({ name }) => name),
    ]),
    ['Trigger', labelsOf(triggers)],
  ]);
}

/** The event that each trigger needs. */
const ofEvents = () =>
  table(
    ['Trigger', 'Event'],
    Object.entries<{ key: string; label: string }>(triggers).map(([key, { label }]) => [
      label,
      key in events ? `\`${events[key as keyof typeof events].name}\`` : 'any, or several',
    ]),
  );

/** The tools of each level. */
const ofTools = () =>
  table(
    ['Allowed', 'Tools'],
    [undefined, ...levels].map((level) => [
      level ? `\`${level}\`` : 'always',
      operationLevels
        .flatMap(([{ label }, needed]) => (needed === level ? [label] : []))
        .join(', '),
    ]),
  );

/** Path of a guide -> its list. */
export const operationLists = (app: App): Record<string, string> => ({
  'README.md': ofZapier(app),
  'packages/n8n/README.md': ofNode(),
  'docs/set-up.md': ofEvents(),
  'docs/mcp.md': ofTools(),
});

/** docs/gaps.md from the dialect and the settings. `npm run docs` writes it. */
import { dialectTable, presets } from '../../service/dialect.ts';
import { settings } from '../../client/settings.ts';
import { page, table } from './markdown.ts';

const code = (value: unknown) => `\`${typeof value === 'string' ? value : JSON.stringify(value)}\``;

/** Defaults longer than this are cut at the end; they stand whole in service/dialect.ts. */
const longest = 90;
const defaultOf = (value: unknown): string => {
  if (value === '') return 'none';
  const text = JSON.stringify(value);
  return text.length > longest ? 'see `service/dialect.ts`' : code(value);
};

/** The open point of a row below that of another: what both have in common is said once. */
function openAfter(above: string | undefined, open: string): string {
  if (above === open) return 'The same';
  const [point, part] = open.split(': ');
  return part && above?.split(': ')[0] === point ? `The same: ${part}` : open;
}

/** Open points that no key of the dialect decides: the same for every service. */
const always: [open: string, rule: string][] = [
  ['Permissions, scopes and key management', 'One key may do everything. A step shows a 403.'],
  [
    'Complete field list of Application',
    'Other fields of an answer pass through. *Additional Fields* sends others.',
  ],
  ['Fields of Person', 'The same.'],
  ['Request fields of the persons, businesses and documents endpoints', 'The same.'],
  [
    'Names of several body fields of the application update',
    'The same. *Clear Fields* sends null.',
  ],
  ['Transitions', 'None is enforced. The service refuses a wrong one.'],
  [
    'HTTP status codes of successful responses',
    'Any 2xx. The body may be empty where no ID is needed.',
  ],
  [
    'Error codes, status codes, error body shape and the conditions that cause them',
    'All common shapes are read: [errors.md](errors.md).',
  ],
  [
    'Rate limits, size limits of uploaded files, quotas and time-outs',
    '`Retry-After` is obeyed; without it a step waits 60 s.',
  ],
  [
    'Full payload shapes of the events',
    '`readEvent` in `client/events.ts` finds IDs and name at the top and in `data`.',
  ],
  [
    'Repeated and late events',
    '`event_id` tells repeats apart, else a top-level ID, the header `webhook-id` or a hash of the body. An event that is older than the case and names another status is dropped.',
  ],
  ['Events without a trigger of their own', '*Any Event* takes any name.'],
  [
    'Whether an External Reference is unique',
    '*When a Case Exists* decides ([for admins](for-admins.md#a-second-case-for-the-same-deal)). The import of the known service wants it unique in the account [P].',
  ],
  [
    'Services that ignore repeats',
    'The cache of the connection remembers for seven days what was made ([reliability.md](reliability.md)).',
  ],
  ['Fields that the service ignores', '`not_taken` in the output names them.'],
  [
    'Officers and owners from the registry',
    '`POST /api/applications/{application_id}/enrich` with `force_fetch_official_data` [C].',
  ],
  [
    'Listing cases (no endpoint)',
    '*Test trigger* shows the case that the connection saw last, else a sample.',
  ],
  [
    'Version scheme of the API and policy for removing deprecated fields',
    'Deprecated fields are never sent.',
  ],
];

const services: [name: string, preset: keyof typeof presets, more: string][] = [
  [
    'Ondorse',
    'ondorse',
    'For portals on a domain of your own, fill in *Portal Address* of the connection. [Webhooks by hand](webhooks-by-hand.md) shows where to enter them.',
  ],
];

/** The page as text. */
export const gapsPage = () =>
  page(
    '# What the specification leaves open',
    '[service-interface.md](service-interface.md) marks some places "not shown". Where services may differ, the **dialect** says how yours does it. [The doctor](doctor.md) finds it. **Settings** say where and how the integration runs.',
    'Defaults follow what is publicly known of Ondorse, the one public service with this interface (November 2026). [P]: a page of docs.ondorse.co or support.ondorse.co says it. [C]: a public client sends it. [I]: inferred. Nothing was tried on a live account.',
    '## The dialect',
    'JSON with the keys that differ, such as `{"extends":"ondorse","countries":"alpha-2"}`, or the name of a preset. [The README](../README.md#push-to-zapier) shows where it goes.',
    table(
      ['Open in the specification', 'Key', 'Meaning', 'Default', 'What is publicly known'],
      dialectTable().map(({ key, open, meaning, value, evidence }, index, rows) => [
        openAfter(rows[index - 1]?.open, open),
        code(key),
        meaning,
        defaultOf(value),
        evidence,
      ]),
    ),
    '## The same for every service',
    table(['Open in the specification', 'What the connector does'], always),
    '## Settings of an installation',
    'Environment variables: `npm run zapier -- env:set 3.0.0 NAME=value`. In n8n the credential has fields for them. A value that cannot be read stops the build and the start.',
    table(
      ['Variable', 'Default', 'Meaning', 'Takes'],
      Object.values(settings).map(([env, fallback, { takes }, meaning]) => [
        code(env),
        fallback,
        meaning,
        takes,
      ]),
    ),
    '## Known services',
    table(
      ['Service', 'Preset', 'What differs from the defaults', 'To do'],
      services.map(([name, preset, more]) => [
        name,
        code(preset),
        Object.entries(presets[preset])
          .map(([key, value]) => `${code(key)}: ${code(value)}`)
          .join(', '),
        more,
      ]),
    ),
    '`npx jest test/e2e/known-service` makes the whole journey in this dialect on a stand-in written from what is publicly known.',
  );

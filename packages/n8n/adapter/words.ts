import type { Words } from '../../../host.ts';
import { namesOfOperations } from '../catalogue.ts';

export const words: Words = { flow: 'workflow' };

const patterns: [RegExp, string][] = [
  [/Zapier tries this step again by itself and then finds it\./g, 'Run it again, and it is found.'],
  [
    /Zapier tries this step again by itself\./g,
    'Run it again later, or switch on "Retry On Fail" in the settings of the node.',
  ],
  [/the time Zapier gives it/g, 'its time'],
  [/cannot be used from Zapier/g, 'cannot be used from here'],
  [/Reconnect the account with a valid key\./g, 'Enter a valid key in the credential.'],
  [/and reconnect\b/g, 'into the credential'],
  [/, so that "Find or Create" creates one\./g, '.'],
  [/\b(of|in) the connection\b/g, '$1 the credential'],

  [/replaying the run/g, 'retrying the execution'],
  [/replay the run/g, 'retry the execution'],
  [/\b([Aa]) replay\b/g, '$1 retry'],
  [/\bAnother run\b/g, 'Another execution'],
  [/\ba second run\b/g, 'a second execution'],
  [/\bRuns only when\b/g, 'Starts only when'],

  [/\bMap a fresh (one|link)\b/g, 'Take a fresh $1'],
  [/\bMap the fields one by one\b/g, 'Fill the fields one by one'],
  [/\bMap (a|the)\b/g, 'Take $1'],
  [/\bmap it from\b/g, 'take it from'],
  [/\bby an Upload Document step of its own\b/g, 'by an Upload operation of its own'],
  [/\bin one step\b/g, 'in one operation'],
  [/\b(this|every|the|earlier) step\b/g, '$1 node'],

  [/\bthis Zap\b/g, 'this workflow'],
  [/\bZaps?\b/g, 'workflow'],
  [/\bZapier\b/g, 'n8n'],

  [/\bby a step, by staff\b/g, 'by a node, by staff'],
  [/ returns as "Case"/g, ' returns as application_id'],
  [/ returns as "Person"/g, ' returns as person_id'],
  [/ returns as "Business"/g, ' returns as business_id'],
  ...namesOfOperations.map(([label, name]): [RegExp, string] => [
    new RegExp(`"?\\b${label}\\b"?`, 'g'),
    `"${name}"`,
  ]),
];

/** A text of the connector, as n8n shows it in its editor and its executions. */
export const inWordsOfN8n = (text: string): string =>
  patterns.reduce((rest, [pattern, word]) => rest.replace(pattern, word), text);

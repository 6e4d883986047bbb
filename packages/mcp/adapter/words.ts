import type { Words } from '../../../host.ts';

export const words: Words = { flow: 'tool' };

const patterns: [RegExp, string][] = [
  [
    /Zapier tries this step again by itself and then finds it\./g,
    'Call it again in a few seconds.',
  ],
  [/Zapier tries this step again by itself\./g, 'Call it again later.'],
  [/, for example by replaying the run/g, ''],
  [
    /look in the service before you replay the run/g,
    'look in the service before you call it again',
  ],
  [/\b[Aa] replay of this step would make/g, 'calling this tool again would make'],
  [/A replay continues/g, 'Another call continues'],
  [/Map the value from the step that/g, 'Take the value from the tool that'],
  [/Map the value from an earlier step/g, 'Take the value from an earlier result'],
  [/Map a fresh/g, 'Give a fresh'],
  [/the time Zapier gives it/g, 'its time'],
  [/from Zapier/g, 'from here'],
  [/every step that/g, 'every tool that'],
  [/(an )?earlier step/g, '$1earlier result'],
  [/this step/g, 'this tool'],
  [/Reconnect the account with a valid key/g, 'Start this server with a valid key'],
  [/and reconnect\b/g, 'and start this server again'],
  [/\bZaps?\b/g, 'tool'],
  [/Zapier/g, 'this server'],
];

/** A text of the definition, or of an error, in the words of this server. */
export const inWords = (text: string): string =>
  patterns.reduce((rest, [pattern, word]) => rest.replace(pattern, word), text);

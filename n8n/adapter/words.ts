/** What n8n calls by another name than Zapier. */
const words: [RegExp, string][] = [
  [/Zapier tries this step again by itself and then finds it\./g, 'Run it again, and it is found.'],
  [
    /Zapier tries this step again by itself\./g,
    'Run it again later, or switch on "Retry On Fail" in the settings of the node.',
  ],
  [/the time Zapier gives it/g, 'its time'],
  [/replaying the run/g, 'retrying the execution'],
  [/replay the run/g, 'retry the execution'],
  [/from Zapier/g, 'from here'],
  [/\bthis Zap\b/g, 'this workflow'],
  [/\bZaps?\b/g, 'workflow'],
  [/Zapier/g, 'n8n'],
  [/Reconnect the account with a valid key\./g, 'Enter a valid key in the credential.'],
  [/reconnect\b/g, 'save the credential again'],
  [/the connection\b/g, 'the credential'],
];
export const inWordsOfN8n = (text: string): string =>
  words.reduce((told, [pattern, word]) => told.replace(pattern, word), text);

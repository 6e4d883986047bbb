/** Ready-made requests that a person can choose in the client. */
import { fromJsonSchema, type McpServer } from '@modelcontextprotocol/server';

import { escaped, quoted } from './data.ts';
import { dataNotice } from './texts.ts';

interface PromptText {
  title: string;
  description: string;
  /** Argument -> its description. Optional ones end with "?". */
  args: Record<string, string>;
  steps: string[];
}

const careful =
  'Ask me whenever a value is missing or could mean two things; never make one up. Decisions are mine.';

const prompts: Record<string, PromptText> = {
  onboard_client: {
    title: 'Onboard a client',
    description: 'From the name of a company or a person to a case with a portal link.',
    args: {
      name: 'Name of the company or person',
      'country?': 'Country of the company',
      'reference?': 'ID of the deal in the CRM',
    },
    steps: [
      'Look a company up in the official registry of its country (search_companies).',
      'Show me the values of the case before you create it, then create it with its portal link (start_onboarding) under the reference, if there is one.',
      'Give me the portal link and a short letter to the client with it.',
    ],
  },
  missing_on_case: {
    title: 'What is missing on this case',
    description: 'Reads a case and lists what it still lacks.',
    args: { application_id: 'ID of the case' },
    steps: [
      'Read the case (find_case) and its persons (find_related_persons).',
      'List what is empty or contradicts itself: data of the client, owners whose shares do not add up, missing directors, documents.',
      'Say which data the client must provide, which data we can look up, and whether a new portal link is needed. Change nothing.',
    ],
  },
  import_list: {
    title: 'Import a list',
    description: 'Creates a case for each row of a list, after it was checked.',
    args: { list: 'The rows, with a line of column names, for example pasted from a spreadsheet' },
    steps: [
      'Say which column you use for which field of a case, and which rows are wrong and why. Wait for my answer.',
      'Create one case per row (start_onboarding with portal false), with the reference of the row as external_reference: a row that comes twice then gets one case.',
      'Stop after three failures in a row. At the end give me a table: reference, case, outcome.',
    ],
  },
};

type Values = Record<string, string>;

function adding([name, { title, description, args, steps }]: [string, PromptText]) {
  const entries = Object.entries(args).map(([key, about]) => [
    key.replace('?', ''),
    { type: 'string', description: about, ...(!key.endsWith('?') && { pattern: '\\S' }) },
  ]);
  const required = Object.keys(args).filter((key) => !key.endsWith('?'));
  const properties = Object.fromEntries(entries) as Record<string, object>;
  const argsSchema = fromJsonSchema<Values>({ type: 'object', properties, required });
  // A list makes up most of the request and may be long.
  const shown = (key: string, value: string) =>
    `${key}: ${key === 'list' ? escaped(JSON.stringify(value)) : quoted(value)}`;
  return (server: McpServer) =>
    server.registerPrompt(name, { title, description, argsSchema }, (values) => {
      const lines = Object.keys(properties).flatMap((key) =>
        values[key] ? shown(key, values[key]) : [],
      );
      const numbered = steps.map((step, index) => `${index + 1}. ${step}`);
      const text = [`${title}.`, ...numbered, careful, dataNotice, ...lines].join('\n');
      return { messages: [{ role: 'user', content: { type: 'text', text } }] };
    });
}

const all = Object.entries(prompts).map(adding);

export const addPrompts = (server: McpServer): void => all.forEach((add) => add(server));

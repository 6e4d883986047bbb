/** Ready-made requests a person can choose in their client. */
import type { McpServer } from '@modelcontextprotocol/server';

import { dataNotice, quoted } from './data.ts';
import { standard } from './standard.ts';

interface PromptText {
  title: string;
  description: string;
  /** Argument -> what it is; optional ones end with "?". */
  args: Record<string, string>;
  steps: string[];
}

const careful =
  'Ask me whenever a value is missing or could mean two things; never make one up. Decisions are mine.';

const prompts: Record<string, PromptText> = {
  onboard_business: {
    title: 'Onboard a business',
    description: 'From a company name to a case with a portal link.',
    args: {
      name: 'Name of the company',
      country: 'Country of its registry',
      'reference?': 'ID of the deal or client in the CRM',
    },
    steps: [
      'Look the company up in the official registry of its country (search_companies).',
      'If several are found, ask me which one is meant. If none is, say so.',
      'Show me the values of the case before you create it, then create it with its portal link (start_onboarding) under the reference, if there is one.',
      'Give me the portal link and a short letter to the client with it.',
    ],
  },
  onboard_person: {
    title: 'Onboard a person',
    description: 'From a name to a case with a portal link.',
    args: {
      last_name: 'Last name of the person',
      'first_name?': 'First name of the person',
      'email?': 'E-mail address of the person',
      'reference?': 'ID of the deal or client in the CRM',
    },
    steps: [
      'Show me the values of the case, with the person as its subject, before you create it.',
      'Create it with its portal link (start_onboarding) under the reference, if there is one.',
      'Give me the portal link and a short letter to the client with it.',
    ],
  },
  missing_on_case: {
    title: 'What is missing on this case',
    description: 'Reads a case and lists what it still lacks.',
    args: { application_id: 'ID of the case' },
    steps: [
      'Read the case (find_case), and its related parties (onboarding://cases/{application_id}/related-parties).',
      'List what is empty or contradicts itself: data of the client, owners whose shares do not add up, missing directors, documents.',
      'Say what the client must give, what we can look up, and whether a new portal link is needed. Change nothing.',
    ],
  },
  import_list: {
    title: 'Import a list',
    description: 'Creates a case for each row of a list, after it was checked.',
    args: { list: 'The rows, with a line of column names, for example pasted from a spreadsheet' },
    steps: [
      'Say which column you take for which field of a case, and which rows cannot be right and why. Wait for my answer.',
      'Create one case per row (create_case), with the reference of the row as external_reference: a row that comes twice then gets one case.',
      'Stop after three failures in a row. At the end give me a table: reference, case, outcome.',
    ],
  },
};

type Given = Record<string, string>;

const made = Object.entries(prompts).map(([name, { title, description, args, steps }]) => {
  const keys = Object.keys(args);
  const schema = {
    type: 'object',
    properties: Object.fromEntries(
      keys.map((key) => [key.replace('?', ''), { type: 'string', description: args[key]! }]),
    ),
    required: keys.filter((key) => !key.endsWith('?')),
  };
  const argsSchema = standard<Given>(schema, (given) =>
    schema.required
      .filter((key) => !(given as Given)[key]?.trim())
      .map((key) => `${key} is empty: ${args[key]}.`)
      .at(0),
  );
  const config = { title, description, argsSchema };
  return (server: McpServer) =>
    server.registerPrompt(name, config, (given) => {
      const values = Object.keys(schema.properties)
        .filter((key) => given[key])
        .map(
          (key) => `${key}: ${key === 'list' ? JSON.stringify(given[key]) : quoted(given[key])}`,
        );
      const numbered = steps.map((step, index) => `${index + 1}. ${step}`);
      const text = [`${title}.`, ...numbered, careful, dataNotice, ...values].join('\n');
      return { messages: [{ role: 'user', content: { type: 'text', text } }] };
    });
});

/** Registers the prompts. */
export const addPrompts = (server: McpServer): void => made.forEach((add) => add(server));

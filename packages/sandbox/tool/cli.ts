/** `compliance-sandbox`: start, listen, trigger, scenario, reset. */
import { readFileSync } from 'node:fs';

import packageJson from '../package.json' with { type: 'json' };
import { scenarioNames } from '../api/scenarios.ts';
import { eventNames } from '../domain/event-names.ts';
import { start } from '../start.ts';
import { ask } from './ask.ts';
import { readCommand, usage } from './command.ts';
import { readJson } from '../domain/account-file.ts';
import { fillWith, isSeedName, reading } from './fill.ts';
import { listen } from './listen.ts';

/** Prints the mistake and exits. */
function refuse(error: unknown): never {
  console.error((error as Error).message);
  process.exit(1);
}

function readArguments() {
  try {
    return readCommand(process.argv.slice(2));
  } catch (error) {
    return refuse(error);
  }
}
const { values, positionals } = readArguments();
const target = {
  url: (values.url ?? 'http://127.0.0.1:4010').replace(/\/$/, ''),
  apiKey: values.key ?? 'sandbox_key',
  password: values.password ?? process.env.SANDBOX_PASSWORD,
};

/** @throws Error that names the file. */
function read(file: string | undefined): unknown {
  if (file === undefined) return undefined;
  try {
    return readJson(readFileSync(file, 'utf8'));
  } catch (cause) {
    throw new Error(`${file} cannot be read: ${(cause as Error).message}`, { cause });
  }
}

/** @throws Error that lists the events, for an unknown one. */
function checkEvents(names: string[]): void {
  const unknown = names.find((name) => !eventNames.some((event) => event === name));
  if (unknown === undefined) return;
  throw new Error(`There is no event “${unknown}”. There are: ${eventNames.join(', ')}.`);
}

async function trigger(type: string | undefined): Promise<void> {
  if (!type) throw new Error(usage);
  checkEvents([type]);
  const cases = (await ask(target, 'GET', '/_sandbox/cases')) as { application_id: string }[];
  const application_id = values.case ?? cases[0]?.application_id;
  if (!application_id) throw new Error('There is no case yet. Create one, or start with --seed.');
  const sent = await ask(target, 'POST', '/_sandbox/events', { type, application_id });
  console.log((sent as { event_id: string }).event_id || `No webhook is registered for ${type}.`);
}

async function listenUntilEnded(): Promise<void> {
  if (!values['forward-to']) throw new Error(usage);
  const events = values.events?.split(',') ?? [];
  checkEvents(events);
  const end = await listen(target, values['forward-to'], events, console.log);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void end().finally(() => process.exit(0)));
  }
}

async function playScenario(name: string | undefined): Promise<void> {
  if (!name) throw new Error(`Which scenario? There are: ${scenarioNames.join(', ')}.`);
  const path = `/_sandbox/scenarios/${encodeURIComponent(name)}`;
  const played = (await ask(target, 'POST', path)) as Record<string, string>;
  console.log(`${played.title}: case ${played.application_id}`);
  console.log(`What the Zap should do: ${played.expected}`);
  console.log(`Follow it: ${played.follow}`);
}

const commands: Record<string, () => Promise<void>> = {
  start() {
    const seed = isSeedName(values.seed) ? values.seed : read(values.seed);
    const account = read(values.account);
    return start(
      () => values,
      {},
      ({ services, setUp }) => {
        if (account !== undefined) reading('account', () => setUp(account));
        // A stored folder has the seed from its first start.
        if (services.cases.newest('main') === undefined) fillWith(services, seed);
      },
    );
  },
  listen: listenUntilEnded,
  trigger: () => trigger(positionals[1]),
  scenario: () => playScenario(positionals[1]),
  async reset() {
    await ask(target, 'POST', '/_sandbox/reset');
  },
};

/** Texts that need no action. */
const text = values.version ? packageJson.version : values.help ? usage : undefined;
if (text) {
  console.log(text);
  process.exit();
}
try {
  const command = commands[positionals[0] ?? ''];
  if (!command) throw new Error(usage);
  await command();
} catch (error) {
  refuse(error);
}

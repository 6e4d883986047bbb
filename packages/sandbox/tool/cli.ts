/** `compliance-sandbox`: start, listen, trigger, reset. */
import { readFileSync } from 'node:fs';
import { parsed, startFlags } from '../options.ts';
import { start } from '../start.ts';
import { ask } from './ask.ts';
import { readJson } from '../domain/account-file.ts';
import { fillWith, isSeedName, taken } from './fill.ts';
import { listen } from './listen.ts';

const usage = `compliance-sandbox start [--memory] [--seed file.json|showcase|many] [--account file.json] [--allow-private]
compliance-sandbox listen --forward-to URL [--events name,name]
compliance-sandbox trigger EVENT [--case ID]
compliance-sandbox reset
All but start: [--url http://127.0.0.1:4010] [--key sandbox_key] [--password …, else SANDBOX_PASSWORD]`;

/** Says what is wrong, and ends. */
function refuse(error: unknown): never {
  console.error((error as Error).message);
  process.exit(1);
}

function given() {
  try {
    return parsed(
      {
        allowPositionals: true,
        options: {
          ...startFlags,
          seed: { type: 'string' },
          account: { type: 'string' },
          'forward-to': { type: 'string' },
          events: { type: 'string' },
          case: { type: 'string' },
          url: { type: 'string', default: 'http://127.0.0.1:4010' },
          key: { type: 'string', default: 'sandbox_key' },
          password: { type: 'string', default: process.env.SANDBOX_PASSWORD },
        },
      },
      `\n${usage}`,
    );
  } catch (error) {
    return refuse(error);
  }
}
const { values, positionals } = given();
const at = { url: values.url, apiKey: values.key, password: values.password };

/** @throws Error that names the file. */
function read(file: string | undefined): unknown {
  if (file === undefined) return undefined;
  try {
    return readJson(readFileSync(file, 'utf8'));
  } catch (cause) {
    throw new Error(`${file} cannot be read: ${(cause as Error).message}`, { cause });
  }
}

async function trigger(type: string | undefined): Promise<void> {
  if (!type) throw new Error(usage);
  const cases = (await ask(at, 'GET', '/_sandbox/cases')) as { application_id: string }[];
  const application_id = values.case ?? cases[0]?.application_id;
  if (!application_id) throw new Error('There is no case yet: make one, or start with --seed.');
  const sent = await ask(at, 'POST', '/_sandbox/events', { type, application_id });
  console.log((sent as { event_id: string }).event_id || `Nobody is registered for ${type}.`);
}

async function listenUntilEnded(): Promise<void> {
  if (!values['forward-to']) throw new Error(usage);
  const events = values.events?.split(',') ?? [];
  const end = await listen(at, values['forward-to'], events, console.log);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void end().finally(() => process.exit(0)));
  }
}

const commands: Record<string, () => Promise<void>> = {
  start() {
    const seed = isSeedName(values.seed) ? values.seed : read(values.seed);
    const account = read(values.account);
    return start(
      () => values,
      {},
      ({ services, setUp }) => {
        if (account !== undefined) taken('account', () => setUp(account));
        // A folder that is kept has the seed from its first start.
        if (services.cases.newest('main') === undefined) fillWith(services, seed);
      },
    );
  },
  listen: listenUntilEnded,
  trigger: () => trigger(positionals[1]),
  async reset() {
    await ask(at, 'POST', '/_sandbox/reset');
  },
};

try {
  const command = commands[positionals[0] ?? ''];
  if (!command) throw new Error(usage);
  await command();
} catch (error) {
  refuse(error);
}

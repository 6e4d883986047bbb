/** The arguments of `compliance-sandbox`. */
import { scenarioNames } from '../api/scenarios.ts';
import { eventNames } from '../domain/event-names.ts';
import { parsed, startFlags } from '../options.ts';

export const usage = `compliance-sandbox start [--memory] [--seed file.json|showcase|many] [--account file.json] [--allow-private]
compliance-sandbox listen --forward-to URL [--events name,name]
compliance-sandbox trigger EVENT [--case ID]
compliance-sandbox scenario NAME
compliance-sandbox reset
compliance-sandbox --help | --version
All but start: [--url http://127.0.0.1:4010] [--key sandbox_key] [--password …, else SANDBOX_PASSWORD]
Events: ${eventNames.join(', ')}
Scenarios: ${scenarioNames.join(', ')}`;

const parseCommand = (args: string[]) =>
  parsed(
    {
      args,
      allowPositionals: true,
      options: {
        ...startFlags,
        seed: { type: 'string' },
        account: { type: 'string' },
        'forward-to': { type: 'string' },
        events: { type: 'string' },
        case: { type: 'string' },
        url: { type: 'string' },
        key: { type: 'string' },
        password: { type: 'string' },
        help: { type: 'boolean', short: 'h' },
        version: { type: 'boolean', short: 'v' },
      },
    },
    `\n${usage}`,
  );

const place = ['url', 'key', 'password'];
/** The options of each command, and its number of words. */
const commandOptions: Record<string, [options: string[], words: number]> = {
  start: [[...Object.keys(startFlags), 'seed', 'account'], 0],
  listen: [['forward-to', 'events', ...place], 0],
  trigger: [['case', ...place], 1],
  scenario: [place, 1],
  reset: [place, 0],
};

/**
 * The options and words of the person.
 * @throws Error that names an invalid one, or one that the command would ignore.
 */
export function readCommand(args: string[]) {
  const entered = parseCommand(args);
  const { values, positionals } = entered;
  const [command = '', ...more] = positionals;
  const expected = commandOptions[command];
  if (!expected || values.help || values.version) return entered;
  const [options, words] = expected;
  const option = Object.keys(values).find((name) => !options.includes(name));
  const word = more[words];
  const stray = option === undefined ? word !== undefined && `“${word}”` : `--${option}`;
  if (stray) throw new Error(`${command} takes no ${stray}.\n${usage}`);
  return entered;
}

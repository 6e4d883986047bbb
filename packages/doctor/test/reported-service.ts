/**
 * A service as a report describes it: it answers with the status, keys and types of the report. The
 * values are those that were sent, or made up.
 */
import { keyOf, shapeOf, valuesOf, type Probe, type Report, type Shape } from '../report.ts';
import { startStandIn, type Answer, type Asked } from '../../../test/support/stand-in.ts';

const apiKey = 'reported-key';

/** A value of a type. */
const made: Record<string, (content: number) => unknown> = {
  null: () => null,
  boolean: () => false,
  number: () => 1,
  string: (content) => `text ${content}`,
  date: () => '2000-01-01',
  'date-time': () => new Date().toISOString(),
  uri: () => 'https://www.example.com/',
};

const namesIn = (text: string): string[] =>
  [...text.matchAll(/\{([\w.]+)\}/g)].map(([, name]) => name!);

/** What `{name}` stands for: parameters and addresses, then what requests send. */
function openValues(parameters: string[], addresses: Record<string, string>) {
  const fixed = new Map(parameters.map((name) => [name, `the-${name}`]));
  const values = new Map<string, unknown>([...fixed, ...Object.entries(addresses)]);

  const filled = (text: string) =>
    text.replace(/\{([\w.]+)\}/g, (_, name: string) => String(values.get(name) ?? name));
  /** The value of a name, or what was sent beside it under the key that shows it. */
  function valueOf(name: string, key: string): unknown {
    const beside = name.replace(/[^.]+(\.\d+)?$/, key);
    return values.get(name) ?? values.get(beside) ?? values.get(`${beside}.0`);
  }
  /** False for an entry of a list of which nothing was sent. */
  function isThere(entry: Shape, key: string): boolean {
    const sent = valuesOf(entry).flatMap(([place, leaf]) =>
      namesIn(leaf as string)
        .filter((name) => !fixed.has(name))
        .map((name) => valueOf(name, keyOf(place) || key)),
    );
    return !sent.length || sent.some((value) => value !== undefined);
  }
  /** The body of an answer. */
  function fill(shape: Shape, content: number, key = ''): unknown {
    if (Array.isArray(shape)) {
      const entries = shape.filter((entry) => isThere(entry, key));
      return entries.map((entry) => fill(entry, content, key));
    }
    if (typeof shape === 'object') {
      const entries = Object.entries(shape);
      return Object.fromEntries(
        entries.map(([name, one]) => [filled(name), fill(one, content, name)]),
      );
    }
    if (Object.hasOwn(made, shape)) return made[shape]!(content);
    const [, name] = /^\{([\w.]+)\}$/.exec(shape) ?? [];
    return name === undefined ? filled(shape) : (valueOf(name, key) ?? null);
  }
  return {
    filled,
    fill,
    learn: (body: unknown) => valuesOf(body).forEach(([place, value]) => values.set(place, value)),
  };
}

const isGood = ({ status }: Probe) => status >= 200 && status < 300;
const isWrite = (probe: Probe) => probe.method !== 'GET' && isGood(probe);
const placesIn = (body: unknown) => JSON.stringify(valuesOf(body).map(([place]) => place));

/** The probes, of which each request takes the next one that fits. */
function openProbes(probes: Probe[], filled: (text: string) => string) {
  const headers = [...new Set(probes.flatMap(({ header }) => header ?? []))];
  const answered = new Set<Probe>();
  let latestWrite = -1;

  const isSent = (header: string, asked: Asked) => {
    const [name, value] = header.replace('[key]', apiKey).split(': ');
    return asked.headers[name!.toLowerCase()] === value;
  };
  const isSameCall = (probe: Probe, asked: Asked, base: string) =>
    probe.method === asked.method &&
    filled(probe.path.replace(/^\//, '{base_url}/')) === base + asked.path &&
    probe.header === headers.find((header) => isSent(header, asked));

  /**
   * The next probe of this call, preferably with these fields, as the service was after the latest
   * write. The last one may be repeated.
   */
  return function next(asked: Asked, base: string): Probe | undefined {
    const calls = probes.filter((probe) => isSameCall(probe, asked, base));
    const fields = placesIn(asked.body === undefined ? undefined : shapeOf(asked.body));
    const same = calls.filter(({ sent }) => placesIn(sent) === fields);
    const fitting = [same, calls.filter(isGood), calls].find((some) => some.length) ?? [];
    const nextWrite = probes.findIndex((probe, index) => index > latestWrite && isWrite(probe));
    const past = fitting.filter((probe) => nextWrite < 0 || probes.indexOf(probe) <= nextWrite);
    const probe = past.find((one) => !answered.has(one)) ?? past.at(-1) ?? fitting[0];
    if (!probe) return undefined;
    answered.add(probe);
    if (isWrite(probe)) latestWrite = probes.indexOf(probe);
    return probe;
  };
}

/** Starts it. The portals have a host of their own if they have one in the report. */
export async function startReported({ dialect, probes }: Report) {
  const [service, portals] = await Promise.all([startStandIn(), startStandIn()]);
  const parameters = probes.flatMap(({ path }) => namesIn(path));
  const addresses = { base_url: service.url, portal_address: portals.url };
  const { filled, fill, learn } = openValues(parameters, addresses);
  const next = openProbes(probes, filled);

  function answerAt(base: string, asked: Asked): Answer {
    const probe = next(asked, base);
    if (!probe) return [404, { detail: 'The report does not have this call.' }];
    if (asked.body !== undefined) learn(asked.body);
    const { status, answer, content } = probe;
    if (status === 0) return 'cut';
    if (answer === 'page') return [status, `<p>Page ${content}</p>`];
    if (answer === 'text') return [status, `Text ${content}`];
    return [status, answer === undefined ? undefined : fill(answer, content)];
  }
  service.serve({ '.*': (asked) => answerAt(service.url, asked) });
  portals.serve({ '.*': (asked) => answerAt(portals.url, asked) });
  const isElsewhere = probes.some(({ path }) => path.startsWith('{portal_address}'));
  return {
    url: service.url,
    key: apiKey,
    dialect: Object.entries(addresses).reduce(
      (text, [name, address]) => text.replaceAll(`{${name}}`, address),
      JSON.stringify(dialect),
    ),
    portalAddress: isElsewhere ? portals.url : undefined,
    close() {
      service.close();
      portals.close();
    },
  };
}

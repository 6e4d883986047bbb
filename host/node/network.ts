/**
 * Connections for requests. They are reused, and on Zapier they reach no internal address, because
 * an admin may enter any address. On a developer's computer the sandbox has an internal address, so
 * the guard is off.
 */
import type { LookupAddress, LookupOptions } from 'node:dns';
import type { Agent, ClientRequest } from 'node:http';
import ipaddr from 'ipaddr.js';

const isPublic = (address: string): boolean => ipaddr.process(address).range() === 'unicast';

/** The error for an address that apps must not reach. */
const refused = (host: string) =>
  Object.assign(new Error(`${host} is not a public address`), { code: 'ENOTPUBLIC' });

type Found = (error: Error | null, address?: string | LookupAddress[], family?: number) => void;

/** Resolves a name and refuses it if any of its addresses is internal. */
function publicLookup(host: string, options: LookupOptions, done: Found): void {
  const { lookup } = process.getBuiltinModule('node:dns');
  lookup(host, { ...options, all: true }, (error, found) => {
    if (error) return done(error);
    if (!found.every(({ address }) => isPublic(address))) return done(refused(host));
    if (options.all) return done(null, found);
    done(null, found[0]!.address, found[0]!.family);
  });
}

/** Node hands each request to this method; packages that replace agents override it too. */
type Requested = Agent & { addRequest(request: ClientRequest, ...more: unknown[]): void };

/** Callbacks for a request. */
interface Watch {
  /** Called when the request is sent. */
  onSent?: (request: ClientRequest) => void;
  /** Called when the answer ends too early. fetch reports nothing and waits. */
  onCut: () => void;
  /** Refuses internal addresses outside Zapier, too. */
  isGuarded?: boolean;
}

/** An agent that watches one request. */
function watched(agent: Agent, { onSent, onCut }: Watch): Agent {
  const { addRequest } = agent as Requested;
  return Object.create(agent, {
    addRequest: {
      value(request: ClientRequest, ...more: unknown[]) {
        onSent?.(request);
        request.once('response', (response) =>
          response.once('close', () => {
            if (!response.complete) onCut();
          }),
        );
        addRequest.call(agent, request, ...more);
      },
    },
  }) as Agent;
}

/**
 * Milliseconds a connection rests until its next request. Servers keep one for two seconds or more,
 * so none closes it while a request that cannot be repeated is on its way.
 */
const rest = 1000;
/** The agents with their connections, and when one was last free (milliseconds of the clock). */
const agents = new Map<string, { agent: Agent; freed: number }>();

/** The agent that keeps connections of this kind. */
function pooled(protocol: string | null, guarded: boolean): Agent {
  const name = `${protocol} ${guarded}`;
  const existing = agents.get(name);
  // Zapier may freeze the process between two steps, and the timers that close connections freeze
  // too.
  if (existing && Date.now() - existing.freed < rest) return existing.agent;
  // An import at the top would add 17 ms and 7 MB to each start.
  const { Agent } = process.getBuiltinModule(protocol === 'http:' ? 'node:http' : 'node:https');
  const agent = new Agent({
    ...(guarded && { lookup: publicLookup as never }),
    keepAlive: true,
    timeout: rest,
  });
  const entry = { agent, freed: Date.now() };
  agent.on('free', () => (entry.freed = Date.now()));
  agents.set(name, entry);
  return agent;
}

/**
 * The `agent` option of a request. Node calls it for each redirect, too. A reused connection saves
 * the round trips of a new one.
 */
export function agentFor(watch: Watch) {
  // Zapier's runtime is AWS Lambda.
  const guarded = watch.isGuarded || process.env.AWS_LAMBDA_FUNCTION_NAME !== undefined;
  return ({ protocol, hostname }: { protocol: string | null; hostname: string | null }): Agent => {
    // An IP address needs no lookup, so it is checked here; the URL parser has normalised its
    // notation.
    const host = (hostname ?? '').replace(/^\[|\]$/g, '');
    if (guarded && ipaddr.isValid(host) && !isPublic(host)) throw refused(host);
    return watched(pooled(protocol, guarded), watch);
  };
}

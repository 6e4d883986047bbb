/**
 * The connections of requests: kept for the next one, and none into our own house. On Zapier the
 * app must not reach the machine it runs on, whatever address an admin maps. On a developer's
 * computer the sandbox lives there, so all is allowed.
 */
import type { LookupAddress, LookupOptions } from 'node:dns';
import type { Agent, ClientRequest } from 'node:http';
import ipaddr from 'ipaddr.js';

import type { Installation } from '../client/settings.ts';

/** True inside Zapier's runtime (AWS Lambda). */
const isOnZapier = () => process.env.AWS_LAMBDA_FUNCTION_NAME !== undefined;

type Network = Pick<Installation, 'privateNetwork'>;

const isPublic = (address: string, { privateNetwork }: Network): boolean => {
  const range = ipaddr.process(address).range();
  const isPrivate = range === 'private' || range === 'uniqueLocal';
  return range === 'unicast' || (isPrivate && privateNetwork === 'allow');
};

/** The error of a connection to an address that is not for apps; `code` tells it apart. */
const refused = (host: string) =>
  Object.assign(new Error(`${host} is not a public address`), { code: 'ENOTPUBLIC' });

type Found = (error: Error | null, address?: string | LookupAddress[], family?: number) => void;

/** Resolves a name, and refuses it when any of its addresses is inside. */
const publicLookup =
  (network: Network) =>
  (host: string, options: LookupOptions, done: Found): void => {
    const { lookup } = process.getBuiltinModule('node:dns');
    lookup(host, { ...options, all: true }, (error, found) => {
      if (error) return done(error);
      if (!found.every(({ address }) => isPublic(address, network))) return done(refused(host));
      if (options.all) return done(null, found);
      done(null, found[0]!.address, found[0]!.family);
    });
  };

/** The part of an agent that Node hands each request to; the packages that replace agents use it as well. */
type Requested = Agent & { addRequest(request: ClientRequest, ...more: unknown[]): void };

/** What is heard of a request. */
interface Watch {
  /** It is on its way. */
  onSent?: (request: ClientRequest) => void;
  /** Its answer ended before its announced end: fetch says nothing then, and waits for the rest. */
  onCut: () => void;
}

/** The agent for one request. */
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
 * so that none closes it while a request that cannot be repeated is on its way.
 */
const rest = 1000;
/** The agents with their connections, and when one was last free (milliseconds of the clock). */
const agents = new Map<string, { agent: Agent; freed: number }>();

/** The agent that keeps connections of this kind. */
function pooled(protocol: string | null, guard?: Network): Agent {
  const name = `${protocol} ${guard?.privateNetwork}`;
  const existing = agents.get(name);
  // Between two steps Zapier may freeze the process, and with it the timers that close connections.
  if (existing && Date.now() - existing.freed < rest) return existing.agent;
  // Imported at the top, these modules would cost 17 ms and 7 MB of each start.
  const { Agent } = process.getBuiltinModule(protocol === 'http:' ? 'node:http' : 'node:https');
  const agent = new Agent({
    ...(guard && { lookup: publicLookup(guard) as never }),
    keepAlive: true,
    timeout: rest,
  });
  const entry = { agent, freed: Date.now() };
  agent.on('free', () => (entry.freed = Date.now()));
  agents.set(name, entry);
  return agent;
}

/**
 * The `agent` of a request, asked for each address it is redirected to. A connection is kept for
 * the next request, which saves the round trips of opening one. Elsewhere than on Zapier, whoever
 * sends the request may ask for the same guard (`guarded`).
 */
export function agentFor({ installation, ...watch }: Watch & { installation: Network }) {
  return (
    { protocol, hostname }: { protocol: string | null; hostname: string | null },
    guarded = isOnZapier(),
  ): Agent => {
    // Addresses are not looked up; the URL parser has brought odd notations to their plain form.
    const host = (hostname ?? '').replace(/^\[|\]$/g, '');
    if (guarded && ipaddr.isValid(host) && !isPublic(host, installation)) throw refused(host);
    return watched(pooled(protocol, guarded ? installation : undefined), watch);
  };
}

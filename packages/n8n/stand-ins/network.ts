/** In the place of client/network.ts: n8n's HTTP helper opens the connections, and guards them. */
export const agentFor = (): undefined => undefined;

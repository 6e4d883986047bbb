/** The server with a sandbox: all tools are on, and no account is needed. */
import type { Hono } from 'hono';

import { httpServer } from './http.ts';
import { levels } from './levels.ts';
import { fileRules } from './options.ts';
import { serverFactory } from './server.ts';

const apps = new Map<string, Hono>();

/** Answers a request at the mounted path. */
export async function serveMock(
  request: Request,
  sandbox: { url: string; apiKey: string; isShared: boolean },
) {
  const name = JSON.stringify(sandbox);
  let app = apps.get(name);
  if (!app) {
    const { url, apiKey, isShared } = sandbox;
    const authData = { base_url: url, api_key: apiKey };
    const settings = { authData, allowed: new Set(levels), files: fileRules(url, isShared) };
    app = httpServer(serverFactory(settings)).app;
    apps.set(name, app);
  }
  return app.fetch(request);
}

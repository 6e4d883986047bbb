/**
 * A stand-in for the one public service with this interface. It follows the public information
 * about that service, then the specification, and uses nothing of the connector or the sandbox. It
 * checks requests as strictly as that service's framework. Each difference between services is an
 * argument, with the known service's choice as default.
 */
import type { Service } from '../support/journey.ts';
import { defaults, stateOf, type Choices } from './choices.ts';
import { routesOf, type Route } from './routes.ts';
import {
  emit,
  find,
  makePortal,
  newId,
  newState,
  Refusal,
  viewOf,
  type Item,
  type State,
} from './state.ts';
import { startStandIn, type Asked, type Reply } from '../support/stand-in.ts';

const theKey = 'ond_live_9f31c7';

function isKey({ choices }: State, { headers }: Asked): boolean {
  if (choices.key === 'X-Api-Key') return headers['x-api-key'] === theKey;
  const expected = choices.key === 'raw' ? theKey : `${choices.key} ${theKey}`;
  return headers.authorization === expected;
}

/** An answer of the API: status and JSON. */
async function answer(state: State, routes: Route[], received: Asked): Promise<Reply> {
  try {
    if (!isKey(state, received)) throw new Refusal(401, 'Invalid authentication credentials');
    const path = received.path.replace(/\?(?!q=).*$/, '');
    const there = routes.filter(([, pattern]) => pattern.test(path));
    if (!there.length) throw new Refusal(404, 'Not Found');
    const route = there.find(([method]) => method === received.method);
    if (!route) throw new Refusal(405, 'Method Not Allowed');
    const [, pattern, work] = route;
    const parts = pattern.exec(path)!.slice(1).map(decodeURIComponent);
    const result = await work(state, received, ...parts);
    const { envelope } = state.choices;
    return [200, envelope === 'bare' ? result : { [envelope]: result }];
  } catch (problem) {
    if (!(problem instanceof Refusal)) throw problem;
    return [problem.status, { detail: problem.detail }];
  }
}

const page = (text: string) =>
  `<!doctype html><html><body><div id="root">${text}</div></body></html>`;

function portalPage({ portals, choices }: State, path: string): Reply {
  const isPortal = path.startsWith(choices.portalPath);
  const portal = isPortal ? portals.get(path.slice(choices.portalPath.length)) : undefined;
  return portal
    ? [200, page(`Portal of ${portal.application_id ?? 'a new case'}`)]
    : [404, page('Not found')];
}

const isApi = ({ choices }: State, path: string) =>
  path.startsWith('/api/') ||
  (choices.decisions === 'as written' && /^\/applications\/[^/]+\/decisions$/.test(path));

/** The portal behind a link that the client got. @throws for an unknown link. */
async function open({ portals }: State, link: string) {
  const opened = await fetch(link);
  const portal = portals.get(link.split('/').at(-1)!);
  const isPortal = opened.ok && (await opened.text()).includes('Portal of ');
  if (!isPortal || !portal) throw new Error(`${link} is no portal.`);
  return portal;
}

/** The client fills in the portal and submits it. @returns the address of its redirect. */
async function submit(state: State, link: string): Promise<string | undefined> {
  const portal = await open(state, link);
  portal.application_id ??= newId(state, 'app');
  const id = portal.application_id;
  const one: Item = state.cases.get(id) ?? {
    id,
    business: { organization_name: 'Filled in Ltd' },
    persons: [],
    businesses: [],
    custom_fields: portal.custom_fields ?? {},
    status_review: stateOf(state.choices, 'pending'),
  };
  Object.assign(one, { is_draft: false, status_execution: stateOf(state.choices, 'done') });
  state.cases.set(id, one);
  await emit(state, 'application.submitted', one);
  const { redirect_url, configuration } = portal.asked ?? {};
  return redirect_url ?? configuration?.redirect_url;
}

/** The contents of a document's files. */
function contents({ documents, files }: State, id: string): string[] {
  const { document_files, file_id } = documents.get(id)!;
  const ids: string[] = document_files?.map((file: Item) => file.file_id) ?? [file_id];
  return ids.map((file) => files.get(file)!);
}

/** The staff ask the client for more, which opens the portal again. */
async function requestInformation(state: State, application_id: string): Promise<void> {
  const one = find(state, application_id);
  if (!viewOf(state, one).portals) makePortal(state, { application_id });
  await emit(state, 'collect.opened', one);
}

/** Starts it on free ports: the application with its API, and the host of the portals. */
export async function startKnownService(different: Partial<Choices> = {}) {
  const choices: Choices = { ...defaults, ...different };
  const state = newState(choices);
  const routes = routesOf(choices);
  const [app, collect] = await Promise.all([startStandIn(), startStandIn()]);
  app.serve({
    '.*': (asked) => {
      if (isApi(state, asked.path)) return answer(state, routes, asked);
      // Every path outside the API belongs to the web application.
      const isPortal = choices.portalHost === 'same' && asked.path.startsWith(choices.portalPath);
      return isPortal ? portalPage(state, asked.path) : [200, page('Application')];
    },
  });
  collect.serve({ '.*': ({ path }) => portalPage(state, path) });
  state.portalHost = choices.portalHost === 'own' ? collect.url : app.url;
  const service: Service = {
    choices,
    stored: (id) => state.cases.get(id)!,
    contents: (id) => contents(state, id),
    caseBehind: async (link) => (await open(state, link)).application_id,
    submit: (link) => submit(state, link),
    requestInformation: (id) => requestInformation(state, id),
    enterWebhook(url) {
      const id = newId(state, 'hook');
      state.webhooks.set(id, { url });
      return () => state.webhooks.delete(id);
    },
  };
  return {
    ...state,
    ...service,
    url: app.url,
    key: theKey,
    requests: app.requests,
    /** The items that the portal behind a link asks for. */
    askedBehind: async (link: string) => (await open(state, link)).asked,
    close() {
      app.close();
      collect.close();
    },
  };
}

export type KnownService = Awaited<ReturnType<typeof startKnownService>>;

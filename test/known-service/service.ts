/**
 * A stand-in for the one public service with this interface. It follows the public information
 * about that service, then the specification, and uses nothing of the connector or the sandbox. It
 * checks requests as strictly as that service's framework. Each difference between services is a
 * choice, with the known service's choice as default; and a test may set single answers in place of
 * the service's own.
 */
import type { Service } from '../support/journey.ts';
import { answerJson, listen } from '../../zapier/local/listen.ts';
import { openPace } from '../../zapier/local/pace.ts';
import {
  answerOf,
  answersIn,
  jsonIn,
  lineOf,
  routesIn,
  type Answer,
  type Asked,
  type Exchange,
  type Reply,
  type Routes,
} from './answers.ts';
import { defaults, lenient, type Choices } from './choices.ts';
import { filesOf, openData, openApi, theKey, type Data, type Item } from './endpoints.ts';

/** Its client and its staff. */
function openPeople(
  choices: Choices,
  opened: Data,
): Service & { askedBehind(link: string): Promise<Item | undefined> } {
  const { data, newId, state, find, portalOf, makePortal, emit } = opened;
  /** The portal behind a link that the client got. @throws for an unknown link. */
  const open = async (link: string) => {
    const shown = await fetch(link);
    const portal = data.portals.get(link.split('/').at(-1)!);
    const isPortal = shown.ok && (await shown.text()).includes('Portal of ');
    if (!isPortal || !portal) throw new Error(`${link} is no portal.`);
    return portal;
  };
  return {
    choices,
    stored: (id) => data.cases.get(id)!,
    contents: (id) => filesOf(data.documents.get(id)!).map((file) => data.files.get(file)!),
    caseBehind: async (link) => (await open(link)).application_id,
    /** The items that the portal behind a link asks for. */
    askedBehind: async (link: string) => (await open(link)).asked,
    async submit(link) {
      const portal = await open(link);
      const id = (portal.application_id ??= newId('app'));
      const one: Item = data.cases.get(id) ?? {
        id,
        business: { organization_name: 'Filled in Ltd' },
        persons: [],
        businesses: [],
        custom_fields: portal.custom_fields ?? {},
        status_review: state('pending'),
      };
      data.cases.set(id, Object.assign(one, { is_draft: false, status_execution: state('done') }));
      await emit('application.submitted', one);
      const { redirect_url, configuration } = portal.asked ?? {};
      return redirect_url ?? configuration?.redirect_url;
    },
    async requestInformation(application_id) {
      const one = find(application_id);
      if (!portalOf(application_id)) makePortal({ application_id });
      await emit('collect.opened', one);
    },
    enterWebhook(url) {
      const id = newId('hook');
      data.webhooks.set(id, { url });
      return () => data.webhooks.delete(id);
    },
  };
}

const page = (text: string) =>
  `<!doctype html><html><body><div id="root">${text}</div></body></html>`;

/** The pages of its portals, and the answers of its application: the API, and pages. */
function openSites(choices: Choices, opened: Data) {
  const api = openApi(choices, opened);
  const portalPage = ({ path }: Asked): Reply => {
    const isPortal = path.startsWith(choices.portalPath);
    const portal = isPortal && opened.data.portals.get(path.slice(choices.portalPath.length));
    if (!portal) return [404, page('Not found')];
    return [200, page(`Portal of ${portal.application_id ?? 'a new case'}`)];
  };
  const isAsWritten = choices.decisions === 'as written';
  const paths = isAsWritten ? /^\/(api\/|applications\/[^/]+\/decisions$)/ : /^\/api\//;
  const own = (asked: Asked): Reply | Promise<Reply> => {
    if (paths.test(asked.path)) return api(asked);
    const isPortal = choices.portalHost === 'same' && asked.path.startsWith(choices.portalPath);
    return isPortal ? portalPage(asked) : [200, page('Application')];
  };
  return { own, portalPage };
}

/** Requests for forms: a tool sends them once, and they are not part of a step. */
const definitions = ['/api/custom_fields', '/api/expected_documents_configuration'];

/** What a test sets on it, and sees of it. @param own the service's own answer. */
function openAnswers(own: (asked: Asked) => Reply | Promise<Reply>) {
  const requests: Asked[] = [];
  const failures: { line: RegExp; status: number }[] = [];
  let isStep: (path: string) => boolean;
  let setAnswer: (asked: Asked) => ReturnType<typeof answerOf>;
  /** Sets answers in place of its own, and forgets the requests; then it records those of a step. */
  function set(answers: typeof setAnswer, isOfStep: typeof isStep = () => true): void {
    requests.length = 0;
    [setAnswer, isStep] = [answers, isOfStep];
  }
  set(() => undefined);
  return {
    /** The service's own answer. */
    own,
    requests,
    /** The requests as "METHOD /path". */
    lines: () => requests.map(({ method, path }) => `${method} ${path}`),
    /** Sets answers in place of its own, and forgets the requests. */
    serve(table: Routes) {
      const routes = routesIn(table);
      set((asked) => answerOf(routes, asked));
    },
    /**
     * Sets the answers of an example, and forgets the requests. From now on, requests for forms are
     * not recorded.
     */
    follow: (exchanges: Exchange[]) =>
      set(answersIn(exchanges), (path) => !definitions.includes(path)),
    /** The next request that matches "METHOD /path" gets this status. */
    fail: (line: RegExp, status: number) => void failures.push({ line, status }),
    clear() {
      set(() => undefined);
      failures.length = 0;
    },
    async answer(asked: Asked): Promise<Answer> {
      if (isStep(asked.path)) requests.push(asked);
      const index = failures.findIndex(({ line }) => line.test(lineOf(asked)));
      if (index >= 0) return [failures.splice(index, 1)[0]!.status, {}];
      return (await setAnswer(asked)) ?? own(asked);
    },
  };
}

/** Opens it in this process. */
export function openService(different: Partial<Choices> = {}) {
  const choices: Choices = { ...defaults, ...different };
  const opened = openData(choices);
  const { own, portalPage } = openSites(choices, opened);
  const answers = openAnswers(own);
  return {
    ...opened.data,
    ...openPeople(choices, opened),
    ...answers,
    key: theKey,
    setPortalHost: opened.setPortalHost,
    portalPage,
    /** A case that is there already. */
    add: (id: string, values: Item = {}) =>
      void opened.data.cases.set(id, { id, persons: [], businesses: [], ...values }),
    /** Forgets everything, and counts its IDs from one again. */
    clear() {
      opened.forget();
      answers.clear();
    },
  };
}

/** Starts it on free ports: the application with its API, and the host of the portals. */
export async function startService(different: Partial<Choices> = {}) {
  const service = openService(different);
  const { due, ...pace } = openPace();
  const door = (answerTo: (asked: Asked) => Answer | Promise<Answer>) =>
    listen(async (received, response) => {
      const headers = received.headers as Record<string, string>;
      const body = jsonIn(received.content);
      const answer = await answerTo({ ...received, headers, body, parts: [] });
      await due();
      if (answer === 'none') return response;
      if (answer === 'cut') return response.destroy();
      if (answer === 'half') {
        response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
        return response.write('{"application_id": "app_', () => response.destroy());
      }
      const [status, said, more] = answer;
      if (typeof said !== 'string') return answerJson(response, status, said, more);
      return response.writeHead(status, { 'content-type': 'text/html', ...more }).end(said);
    });
  const isApart = service.choices.portalHost === 'own';
  const [app, collect] = await Promise.all([
    door(service.answer),
    isApart ? door(service.portalPage) : undefined,
  ]);
  const portalHost = (collect ?? app).url;
  service.setPortalHost(portalHost);
  return {
    ...service,
    ...pace,
    clear() {
      pace.release();
      service.clear();
    },
    url: app.url,
    portalHost,
    close() {
      app.close();
      collect?.close();
    },
  };
}
export type StartedService = Awaited<ReturnType<typeof startService>>;

/** Starts one that takes everything, with the answers of an example. */
export async function recording(exchanges: Exchange[]) {
  const service = await startService(lenient);
  service.follow(exchanges);
  return service;
}

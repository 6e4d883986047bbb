/** The data of the stand-in of the known service, and their form in its answers. */
import { bodiesOf } from './bodies.ts';
import { type Choices } from './choices.ts';

export type Item = Record<string, any>;

/** A failing answer; `detail` in the framework's words. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly detail: unknown,
  ) {
    super(String(detail));
  }
}

interface Portal {
  id: string;
  /** Without a case, the client's submission makes one. */
  application_id?: string;
  custom_fields?: unknown;
  /** The items that the portal asks for, and its design. */
  asked?: Item;
}

export const newState = (choices: Choices) => ({
  choices,
  bodies: bodiesOf(choices),
  cases: new Map<string, Item>(),
  files: new Map<string, string>(),
  documents: new Map<string, Item>(),
  /** Portals by token. */
  portals: new Map<string, Portal>(),
  webhooks: new Map<string, { url: string; events?: string[] }>(),
  /** Data that arrive in a case later, and the number of reads until then. */
  arrivals: new Map<string, { looks: number; arrive: () => void }>(),
  count: 0,
  /** The address of the portals. */
  portalHost: '',
});
export type State = ReturnType<typeof newState>;

export const newId = (state: State, thing: string) =>
  `${thing}-${(++state.count).toString(16).padStart(6, '0')}`;

/** The thing with its ID as the service names it: `id`, or `<thing>_id`. */
export const named = ({ choices }: State, thing: string, { id, ...rest }: Item): Item => ({
  [choices.ids === 'id' ? 'id' : `${thing}_id`]: id,
  ...rest,
});

/** @throws Refusal for a missing case. */
export function find({ cases }: State, id: string): Item {
  const one = cases.get(id);
  if (!one) throw new Refusal(404, 'Application not found');
  return one;
}

const linkTo = ({ choices, portalHost }: State, token: string): string =>
  choices.link === 'url' ? `${portalHost}${choices.portalPath}${token}` : token;

const portalOf = ({ portals }: State, application_id: string) =>
  [...portals].find(([, portal]) => portal.application_id === application_id);

/** The case in answers. */
export function viewOf(state: State, one: Item): Item {
  const [token] = portalOf(state, one.id as string) ?? [];
  return named(state, 'application', {
    ...one,
    persons: one.persons.map((person: Item) => named(state, 'person', person)),
    businesses: one.businesses.map((business: Item) => named(state, 'business', business)),
    portals: token ? { link: linkTo(state, token) } : null,
  });
}

/** Makes a portal for a case or for a new one. */
export function makePortal(state: State, portal: Omit<Portal, 'id'>): Item {
  const token = `${newId(state, 'tok')}${crypto.randomUUID().slice(0, 8)}`;
  const id = newId(state, 'prt');
  const { application_id } = portal;
  state.portals.set(token, { id, ...portal });
  return named(state, 'portal', {
    id,
    link: linkTo(state, token),
    ...(application_id && { application_id }),
  });
}

/**
 * The portal of a case. For an existing portal, the service's choice decides: reopening asks again.
 */
export function casePortal(state: State, application_id: string, asked: Item): Item {
  find(state, application_id);
  const [token, portal] = portalOf(state, application_id) ?? [];
  if (!token || !portal) return makePortal(state, { application_id, asked });
  if (state.choices.portalAgain === 'refused') {
    throw new Refusal(409, 'A portal exists already for this application');
  }
  portal.asked = asked;
  return named(state, 'portal', { id: portal.id, link: linkTo(state, token), application_id });
}

/** Sends an event to every registered address, and ignores the answers. */
export async function emit(state: State, name: string, one: Item): Promise<void> {
  const body = JSON.stringify({
    event_id: newId(state, 'evt'),
    type: name,
    created_at: new Date().toISOString(),
    data: { object: viewOf(state, one) },
  });
  const headers = { 'content-type': 'application/json' };
  const wanted = [...state.webhooks.values()].filter(
    ({ events }) => events?.includes(name) ?? true,
  );
  await Promise.all(
    wanted.map(({ url }) => fetch(url, { method: 'POST', headers, body }).catch(() => undefined)),
  );
}

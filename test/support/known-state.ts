/** What the stand-in of the known service holds, and how it shows it. */
import { bodiesOf } from './known-bodies.ts';
import { eventOf, type Choices } from './known-choices.ts';

export type Item = Record<string, any>;

/** An outcome that is no success; `detail` as the framework words it. */
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
  /** Without one the client's submission makes the case. */
  application_id?: string;
  custom_fields?: unknown;
  /** What the client is asked for, and how it looks. */
  asked?: Item;
}

export const newState = (choices: Choices) => ({
  choices,
  bodies: bodiesOf(choices),
  cases: new Map<string, Item>(),
  files: new Map<string, string>(),
  documents: new Map<string, Item>(),
  /** By token. */
  portals: new Map<string, Portal>(),
  webhooks: new Map<string, { url: string; events?: string[] }>(),
  /** What arrives in a case, and at how many looks from now. */
  arrivals: new Map<string, { looks: number; arrive: () => void }>(),
  count: 0,
  /** Where portals open. */
  portalHost: '',
});
export type State = ReturnType<typeof newState>;

export const newId = (state: State, thing: string) =>
  `${thing}-${(++state.count).toString(16).padStart(6, '0')}`;

/** The thing under the name its id goes by: `id`, or `<thing>_id`. */
export const named = ({ choices }: State, thing: string, { id, ...rest }: Item): Item => ({
  [choices.ids === 'id' ? 'id' : `${thing}_id`]: id,
  ...rest,
});

/** @throws Refusal for a case that is not there. */
export function find({ cases }: State, id: string): Item {
  const one = cases.get(id);
  if (!one) throw new Refusal(404, 'Application not found');
  return one;
}

const linkTo = ({ choices, portalHost }: State, token: string): string =>
  choices.link === 'url' ? `${portalHost}${choices.portalPath}${token}` : token;

const portalOf = ({ portals }: State, application_id: string) =>
  [...portals].find(([, portal]) => portal.application_id === application_id);

/** The case as the service shows it. */
export function viewOf(state: State, one: Item): Item {
  const [token] = portalOf(state, one.id as string) ?? [];
  return named(state, 'application', {
    ...one,
    persons: one.persons.map((person: Item) => named(state, 'person', person)),
    businesses: one.businesses.map((business: Item) => named(state, 'business', business)),
    portals: token ? { link: linkTo(state, token) } : null,
  });
}

/** A new portal, of a case or for a new one. */
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

/** The portal of a case; a second one as the service has chosen: opened again it asks anew. */
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

/** Sends an event to every address that takes it; what becomes of it is not looked at. */
export async function emit(state: State, name: string, one: Item): Promise<void> {
  const type = eventOf(state.choices, name);
  const body = JSON.stringify({
    event_id: newId(state, 'evt'),
    type,
    created_at: new Date().toISOString(),
    data: { object: viewOf(state, one) },
  });
  const headers = { 'content-type': 'application/json' };
  const wanted = [...state.webhooks.values()].filter(
    ({ events }) => events?.includes(type) ?? true,
  );
  await Promise.all(
    wanted.map(({ url }) => fetch(url, { method: 'POST', headers, body }).catch(() => undefined)),
  );
}

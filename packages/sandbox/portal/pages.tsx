/** The pages of a portal. Each has an address, and the link opens the client's last page. */
import { searchRegistry } from '../domain/registry.ts';
import type { Parts } from '../domain/services.ts';
import { goTo, existingOf, render } from './answers.tsx';
import { valuesOf } from './inputs.ts';
import { entriesOf } from './people.ts';
import { kindOf, preferredLanguage, type PortalContext } from './portal-request.ts';
import { stepsOf } from './sections.ts';
import { Details } from './views/details.tsx';
import { Documents } from './views/documents-page.tsx';
import { PartyPage, People } from './views/people-page.tsx';
import { Request } from './views/request.tsx';
import { Review } from './views/review.tsx';
import { Start } from './views/start-page.tsx';
import { Tasks } from './views/tasks.tsx';

type Show = (
  services: Parts<'portals' | 'workflow'>,
  c: PortalContext,
) => Response | Promise<Response>;

/** The profile, with the results of the registry search. */
function showDetails(services: Parts<'workflow'>, c: PortalContext) {
  const q = c.req.query('q') ?? '';
  const { country = '' } = c.var.portal.progress.profile;
  return render(services, c, Details, { lookUp: { q, companies: searchRegistry(country, q) } });
}

/** The list of all people, or the form of one. */
function showPeople(services: Parts<'workflow'>, c: PortalContext) {
  const { portal, lang } = c.var;
  const party = c.req.query('party');
  if (!party) return render(services, c, People);
  const { parties } = existingOf(services, portal);
  const entry = entriesOf(portal.progress, parties).find(({ id }) => id === party);
  const kind = entry?.kind ?? kindOf(party);
  const { unfinished } = portal.progress;
  const isBegun = unfinished?.kind === kind && unfinished.id === entry?.id;
  const values = isBegun ? unfinished.values : entry ? valuesOf(entry, lang) : {};
  return render(services, c, (view) => <PartyPage {...view} {...{ kind, entry, values }} />);
}

/** Pages by the `step` of their address. */
const pages: Record<string, Show> = {
  start: (services, c) => render(services, c, Start),
  tasks: (services, c) => render(services, c, Tasks),
  details: showDetails,
  people: showPeople,
  documents: (services, c) => render(services, c, Documents),
  review: (services, c) => render(services, c, Review),
};

/** Stores the client's page. The link then opens it again. */
function keepPlace({ portals }: Parts<'portals'>, c: PortalContext, step: string) {
  const { portal } = c.var;
  const { party } = c.req.query();
  const place = new URLSearchParams({ step, ...(party && { party }) }).toString();
  if (c.req.method !== 'GET' || step === 'start' || portal.progress.at === place) return;
  portal.progress.at = place;
  portal.progress.opened = [...new Set([...(portal.progress.opened ?? []), step])];
  portals.save(portal);
}

/** Stores the client's language for letters. */
function keepLanguage({ portals }: Parts<'portals'>, c: PortalContext) {
  const { portal } = c.var;
  const lang = preferredLanguage(c);
  if (!lang || lang === portal.progress.lang) return;
  portal.progress.lang = lang;
  portals.save(portal);
}

/** The requested page, else the client's last page, else the first. */
export function showPage(services: Parts<'portals' | 'workflow'>, c: PortalContext) {
  const { portal } = c.var;
  keepLanguage(services, c);
  const { step: requested = '', subject, lang } = c.req.query();
  if (!portal.application_id && (subject === 'business' || subject === 'person')) {
    portal.progress.subject = subject;
    services.portals.save(portal);
  }
  if (portal.request) return render(services, c, Request);
  const step = Object.hasOwn(pages, requested) ? requested : undefined;
  if (!step && portal.progress.at && !subject) {
    const langQuery = lang ? `&lang=${encodeURIComponent(lang)}` : '';
    return goTo(c, portal.progress.at.replace('step=', '') + langQuery);
  }
  if (step === 'people' && !stepsOf(portal).includes(step)) return goTo(c, 'tasks');
  keepPlace(services, c, step ?? 'start');
  return pages[step ?? 'start']!(services, c);
}

/** Shows the page of a form if a browser opens the address of the form. */
export const showFormPage = (c: PortalContext, path: string) => {
  const [step = ''] = path.split('/');
  const page = { save: 'details', fill: 'tasks', submit: 'review' }[step] ?? step;
  return goTo(c, page);
};

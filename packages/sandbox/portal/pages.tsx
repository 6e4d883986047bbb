/** The pages of a portal. */
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

type Show = (services: Parts<'workflow'>, c: PortalContext) => Response | Promise<Response>;

/** The list of all people, or the form of one. */
function showPeople(services: Parts<'workflow'>, c: PortalContext) {
  const { portal, lang } = c.var;
  const party = c.req.query('party');
  if (!party) return render(services, c, People);
  const { parties } = existingOf(services, portal);
  const entry = entriesOf(portal.progress, parties).find(({ id }) => id === party);
  const kind = entry?.kind ?? kindOf(party);
  const values = entry ? valuesOf(entry, lang) : {};
  return render(services, c, (view) => (
    <PartyPage {...view} {...{ kind, entry, values: view.party ?? values }} />
  ));
}

/** Pages by the `step` of their address. */
const pages: Record<string, Show> = {
  start: (services, c) => render(services, c, Start),
  details: (services, c) => render(services, c, Details),
  people: showPeople,
  documents: (services, c) => render(services, c, Documents),
  review: (services, c) => render(services, c, Review),
};

/** Stores the client's language for letters. */
function keepLanguage({ portals }: Parts<'portals'>, c: PortalContext) {
  const { portal } = c.var;
  const lang = preferredLanguage(c);
  if (!lang || lang === portal.progress.lang) return;
  portal.progress.lang = lang;
  portals.save(portal);
}

/** The requested page, else the first. */
export function showPage(services: Parts<'portals' | 'workflow'>, c: PortalContext) {
  const { portal } = c.var;
  keepLanguage(services, c);
  const { step = '', subject } = c.req.query();
  if (!portal.application_id && (subject === 'business' || subject === 'person')) {
    portal.progress.subject = subject;
    services.portals.save(portal);
  }
  if (portal.request) return render(services, c, Request);
  if (step === 'people' && !stepsOf(portal).includes(step)) return goTo(c, 'details');
  const show = Object.hasOwn(pages, step) ? pages[step]! : pages.start!;
  return show(services, c);
}

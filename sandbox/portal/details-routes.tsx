/** The pages of a portal, and its first step: the profile of the client. */
import { readRegistry, searchRegistry } from '../domain/registry.ts';
import type { Services } from '../domain/services.ts';
import { goTo, knownOf, render } from './answers.tsx';
import { checkProfile, conflicts, profileOf, valuesOf, versionOf } from './inputs.ts';
import { formOf, kindOf, text, type PortalContext } from './requests.ts';
import { Details } from './views/details.tsx';
import { Documents } from './views/documents.tsx';
import { steps } from './views/frame.tsx';
import { PartyPage, People } from './views/people.tsx';
import { Registry } from './views/registry.tsx';
import { Request } from './views/request.tsx';
import { Review } from './views/review.tsx';

const pages = { details: Details, people: People, documents: Documents, review: Review };

/** The form of one related party, with what was begun. */
function showParty(c: PortalContext, party: string) {
  const { portal, lang } = c.var;
  const entry = portal.progress.parties.find(({ id }) => id === party);
  const kind = entry?.kind ?? kindOf(party);
  const { unfinished } = portal.progress;
  const begun = unfinished?.kind === kind && unfinished.id === entry?.id;
  const values = begun ? unfinished.values : entry ? valuesOf(entry) : {};
  return c.html(<PartyPage {...{ portal, lang, kind, entry, values }} />);
}

/** The step that is asked for. */
export function showStep(services: Services, c: PortalContext) {
  const { portal, lang } = c.var;
  const { step: asked, party, country = '', q = '', subject } = c.req.query();
  if (!portal.application_id && (subject === 'business' || subject === 'person')) {
    portal.progress.subject = subject;
    services.portals.save(portal);
  }
  if (portal.request) return render(c, Request, { known: knownOf(services, portal) });
  if (asked === 'registry') {
    const companies = q ? searchRegistry(country.toUpperCase(), q) : [];
    return c.html(<Registry {...{ portal, lang, country, q, companies }} />);
  }
  if (asked === 'people' && party) return showParty(c, party);
  const step = steps.find((known) => known === asked) ?? 'details';
  return render(c, pages[step], { known: knownOf(services, portal) });
}

/** Saving while typing: answers with the version of what is stored now. */
export async function saveDetails({ portals }: Services, c: PortalContext) {
  const { portal } = c.var;
  const values = await formOf(c);
  if (conflicts(portal, values).length) return c.json({ version: versionOf(portal) }, 409);
  Object.assign(portal.progress.profile, profileOf(portal, values));
  portals.save(portal);
  return c.json({ version: versionOf(portals.find(portal.token)!) });
}

export async function takeDetails({ portals }: Services, c: PortalContext) {
  const { portal, lang } = c.var;
  const form = await formOf(c);
  const changed = conflicts(portal, form);
  const values = { ...portal.progress.profile, ...profileOf(portal, form) };
  if (changed.length) return render(c, Details, { values, changed }, 409);
  portal.progress.subject ??= 'business';
  portal.progress.profile = values;
  portals.save(portal);
  if (form.then === 'registry') {
    const query = new URLSearchParams({
      step: 'registry',
      country: values.country ?? '',
      q: values.organization_name || values.registration_number || '',
    });
    return c.redirect(`/portals/${portal.token}?${query}`, 303);
  }
  const errors = checkProfile(portal, values, lang);
  if (Object.keys(errors).length) return render(c, Details, { errors, values }, 422);
  return goTo(c, portal.progress.subject === 'person' ? 'documents' : 'people');
}

/** Takes a company of the registry into the form. */
export async function takeCompany({ portals }: Services, c: PortalContext) {
  const { portal } = c.var;
  const { country, number } = await formOf(c);
  const company = readRegistry(text(country).toUpperCase(), text(number));
  if (company) {
    const { address, organization_name, registration_number, registration_date } = company;
    const known = {
      organization_name,
      registration_number,
      registration_date,
      country: company.country,
      address_city: address?.city,
    };
    for (const [name, value] of Object.entries(known)) {
      if (value) portal.progress.profile[name] = value;
    }
    portals.save(portal);
  }
  return goTo(c, 'details');
}

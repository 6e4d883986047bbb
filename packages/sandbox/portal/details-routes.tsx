/** The first section of a portal: the profile of the client. */
import { toForm } from '../domain/form-values.ts';
import { readRegistry } from '../domain/registry.ts';
import type { Parts } from '../domain/services.ts';
import { hasErrors, readForm, text } from '../web/form.ts';
import { goTo, refuse } from './answers.tsx';
import { wrongCustom } from './requirements.ts';
import {
  checkProfile,
  conflicts,
  profileOf,
  versionOf,
  withAdded,
  wrongProfile,
} from './inputs.ts';
import type { PortalContext } from './portal-request.ts';

/**
 * Saves while the client types. Answers with the stored version and the mistakes. Stores wrong
 * values too, so no input is lost.
 */
export async function saveDetails({ portals }: Parts<'portals'>, c: PortalContext) {
  const { portal, today, lang } = c.var;
  const values = await readForm(c);
  if (conflicts(portal, values).length) return c.json({ version: versionOf(portal) }, 409);
  Object.assign(portal.progress.profile, profileOf(portal, values));
  portals.save(portal);
  const problems = wrongProfile(portal, portal.progress.profile, today, lang);
  return c.json({ version: versionOf(portals.find(portal.token)!), problems });
}

export async function takeDetails({ portals }: Parts<'portals'>, c: PortalContext) {
  const { portal, lang, today } = c.var;
  const form = withAdded(portal, await readForm(c), lang);
  const changed = conflicts(portal, form);
  const values = { ...portal.progress.profile, ...profileOf(portal, form) };
  if (changed.length) return refuse(c, 'details', { values, changed });
  portal.progress.subject ??= 'business';
  portal.progress.profile = values;
  if (form.choose) takeCompany(c, text(form.choose));
  portals.save(portal);
  if (form.choose) return goTo(c, 'details#registry');
  if (form.do === 'search') {
    // Without a search text, the number or name in the form applies.
    const q = text(form.q) || values.registration_number || values.organization_name || '';
    return goTo(c, `details&${new URLSearchParams({ q })}#registry`);
  }
  const added = text(form.do);
  const errors = added
    ? wrongCustom(portal, values, lang)
    : checkProfile(portal, values, today, lang);
  if (hasErrors(errors)) {
    const lookUp = { q: text(form.q), companies: [] };
    return refuse(c, 'details', { errors, lookUp });
  }
  if (added) return goTo(c, `details#${added}`);
  return goTo(c, portal.progress.subject === 'person' ? 'documents' : 'people');
}

/** Fills in the form with a company of the registry; `entry` is its country and number. */
function takeCompany(c: PortalContext, entry: string) {
  const { portal } = c.var;
  const [country = '', ...number] = entry.split(' ');
  const company = readRegistry(country.toUpperCase(), number.join(' '));
  Object.assign(portal.progress.profile, profileOf(portal, toForm(company)));
}

/** The portal: what the client opens with the link from the e-mail. The link is the only key. */
import { Hono, type Context } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { getCookie, setCookie } from 'hono/cookie';
import { csrf } from 'hono/csrf';
import type { JSX } from 'hono/jsx/jsx-runtime';

import { Business, Person, RelatedBusiness, RelatedPerson } from '../../api/contract.ts';
import type { Services } from '../domain/services.ts';
import { maxFile, storeFile } from '../domain/files.ts';
import { toProfile, type PortalRow } from '../domain/portals.ts';
import { Problem } from '../domain/problem.ts';
import { readRegistry } from '../domain/registry.ts';
import { profileFields } from './profile-fields.ts';
import { texts, type Language } from './texts.ts';
import {
  Details,
  Documents,
  Message,
  People,
  Request,
  Review,
  steps,
  type Errors,
  type View,
} from './views.tsx';

const pages = { details: Details, people: People, documents: Documents, review: Review };

function languageOf(c: Context): Language {
  const asked = c.req.query('lang') ?? getCookie(c, 'lang');
  if (asked === 'en' || asked === 'fr') {
    if (c.req.query('lang')) setCookie(c, 'lang', asked, { path: '/portals', sameSite: 'Lax' });
    return asked;
  }
  return /^fr\b/i.test(c.req.header('accept-language') ?? '') ? 'fr' : 'en';
}

/** Fields of the form that are missing or not valid, in the client's language. */
function check(portal: PortalRow, values: Record<string, string>, lang: Language): Errors {
  const t = texts[lang];
  const subject = portal.progress.subject ?? 'business';
  const asked = portal.request?.fields;
  const fields = profileFields[subject].filter(({ name }) => !asked || asked.includes(name));
  const errors: Errors = {};
  const label = (name: string) => t.labels[name] ?? name;
  for (const { name, required } of fields) {
    if ((required || asked) && !values[name]?.trim()) errors[name] = t.required(label(name));
  }
  const result = (subject === 'business' ? Business : Person).safeParse(toProfile(values));
  for (const { path } of result.error?.issues ?? []) {
    const name = path.join('_');
    errors[name] ??= t.invalid(label(name));
  }
  return errors;
}

/** The form's text fields, trimmed. */
async function formOf(c: Context): Promise<Record<string, string>> {
  const form = await c.req.parseBody();
  return Object.fromEntries(
    Object.entries(form).flatMap(([key, value]) =>
      typeof value === 'string' ? [[key, value.trim()]] : [],
    ),
  );
}

export function portalRoutes({ store, portals }: Services) {
  const app = new Hono();
  app.use(csrf());
  const large = bodyLimit({ maxSize: maxFile + 64 * 1024, onError: (c) => back(c, 'tooLarge') });
  const small = bodyLimit({ maxSize: 256 * 1024 });
  app.use((c, next) => (c.req.path.endsWith('/documents') ? large : small)(c, next));

  const back = (c: Context, problem: string) =>
    c.redirect(`/portals/${c.req.param('token')}?step=documents&problem=${problem}`, 303);

  const render = (
    c: Context,
    View: (view: View) => JSX.Element,
    view: View,
    status: 200 | 422 = 200,
  ) => {
    const target = view.portal.redirect_url;
    // Browsers apply form-action to the redirect after submitting as well.
    if (target) c.set('formAction', new URL(target).origin);
    return c.html(<View {...view} />, status);
  };

  /** The portal of the link while it is open, else the page that says why not. */
  const open = (c: Context): PortalRow | Response | Promise<Response> => {
    const lang = languageOf(c);
    const portal = portals.find(String(c.req.param('token')));
    if (!portal) return c.html(<Message lang={lang} about="unknown" />, 404);
    if (portal.state === 'closed') return c.html(<Message lang={lang} about="closed" />, 410);
    if (portals.isExpired(portal)) return c.html(<Message lang={lang} about="expired" />, 410);
    if (portal.state === 'submitted') {
      const status = c.req.method === 'GET' ? 200 : 409;
      return c.html(
        <Message lang={lang} about="submitted" redirect={portal.redirect_url} />,
        status,
      );
    }
    return portal;
  };
  const isPage = (value: unknown): value is Response | Promise<Response> =>
    value instanceof Response || value instanceof Promise;

  const allowed = (portal: PortalRow, values: Record<string, string>) => {
    const names: string[] = profileFields[portal.progress.subject ?? 'business'].map(
      ({ name }) => name,
    );
    return Object.fromEntries(Object.entries(values).filter(([name]) => names.includes(name)));
  };

  app.get('/:token', (c) => {
    const portal = open(c);
    if (isPage(portal)) return portal;
    const subject = c.req.query('subject');
    if (!portal.application_id && (subject === 'business' || subject === 'person')) {
      portal.progress.subject = subject;
      portals.save(portal);
    }
    const lang = languageOf(c);
    const problem = c.req.query('problem') as 'tooLarge' | 'wrongType' | 'emptyFile' | undefined;
    const message = problem && texts[lang][problem];
    const errors: Errors = message ? { file: message } : {};
    const view = { portal, lang, errors };
    if (portal.request) return render(c, Request, view);
    const step = steps.find((known) => known === c.req.query('step')) ?? 'details';
    return render(c, pages[step], view);
  });

  app.get('/:token/company', (c) => {
    const portal = open(c);
    if (isPage(portal)) return portal;
    const company = readRegistry(
      (c.req.query('country') ?? '').toUpperCase(),
      c.req.query('number') ?? '',
    );
    if (!company) return c.json({}, 404);
    const { organization_name, registration_number, registration_date, address } = company;
    return c.json({
      organization_name,
      registration_number,
      registration_date,
      address_city: address?.city,
    });
  });

  app.post('/:token/save', async (c) => {
    const portal = open(c);
    if (isPage(portal)) return portal;
    portal.progress.profile = { ...portal.progress.profile, ...allowed(portal, await formOf(c)) };
    portals.save(portal);
    return c.body(null, 204);
  });

  app.post('/:token/details', async (c) => {
    const portal = open(c);
    if (isPage(portal)) return portal;
    const lang = languageOf(c);
    const values = { ...portal.progress.profile, ...allowed(portal, await formOf(c)) };
    portal.progress.subject ??= 'business';
    portal.progress.profile = values;
    portals.save(portal);
    const errors = check(portal, values, lang);
    if (Object.keys(errors).length)
      return render(c, Details, { portal, lang, errors, values }, 422);
    const next = portal.progress.subject === 'person' ? 'documents' : 'people';
    return c.redirect(`/portals/${portal.token}?step=${next}`, 303);
  });

  app.post('/:token/people', async (c) => {
    const portal = open(c);
    if (isPage(portal)) return portal;
    const lang = languageOf(c);
    const t = texts[lang];
    const values = await formOf(c);
    const kind = values.kind === 'business' ? 'business' : 'person';
    const share = values.share?.replace(',', '.').replace(/\s*%$/, '');
    const data = {
      ...(kind === 'person'
        ? { first_name: values.first_name, last_name: values.last_name }
        : {
            organization_name: values.organization_name,
            ...(values.registration_number && { registration_number: values.registration_number }),
          }),
      roles: [values.role || 'DIRECTOR'],
      ...(share && { direct_ownership_percentage: Number(share) }),
    };
    const errors: Errors = {};
    const result = (kind === 'person' ? RelatedPerson : RelatedBusiness).safeParse(data);
    for (const { path } of result.error?.issues ?? []) {
      const name = path[0] === 'direct_ownership_percentage' ? 'share' : String(path[0]);
      const label = t.labels[name] ?? name;
      errors[`${kind}-${name}`] = values[name] ? t.invalid(label) : t.required(label);
    }
    if (Object.keys(errors).length) return render(c, People, { portal, lang, errors, values }, 422);
    portal.progress.parties.push({ kind, data });
    portals.save(portal);
    return c.redirect(`/portals/${portal.token}?step=people`, 303);
  });

  app.post('/:token/documents', async (c) => {
    const portal = open(c);
    if (isPage(portal)) return portal;
    const form = await c.req.parseBody();
    try {
      const file = await storeFile(store, portal.account, form.file);
      const type =
        typeof form.type === 'string' && form.type in texts.en.types ? form.type : 'OTHER';
      portal.progress.documents.push({
        file_id: file.file_id,
        type,
        name: file.name,
        size: file.size,
      });
      portals.save(portal);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      const problems: Record<number, string> = { 413: 'tooLarge', 415: 'wrongType' };
      return back(c, problems[error.status] ?? 'emptyFile');
    }
    return c.redirect(`/portals/${portal.token}?step=documents`, 303);
  });

  /** Takes one entry out of a list of the progress. */
  const remove = (list: 'parties' | 'documents', step: string) => async (c: Context) => {
    const portal = open(c);
    if (isPage(portal)) return portal;
    const { index } = await formOf(c);
    if (/^\d+$/.test(index ?? '')) portal.progress[list].splice(Number(index), 1);
    portals.save(portal);
    return c.redirect(`/portals/${portal.token}?step=${step}`, 303);
  };
  app.post('/:token/people/remove', remove('parties', 'people'));
  app.post('/:token/documents/remove', remove('documents', 'documents'));

  app.post('/:token/submit', async (c) => {
    const portal = open(c);
    if (isPage(portal)) return portal;
    const lang = languageOf(c);
    const values = { ...portal.progress.profile, ...allowed(portal, await formOf(c)) };
    portal.progress.profile = values;
    portals.save(portal);
    const errors = check(portal, values, lang);
    const missing = portal.request?.documents.some(
      (type) => !portal.progress.documents.some((document) => document.type === type),
    );
    if (missing) errors.file = texts[lang].required(texts[lang].labels.file!);
    if (Object.keys(errors).length) {
      return render(c, portal.request ? Request : Details, { portal, lang, errors, values }, 422);
    }
    const submitted = portals.submit(portal.token);
    return c.redirect(submitted.redirect_url ?? `/portals/${portal.token}`, 303);
  });

  return app;
}

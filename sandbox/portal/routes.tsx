/** The portal: what the client opens with the link from the e-mail. The link is the only key. */
import { Hono, type Context } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { getCookie, setCookie } from 'hono/cookie';
import { csrf } from 'hono/csrf';
import type { JSX } from 'hono/jsx/jsx-runtime';

import type { Kind } from '../domain/cases.ts';
import { maxFile } from '../domain/files.ts';
import type { PortalRow } from '../domain/portals.ts';
import { readRegistry, searchRegistry } from '../domain/registry.ts';
import type { Services } from '../domain/services.ts';
import { newId } from '../domain/store.ts';
import {
  checkProfile,
  conflicts,
  partyOf,
  profileOf,
  valuesOf,
  versionOf,
  type Errors,
  type Values,
} from './inputs.ts';
import { missingIn } from './requirements.ts';
import { languages, texts, type Language } from './texts.ts';
import { takeFiles } from './uploads.ts';
import { Details } from './views/details.tsx';
import { Documents } from './views/documents.tsx';
import { steps, type Known, type View } from './views/frame.tsx';
import { Message } from './views/message.tsx';
import { People, PartyPage } from './views/people.tsx';
import { Registry } from './views/registry.tsx';
import { Request } from './views/request.tsx';
import { Review } from './views/review.tsx';

const pages = { details: Details, people: People, documents: Documents, review: Review };

const isLanguage = (value: unknown): value is Language =>
  typeof value === 'string' && Object.hasOwn(languages, value);

/** As asked for, as chosen before, or as the browser prefers. */
function languageOf(c: Context): Language {
  const asked = c.req.query('lang');
  if (isLanguage(asked)) {
    setCookie(c, 'lang', asked, { path: '/portals', sameSite: 'Lax', maxAge: 365 * 24 * 3600 });
    return asked;
  }
  const kept = getCookie(c, 'lang');
  if (isLanguage(kept)) return kept;
  const preferred = (c.req.header('accept-language') ?? '')
    .split(',')
    .map((part) => part.trim().slice(0, 2).toLowerCase());
  return preferred.find(isLanguage) ?? 'en';
}

/** The form's text fields, trimmed; of a field that comes several times all values. */
async function formOf(c: Context): Promise<Values> {
  const form = await c.req.parseBody({ all: true });
  return Object.fromEntries(
    Object.entries(form).map(([key, value]) => {
      const list = [value].flat().filter((item): item is string => typeof item === 'string');
      return [key, list.length > 1 ? list.map((item) => item.trim()) : (list[0] ?? '').trim()];
    }),
  );
}
const text = (value: string | string[] | undefined) => String([value ?? ''].flat()[0]);
const kindOf = (value: unknown): Kind => (value === 'business' ? 'business' : 'person');

/** `mail` sends a new link to a client. */
export function portalRoutes(
  { store, portals, workflow }: Services,
  mail: (to: string, name: string, link: string) => Promise<void>,
) {
  const app = new Hono();
  app.use(csrf());
  const tooMuch = (c: Context) => {
    const t = texts[languageOf(c)];
    const portal = portals.find(c.req.path.split('/')[2] ?? '');
    if (!portal) return c.text(t.tooLarge, 413);
    return c.html(
      <Documents
        portal={portal}
        lang={languageOf(c)}
        errors={{ file: `${t.labels.file} ${t.tooLarge}` }}
      />,
      413,
    );
  };
  // Several files at once, each of which is checked on its own.
  const large = bodyLimit({ maxSize: 4 * maxFile, onError: tooMuch });
  const small = bodyLimit({ maxSize: 256 * 1024 });
  app.use((c, next) => (c.req.path.endsWith('/documents') ? large : small)(c, next));

  const render = (
    c: Context,
    Shown: (view: View) => JSX.Element,
    view: View,
    status: 200 | 409 | 422 = 200,
  ) => {
    const target = view.portal.redirect_url;
    // Browsers apply form-action to the redirect after submitting as well.
    if (target) c.set('formAction', new URL(target).origin);
    return c.html(<Shown {...view} />, status);
  };

  /** The portal of the link while it is open, else the page that says why not. */
  const open = (c: Context): PortalRow | Response | Promise<Response> => {
    const lang = languageOf(c);
    const portal = portals.find(String(c.req.param('token')));
    if (!portal) return c.html(<Message lang={lang} about="unknown" />, 404);
    if (portal.state === 'closed') return c.html(<Message lang={lang} about="closed" />, 410);
    if (portals.isExpired(portal)) {
      return c.html(<Message lang={lang} about="expired" portal={portal} />, 410);
    }
    if (portal.state === 'submitted') {
      const status = c.req.method === 'GET' ? 200 : 409;
      return c.html(<Message lang={lang} about="submitted" portal={portal} />, status);
    }
    return portal;
  };
  const isPage = (value: unknown): value is Response | Promise<Response> =>
    value instanceof Response || value instanceof Promise;

  const to = (c: Context, { token }: PortalRow, step: string) =>
    c.redirect(`/portals/${token}?step=${step}`, 303);

  /** What the case has already, besides what was entered here. */
  const knownOf = (portal: PortalRow): Known => {
    const found = portal.application_id
      ? workflow.show(portal.account, portal.application_id)
      : undefined;
    return {
      documents: found?.documents ?? [],
      parties: [...(found?.persons ?? []), ...(found?.businesses ?? [])],
    };
  };
  const lacking = (portal: PortalRow) => missingIn(portal, knownOf(portal));

  app.get('/:token', (c) => {
    const portal = open(c);
    if (isPage(portal)) return portal;
    const subject = c.req.query('subject');
    if (!portal.application_id && (subject === 'business' || subject === 'person')) {
      portal.progress.subject = subject;
      portals.save(portal);
    }
    const lang = languageOf(c);
    const view = { portal, lang };
    if (portal.request) return render(c, Request, view);
    const { step: asked, party, country = '', q = '' } = c.req.query();
    if (asked === 'registry') {
      const found = q ? searchRegistry(country.toUpperCase(), q) : [];
      return c.html(<Registry {...view} country={country} q={q} companies={found} />);
    }
    if (asked === 'people' && party) {
      const entry = portal.progress.parties.find(({ id }) => id === party);
      const kind = entry?.kind ?? kindOf(party);
      const { unfinished } = portal.progress;
      const begun = unfinished?.kind === kind && unfinished.id === entry?.id;
      const values = begun ? unfinished.values : entry ? valuesOf(entry) : {};
      return c.html(<PartyPage {...view} kind={kind} entry={entry} values={values} />);
    }
    const step = steps.find((known) => known === asked) ?? 'details';
    return render(c, pages[step], { ...view, known: knownOf(portal) });
  });

  /** Saving while typing: answers with the version of what is stored now. */
  app.post('/:token/save', async (c) => {
    const portal = open(c);
    if (isPage(portal)) return c.json({}, 410);
    const values = await formOf(c);
    if (conflicts(portal, values).length) {
      return c.json({ version: versionOf(portal) }, 409);
    }
    Object.assign(portal.progress.profile, profileOf(portal, values));
    portals.save(portal);
    return c.json({ version: versionOf(portals.find(portal.token)!) });
  });

  app.post('/:token/details', async (c) => {
    const portal = open(c);
    if (isPage(portal)) return portal;
    const lang = languageOf(c);
    const form = await formOf(c);
    const changed = conflicts(portal, form);
    const values = { ...portal.progress.profile, ...profileOf(portal, form) };
    if (changed.length) return render(c, Details, { portal, lang, values, changed }, 409);
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
    if (Object.keys(errors).length)
      return render(c, Details, { portal, lang, errors, values }, 422);
    return to(c, portal, portal.progress.subject === 'person' ? 'documents' : 'people');
  });

  /** Takes a company of the registry into the form. */
  app.post('/:token/company', async (c) => {
    const portal = open(c);
    if (isPage(portal)) return portal;
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
    return to(c, portal, 'details');
  });

  /** Keeps a party that is being typed in. */
  app.post('/:token/people/save', async (c) => {
    const portal = open(c);
    if (isPage(portal)) return c.json({}, 410);
    const { kind, id, ...values } = await formOf(c);
    portal.progress.unfinished = { kind: kindOf(kind), id: text(id) || undefined, values };
    portals.save(portal);
    return c.json({});
  });
  app.post('/:token/people/discard', (c) => {
    const portal = open(c);
    if (isPage(portal)) return portal;
    delete portal.progress.unfinished;
    portals.save(portal);
    return to(c, portal, 'people');
  });
  app.post('/:token/people', async (c) => {
    const portal = open(c);
    if (isPage(portal)) return portal;
    const lang = languageOf(c);
    const values = await formOf(c);
    const kind = kindOf(values.kind);
    const { parties } = portal.progress;
    const entry = parties.find(({ id }) => id === values.id);
    const { data, errors } = partyOf(kind, values, lang);
    if (Object.keys(errors).length) {
      return c.html(<PartyPage {...{ portal, lang, kind, entry, values, errors }} />, 422);
    }
    if (entry) entry.data = data;
    // One that another window removed meanwhile comes back: nothing is dropped.
    else parties.push({ id: newId('entry'), kind, data });
    delete portal.progress.unfinished;
    portals.save(portal);
    return to(c, portal, 'people');
  });
  app.post('/:token/people/done', (c) => {
    const portal = open(c);
    if (isPage(portal)) return portal;
    const lang = languageOf(c);
    const errors: Errors = {};
    if (portal.progress.unfinished) errors.unfinished = texts[lang].unfinished;
    else if (lacking(portal).party) errors.party = texts[lang].peopleMissing;
    const known = knownOf(portal);
    if (Object.keys(errors).length) return render(c, People, { portal, lang, errors, known }, 422);
    return to(c, portal, 'documents');
  });

  app.post('/:token/documents', async (c) => {
    const portal = open(c);
    if (isPage(portal)) return portal;
    const lang = languageOf(c);
    const t = texts[lang];
    const form = await c.req.parseBody({ all: true });
    const files = [form.file ?? [], form.photo ?? []]
      .flat()
      .filter((file): file is File => file instanceof File && file.name !== '');
    const type =
      typeof form.type === 'string' && Object.hasOwn(t.types, form.type) ? form.type : 'OTHER';
    const { taken, refused } = await takeFiles(store, portal.account, files, type, t);
    const { documents } = portal.progress;
    const at = documents.findIndex(({ file_id }) => file_id === form.replace);
    if (at < 0) documents.push(...taken);
    else if (taken.length) {
      const [first, ...others] = taken;
      documents.splice(at, 1, { ...first!, type: documents[at]!.type }, ...others);
    }
    portals.save(portal);
    const problem = files.length ? refused.join('. ') : t.noFile;
    if (problem) {
      const view = { portal, lang, errors: { file: problem }, known: knownOf(portal) };
      return render(c, portal.request ? Request : Documents, view, 422);
    }
    return to(c, portal, 'documents');
  });

  /** Shows a picture the client has uploaded, and nothing else. */
  app.get('/:token/documents/:file', (c) => {
    const portal = open(c);
    if (isPage(portal)) return portal;
    const known = portal.progress.documents.find(({ file_id }) => file_id === c.req.param('file'));
    const row =
      known &&
      store.get<{ content: Buffer }>('select content from files where file_id = ?', known.file_id);
    if (!row || !/^image\/(png|jpeg|webp)$/.test(known.content_type ?? '')) return c.notFound();
    return c.body(new Uint8Array(row.content), 200, { 'content-type': known.content_type! });
  });

  app.post('/:token/people/remove', async (c) => {
    const portal = open(c);
    if (isPage(portal)) return portal;
    const { id } = await formOf(c);
    portal.progress.parties = portal.progress.parties.filter((entry) => entry.id !== id);
    portals.save(portal);
    return to(c, portal, 'people');
  });
  app.post('/:token/documents/remove', async (c) => {
    const portal = open(c);
    if (isPage(portal)) return portal;
    const { id } = await formOf(c);
    portal.progress.documents = portal.progress.documents.filter(({ file_id }) => file_id !== id);
    portals.save(portal);
    return to(c, portal, 'documents');
  });

  /** What stands between the client and submitting, under the part of the page it belongs to. */
  const beforeSubmitting = (portal: PortalRow, form: Values, lang: Language): Errors => {
    const t = texts[lang];
    if (portal.request) {
      const unsent = portal.request.documents.filter(
        (type) => !portal.progress.documents.some((document) => document.type === type),
      );
      return unsent.length ? { file: t.required(t.labels.file) } : {};
    }
    const { party, documents } = lacking(portal);
    return {
      ...(portal.progress.unfinished && { people: t.unfinished }),
      ...(party && { people: t.peopleMissing }),
      ...(documents.length && {
        documents: documents.map((type) => t.documentMissing(t.types[type as 'ID'])).join('. '),
      }),
      ...(form.confirm !== 'yes' && { confirm: t.confirmMissing }),
    };
  };

  app.post('/:token/submit', async (c) => {
    const portal = open(c);
    if (isPage(portal)) return portal;
    const lang = languageOf(c);
    const form = await formOf(c);
    const values = { ...portal.progress.profile, ...profileOf(portal, form) };
    portal.progress.profile = values;
    portals.save(portal);
    const ofProfile = checkProfile(portal, values, lang);
    if (Object.keys(ofProfile).length && !portal.request) {
      return render(c, Details, { portal, lang, errors: ofProfile, values }, 422);
    }
    const errors = { ...ofProfile, ...beforeSubmitting(portal, form, lang) };
    if (Object.keys(errors).length) {
      const view = { portal, lang, errors, values, known: knownOf(portal) };
      return render(c, portal.request ? Request : Review, view, 422);
    }
    const submitted = portals.submit(portal.token);
    return c.redirect(submitted.redirect_url ?? `/portals/${portal.token}`, 303);
  });

  /** A new link for a portal that has run out, to the client's own address only. */
  app.post('/:token/renew', async (c) => {
    const lang = languageOf(c);
    const portal = portals.find(c.req.param('token'));
    if (!portal || !portals.isExpired(portal)) {
      return c.html(<Message lang={lang} about="unknown" />, 404);
    }
    const { link, email } = portals.renew(portal.token);
    const { first_name = '', organization_name = '' } = portal.progress.profile;
    if (email) await mail(email, first_name || organization_name, link);
    return c.html(<Message lang={lang} about="renewed" />);
  });

  return app;
}

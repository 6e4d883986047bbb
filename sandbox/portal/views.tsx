/** The portal's pages. Everything the client or the CRM wrote is escaped by JSX. */
import type { Child } from 'hono/jsx';
import { getNames, registerLocale } from 'i18n-iso-countries/index.js';
import english from 'i18n-iso-countries/langs/en.json' with { type: 'json' };
import french from 'i18n-iso-countries/langs/fr.json' with { type: 'json' };

import { Page } from '../web/layout.tsx';
import type { PortalRow } from '../domain/portals.ts';
import { profileFields, type FormField } from './profile-fields.ts';
import { texts, type Language, type Texts } from './texts.ts';

registerLocale(english);
registerLocale(french);

export const steps = ['details', 'people', 'documents', 'review'] as const;
export type Step = (typeof steps)[number];
/** Field name -> what is wrong with it. */
export type Errors = Record<string, string>;

export interface View {
  portal: PortalRow;
  lang: Language;
  errors?: Errors;
  values?: Record<string, string>;
}

function Field({
  def,
  t,
  lang,
  values,
  errors,
}: {
  def: FormField;
  t: Texts;
  lang: Language;
  values: Record<string, string>;
  errors: Errors;
}) {
  const { name, type, required, autocomplete } = def;
  const label = t.labels[name] ?? name;
  const error = errors[name];
  const common = {
    id: name,
    name,
    autocomplete,
    'aria-required': required ? 'true' : undefined,
    'aria-invalid': error ? 'true' : undefined,
    'aria-describedby': error ? `${name}-error` : undefined,
  };
  return (
    <div class={error ? 'field bad' : 'field'}>
      <label for={name}>
        {label} {!required && <small>({t.optional})</small>}
      </label>
      {type === 'country' ? (
        <select {...common}>
          <option value=""></option>
          {Object.entries(getNames(lang, { select: 'official' })).map(([code, country]) => (
            <option value={code} selected={values[name] === code}>
              {country}
            </option>
          ))}
        </select>
      ) : (
        <input
          {...common}
          type={type ?? 'text'}
          value={values[name] ?? ''}
          maxlength={type ? undefined : 300}
        />
      )}
      {error && (
        <p class="error" id={`${name}-error`}>
          {error}
        </p>
      )}
    </div>
  );
}

function Summary({ errors, t }: { errors: Errors; t: Texts }) {
  if (!Object.keys(errors).length) return null;
  return (
    <div class="summary" role="alert" tabindex={-1}>
      <h2>{t.errorTitle}</h2>
      <ul>
        {Object.entries(errors).map(([name, message]) => (
          <li>
            <a href={`#${name}`}>{message}</a>
          </li>
        ))}
      </ul>
    </div>
  );
}

function Frame({
  title,
  t,
  lang,
  children,
}: {
  title: string;
  t: Texts;
  lang: Language;
  children?: Child;
}) {
  const other = lang === 'en' ? 'fr' : 'en';
  return (
    <Page
      title={title}
      lang={lang}
      kind="portal"
      script="/assets/portal.js"
      nav={
        <a href={`?lang=${other}`} lang={other} hreflang={other}>
          {t.language}
        </a>
      }
    >
      {children}
    </Page>
  );
}

/** A page that only says something: unknown, closed or submitted. */
export function Message({
  lang,
  about,
  redirect,
}: {
  lang: Language;
  about: 'unknown' | 'closed' | 'expired' | 'submitted';
  redirect?: string | null;
}) {
  const t = texts[lang];
  return (
    <Frame title={t[`${about}Title`]} t={t} lang={lang}>
      <section class="card">
        <h1>{t[`${about}Title`]}</h1>
        <p>{t[`${about}Text`]}</p>
        {redirect && (
          <p>
            <a class="button" href={redirect}>
              {t.goOn}
            </a>
          </p>
        )}
      </section>
    </Frame>
  );
}

function Steps({ t, current }: { t: Texts; current: Step }) {
  const at = steps.indexOf(current);
  return (
    <ol class="steps" aria-label={t.stepOf(at + 1, steps.length)}>
      {steps.map((step, index) => (
        <li class={index < at ? 'done' : ''} aria-current={index === at ? 'step' : undefined}>
          {t.steps[step]}
        </li>
      ))}
    </ol>
  );
}

const subjectOf = ({ progress }: PortalRow) => progress.subject ?? 'business';

/** Step 1: the profile, with registry look-up for a business. */
export function Details({ portal, lang, errors = {}, values }: View) {
  const t = texts[lang];
  const subject = subjectOf(portal);
  const base = `/portals/${portal.token}`;
  const field = (def: FormField) => (
    <Field def={def} t={t} lang={lang} values={values ?? portal.progress.profile} errors={errors} />
  );
  const fields = profileFields[subject];
  return (
    <Frame title={t.title} t={t} lang={lang}>
      <h1>{t.title}</h1>
      <Steps t={t} current="details" />
      <Summary errors={errors} t={t} />
      <p class="note">{t.saved}</p>
      {!portal.application_id && (
        <section class="card">
          <h2>{t.subject}</h2>
          <div class="actions left">
            {(['business', 'person'] as const).map((kind) => (
              <a
                class={kind === subject ? 'button' : 'button plain'}
                aria-current={kind === subject ? 'true' : undefined}
                href={`${base}?subject=${kind}`}
              >
                {t.subjects[kind]}
              </a>
            ))}
          </div>
        </section>
      )}
      <form method="post" action={`${base}/details`} data-save={`${base}/save`} novalidate>
        <section class="card">
          <h2>{t[subject]}</h2>
          <div class="grid">
            {fields.filter(({ name }) => !name.startsWith('address')).map(field)}
          </div>
          {subject === 'business' && (
            <div class="actions left">
              <button
                type="button"
                class="plain"
                data-lookup={`${base}/company`}
                data-found={t.lookupFound}
                data-missing={t.lookupMissing}
              >
                {t.lookup}
              </button>
              <span id="lookup-status" role="status"></span>
            </div>
          )}
          <h2>{t.address}</h2>
          <div class="grid">
            {fields.filter(({ name }) => name.startsWith('address')).map(field)}
          </div>
        </section>
        <div class="actions end">
          <button>{t.continue}</button>
        </div>
      </form>
    </Frame>
  );
}

function PartyForm({
  kind,
  portal,
  lang,
  errors,
  values,
}: {
  kind: 'person' | 'business';
  portal: PortalRow;
  lang: Language;
  errors: Errors;
  values: Record<string, string>;
}) {
  const t = texts[lang];
  const mine =
    values.kind === kind
      ? { errors, values }
      : { errors: {} as Errors, values: {} as Record<string, string> };
  const names =
    kind === 'person' ? ['first_name', 'last_name'] : ['organization_name', 'registration_number'];
  const id = (name: string) => `${kind}-${name}`;
  return (
    <form class="card" method="post" action={`/portals/${portal.token}/people`} novalidate>
      <h2>{kind === 'person' ? t.addPerson : t.addBusiness}</h2>
      <input type="hidden" name="kind" value={kind} />
      <div class="grid">
        {[...names, 'share'].map((name) => (
          <div class={mine.errors[id(name)] ? 'field bad' : 'field'}>
            <label for={id(name)}>{t.labels[name]}</label>
            <input
              id={id(name)}
              name={name}
              inputmode={name === 'share' ? 'decimal' : undefined}
              value={mine.values[name] ?? ''}
              maxlength={200}
              aria-invalid={mine.errors[id(name)] ? 'true' : undefined}
              aria-describedby={mine.errors[id(name)] ? `${id(name)}-error` : undefined}
            />
            {mine.errors[id(name)] && (
              <p class="error" id={`${id(name)}-error`}>
                {mine.errors[id(name)]}
              </p>
            )}
          </div>
        ))}
        <div class="field">
          <label for={id('role')}>{t.labels.role}</label>
          <select id={id('role')} name="role">
            {Object.entries(t.roles).map(([role, label]) => (
              <option value={role} selected={mine.values.role === role}>
                {label}
              </option>
            ))}
          </select>
        </div>
      </div>
      <div class="actions end">
        <button class="plain">{t.add}</button>
      </div>
    </form>
  );
}

export const partyName = (data: Record<string, unknown>) =>
  String(data.organization_name ?? [data.first_name, data.last_name].filter(Boolean).join(' '));

function Navigation({ t, base, back, next }: { t: Texts; base: string; back: Step; next?: Step }) {
  return (
    <div class="actions">
      <a class="button plain" href={`${base}?step=${back}`}>
        {t.back}
      </a>
      {next && (
        <a class="button" href={`${base}?step=${next}`}>
          {t.continue}
        </a>
      )}
    </div>
  );
}

/** Step 2: related persons and businesses with their shares. */
export function People({ portal, lang, errors = {}, values = {} }: View) {
  const t = texts[lang];
  const base = `/portals/${portal.token}`;
  const form = { portal, lang, errors, values };
  return (
    <Frame title={t.peopleTitle} t={t} lang={lang}>
      <h1>{t.peopleTitle}</h1>
      <Steps t={t} current="people" />
      <Summary errors={errors} t={t} />
      <section class="card">
        <p class="hint">{t.peopleHint}</p>
        {portal.progress.parties.length ? (
          <ul class="list">
            {portal.progress.parties.map(({ data }, index) => (
              <li>
                <span>
                  {partyName(data)}{' '}
                  <span class="meta">
                    {t.roles[data.roles?.[0] ?? '']}
                    {data.direct_ownership_percentage != null &&
                      `, ${data.direct_ownership_percentage} %`}
                  </span>
                </span>
                <form method="post" action={`${base}/people/remove`}>
                  <input type="hidden" name="index" value={index} />
                  <button class="plain" aria-label={`${t.remove}: ${partyName(data)}`}>
                    {t.remove}
                  </button>
                </form>
              </li>
            ))}
          </ul>
        ) : (
          <p>{t.nobody}</p>
        )}
      </section>
      <PartyForm kind="person" {...form} />
      <PartyForm kind="business" {...form} />
      <Navigation t={t} base={base} back="details" next="documents" />
    </Frame>
  );
}

function Upload({ portal, t, only }: { portal: PortalRow; t: Texts; only?: string[] }) {
  const base = `/portals/${portal.token}`;
  const types = Object.entries(t.types).filter(([type]) => !only?.length || only.includes(type));
  return (
    <>
      <ul class="list">
        {portal.progress.documents.map(({ name, type, size }, index) => (
          <li>
            <span>
              {name}{' '}
              <span class="meta">{`${t.types[type] ?? type}, ${Math.ceil(size / 1024)} KB`}</span>
            </span>
            <form method="post" action={`${base}/documents/remove`}>
              <input type="hidden" name="index" value={index} />
              <button class="plain" aria-label={`${t.remove}: ${name}`}>
                {t.remove}
              </button>
            </form>
          </li>
        ))}
      </ul>
      {!portal.progress.documents.length && <p>{t.noDocuments}</p>}
      <form method="post" action={`${base}/documents`} enctype="multipart/form-data">
        <div class="grid">
          <div class="field">
            <label for="type">{t.labels.type}</label>
            <select id="type" name="type">
              {types.map(([type, label]) => (
                <option value={type}>{label}</option>
              ))}
            </select>
          </div>
        </div>
        <div class="drop field">
          <label for="file">{t.drop}</label>
          <input id="file" name="file" type="file" accept=".pdf,image/*,text/plain" />
          <progress hidden value="0" aria-label={t.uploading}></progress>
        </div>
        <div class="actions end">
          <button class="plain">{t.upload}</button>
        </div>
      </form>
    </>
  );
}

/** Step 3: documents. */
export function Documents({ portal, lang, errors = {} }: View) {
  const t = texts[lang];
  return (
    <Frame title={t.documentsTitle} t={t} lang={lang}>
      <h1>{t.documentsTitle}</h1>
      <Steps t={t} current="documents" />
      <Summary errors={errors} t={t} />
      <section class="card">
        <p class="hint">{t.documentsHint}</p>
        <Upload portal={portal} t={t} />
      </section>
      <Navigation
        t={t}
        base={`/portals/${portal.token}`}
        back={subjectOf(portal) === 'person' ? 'details' : 'people'}
        next="review"
      />
    </Frame>
  );
}

/** Step 4: everything once more, then submit. */
export function Review({ portal, lang, errors = {} }: View) {
  const t = texts[lang];
  const base = `/portals/${portal.token}`;
  const { profile, parties, documents } = portal.progress;
  const Section = ({ title, step, children }: { title: string; step: Step; children?: Child }) => (
    <section class="card">
      <h2>
        {title}{' '}
        <a class="meta" href={`${base}?step=${step}`} aria-label={`${t.change}: ${title}`}>
          {t.change}
        </a>
      </h2>
      {children}
    </section>
  );
  return (
    <Frame title={t.reviewTitle} t={t} lang={lang}>
      <h1>{t.reviewTitle}</h1>
      <Steps t={t} current="review" />
      <Summary errors={errors} t={t} />
      <Section title={t[subjectOf(portal)]} step="details">
        <dl>
          {profileFields[subjectOf(portal)].flatMap(({ name }) =>
            profile[name] ? [<dt>{t.labels[name]}</dt>, <dd>{profile[name]}</dd>] : [],
          )}
        </dl>
      </Section>
      {subjectOf(portal) === 'business' && (
        <Section title={t.peopleTitle} step="people">
          <ul>
            {parties.map(({ data }) => (
              <li>{partyName(data)}</li>
            ))}
          </ul>
          {!parties.length && <p>{t.nobody}</p>}
        </Section>
      )}
      <Section title={t.documentsTitle} step="documents">
        <ul>
          {documents.map(({ name }) => (
            <li>{name}</li>
          ))}
        </ul>
        {!documents.length && <p>{t.noDocuments}</p>}
      </Section>
      <p class="hint">{t.reviewHint}</p>
      <form method="post" action={`${base}/submit`}>
        <div class="actions">
          <a class="button plain" href={`${base}?step=documents`}>
            {t.back}
          </a>
          <button>{t.submit}</button>
        </div>
      </form>
    </Frame>
  );
}

/** Re-collection: only what a reviewer asked for, and why. */
export function Request({ portal, lang, errors = {}, values }: View) {
  const t = texts[lang];
  const base = `/portals/${portal.token}`;
  const { reason, fields, documents } = portal.request!;
  const asked = profileFields[subjectOf(portal)].filter(({ name }) => fields.includes(name));
  return (
    <Frame title={t.requestTitle} t={t} lang={lang}>
      <h1>{t.requestTitle}</h1>
      <Summary errors={errors} t={t} />
      <p class="note">{reason}</p>
      <p class="hint">{t.requestHint}</p>
      {documents.length > 0 && (
        <section class="card">
          <h2>{t.documentsTitle}</h2>
          <p class="hint">{documents.map((type) => t.types[type] ?? type).join(', ')}</p>
          <Upload portal={portal} t={t} only={documents} />
        </section>
      )}
      <form
        method="post"
        action={`${base}/submit`}
        data-save={asked.length ? `${base}/save` : undefined}
        novalidate
      >
        {asked.length > 0 && (
          <section class="card">
            <div class="grid">
              {asked.map((def) => (
                <Field
                  def={{ ...def, required: true }}
                  t={t}
                  lang={lang}
                  values={values ?? portal.progress.profile}
                  errors={errors}
                />
              ))}
            </div>
          </section>
        )}
        <div class="actions end">
          <button>{t.submit}</button>
        </div>
      </form>
    </Frame>
  );
}

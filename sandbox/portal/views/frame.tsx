/** What the portal's pages share. Everything the client or the CRM wrote is escaped by JSX. */
import type { Child } from 'hono/jsx';

import type { PartyDraft, PortalRow } from '../../domain/portals.ts';
import { Page } from '../../web/layout.tsx';
import type { Errors, Values } from '../inputs.ts';
import { subjectOf } from '../inputs.ts';
import type { FormField } from '../profile-fields.ts';
import { countryNames, languages, texts, type Language, type Texts } from '../texts.ts';

export const steps = ['details', 'people', 'documents', 'review'] as const;
export type Step = (typeof steps)[number];

/** Parties and documents of the case itself. */
export interface Known {
  parties: PartyDraft['data'][];
  documents: { type: string; name: string }[];
}

export interface View {
  portal: PortalRow;
  lang: Language;
  errors?: Errors;
  values?: Record<string, string>;
  /** Fields that another window has changed meanwhile. */
  changed?: string[];
  /** What the case has from before, besides what was entered here. */
  known?: Known;
}

export function Frame({
  title,
  lang,
  query = '',
  children,
}: {
  title: string;
  lang: Language;
  /** Query that leads to this page, before the language. */
  query?: string;
  children?: Child;
}) {
  const t = texts[lang];
  return (
    <Page
      title={title}
      lang={lang}
      kind="portal"
      script="/assets/portal.js"
      nav={
        <nav class="links" aria-label={t.language}>
          {Object.entries(languages).map(([code, name]) => (
            <a
              href={`?${query}lang=${code}`}
              lang={code}
              hreflang={code}
              aria-current={code === lang ? 'true' : undefined}
            >
              {name}
            </a>
          ))}
        </nav>
      }
    >
      {children}
    </Page>
  );
}

export function Steps({ portal, t, current }: { portal: PortalRow; t: Texts; current: Step }) {
  const shown: readonly Step[] =
    subjectOf(portal) === 'person' ? steps.filter((step) => step !== 'people') : steps;
  const at = shown.indexOf(current);
  return (
    <ol class="steps" aria-label={t.stepOf(at + 1, shown.length)}>
      {shown.map((step, index) => (
        <li class={index < at ? 'done' : ''} aria-current={index === at ? 'step' : undefined}>
          {t.steps[step]}
        </li>
      ))}
    </ol>
  );
}

/** What has to be put right, with a link to each place. It gets the focus. */
export function Summary({ errors = {}, title }: { errors?: Errors; title: string }) {
  if (!Object.keys(errors).length) return null;
  return (
    <div class="summary" role="alert" tabindex={-1}>
      <h2>{title}</h2>
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

/** One field with its label, its error and the right keyboard on phones. */
export function Field({
  def,
  lang,
  values,
  errors = {},
}: {
  def: FormField;
  lang: Language;
  values: Values;
  errors?: Errors;
}) {
  const t = texts[lang];
  const { name, type, required, autocomplete } = def;
  const value = String(values[name] ?? '');
  const error = errors[name];
  const common = {
    id: name,
    name,
    autocomplete: autocomplete ?? 'off',
    'aria-required': required ? 'true' : undefined,
    'aria-invalid': error ? 'true' : undefined,
    'aria-describedby': error ? `${name}-error` : undefined,
  };
  return (
    <div class={error ? 'field bad' : 'field'}>
      <label for={name}>
        {t.labels[name]} {!required && <small>({t.optional})</small>}
      </label>
      {type === 'country' ? (
        <select {...common}>
          <option value=""></option>
          {countryNames(lang).map(([code, country]) => (
            <option value={code} selected={value === code}>
              {country}
            </option>
          ))}
        </select>
      ) : (
        <input
          {...common}
          type={type ?? 'text'}
          value={value}
          dir={type ? undefined : 'auto'}
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

/** Says that typing is saved; the script fills it in. */
export const SaveStatus = ({ t }: { t: Texts }) => (
  <p
    id="save-status"
    class="meta"
    role="status"
    data-saved={t.savedNow}
    data-saving={t.saving}
    data-failed={t.notSaved}
    data-elsewhere={t.elsewhere}
  ></p>
);

export const partyName = (data: Record<string, unknown>): string =>
  String(data.organization_name ?? [data.given_names, data.last_name].filter(Boolean).join(' '));

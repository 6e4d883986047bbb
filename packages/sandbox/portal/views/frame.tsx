/**
 * The common parts of the portal's pages. JSX escapes everything that the client or the CRM wrote.
 */
import type { Child } from 'hono/jsx';

import type { Company } from '../../../../service/contract.ts';
import { joined } from '../../domain/plain.ts';
import type { PortalRow } from '../../domain/portals.ts';
import { Options, PlainLink } from '../../web/controls.tsx';
import { Page } from '../../web/layout.tsx';
import type { Existing } from '../requirements.ts';
import type { Errors, Values } from '../inputs.ts';
import type { FormField } from '../profile-fields.ts';
import { limitsOf } from '../rules.ts';
import { stepsOf, type Gap, type States, type Step } from '../sections.ts';
import { filled } from '../messages.ts';
import { countryNames, languages, texts, type Language, type Texts } from '../texts.ts';

export { Box, ButtonLink, Options, PlainLink } from '../../web/controls.tsx';

export interface View {
  portal: PortalRow;
  lang: Language;
  /** The texts of the language. */
  t: Texts;
  /** The path of the portal. */
  base: string;
  /** `2026-11-22` */
  today: string;
  /** Missing and invalid values. */
  gaps: Gap[];
  /** The progress of each section. */
  states: States;
  errors?: Errors;
  values?: Record<string, string>;
  /** Fields that another window has changed meanwhile. */
  changed?: string[];
  /** The case's data from outside this portal. */
  existing: Existing;
  /** The registry search and its results. */
  lookUp?: { q: string; companies: Company[] };
}

const isEmpty = (errors: Errors = {}) => Object.keys(errors).length === 0;

interface FrameProps {
  title: string;
  lang: Language;
  /** The path and query of the page, for links to other languages. */
  address: string;
  /** "Step 2 of 4" */
  place?: string;
  errors?: Errors;
  children?: Child;
}

export function Frame({ title, lang, address, place, errors, children }: FrameProps) {
  const t = texts[lang];
  const named = [isEmpty(errors) ? '' : `${t.errorPrefix}: `, title, place ? ` – ${place}` : ''];
  return (
    <Page
      title={named.join('')}
      lang={lang}
      kind="portal"
      skip={t.skip}
      script="/assets/portal.js"
      nav={
        <nav class="hstack" aria-label={t.language}>
          {Object.entries(languages).map(([code, name]) => (
            <a
              href={`${address}${address.includes('?') ? '&' : '?'}lang=${code}`}
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

interface StepProps extends View {
  step: Step;
  title: string;
  children?: Child;
}

/** The page of a section, with links to the others. */
export function StepPage({ title, step, children, ...view }: StepProps) {
  const { portal, lang, t, base, states, errors } = view;
  const steps = stepsOf(portal);
  const place = filled(t.stepOf, { step: steps.indexOf(step) + 1, steps: steps.length });
  return (
    <Frame title={title} lang={lang} address={`${base}?step=${step}`} place={place} errors={errors}>
      <p class="back">
        <span aria-hidden="true">‹</span> <a href={`${base}?step=tasks`}>{t.tasks.all}</a>
      </p>
      <nav aria-label={place}>
        <ol class="steps unstyled">
          {steps.map((each) => (
            <li class={states[each]} aria-current={each === step ? 'step' : undefined}>
              <a href={`${base}?step=${each}`}>
                {t.steps[each]}
                <span class="visually-hidden">{`: ${t.tasks.states[states[each]]}`}</span>
              </a>
            </li>
          ))}
        </ol>
      </nav>
      <h1>{title}</h1>
      <Summary errors={errors} base={base} title={t.errorTitle} />
      {children}
    </Frame>
  );
}

interface ActionsProps {
  t: Texts;
  /** The page before this one; the first page has none. */
  back?: string;
  children: Child;
}

/** The end of a page: the button to continue, then the link back. */
export const Actions = ({ back, t, children }: ActionsProps) => (
  <div class="actions">
    {children}
    {back && <PlainLink href={back}>{t.back}</PlainLink>}
  </div>
);

/** The button of the sandbox's test client, which fills in the rest. */
export const TestClient = ({ t, base }: Pick<View, 't' | 'base'>) => (
  <form method="post" action={`${base}/fill`} class="test-client">
    <h2>{t.testClient.title}</h2>
    <p>{t.testClient.text}</p>
    <button class="outline">{t.testClient.fill}</button>
  </form>
);

/** A link to a page where the client can change something. */
export const Change = ({ href, what, t }: { href: string; what: string; t: Texts }) => (
  <a href={href}>
    {t.change}
    <span class="visually-hidden">: {what}</span>
  </a>
);

interface PlacesProps {
  /** By id: `country` is on this page, `details#country` on the page of another section. */
  errors?: Errors;
  /** The path of the portal, if ids of other sections occur. */
  base?: string;
}

/** A link to each value that needs a correction. */
export const Places = ({ errors = {}, base }: PlacesProps) => (
  <ul>
    {Object.entries(errors).map(([place, message]) => (
      <li>
        <a href={place.includes('#') ? `${base}?step=${place}` : `#${place}`}>{message}</a>
      </li>
    ))}
  </ul>
);

/** The list of mistakes. It gets the focus. */
export const Summary = ({ title, ...places }: PlacesProps & { title: string }) =>
  isEmpty(places.errors) ? null : (
    <div class="summary" role="alert" data-variant="danger" tabindex={-1}>
      <h2>{title}</h2>
      <Places {...places} />
    </div>
  );

/** The mistake of one field, below the field. */
export const FieldError = ({ name, error }: { name: string; error?: string }) =>
  error ? (
    <p class="error" id={`${name}-error`}>
      {error}
    </p>
  ) : null;

interface FieldProps {
  def: FormField;
  /** The label of a field that the portal does not have. */
  label?: string;
  lang: Language;
  values: Values;
  errors?: Errors;
  /** The first and last day of the field's calendar, `2026-11-22`. */
  today?: string;
}

/** One field with its label, its error, and the right keyboard on phones. */
export function Field({ def, label, lang, values, errors = {}, today }: FieldProps) {
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
    <div class="field">
      <label for={name}>
        {label ?? t.labels[name]} {!required && <small>({t.optional})</small>}
      </label>
      {type === 'country' ? (
        <select {...common}>
          <option value=""></option>
          <Options options={countryNames(lang)} values={[value]} />
        </select>
      ) : (
        <input
          {...common}
          {...(today && limitsOf(name, today))}
          type={type ?? 'text'}
          value={value}
          dir={type ? undefined : 'auto'}
          maxlength={type ? undefined : 300}
        />
      )}
      <FieldError name={name} error={error} />
    </div>
  );
}

/** The save status. It stays in view, and the script fills it in. */
export const SaveStatus = ({ t }: { t: Texts }) => (
  <p
    id="save-status"
    class="with-script"
    role="status"
    data-saved={t.savedNow}
    data-saving={t.saving}
    data-failed={t.notSaved}
    data-elsewhere={t.elsewhere}
  ></p>
);

export const partyName = (data: Record<string, unknown>): string =>
  String(data.organization_name ?? joined(' ', [data.given_names, data.last_name]));

/**
 * The common parts of the portal's pages. JSX escapes everything that the client or the CRM wrote.
 */
import type { Child } from 'hono/jsx';

import { several } from '../../domain/custom-fields.ts';
import { joined } from '../../domain/plain.ts';
import type { PortalRow } from '../../domain/portals.ts';
import { Choices, Input, PlainLink, Select, Summary, type Choice } from '../../web/controls.tsx';
import { hasErrors, text, type Errors, type Values } from '../../web/form.ts';
import { Page } from '../../web/layout.tsx';
import type { Existing } from '../requirements.ts';
import type { FormField } from '../profile-fields.ts';
import { limitsOf } from '../rules.ts';
import { stepsOf, type Gap, type Step } from '../sections.ts';
import { filled } from '../messages.ts';
import { countryNames, labelOf, languages, texts, type Language, type Texts } from '../texts.ts';

export { ButtonLink, FieldError, PlainLink, Places } from '../../web/controls.tsx';

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
  errors?: Errors;
  /** The refused form of a person or company. */
  party?: Values;
  /** The form of the profile, if another window has saved other values meanwhile. */
  typed?: Values;
  /** The case's data from outside this portal. */
  existing: Existing;
}

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

export function Frame({ title, lang, address, place, errors = {}, children }: FrameProps) {
  const t = texts[lang];
  const named = [hasErrors(errors) ? `${t.errorPrefix}: ` : '', title, place ? ` – ${place}` : ''];
  return (
    <Page
      title={named.join('')}
      lang={lang}
      kind="portal"
      skip={t.skip}
      unanswered={t.unanswered}
      tagline={t.tagline}
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

/** The page of a section, with links to the others. Those without gaps are marked. */
export function StepPage({ title, step, children, ...view }: StepProps) {
  const { portal, lang, t, base, gaps, errors } = view;
  const steps = stepsOf(portal);
  const place = filled(t.stepOf, { step: steps.indexOf(step) + 1, steps: steps.length });
  const isDone = (one: Step) => one !== 'review' && !gaps.some((gap) => gap.step === one);
  return (
    <Frame title={title} lang={lang} address={`${base}?step=${step}`} place={place} errors={errors}>
      <nav aria-label={place}>
        <ol class="steps unstyled">
          {steps.map((each) => (
            <li
              class={isDone(each) ? 'done' : undefined}
              aria-current={each === step ? 'step' : undefined}
            >
              <a href={`${base}?step=${each}`}>
                {t.steps[each]}
                {isDone(each) && <span class="visually-hidden">{`: ${t.done}`}</span>}
              </a>
            </li>
          ))}
        </ol>
      </nav>
      <h1>{title}</h1>
      <Mistakes {...view} />
      {children}
    </Frame>
  );
}

/** The mistakes of the page's form. The script replaces them. */
export const Mistakes = ({ errors, base, t }: Pick<View, 'errors' | 'base' | 't'>) => (
  <div id="mistakes">
    <Summary errors={errors} base={base} title={t.errorTitle} />
  </div>
);

/** What a form shows. The server compares it with what other windows have saved meanwhile. */
export const Shown = ({ values }: { values: Values }) => (
  <input type="hidden" name="shown" value={JSON.stringify(values)} />
);

/** The link that gives up what was typed for what another window has saved. */
export const UseSaved = ({ t, href }: { t: Texts; href: string }) => (
  <p>
    <a href={href} data-forget>
      {t.useSaved}
    </a>
  </p>
);

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
  <form method="post" action={`${base}/fill`} class="card">
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

interface FieldProps {
  def: FormField<string>;
  lang: Language;
  values: Values;
  errors?: Errors;
  /** The first and last day of the field's calendar, `2026-11-22`. */
  today?: string;
}

/** The choices of a field. */
function choicesOf({ type, custom }: FormField<string>, lang: Language): Choice[] {
  const { yes, no } = texts[lang];
  if (type?.startsWith('countr')) return countryNames(lang);
  if (type === 'boolean')
    return [
      ['yes', yes],
      ['no', no],
    ];
  return (custom?.accepted_values ?? []).map((value) => [value, value]);
}

/** Tells the server that the form had this field, even if nothing is chosen. */
const Present = ({ name }: { name: string }) => <input type="hidden" name={name} value="" />;

/** A field with its label, its error, and the right keyboard on phones. */
export function Field({ def, lang, values, errors = {}, today }: FieldProps) {
  const { name, type, required, autocomplete = 'off', custom } = def;
  const value = text(values[name]);
  const field = {
    name,
    label: <span dir="auto">{labelOf(def, lang)}</span>,
    note: required ? undefined : texts[lang].optional,
    hint: custom?.description,
    error: errors[name],
  };
  const options = choicesOf(def, lang);
  if (type === 'choices') {
    return (
      <Choices {...field} options={options} values={several(value)}>
        <Present name={name} />
      </Choices>
    );
  }
  const control = {
    ...field,
    autocomplete,
    'aria-required': required ? ('true' as const) : undefined,
  };
  if (type === 'countries') {
    return (
      <>
        <Present name={name} />
        <Select {...control} options={options} value={several(value)} multiple />
      </>
    );
  }
  if (type === 'country' || type === 'boolean' || type === 'choice')
    return <Select {...control} options={[['', ''], ...options]} value={value} />;
  return (
    <Input
      {...control}
      {...(today && limitsOf(name, today))}
      type={type === 'number' ? 'text' : type}
      inputmode={type === 'number' ? 'decimal' : undefined}
      value={value}
      dir={type ? undefined : 'auto'}
      maxlength={type ? undefined : 300}
    />
  );
}

export const partyName = (data: Record<string, unknown>): string =>
  String(data.organization_name ?? joined(' ', [data.given_names, data.last_name]));

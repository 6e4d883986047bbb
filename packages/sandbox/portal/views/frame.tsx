/**
 * The common parts of the portal's pages. JSX escapes everything that the client or the CRM wrote.
 */
import type { Child } from 'hono/jsx';

import { several } from '../../domain/custom-fields.ts';
import { Choices, Input, PlainLink, Select, Summary } from '../../web/controls.tsx';
import { hasErrors, Version, type Errors, type Refused, type Values } from '../../web/form.ts';
import { Page } from '../../web/layout.tsx';
import { lines, type gapsIn } from '../inputs.ts';
import { choicesOf, type FormField } from '../fields.ts';
import { stepsOf, type Entry, type openOf, type Step, type Visit } from '../requirements.ts';
import { filled, labelOf, languages, texts, type Language, type Texts } from '../texts.ts';

/** What the pages see: an open portal with what it asks for, and the form that was refused. */
export interface View extends Visit, Refused {
  /** The texts of the language. */
  t: Texts;
  /** The path of the portal. */
  base: string;
  entries: Entry[];
  open: ReturnType<typeof openOf>;
  gaps: ReturnType<typeof gapsIn>;
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

interface FormProps extends Pick<View, 't' | 'base'> {
  path: string;
  /** What the form is made from; nothing for a new entry. */
  of?: unknown;
  button: string;
  /** The section before this one. */
  back?: string;
  children: Child;
}

/** A form with the button at its end. It carries the version of what it was made from. */
export const Form = ({ t, base, path, of, button, back, children }: FormProps) => (
  <form method="post" action={`${base}/${path}`} novalidate>
    {of !== undefined && <Version of={of} />}
    {children}
    <Actions t={t} back={back && `${base}?step=${back}`}>
      <button>{button}</button>
    </Actions>
  </form>
);

interface RemoveProps extends Pick<View, 'base'> {
  path: string;
  id: string;
  /** What is removed. */
  name: string;
  button: string;
}

/** A button that removes an entry. */
export const Remove = ({ base, path, id, name, button }: RemoveProps) => (
  <form method="post" action={`${base}/${path}`}>
    <input type="hidden" name="id" value={id} />
    <button class="outline" aria-label={`${button}: ${name}`}>
      {button}
    </button>
  </form>
);

/** The button of the sandbox's test client, which fills in the rest. */
export const TestClient = ({ t, base }: Pick<View, 't' | 'base'>) => (
  <form method="post" action={`${base}/fill`} class="card">
    <h2>{t.testClient.title}</h2>
    <p>{t.testClient.text}</p>
    <button class="outline">{t.testClient.fill}</button>
  </form>
);

interface FieldProps extends Refused {
  def: FormField;
  lang: Language;
  /** What is there now. */
  now: Values;
}

/** Tells the server that the form had this field, even if nothing is chosen. */
const Present = ({ name }: { name: string }) => <input type="hidden" name={name} value="" />;

/** A field with its label, its error, and the right keyboard on phones. */
export function Field({ def, lang, now, values = now, errors = {} }: FieldProps) {
  const { name, type, required, autocomplete = 'off', custom } = def;
  const value = lines(values[name]);
  const hasOwners = name === 'roles' && def.options?.includes('UBO');
  const field = {
    name,
    label: <span dir="auto">{labelOf(def, lang)}</span>,
    note: required ? undefined : texts[lang].optional,
    hint: hasOwners ? texts[lang].rolesHint : custom?.description,
    error: errors[name],
  };
  if (type === 'choices') {
    return (
      <Choices {...field} options={choicesOf(def, lang)} values={several(value)}>
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
        <Select {...control} options={choicesOf(def, lang)} value={several(value)} multiple />
      </>
    );
  }
  if (type === 'country' || type === 'boolean' || type === 'choice')
    return <Select {...control} options={[['', ''], ...choicesOf(def, lang)]} value={value} />;
  const isNumber = type === 'number' || type === 'percent';
  return (
    <Input
      {...control}
      type={isNumber ? 'text' : type}
      inputmode={isNumber ? 'decimal' : undefined}
      value={value}
      dir={type ? undefined : 'auto'}
      maxlength={type ? undefined : 300}
    />
  );
}

/** The letters to clients, to be changed by staff: one of each kind in each language. */
import { Hono } from 'hono';

import { changeTemplate, templateOf } from '../domain/letters.ts';
import type { Store } from '../domain/store.ts';
import { letterKinds, type LetterKind, type Template } from '../portal/letter-texts.ts';
import { languages, type Language } from '../portal/texts.ts';
import { Input, Office, Submit, Tabs, text } from './parts.tsx';

const at = '/back-office/letter';

interface Props {
  kind: LetterKind;
  lang: Language;
  template: Template;
  problem?: string;
}

const values: Record<string, string> = {
  link: '{{link}} is the portal link',
  reason: '{{reason}} is what was asked for',
  sent: '{{sent}} is what the client submitted, in a line each',
  reference: '{{reference}} is the ID of the case',
};

function LetterPage({ kind, lang, template, problem }: Props) {
  const { title, needs } = letterKinds[kind];
  const link = (next: Partial<Props>) =>
    `${at}?${new URLSearchParams({ kind: next.kind ?? kind, lang: next.lang ?? lang })}`;
  return (
    <Office title="Letters to clients" at={at} problem={problem}>
      <Tabs
        label="Letters"
        tabs={Object.entries(letterKinds).map(([name, { title: said }]) => ({
          href: link({ kind: name as LetterKind }),
          text: said,
          isHere: name === kind,
        }))}
      />
      <Tabs
        label="Languages"
        tabs={Object.entries(languages).map(([code, said]) => ({
          href: link({ lang: code as Language }),
          text: said,
          isHere: code === lang,
          lang: code,
        }))}
      />
      <form method="post" class="card">
        <h2>{`${title}, ${languages[lang]}`}</h2>
        <input type="hidden" name="kind" value={kind} />
        <input type="hidden" name="lang" value={lang} />
        <p class="hint">
          {`{{name}} is the first name of a person, and nothing for a business, ${needs.map((name) => values[name]).join(', ')}. An empty line begins a new paragraph.`}
        </p>
        <Input
          name="subject"
          label="Subject"
          value={template.subject}
          maxlength={200}
          lang={lang}
        />
        <div class="field">
          <label for="text">Text</label>
          <textarea id="text" name="text" rows={12} maxlength={5000} lang={lang}>
            {template.text}
          </textarea>
        </div>
        <Submit>Save</Submit>
      </form>
    </Office>
  );
}

const kindOf = (value: unknown): LetterKind =>
  Object.hasOwn(letterKinds, String(value)) ? (value as LetterKind) : 'link';
const languageOf = (value: unknown): Language =>
  Object.hasOwn(languages, String(value)) ? (value as Language) : 'en';

/** Why a letter cannot be so, in a sentence; undefined where it can. */
function problemOf(kind: LetterKind, { subject, text: body }: Template): string | undefined {
  const { needs } = letterKinds[kind];
  const inBraces = (names: readonly string[]) => names.map((name) => `{{${name}}}`).join(' and ');
  const missing = needs.filter((name) => !body.includes(`{{${name}}}`));
  if (missing.length) return `The text of this letter needs ${inBraces(missing)}.`;
  if (!subject) return 'A letter needs a subject.';
  // What has no value would be left out without a word.
  const known: string[] = ['name', ...needs];
  const unknown = [...`${subject} ${body}`.matchAll(/\{\{([^{}]*)\}\}/g)]
    .map(([, name]) => name!)
    .filter((name) => !known.includes(name));
  return unknown.length
    ? `This letter has no ${inBraces(unknown)}, only ${inBraces(known)}.`
    : undefined;
}

export function letterRoutes(store: Store) {
  const app = new Hono();
  app.get('/', (c) => {
    const [kind, lang] = [kindOf(c.req.query('kind')), languageOf(c.req.query('lang'))];
    return c.html(<LetterPage kind={kind} lang={lang} template={templateOf(store, kind, lang)} />);
  });
  app.post('/', async (c) => {
    const form = await c.req.parseBody();
    const [kind, lang] = [kindOf(form.kind), languageOf(form.lang)];
    const template = {
      subject: text(form.subject),
      text: text(form.text).replaceAll('\r\n', '\n'),
    };
    const problem = problemOf(kind, template);
    if (problem) return c.html(<LetterPage {...{ kind, lang, template, problem }} />, 422);
    changeTemplate(store, kind, lang, template);
    return c.redirect(`${at}?${new URLSearchParams({ kind, lang, saved: '' })}`, 303);
  });
  return app;
}

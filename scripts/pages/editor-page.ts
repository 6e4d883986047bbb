/** docs/editor.md: a picture of the form of each operation. `npm run docs` writes the page. */
import { formFieldsOf } from '../publish/publishing-rules.ts';
import type { Form } from './editor-form.tsx';

type Definition = Parameters<typeof formFieldsOf>[0] & {
  key: string;
  display: { label: string; description: string };
  operation: { inputFieldGroups?: Form['groups'] };
};

/** The forms of the app, for a business where there is a choice. */
export const editorForms = (app: Record<string, any>): Form[] =>
  [app.triggers, app.creates, app.searches]
    .flatMap((group: Record<string, Definition>) => Object.values(group))
    .map((definition) => ({
      key: definition.key,
      ...definition.display,
      groups: definition.operation.inputFieldGroups ?? [],
      fields: formFieldsOf(definition, { subject: 'business' }) as Form['fields'],
    }));

/** The page as text. */
export const editorPage = (forms: Form[]) =>
  [
    '# The forms in the editor',
    '',
    'Each operation as an admin meets it in the editor of Zapier: what most people fill in first, the rest in groups. The pictures are made from the definition by `npm run screenshots`, so that a change of a form is seen in review; fields with a star are required, and a form that depends on the subject is shown for a business.',
    '',
    ...forms.flatMap(({ key, label, description }) => [
      `## ${label}`,
      '',
      description,
      '',
      `![Form of ${label}](images/editor/${key}.png)`,
      '',
    ]),
  ].join('\n');

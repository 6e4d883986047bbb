/** docs/editor.md: a picture of the form of each operation. `npm run docs` writes the page. */
import { formFieldsOf } from '../publish/publishing-rules.ts';
import type { Form } from './editor-form.tsx';
import { formNotes } from './form-notes.ts';

type Definition = Parameters<typeof formFieldsOf>[0] & {
  key: string;
  display: { label: string; description: string };
  operation: { inputFieldGroups?: Form['groups'] };
};

/** The forms of the app, for a business where there is a choice. */
export const editorForms = (app: Record<string, any>): Form[] =>
  [app.triggers, app.creates, app.searches]
    .flatMap((group: Record<string, Definition>) => Object.values(group))
    .map((definition) => {
      const groups = definition.operation.inputFieldGroups ?? [];
      const fields = formFieldsOf(definition, { subject: 'business' }) as Form['fields'];
      return {
        key: definition.key,
        ...definition.display,
        groups,
        // Fields of a form without groups, or of a group it does not have, stand on top.
        fields: fields.map((field) => ({
          ...field,
          group: groups.find(({ key }) => key === field.group)?.key,
        })),
      };
    });

const names = (fields: Form['fields']) =>
  fields.map(({ key, label = key }) => `*${label}*`).join(', ');

/** What stands where in a form: needed, on top, in groups. */
function partsOf({ fields, groups }: Form): string[] {
  const needed = fields.filter(({ required }) => required);
  const top = fields.filter(({ group, required }) => !group && !required);
  const grouped = groups.map(({ key, label }): [string, Form['fields']] => [
    label,
    fields.filter(({ group, required }) => group === key && !required),
  ]);
  return [
    ...([
      ['Needed', needed],
      ['On top', top],
    ] as typeof grouped),
    ...grouped,
  ]
    .filter(([, inside]) => inside.length)
    .map(([title, inside]) => `- ${title}: ${names(inside)}`);
}

/** The page as text. */
export const editorPage = (forms: Form[]) =>
  [
    '# The forms in the editor',
    '',
    'Each operation as an admin meets it in the editor of Zapier: what most people fill in first, the rest in groups. Below each stands when to take it and what to mind; [operations.md](operations.md) has the help of every field. The pictures are made from the definition by `npm run screenshots`; fields with a star are required, and a form that depends on the subject is shown for a business.',
    '',
    ...forms.flatMap((form) => [
      `## ${form.label}`,
      '',
      form.description,
      '',
      formNotes[form.key]!,
      '',
      ...partsOf(form),
      '',
      `![Form of ${form.label}](images/editor/${form.key}.png)`,
      '',
    ]),
  ].join('\n');

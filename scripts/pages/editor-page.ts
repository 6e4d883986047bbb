/** docs/editor.md: a picture of the form of each operation. `npm run docs` writes the page. */
import { formFieldsOf, operationsOf, type Field } from '../../test/support/definition.ts';
import type { Form } from './editor-form.tsx';
import { formNotes } from './form-notes.ts';
import { page } from './markdown.ts';

/** The forms of the app, for a business where there is a choice. */
export const editorForms = (app: Record<string, any>): Form[] =>
  operationsOf(app).map((operation) => {
    const groups = operation.operation.inputFieldGroups ?? [];
    return {
      key: operation.key,
      ...operation.display,
      groups,
      // Fields of a form without groups, or of a group it does not have, stand on top.
      fields: formFieldsOf(operation, { subject: 'business' }).map((field) => ({
        ...field,
        group: groups.find(({ key }) => key === field.group)?.key,
      })),
    };
  });

const names = (fields: Field[]) => fields.map(({ key, label = key }) => `*${label}*`).join(', ');

/** What stands where in a form: needed, on top, in groups. */
function partsOf({ fields, groups }: Form): string[] {
  const optional = fields.filter(({ required }) => !required);
  const parts: [title: string, inside: Field[]][] = [
    ['Needed', fields.filter(({ required }) => required)],
    ['On top', optional.filter(({ group }) => !group)],
    ...groups.map(({ key, label }): [string, Field[]] => [
      label,
      optional.filter(({ group }) => group === key),
    ]),
  ];
  return parts
    .filter(([, inside]) => inside.length)
    .map(([title, inside]) => `- ${title}: ${names(inside)}`);
}

/** The page as text. */
export const editorPage = (forms: Form[]) =>
  page(
    '# The forms in the editor',
    'Each operation as an admin meets it in the editor of Zapier: what most people fill in first, the rest in groups. Below each stands when to take it and what to mind; [operations.md](operations.md) has the help of every field. The pictures are made from the definition by `npm run screenshots`; fields with a star are required, and a form that depends on the subject is shown for a business.',
    ...forms.flatMap((form) => [
      `## ${form.label}`,
      form.description,
      formNotes[form.key] ?? '',
      partsOf(form).join('\n'),
      `![Form of ${form.label}](images/editor/${form.key}.png)`,
    ]),
  );

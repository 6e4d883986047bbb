/** docs/editor.md: a picture of the form of each operation. `npm run docs` writes the page. */
import type { Form } from './editor-form.tsx';

type Definition = {
  key: string;
  display: { label: string; description: string };
  operation: { inputFields?: unknown[]; inputFieldGroups?: Form['groups'] };
};

/** The forms of the app, for a business where there is a choice. */
export async function editorForms(app: Record<string, any>): Promise<Form[]> {
  const operations = [app.triggers, app.creates, app.searches].flatMap(
    (group: Record<string, Definition>) => Object.values(group),
  );
  return Promise.all(
    operations.map(async ({ key, display, operation }) => {
      const parts = await Promise.all(
        (operation.inputFields ?? []).map((part) =>
          typeof part === 'function' ? part({}, { inputData: { subject: 'business' } }) : part,
        ),
      );
      return {
        key,
        ...display,
        groups: operation.inputFieldGroups ?? [],
        fields: parts.flat() as Form['fields'],
      };
    }),
  );
}

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

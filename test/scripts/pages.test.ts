/** The generated pages say everything that the app says, and common things once. */
import app from '../../index.ts';
import { editorForms, editorPage } from '../../scripts/pages/editor-page.ts';
import { formNotes } from '../../scripts/pages/form-notes.ts';
import { operationsPage } from '../../scripts/pages/operations-page.ts';
import { compiled, outputFieldsOf } from '../support/definition.ts';

const { triggers, creates, searches } = compiled(app as never) as Record<string, any>;
const operations = Object.values({ ...triggers, ...creates, ...searches }) as any[];

/** The text between a heading and the next one of its level. */
const sectionOf = (page: string, heading: string) =>
  page.split(`${heading}\n`)[1]!.split(new RegExp(`\n${heading.split(' ')[0]} `))[0]!;
const keysIn = (text: string) => [...text.matchAll(/`([\w]+)`/g)].map(([, key]) => key!);

describe('docs/operations.md', () => {
  let page: string;
  beforeAll(async () => {
    page = await operationsPage(app as never);
  });

  it.each(operations.map((operation) => [operation.key, operation]))(
    'tells each output of %s, there or where it leads',
    async (_, operation) => {
      const section = sectionOf(page, `### ${operation.display.label}`);
      const shows = /^Shows: .*$/m.exec(section)![0];
      const told = new Set(keysIn(shows));
      for (const [, anchor = ''] of shows.matchAll(/\(#([\w-]+)\)/g)) {
        const title = anchor.charAt(0).toUpperCase() + anchor.slice(1).replaceAll('-', ' ');
        const prefix = /`(\w+__)` in front/.exec(shows)?.[1] ?? '';
        for (const key of keysIn(sectionOf(page, `## ${title}`))) told.add(prefix + key);
      }
      const keys = (await outputFieldsOf(operation)).map(({ key }) => key);
      expect(keys.filter((key) => !told.has(key))).toEqual([]);
    },
  );

  it('tells the outputs of a case once', () => {
    expect(page.split('`business__organization_name`')).toHaveLength(2);
    expect(page).not.toContain('case__business__organization_name');
  });
});

describe('docs/editor.md', () => {
  const forms = editorForms(app as never);
  const page = editorPage(forms);

  it.each(forms.map((form) => [form.label, form]))('explains the form of %s', (label, form) => {
    const section = sectionOf(page, `## ${label}`);
    expect(section).toContain(form.description);
    expect(section).toContain(formNotes[form.key] ?? '');
    for (const field of form.fields) expect(section).toContain(`*${field.label}*`);
  });

  it('has a note of every form of today, and of none that is gone', () => {
    const keys = forms.map(({ key }) => key);
    const noted = Object.keys(formNotes);
    expect(noted.filter((key) => !keys.includes(key))).toEqual([]);
    expect(noted.length).toBeGreaterThanOrEqual(23);
    for (const note of Object.values(formNotes)) expect(note.length).toBeGreaterThan(60);
  });

  it('names only fields that are there', () => {
    const labels = forms.flatMap((form) => form.fields.map(({ label }) => label));
    const titles = [...forms.map(({ label }) => label), 'Find or Create', 'Portal Link'];
    const known = new Set([
      ...labels,
      ...titles,
      ...forms.flatMap(({ groups }) => groups.map(({ label }) => label)),
      'Already Existed',
    ]);
    const named = Object.values(formNotes).flatMap((note) =>
      [...note.matchAll(/\*([^*]+)\*/g)].map(([, name]) => name!),
    );
    expect(named.filter((name) => !known.has(name))).toEqual([]);
  });
});

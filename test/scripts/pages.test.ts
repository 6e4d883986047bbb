/** The generated pages say everything that the app says, and common things once. */
import app from '../../index.ts';
import { operationsPage } from '../../scripts/pages/operations-page.ts';
import { compiled, inputFieldsOf, operationsOf, outputFieldsOf } from '../support/definition.ts';

const operations = operationsOf(compiled(app)) as any[];

/** The text between a heading and the next one of its level. */
const sectionOf = (page: string, heading: string) =>
  page.split(`${heading}\n`)[1]!.split(new RegExp(`\n${heading.split(' ')[0]} `))[0]!;
const keysIn = (text: string) => [...text.matchAll(/`([\w*]+)`/g)].map(([, key]) => key!);

describe('docs/operations.md', () => {
  let page: string;
  beforeAll(async () => {
    page = await operationsPage(app as never);
  });

  it.each(operations.map((operation) => [operation.key, operation]))(
    'tells each output of %s, there or where it leads',
    async (_, operation) => {
      const section = sectionOf(page, `### ${operation.display.label}`);
      const returned = /^Returns: .*$/m.exec(section)![0];
      const named = new Set(keysIn(returned));
      for (const [, anchor = ''] of returned.matchAll(/\(#([\w-]+)\)/g)) {
        const title = anchor.charAt(0).toUpperCase() + anchor.slice(1).replaceAll('-', ' ');
        const prefix = /`(\w+__)` in front/.exec(returned)?.[1] ?? '';
        for (const key of keysIn(sectionOf(page, `### ${title}`))) named.add(prefix + key);
      }
      // The parts of an address go by one `*`.
      const keys = (await outputFieldsOf(operation)).map(({ key }) =>
        key.replace(/(address__)\w+$/, '$1*'),
      );
      expect(keys.filter((key) => !named.has(key))).toEqual([]);
    },
  );

  it.each(operations.map((operation) => [operation.key, operation]))(
    'names each input of %s, there or under shared fields',
    (_, operation) => {
      const section = sectionOf(page, `### ${operation.display.label}`);
      const named = new Set(keysIn(section));
      for (const [, anchor = ''] of section.matchAll(/\(#([\w-]+)\)/g)) {
        const title = anchor.charAt(0).toUpperCase() + anchor.slice(1).replaceAll('-', ' ');
        for (const key of keysIn(sectionOf(page, `### ${title}`))) named.add(key);
      }
      const keys = inputFieldsOf(operation).map(({ key }) => key);
      expect(keys.filter((key) => !named.has(key))).toEqual([]);
    },
  );

  it('says the help of each field once', () => {
    const helps = new Set(operations.flatMap(inputFieldsOf).map(({ helpText }) => helpText!));
    const twice = [...helps].filter((help) => page.split(help).length > 2);
    expect(twice).toEqual([]);
  });

  it('tells the outputs of a case once', () => {
    expect(page.split('`business__organization_name`')).toHaveLength(2);
    expect(page).not.toContain('case__business__organization_name');
  });
});

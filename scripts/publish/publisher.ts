/**
 * The setting `publisher` of package.json: published packages get their names, author, home page and
 * repository from it alone.
 */
const takes = {
  name: [/\S/, 'the name of whoever publishes'],
  email: [/^[^\s@]+@[^\s@]+\.[^\s@]+$/, 'their e-mail address'],
  repository: [/^https:\/\/[^\s/]+\/\S*[^\s/]$/, 'the https address of your repository'],
  scope: [
    /^@[a-z\d][\w.-]*$/,
    'your organisation on npm, such as @example, which only you publish to',
  ],
} as const satisfies Record<string, [pattern: RegExp, what: string]>;
type Part = keyof typeof takes;
export type Publisher = Record<Part, string>;

/** What Zapier asks for; a package also needs a scope. */
export const forZapier: Part[] = ['name', 'email', 'repository'];

/** One line per missing or invalid part of the setting. */
export const publisherProblems = (
  publisher: Publisher,
  parts = Object.keys(takes) as Part[],
): string[] =>
  parts
    .filter((part) => !takes[part][0].test(publisher[part]))
    .map((part) => `package.json: set publisher.${part} to ${takes[part][1]}`);

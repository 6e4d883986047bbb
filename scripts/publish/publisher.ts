/**
 * The setting `publisher` of package.json. Help texts link to its repository, and the package.json
 * of each built package gets author, home page and repository from it.
 */
const takes = {
  name: [/\S/, 'the name of whoever publishes'],
  email: [/^[^\s@]+@[^\s@]+\.[^\s@]+$/, 'their e-mail address'],
  repository: [/^https:\/\/[^\s/]+\/\S*[^\s/]$/, 'the https address of your repository'],
} as const satisfies Record<string, [pattern: RegExp, what: string]>;
type Publisher = Record<keyof typeof takes, string>;

/** One line per missing or invalid part of the setting. */
export const publisherProblems = (publisher: Publisher): string[] =>
  Object.entries(takes)
    .filter(([key, [pattern]]) => !pattern.test(publisher[key as keyof Publisher]))
    .map(([key, [, what]]) => `package.json: set publisher.${key} to ${what}`);

/** Adds the setting to a package.json. An incomplete setting changes nothing. */
export const withPublisher = (manifest: object, publisher: Publisher, folder: string): object =>
  publisherProblems(publisher).length
    ? manifest
    : {
        ...manifest,
        homepage: publisher.repository,
        author: { name: publisher.name, email: publisher.email },
        repository: { type: 'git', url: `git+${publisher.repository}.git`, directory: folder },
      };

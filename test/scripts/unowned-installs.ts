/** Finds texts that lead to a package or an organisation that nobody has registered. */

/** Our packages without the scope of a publisher. */
const names = [
  'n8n-nodes-compliance-onboarding-self-hosted',
  'n8n-nodes-compliance-onboarding',
  'compliance-onboarding-mcp',
  'compliance-sandbox',
];
/** Neither in a scope or a path, nor the name of a packed file. */
const own = `(?<![\\w@/.-])(?:${names.join('|')})(?![\\w/-])`;

const unowned = [
  // A command, or the JSON of one. `npx --no` fetches nothing.
  `(?:npx(?! --no )|bunx|dlx|npm (?:i|install|add|exec)|(?:pnpm|yarn) (?:add|global))\\b(?:(?!npx --no )[^\`]){0,80}?${own}`,
  `Install[^\\n]{0,40}${own}`,
  `"identifier": ?"${own}`,
  `"${own}": ?"[\\^~\\d]`,
  `npmjs\\.com/package/(?:${names.join('|')})`,
  '(?:github|githubusercontent)\\.com[/:](?!example|microsoft)[\\w-]+',
  'ghcr\\.io/[\\w-]+',
  'io\\.github\\.(?!example)[\\w-]+',
].map((pattern) => new RegExp(pattern, 'g'));

/** The text, and what its links hold in another notation. */
function* readings(text: string): Generator<string> {
  yield text;
  yield text.replace(/(?:%[\dA-F]{2})+/gi, (code) => {
    try {
      return decodeURIComponent(code);
    } catch {
      return code;
    }
  });
  for (const [code] of text.matchAll(/[\w+/]{40,}={0,2}/g))
    yield Buffer.from(code, 'base64').toString();
}

export const unownedInstalls = (text: string): string[] =>
  [...readings(text)].flatMap((reading) =>
    unowned.flatMap((pattern) => [...reading.matchAll(pattern)].map(([found]) => found)),
  );

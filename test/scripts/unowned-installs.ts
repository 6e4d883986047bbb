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

export const unownedInstalls = (text: string): string[] =>
  unowned.flatMap((pattern) => [...text.matchAll(pattern)].map(([found]) => found));

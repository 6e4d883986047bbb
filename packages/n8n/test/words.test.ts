/** Every text of the connector in the words of n8n. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

import { errorFromNetwork } from '../../../client/exchange/answer-errors.ts';
import { nodeError } from '../adapter/errors.ts';
import { inWordsOfN8n } from '../adapter/words.ts';

/** What only Zapier calls so. */
const foreign =
  /\bZap|\brepla(y|ies)|\breconnect|the account with|of the connection|in the connection|push the integration|another run\b|\b(this|every|earlier) step\b|\bMap (a|the)\b|\bmap it\b|Find or Create/i;

/** The literals of a source that are sentences; holes of a template stand as they are written. */
function sentencesIn(file: string): string[] {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest);
  const found: string[] = [];
  const visit = (node: ts.Node) => {
    const isText = ts.isStringLiteralLike(node) || ts.isTemplateExpression(node);
    const text = isText ? source.text.slice(node.pos, node.end).trim().slice(1, -1) : '';
    if (/\w \w/.test(text)) found.push(text);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}
/** What these say is read in the guides, not in n8n. */
const ofGuides = ['settings.ts', 'dialect.ts'];
const folders = ['service', 'client', 'fields', 'creates', 'searches', 'triggers'];
const sentences = folders.flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !ofGuides.includes(name))
    .flatMap((name) => sentencesIn(join(folder, name))),
);

it('leaves no word of Zapier, and no word unfilled, in any sentence of the connector', () => {
  const inWords = sentences.map(inWordsOfN8n);
  expect(sentences.filter((text) => text.includes('{{')).length).toBeGreaterThan(30);
  expect(inWords.filter((text) => foreign.test(text) || /\{\{/.test(text))).toEqual([]);
});

const node = { name: 'Create Case', type: 'complianceOnboarding' } as never;
it('keeps what is meant literally', () => {
  const refused = errorFromNetwork({ code: 'ECONNREFUSED' }, 'api.example.com', { about: 'case' });
  const { message, description } = nodeError(node, refused);
  expect(message).toBe(
    'The service at api.example.com cannot be reached: it refuses the connection.',
  );
  expect(description).toContain('Check the Base URL of the credential.');
});

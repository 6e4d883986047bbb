/** Every text of the connector in the words of n8n. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

import {
  errorFromAnswer,
  errorFromContent,
  errorFromNetwork,
  errorFromTime,
  errorFromUnderWay,
  ruledStatuses,
} from '../../../client/exchange/errors.ts';
import { creates } from '../../../creates/index.ts';
import { searches } from '../../../searches/index.ts';
import { nodeError } from '../adapter/errors.ts';
import { inWordsOfN8n } from '../adapter/words.ts';
import { action } from './engine.ts';

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

it('calls each operation by its resource and its name in the menu of n8n', () => {
  const all = Object.values({ ...creates, ...searches });
  for (const { key } of all) {
    const menu = action.description.properties.find(({ name, options }) =>
      Boolean(name === 'operation' && options?.some((one) => 'value' in one && one.value === key)),
    )!;
    const option = menu.options!.find((one) => 'value' in one && one.value === key)!;
    const [resource] = menu.displayOptions!.show!.resource!;
    const resources = action.description.properties.find(
      (one) => one.name === 'resource',
    )!.options!;
    const { name } = resources.find((one) => 'value' in one && one.value === resource)!;
    const text = inWordsOfN8n(`Use the ID that {{${key}}} returns.`);
    expect(text).toBe(`Use the ID that "${name}: ${option.name}" returns.`);
  }
});

const node = { name: 'Create Case', type: 'complianceOnboarding' } as never;
const headers = { get: () => null };
const codes = [
  'ETIMEDOUT',
  'ECUTOFF',
  'ENOTPUBLIC',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ECONNREFUSED',
  'EPROTO',
  'EHOSTUNREACH',
  'CERT_HAS_EXPIRED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'EOTHER',
];
const subjects = [
  { about: 'case' },
  { about: 'case', makes: true },
  { about: 'case', isTrigger: true },
  { about: 'case', unrepeatable: true },
];
const errorsOf = (subject: (typeof subjects)[number]): Error[] => [
  ...[...ruledStatuses, 302, 418, 500, 502].map((status) =>
    errorFromAnswer({ status, headers, content: '' } as never, subject),
  ),
  ...codes.flatMap((code) => [
    errorFromNetwork({ code }, 'api.example.com', subject),
    errorFromNetwork({ code }, 'files.example.com', { ...subject, label: 'File' }),
  ]),
  errorFromNetwork({ code: 'ETOOLARGE' }, 'api.example.com', subject),
  errorFromContent({ content: '<html>' } as never, subject),
  errorFromContent({ content: '' } as never, subject),
  errorFromTime(subject),
  errorFromUnderWay({ status: 409, headers, content: '' } as never, subject),
];

it.each(subjects)('tells every error about %j in its own words', (subject) => {
  for (const error of errorsOf(subject)) {
    const { message, description } = nodeError(node, error);
    const text = `${message} ${description ?? ''}`;
    expect(text).not.toMatch(foreign);
    // Whole sentences, and no form of the platform around them.
    expect(text).toMatch(/^[A-Z][^{}]*[.]\s*$/);
  }
});

it('keeps what is meant literally', () => {
  const refused = errorFromNetwork({ code: 'ECONNREFUSED' }, 'api.example.com', subjects[0]!);
  const { message, description } = nodeError(node, refused);
  expect(message).toBe(
    'The service at api.example.com cannot be reached: it refuses the connection.',
  );
  expect(description).toContain('Check the Base URL of the credential.');
});

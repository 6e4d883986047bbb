/**
 * Whatever a user fills in is in the requests of the step, or the step says by its label why not:
 * random inputs for every field of every action and search, compared with what a service received.
 */
import * as fc from 'fast-check';

import { creates } from '../../creates/index.ts';
import { searches } from '../../searches/index.ts';
import { random } from '../support/amount.ts';
import { failure, openCore, type Reply } from '../support/core.ts';

type Field = {
  key: string;
  label: string;
  type?: string;
  list?: boolean;
  dict?: boolean;
  choices?: unknown;
  children?: Field[];
};
/** What is typed, and the texts of it that must arrive. */
type Typed = [value: unknown, arrives: string[]];

const { service, memory, perform: run, form } = openCore();

let made = 0;
/** A service that takes everything, and has a case for every id. */
const serve = () =>
  service.serve({
    'GET /api/applications/([^/]+)': ({ parts: [id] }) => [200, { id }],
    'PUT .*': [204],
    'POST .*': ({ path }): Reply => {
      made++;
      return [201, { id: `id-${made}`, ...(path.endsWith('/portals') && { link: `tok-${made}` }) }];
    },
    '.*': [200, []],
  });

/** Without these a step says that they are missing, and nothing else is seen. */
const always = new Set(
  'method path subject application_id country q registration_number organization_name last_name file type decision'.split(
    ' ',
  ),
);

let count = 0;
const token = () => `tok${++count}x`;

/** Values for a field that a user would call right, each with how it reads in a request. */
function right({ key, type, list, dict, children }: Field): fc.Arbitrary<Typed> {
  const one = (make: () => Typed) => fc.constant(undefined).map(make);
  const several = (...all: Typed[]) => fc.constantFrom(...all);
  if (children) {
    return fc
      .tuple(...children.map((child) => fc.option(right(child), { nil: undefined })))
      .map((values): Typed => {
        const filled = children.flatMap((child, index): [string, Typed][] =>
          values[index] ? [[child.key, values[index]]] : [],
        );
        return [
          [Object.fromEntries(filled.map(([name, [value]]) => [name, value]))],
          filled.flatMap(([, [, arrives]]) => arrives),
        ];
      });
  }
  if (key === 'method') return several(['POST', []], ['put', []]);
  if (key === 'path')
    return one(() => ((path) => [`/api/${path}?a=1&a=2`, [path, 'a=1&a=2']])(token()));
  if (key === 'file') return one(() => ((a) => [`a text ${a}`, [`a text ${a}`]])(token()));
  if (key === 'body')
    return one(() => [`{"n":12345678901234567890}`, ['{"n":12345678901234567890}']]);
  if (key === 'when_exists') return several(['use', []], ['another', []]);
  if (key === 'ask_for') return several(['documents', []], ['identity', []]);
  if (key === 'ask_again') return several(['yes', []], [false, []]);
  if (key === 'subject') return several(['business', []], ['person', []]);
  if (/country|nationality/.test(key))
    return several(['France', ['FR']], ['DEU', ['DE']], [['es'], ['ES']]);
  if (/percentage/.test(key)) return several(['12,5 %', ['12.5']], [40, ['40']]);
  if (key === 'risk_level') return several(['HIGH', ['2']], ['1', ['1']]);
  if (key === 'redirect_url')
    return one(() => ((path) => [`https://a.example/${path}`, [path]])(token()));
  if (/email/.test(key)) return one(() => ((name) => [`${name}@a.example`, [name]])(token()));
  if (key === 'clear_fields') return several(['business.local_number', ['"local_number":null']]);
  if (type === 'datetime')
    return several(['31.05.2024', ['2024-05-31']], ['1 mars 1980', ['1980-03-01']]);
  if (type === 'boolean') return several(['yes', ['true']], [false, ['false']]);
  if (dict) {
    return fc.oneof(
      one(() => ((a, b) => [{ [a]: b }, [a, b]])(token(), token())),
      one(() => ((a, b) => [JSON.stringify({ [a]: { inner: b } }), [a, b]])(token(), token())),
      // Numbers, alone and in a list.
      one(() =>
        ((a) => [`{"${a}": [123456789012345, 1.5]}`, [a, '123456789012345', '1.5']])(token()),
      ),
      one(() =>
        ((a) => [{ [a]: '[123456789012345,1.5]' }, [a, '123456789012345', '1.5']])(token()),
      ),
    );
  }
  if (list || key.endsWith('roles')) {
    return fc.oneof(
      one(() => ((a, b) => [`${a}, ${b}`, [a, b]])(token(), token())),
      one(() => ((a, b) => [JSON.stringify([a, b]), [a, b]])(token(), token())),
    );
  }
  return fc.oneof(
    one(() => ((text) => [text, [text]])(token())),
    one(() => ((text) => [[text], [text]])(token())),
    one(() => [(count += 1) + 1_000_000, [String(count + 1_000_000)]]),
  );
}

/** Values with two readings, and those that Zapier joins: refused, or there as they were typed. */
const unclear: fc.Arbitrary<Typed> = fc.oneof(
  fc.constantFrom<Typed>(
    ['n.a.', ['n.a.']],
    ['N.A.', ['N.A.']],
    ['Congo', ['Congo']],
    ['1,000', ['000']],
    ['60,40', ['60']],
  ),
  fc.constant(undefined).map((): Typed => ((a, b) => [`${a},${b}`, [a, b]])(token(), token())),
  fc.constant(undefined).map((): Typed => ((a, b) => [`${a};${b}`, [a, b]])(token(), token())),
  // Two names that differ by blanks alone.
  fc
    .constant(undefined)
    .map((): Typed =>
      ((name, a, b) => [{ [name]: a, [` ${name} `]: b }, [a, b]])(token(), token(), token()),
    ),
);

/** Shapes nobody should map there; each leaf has a name of its own. */
const odd = ({ type }: Field): fc.Arbitrary<Typed> =>
  fc.oneof(
    unclear,
    fc.constant(undefined).map((): Typed => ((a) => [{ inner: a }, [a]])(token())),
    fc.constant(undefined).map((): Typed =>
      ((a, b) => [
        [a, b],
        [a, b],
      ])(token(), token()),
    ),
    fc.constant(undefined).map((): Typed => ((a) => [[{ inner: a }], [a]])(token())),
    fc.constant(undefined).map((): Typed => ((a) => [[null, a], [a]])(token())),
    fc.constant(undefined).map((): Typed => ((a) => [`{"${a}": 1}`, [a]])(token())),
    fc.constant(undefined).map((): Typed => ((a) => [`["${a}"]`, [a]])(token())),
    fc.constantFrom<Typed>(
      [true, ['true']],
      [0, [type === 'boolean' ? 'false' : '0']],
      ['%', ['%']],
      ['[', ['[']],
    ),
  );

const keys = Object.keys({ ...creates, ...searches });
/** Inputs that choose among results, or that another input replaces: they are sent nowhere. */
const unsent: Record<string, string[]> = {
  find_case: ['only_status', 'external_reference'],
  search_companies: ['single_match'],
};

it('looks at every field', async () => {
  const forms = await Promise.all(keys.map((key) => form(key)));
  const fields = (forms.flat() as Field[]).flatMap((field) => [field, ...(field.children ?? [])]);
  expect(fields.length).toBeGreaterThan(100);
});

it.each(keys)('%s drops nothing', async (key) => {
  serve();
  /** The fields the editor shows for each subject. */
  const forms: Record<string, Field[]> = {};
  for (const subject of ['business', 'person']) {
    const sent = ((await form(key, { subject })) as Field[]).filter(
      (field) => !unsent[key]?.includes(field.key),
    );
    forms[subject] = sent;
  }

  /** `hasOdd`: one of the fields has a shape nobody should map there, the others are empty or right. */
  const perform = async (start: number, subject: string, hasOdd: boolean) => {
    serve();
    memory.forget();
    const fields = forms[subject]!;
    const draw = <T>(arbitrary: fc.Arbitrary<T>, index: number): T =>
      fc.sample(arbitrary, { numRuns: 1, seed: start + Math.round(index * 7919) })[0]!;
    const inputData: Record<string, unknown> = {};
    const expected: [label: string, arrives: string][] = [];
    const mappable = fields.filter(({ key: name }) => !['subject', 'ask_again'].includes(name));
    const strange = hasOdd ? mappable[draw(fc.nat(mappable.length - 1), -1)] : undefined;
    fields.forEach((field, index) => {
      const isLeftEmpty = draw(fc.nat(9), index) < 4;
      if (isLeftEmpty && field !== strange && !always.has(field.key)) return;
      const [value, arrives]: Typed =
        field.key === 'subject'
          ? [subject, []]
          : draw(field === strange ? odd(field) : right(field), index + 0.5);
      inputData[field.key] = value;
      expected.push(...arrives.map((text): [string, string] => [field.label, text]));
    });
    const refused = await run(key, inputData).then(
      () => undefined,
      (error: unknown) => failure(Promise.reject(error)),
    );
    if (refused) {
      const { kind, message } = refused;
      const labels = fields.flatMap(({ label, children = [] }) => [
        label,
        ...children.map((child) => child.label),
      ]);
      const labelled = labels.some((label) => message.includes(label));
      if (kind === 'halt' && labelled) return true;
      throw new Error(`${kind}: ${message} for ${JSON.stringify(inputData)}`);
    }
    const received = service.requests
      .map(({ path, content }) => `${decodeURIComponent(path.replaceAll('+', ' '))}\n${content}`)
      .join('\n')
      .replaceAll('\\"', '"');
    for (const [label, text] of expected) {
      if (received.includes(text)) continue;
      throw new Error(`${label}: ${text} is not in ${received} of ${JSON.stringify(inputData)}`);
    }
    return false;
  };
  let refusals = 0;
  const parameters = random(200);
  await fc.assert(
    fc.asyncProperty(
      fc.nat(),
      fc.constantFrom('business', 'person'),
      fc.boolean(),
      async (start, subject, hasOdd) => {
        if (await perform(start, subject, hasOdd)) refusals++;
      },
    ),
    { ...parameters, endOnFailure: true },
  );
  // Both outcomes occur, or the test has looked at one side only.
  expect(refusals).toBeGreaterThan(0);
  expect(refusals).toBeLessThan(parameters.numRuns);
});

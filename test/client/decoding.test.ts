/**
 * Texts in UTF-8 that a program decoded in another character set: repaired where that is certain, and
 * told; else refused by their label.
 */
import * as fc from 'fast-check';
import { createRequire } from 'node:module';

import { random } from '../support/amount.ts';
import { halted, openCore } from '../support/core.ts';
import { isDecodedWrongly, repaired } from '../../client/decoding.ts';

/** What a program makes of the bytes of UTF-8 if it reads them as Latin-1. */
const inLatin1 = (text: string) => Buffer.from(text).toString('latin1');
/** The same in Windows-1252, which has other signs at 80 to 9F. */
const inWindows = (text: string) =>
  inLatin1(text).replace(/[\x80-\x9f]/g, (c) => high.at(c.charCodeAt(0) - 128)!);
const high = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ';

const words =
  'Zoé Müller|JOSÉ MÜLLER|Łódź|Żółć|Şahin|Đorđe|Ørsted|İstanbul|Nguyễn Thị|Straße|d’Arc|5 €|Москва|Αθήνα|東京|محمد';

it.each(words.split('|'))('repairs %s', (text) => {
  expect(repaired(inLatin1(text))).toBe(text);
  expect(repaired(inLatin1(inLatin1(text)))).toBe(text);
  // Undamaged texts stay as they are.
  expect([repaired(text), isDecodedWrongly(text)]).toEqual([undefined, false]);
});

it.each([
  // Windows-1252 has letters where Latin-1 has control characters.
  ['ZoÃ© MÃ¼ller', 'Zoé Müller'],
  ['MÃœLLER', 'MÜLLER'],
  ['dâ€™Arc', 'd’Arc'],
  ['â€œLumenâ€\u009d', '“Lumen”'],
  ['Å\u0081Ã³dÅº', 'Łódź'],
  ['MUÃ‘OZ', 'MUÑOZ'],
  ['Ã…rhus', 'Århus'],
  ['SociÃ©tÃ© Ã\u00a0 responsabilitÃ©', 'Société à responsabilité'],
  ['MichaÅ‚', 'Michał'],
  ['DÄ…browski', 'Dąbrowski'],
  ['CÅ“ur', 'Cœur'],
  ['LUMENÂ®', 'LUMEN®'],
  ['ÐœÐ¾ÑÐºÐ²Ð°'.replace('ÑÐ', 'Ñ\u0081Ð'), 'Москва'],
])('repairs %s', (text, better) => expect(repaired(text)).toBe(better));

const texts =
  'SÃO PAULO|CONCEIÇÃO|IRMÃ®|CAFÉ®|MENÜ™|Gauß®|Renée™|“IRMÔ|«LÃ»|Côte d’Ivoire|IRMÃ…|IRMÃ\u00a0Teresa|LÃ\u00a0merino|IRMÃ’S BAR|MANHÃ—TARDE|CAMARÂ…|BANGLADÉŠ|SMÅ®|Bar PRÄ™|SMÅ’S BAR|Å’s Bar|Å Energi AS|CAFÉ… BAR|RELEVÉ… 2026.pdf|REFUSÉ… dossier incomplet';
// The last one looks like two words, and may have been "Škoda".
it.each([...texts.split('|'), 'Å\u00a0koda'])('leaves %s as it is', (text) =>
  expect([repaired(text), isDecodedWrongly(text)]).toEqual([undefined, false]),
);

/** Names in capitals, from lists of countries in ten languages. */
const names = 'cs da de fr hu pl pt ro sv tr'.split(' ').flatMap((language) => {
  const list = createRequire(import.meta.url)(`i18n-iso-countries/langs/${language}.json`);
  const all: string[] = Object.values<string>(list.countries).flat();
  return all.map((name) => name.toLocaleUpperCase(language));
});
const special = names.filter((name) => /\P{ASCII}/u.test(name));
/** A name, and a sign behind one of its letters. */
const signed = fc
  .tuple(fc.constantFrom(...special), fc.nat(), fc.constantFrom(...'\u00a0…‘’‚“”„‹›«»–—'))
  .map(([name, place, sign]) => {
    const letters = [...name.matchAll(/(?![A-Z])\p{L}/gu)];
    const behind = letters[place % letters.length]!.index + 1;
    return name.slice(0, behind) + sign + name.slice(behind);
  });

it('leaves names with a sign behind a letter as they are', () => {
  fc.assert(
    fc.property(signed, (text) => {
      // A sign behind these two letters is a part of a word.
      fc.pre(!/(?<!\p{L})[ÂÃ]\P{L}|[ÂÃ]\P{L}\p{L}/u.test(text));
      expect([repaired(text), isDecodedWrongly(text)]).toEqual([undefined, false]);
    }),
    random(10_000),
  );
});

it.each([inLatin1, inWindows])(
  'repairs names or leaves them, and makes no third text',
  (damage) => {
    fc.assert(
      fc.property(fc.oneof(signed, fc.constantFrom(...special)), (text) => {
        fc.pre(repaired(text) === undefined);
        expect([undefined, text]).toContain(repaired(damage(text)));
      }),
      random(10_000),
    );
    const good = special.filter((name) => repaired(damage(name)) === name);
    expect(good.length / special.length).toBeGreaterThan(0.9);
  },
);

describe('a step', () => {
  const { service, perform, sent } = openCore();
  const made = 'POST /api/applications';
  const serve = () =>
    service.serve({
      [made]: ({ body }) => [201, { application_id: 'app_1', ...(body as object) }],
      'GET /api/applications/app_1': [200, { application_id: 'app_1' }],
      'POST /api/files': [201, { id: 'fil_1' }],
      'POST /api/documents': [201, { id: 'doc_1' }],
    });
  beforeEach(serve);
  const person = { subject: 'person', first_name: 'Ana' };

  it('sends a name repaired, and tells it', async () => {
    const input = { ...person, last_name: 'MÃ¼ller', custom_fields: { town: 'KÃ¶ln' } };
    const { not_taken, not_taken_text } = await perform('create_case', input);
    expect(sent(made)).toEqual({
      person: { given_names: 'Ana', last_name: 'Müller' },
      custom_fields: { town: 'Köln' },
    });
    expect(not_taken).toEqual([]);
    expect(not_taken_text.split('\n')).toEqual([
      'A tool before this one left these values in a wrong form. They were sent repaired.',
      'Last Name: "MÃ¼ller" was sent as "Müller".',
      'Custom Fields: Town: "KÃ¶ln" was sent as "Köln".',
    ]);
  });

  it('refuses a text where it could not tell', async () => {
    const work = perform('search_companies', { country: 'France', q: 'CafÃ©' });
    expect(await halted(work)).toBe(
      'Search Text: "CafÃ©" was decoded in a wrong character set. It should be "Café". Correct it where it comes from.',
    );
  });

  it('repairs the name of a file, and tells it', async () => {
    async function* open() {
      yield Buffer.from('%PDF-1.7');
    }
    const file = { name: inLatin1('Résumé.pdf'), type: '', open };
    const document = { application_id: 'app_1', type: 'ID', file };
    const { not_taken_text } = await perform('upload_document', document);
    const upload = service.requests.find(({ path }) => path === '/api/files')!;
    expect(upload.content).toContain('Résumé.pdf');
    expect(not_taken_text).toContain('File: "RÃ©sumÃ©.pdf" was sent as "Résumé.pdf".');
  });
});

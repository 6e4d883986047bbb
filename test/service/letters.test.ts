/** The letters to clients: whole in every language, and in the language of the client. */
import { letters, type Language } from '../../service/languages.ts';
import { dueSentence, languageOf, letterKinds, writeLetter } from '../../service/letters.ts';

const languages = Object.keys(letters) as Language[];
const placeholdersIn = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([one]) => one);

describe.each(languages)('in %s', (lang) => {
  it.each(letterKinds)('%s says each value once, and nothing in braces', (kind) => {
    const values = {
      name: 'Ada',
      link: 'https://a.example/p/1',
      reason: 'An extract {name}',
    };
    const { subject, paragraphs } = writeLetter(kind, lang, values);
    const text = paragraphs.join('\n');
    const expected = placeholdersIn(letters[lang][kind].text.join()).map((one) => one.slice(1, -1));
    for (const name of ['name', ...expected] as (keyof typeof values)[])
      expect(text.split(values[name])).toHaveLength(2);
    // A value is not filled in again.
    expect((subject + text).replace('An extract {name}', '')).not.toMatch(/[{}]/);
  });

  it('leaves out a paragraph without its value, and the space before a missing name', () => {
    const { paragraphs } = writeLetter('request', lang, { link: 'https://a.example' });
    expect(paragraphs).toHaveLength(letters[lang].request.text.length + 1);
    expect(paragraphs[0]).toMatch(/^[^\s{][^{]*[^\s][,:]$/);
    expect(dueSentence('6 May', lang)).toMatch(/ 6 May\.$/);
  });
});

it.each([
  ['FRA', 'fr'],
  ['AT', 'de'],
  ['deu', 'de'],
  ['MEX', 'es'],
  ['JPN', 'en'],
  ['XX', 'en'],
  ['Frankreich', 'en'],
  [undefined, 'en'],
])('is for %s in %s', (country, lang) => expect(languageOf(country)).toBe(lang));

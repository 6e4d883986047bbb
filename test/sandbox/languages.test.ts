/** A language of the portal is whole: its messages, its countries. */
import { readdirSync } from 'node:fs';

import { languageOfClient } from '../../packages/sandbox/mail/letters.ts';
import { filled, loaded, type Messages } from '../../packages/sandbox/portal/messages.ts';
import {
  countryName,
  countryNames,
  languages,
  texts,
  type Language,
} from '../../packages/sandbox/portal/texts.ts';

describe.each(Object.keys(languages) as Language[])('%s', (lang) => {
  it('has the names of all countries (sandbox/portal/texts.ts)', () => {
    expect(countryNames(lang).length).toBeGreaterThan(240);
    // The names Node's own data has for countries that go by one name only.
    const names = new Intl.DisplayNames([lang], { type: 'region' });
    for (const code of ['DE', 'FR', 'ES', 'GR', 'SE']) {
      expect(countryName(code, lang)).toBe(names.of(code));
    }
  });

  it('calls itself by its own name', () =>
    expect(languages[lang].toLowerCase()).toBe(
      new Intl.DisplayNames([lang], { type: 'language' }).of(lang)!.toLowerCase(),
    ));

  it('has no text of another language in place of its own', () => {
    const others = Object.entries(texts).filter(([other]) => other !== lang);
    for (const [, other] of others) expect(texts[lang].title).not.toBe(other.title);
  });
});

it.each([
  ['the country of the business', { business: { country: 'DE' } }, 'de'],
  [
    'where the person lives, and not the nationality',
    { person: { address: { country: 'ES' }, nationalities: ['FR', 'DE'] } },
    'es',
  ],
  [
    'the first nationality, where no address is known',
    { person: { nationalities: ['FR', 'DE'] } },
    'fr',
  ],
  ['English, for a language that the portal does not have', { business: { country: 'JP' } }, 'en'],
  ['English, where no country is known', { person: { last_name: 'Ferrer' } }, 'en'],
])('is chosen for a letter by %s', (_, client, lang) =>
  expect(languageOfClient({ business: null, person: null, ...client })).toBe(lang),
);

it('has a language for each file of messages (packages/sandbox/portal/texts.ts)', () => {
  const files = readdirSync('packages/sandbox/portal/messages').map((name) => name.slice(0, -5));
  expect(Object.keys(languages).sort()).toEqual(files.sort());
});

describe('messages', () => {
  const model = { title: 'Hello', labels: { name: '{label} is missing' } };

  it.each([
    ['is missing', { title: 'Hallo', labels: {} }, 'labels.name'],
    ['is too much', { ...model, other: 'Mehr' }, 'other'],
    ['has another place', { ...model, labels: { name: '{name} fehlt' } }, 'labels.name'],
  ])('are not loaded where one %s, which is named with the file', (_, messages, path) => {
    const load = () => loaded<Messages>('de', messages as Messages, model);
    expect(load).toThrow(/messages\/de\.json/);
    expect(load).toThrow(path);
  });

  it('are said with their values, and never without one', () => {
    expect(filled('{a} of {b}', { a: 1, b: '{a}' })).toBe('1 of {a}');
    expect(() => filled('{label} is missing', {})).toThrow('{label}');
  });
});

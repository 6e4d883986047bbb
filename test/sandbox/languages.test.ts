/** A language of the portal is whole: its countries, beside the texts that do not compile without. */
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

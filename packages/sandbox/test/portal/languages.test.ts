/** A language of the portal is whole: its messages, its countries. */
import { readdirSync } from 'node:fs';

import type { Application } from '../../../../service/contract.ts';
import { languageOfClient } from '../../mail/letters.ts';
import { createSandbox, type Sandbox } from '../../server.tsx';
import { filled, loaded, type Messages } from '../../portal/messages.ts';
import {
  countryName,
  countryNamed,
  countryNames,
  languages,
  type Language,
} from '../../portal/texts.ts';

let sandbox: Sandbox;
beforeAll(async () => (sandbox = await createSandbox()));
afterAll(() => sandbox.close());

describe.each(Object.keys(languages) as Language[])('%s', (lang) => {
  it('has the names of all countries (sandbox/portal/texts.ts)', () => {
    expect(countryNames(lang).length).toBeGreaterThan(240);
    // The names Node's own data has for countries that go by one name only.
    const names = new Intl.DisplayNames([lang], { type: 'region' });
    for (const code of ['DE', 'FR', 'ES', 'GR', 'SE']) {
      expect(countryName(code, lang)).toBe(names.of(code));
    }
  });

  it.each([
    ["Côte d'Ivoire", 'CI'],
    ['Côte d’Ivoire', 'CI'],
    ['Ivory Coast', 'CI'],
    ['Elfenbeinküste', 'CI'],
    ['espana', 'ES'],
    ['de', 'DE'],
    ['Atlantis', undefined],
    // Of two countries.
    ['Korea', undefined],
  ])('finds the country that somebody types as "%s"', (typed, code) =>
    expect(countryNamed(typed, lang)).toBe(code),
  );

  it('finds each country by its name in the list', () => {
    for (const [code, name] of countryNames(lang)) expect(countryNamed(name, lang)).toBe(code);
  });

  it('calls itself by its own name', () =>
    expect(languages[lang].toLowerCase()).toBe(
      new Intl.DisplayNames([lang], { type: 'language' }).of(lang)!.toLowerCase(),
    ));
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
  [
    'the address of a business, and not where it is registered',
    { business: { country: 'DE', address: { country: 'ES' } } },
    'es',
  ],
])('is chosen for a letter by %s', (_, client, lang) => {
  const found = { application_id: 'app_1', business: null, person: null, ...client } as Application;
  expect(languageOfClient(sandbox.services, found)).toBe(lang);
});

it('is that of the client’s last visit for a letter, also after submitting and asking again', async () => {
  const { cases, portals, workflow } = sandbox.services;
  const body = { business: { organization_name: 'Nordwind GmbH', country: 'DE' } };
  const { application_id } = cases.create('main', body, 'API');
  const { link } = portals.create('main', { application_id }, 'API');
  const lang = () => languageOfClient(sandbox.services, workflow.show('main', application_id));
  const visit = (headers: Record<string, string>, query = '') => fetch(link + query, { headers });
  // A mail program that looks at the link prefers no language, and no page is in Italian.
  await visit({});
  await visit({ 'accept-language': 'it' });
  expect(lang()).toBe('de');
  await visit({ 'accept-language': 'es-ES,en' });
  expect(lang()).toBe('es');
  await visit({ 'accept-language': 'es-ES,en' }, '?lang=fr');
  expect(lang()).toBe('fr');
  portals.submit(link.split('/').pop()!);
  expect(lang()).toBe('fr');
  const ask = { reason: 'More', fields: ['vat_number'], documents: [] };
  portals.requestInformation('main', application_id, ask);
  expect(lang()).toBe('fr');
  // A new link for the same case has not been opened yet.
  portals.create('main', { application_id }, 'API');
  expect(lang()).toBe('fr');
});

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

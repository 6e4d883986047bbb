/** Countries of answers and events: alpha-3, or alpha-2 where the account says so; both are taken. */
import countries from 'i18n-iso-countries';

import { answered, storedCountry } from '../domain/countries.ts';
import { createSandbox, type Sandbox } from '../server.tsx';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await createSandbox();
});
afterAll(() => sandbox.close());
beforeEach(() => sandbox.reset());

const send = async (method: string, path: string, body?: object) => {
  const answer = await fetch(sandbox.url + path, {
    method,
    headers: { authorization: sandbox.apiKey, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  return (await answer.json()) as any;
};
const events = () =>
  sandbox.services.store
    .all<{ payload: string }>('select payload from events order by seq')
    .map(({ payload }) => JSON.parse(payload).data.object);

/** Every place in which the API has a country, for a code of each form. */
const body = (france: string, spain: string) => ({
  business: {
    organization_name: 'A',
    country: france,
    address: { town: 'Paris', country: france },
  },
  persons: [{ last_name: 'F', nationalities: [spain, france], address: { country: spain } }],
  businesses: [{ organization_name: 'B', country: spain }],
  custom_fields: { country: 'XY', nationalities: ['ZZ'] },
  meta: { country: 'FR' },
});

it.each([
  ['alpha-3', 'FRA', 'ESP'],
  ['alpha-2', 'FR', 'ES'],
] as const)('are answered as %s, whatever was sent', async (country_codes, france, spain) => {
  sandbox.services.account.change('main', { country_codes });
  for (const sent of [body('FRA', 'ESP'), body('FR', 'ES'), body('fr', 'esp')]) {
    const made = await send('POST', '/api/applications', sent);
    const { business, custom_fields, meta } = body(france, spain);
    expect(made).toMatchObject({ business, custom_fields, meta });
    const path = `/api/applications/${made.id}`;
    const read = await send('GET', path);
    expect(read).toMatchObject(body(france, spain));
    expect(await send('GET', `${path}/persons`)).toMatchObject(body(france, spain).persons);
    expect(await send('GET', `${path}/businesses`)).toMatchObject(body(france, spain).businesses);
    expect(await send('PUT', path, { meta: {} })).toMatchObject({ business });
    expect(
      await send('POST', `${path}/businesses`, { organization_name: 'C', country: 'DEU' }),
    ).toMatchObject({
      country: country_codes === 'alpha-3' ? 'DEU' : 'DE',
    });
    expect(events().at(-1)).toMatchObject(body(france, spain));
  }
  const [found] = await send('GET', '/api/companies/FR/search?q=lumen');
  expect(found).toMatchObject({ country: france, address: { country: france } });
  expect(await send('GET', '/api/companies/FRA/552100554')).toMatchObject({
    country: france,
    country_code: france,
    official_address: { country: france },
  });
});

it('are shown by their names in portal and back office, and kept as one form', async () => {
  const { id } = await send('POST', '/api/applications', { ...body('FRA', 'ESP'), is_draft: true });
  const { workflow, portals } = sandbox.services;
  expect(workflow.show('main', id)).toMatchObject(body('FR', 'ES'));
  const { link } = portals.create('main', { application_id: id }, 'API');
  expect(await (await fetch(`${link}?step=details`)).text()).toContain(
    '<option value="FR" selected',
  );
  const office = await (await fetch(`${sandbox.url}/back-office/cases/${id}`)).text();
  expect(office).toContain('France');
});

it.each(Object.entries(countries.getAlpha2Codes()))('%s is %s and back', (two, three) => {
  expect(storedCountry(three)).toBe(two);
  expect(answered({ country: two }, 'alpha-3')).toEqual({ country: three });
});

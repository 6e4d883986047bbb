/** The list of cases: its counts and pages, what it finds, for whom each case waits. */
import { createSandbox, type Sandbox } from '../../server.tsx';
import { linkOf, open, type Page } from '../visitor.ts';

let sandbox: Sandbox;
beforeAll(async () => (sandbox = await createSandbox()));
afterAll(() => sandbox.close());
beforeEach(() => sandbox.reset());

const newCase = (organization_name: string, more: object = {}) => {
  const body = { business: { organization_name }, is_draft: true, ...more };
  return sandbox.services.cases.create('API', body).application_id;
};
const list = (query = '') => open(sandbox, `/back-office${query}`);
const namesOf = ({ html }: Page) =>
  [...html.matchAll(/<td dir="auto"><a href="[^"]*">([^<]*)/g)].map(([, name]) => name!);

it('counts the states, and leads through its pages', async () => {
  for (let index = 1; index <= 30; index++) newCase(`Client ${index}`);
  const id = newCase('Lumen Studio SAS');
  const { workflow } = sandbox.services;
  workflow.submit('API', id);
  workflow.decide('Reviewer', id, { status: 'approved' });
  expect((await list()).text).toMatch(/Draft 30 .*Approved 1 /);
  expect(namesOf(await list('?state=approved'))).toEqual(['Lumen Studio SAS']);
  const first = await list('?state=draft');
  expect([namesOf(first)[0], namesOf(first).length]).toEqual(['Client 30', 25]);
  const second = await open(sandbox, linkOf(first, 'Next page')!);
  expect([namesOf(second).at(-1), namesOf(second).length]).toEqual(['Client 1', 5]);
  expect(linkOf(second, 'Next page')).toBeUndefined();
});

it('says of whom it waits for, and who is late', async () => {
  sandbox.reset('many');
  const { html } = await list('?state=waiting');
  expect(html).toContain('client, late');
  expect(html).toMatch(/d · client</);
});

it('finds a case by number, e-mail, part of an id, with or without accents', async () => {
  const id = newCase('Łódź Œuvres Größe Ørsted SAS', {
    business: {
      organization_name: 'Łódź Œuvres Größe Ørsted SAS',
      country: 'FR',
      registration_number: 'RCS 552 100',
    },
    custom_fields: { email: 'contact@lumen.example' },
  });
  newCase('Another Ltd');
  const texts = ['rcs 552', 'contact@lumen', id.slice(3, 12), 'łódź œuvres', 'GROSSE'];
  for (const text of [...texts, 'lodz oeuvres grosse orsted']) {
    const found = await list(`?${new URLSearchParams({ text })}`);
    expect([text, namesOf(found).length]).toEqual([text, 1]);
  }
});

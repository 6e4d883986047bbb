/** The list of cases: its counts and pages, its order, what it finds, where a click leads. */
import { createSandbox, type Sandbox } from '../../server.tsx';
import { linkOf, open, send, type Page } from '../visitor.ts';

let sandbox: Sandbox;
beforeAll(async () => (sandbox = await createSandbox()));
afterAll(() => sandbox.close());
beforeEach(() => sandbox.reset());

const newCase = (organization_name: string, more: object = {}) => {
  const body = { business: { organization_name }, is_draft: true, ...more };
  return sandbox.services.cases.create({ account: 'main', who: 'API' }, body).application_id;
};
const list = (query = '') => open(sandbox, `/back-office${query}`);
const column = (page: Page, cell: RegExp) =>
  [...page.html.matchAll(cell)].map(([, content]) => content!);
const namesOf = (page: Page) => column(page, /<td dir="auto"><a href="[^"]*">([^<]*)/g);
const referencesOf = (page: Page) => column(page, /data-label="Reference">([^<]*)/g);
/** All clients of a list, page by page. */
async function allNames(query: string): Promise<string[]> {
  const names: string[] = [];
  for (let next: string | undefined = `/back-office${query}`; next;) {
    const page: Page = await open(sandbox, next);
    names.push(...namesOf(page));
    next = linkOf(page, 'Next page');
  }
  return names;
}

it('says in an empty store what to do first', async () =>
  expect(linkOf(await list(), 'make a case by hand')).toBe('/back-office/new'));

it('counts the states, and leads through its pages', async () => {
  for (let index = 1; index <= 30; index++) newCase(`Client ${index}`);
  const id = newCase('Lumen Studio SAS');
  const { workflow } = sandbox.services;
  workflow.submit({ account: 'main', who: 'API' }, id);
  workflow.decide({ account: 'main', who: 'Reviewer' }, id, { status: 'approved' });
  expect((await list()).text).toMatch(/Draft 30 .*Approved 1 /);
  expect(namesOf(await list('?state=approved'))).toEqual(['Lumen Studio SAS']);
  const first = await list('?state=draft&sort=created');
  expect(namesOf(first)[0]).toBe('Client 1');
  expect(first.text).toContain('<1m · client');
  expect(first.text).toContain('1–25 of 30');
  const second = await open(sandbox, linkOf(first, 'Next page')!);
  expect(namesOf(second).at(-1)).toBe('Client 30');
  expect(second.text).toContain('26–30 of 30');
});

it('sorts by each column, over all pages, and loses nobody where many are the same', async () => {
  sandbox.reset('many');
  const up = await open(sandbox, linkOf(await list(), 'Reference')!);
  expect(referencesOf(up)[0]).toBe('deal-10001');
  expect(up.html).toMatch(/aria-sort="ascending"><a[^>]*>Reference/);
  const down = await open(sandbox, linkOf(up, 'Reference')!);
  expect(referencesOf(down)[0]).toBe('deal-10060');
  for (const sort of ['name', '-name', 'status', 'risk', 'changed']) {
    expect([sort, new Set(await allNames(`?sort=${sort}`)).size]).toEqual([sort, 60]);
  }
  const names = await allNames('?sort=-name');
  expect(names.slice(0, 3).join()).toMatch(/\p{Script=Han}/u);
  expect(names.at(-1)).toMatch(/^\p{Script=Latin}/u);
});

it('says of whom it waits for, and who is late', async () => {
  sandbox.reset('many');
  const { html } = await list('?state=waiting');
  expect(html).toContain('client, late');
  expect(html).toMatch(/d · client</);
});

it.each(['0.5', '-3', 'x'])(
  'begins with its first page where there is no page %s',
  async (page) => {
    newCase('Lumen Studio SAS');
    expect(namesOf(await list(`?page=${page}`))).toEqual(['Lumen Studio SAS']);
  },
);

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

describe('worked through', () => {
  it('leads from a decision to the next case of the list, and past those that wait for a client', async () => {
    const ids = ['One', 'Two', 'Three'].map((name) => {
      const id = newCase(name);
      sandbox.services.workflow.submit({ account: 'main', who: 'API' }, id);
      return id;
    });
    const ask = { reason: 'More', fields: ['vat_number'], documents: [] };
    sandbox.services.portals.requestInformation({ account: 'main', who: 'Reviewer' }, ids[1]!, ask);
    const approve = (id: string) =>
      send(sandbox, `/back-office/cases/${id}/decision?state=in_review`, { status: 'approved' });
    const { to } = await approve(ids[2]!);
    expect(to).toBe(`/back-office/cases/${ids[0]}?state=in_review&done=${ids[2]}`);
    expect((await open(sandbox, to)).text).toContain('Three: Approved');
    const end = (await approve(ids[0]!)).to;
    expect(end).toBe(`/back-office?state=in_review&done=${ids[0]}`);
    expect((await open(sandbox, end)).text).toContain('One: Approved');
  });
});

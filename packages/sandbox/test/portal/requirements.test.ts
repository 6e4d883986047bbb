/** What the portal requires: what the account has set up, and the steps that a link names. */
import type { AccountSettings, CustomField } from '../../domain/account.ts';
import { customProblem } from '../../domain/custom-fields.ts';
import { createSandbox, type Sandbox } from '../../server.tsx';
import { fileForm, open, send, type Form } from '../visitor.ts';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await createSandbox();
});
afterAll(() => sandbox.close());
beforeEach(() => sandbox.reset());

const set = (change: Partial<AccountSettings>) => sandbox.services.account.change(change);
const field = (name: string, type: CustomField['type'], more: Partial<CustomField> = {}) => ({
  id: `cf_${name}`,
  name,
  display_name: `The ${name}`,
  type,
  accepted_values: [],
  description: null,
  is_required: false,
  display_in_portal: true,
  required_in_portal: false,
  display_order_in_portal: 1,
  ...more,
});
type Expected = AccountSettings['expected_documents'][number];
const expected = (
  slug: string,
  attached_to: Expected['attached_to'],
  more: Partial<Expected> = {},
): Expected => ({
  id: `exp_${slug.toLowerCase()}`,
  name: `Our ${slug.toLowerCase()}`,
  slug,
  attached_to,
  is_mandatory: true,
  is_required_in_onboarding_portal: true,
  onboarding_document: true,
  ...more,
});

const company = {
  organization_name: 'Lumen Studio SAS',
  country: 'FR',
  registration_number: '552100554',
};
const aCase = (more: object = {}) => {
  const { application_id } = sandbox.services.workflow.create('API', {
    business: company,
    is_draft: true,
    ...more,
  });
  return application_id;
};
const showCase = (id: string) => sandbox.services.workflow.show(id);
/** Two persons of a case, by their ids. */
const withPeople = () => {
  const persons = [
    { last_name: 'Ferrer', roles: ['DIRECTOR', 'UBO', 'ACCOUNT_OWNER'], nationalities: ['ES'] },
    { last_name: 'Novak', roles: ['SHAREHOLDER'] },
  ];
  const id = aCase({ persons });
  const [director, owner] = showCase(id).persons.map(({ person_id }) => String(person_id));
  return { id, director: director!, owner: owner! };
};
const linkOf = (id: string, configuration?: object) =>
  sandbox.services.portals.openForCase(id, { configuration } as never).link;
const page = async (link: string, step = '') => (await open(sandbox, `${link}?step=${step}`)).html;
const post = (link: string, path: string, form: Form) => send(sandbox, `${link}/${path}`, form);
const upload = (link: string, type: string) =>
  post(link, 'documents', fileForm({ name: `${type.replace(':', '-')}.pdf` }, { type }));
const submit = (link: string) => post(link, 'submit', { confirm: 'yes' });
/** The documents that a page asks for, by their values. */
const choices = async (link: string, step = 'documents') => {
  const html = await page(link, step);
  return [...html.matchAll(/name="type" value="([^"]+)"/g)].map(([, value]) => value);
};

describe('custom fields', () => {
  const fields = [
    field('note', 'text', { display_order_in_portal: 8, description: 'In your own words.' }),
    field('turnover', 'number', { display_order_in_portal: 1, required_in_portal: true }),
    field('listed', 'boolean', { display_order_in_portal: 2 }),
    field('segment', 'dropdown_single', {
      display_order_in_portal: 3,
      accepted_values: ['Retail', 'Trade'],
    }),
    field('goods', 'dropdown_multiple', {
      display_order_in_portal: 4,
      accepted_values: ['Tea', 'Wine', 'Salt'],
    }),
    field('since', 'date', { display_order_in_portal: 5 }),
    field('market', 'country_single', { display_order_in_portal: 6 }),
    field('markets', 'country_multiple', { display_order_in_portal: 7 }),
    field('internal', 'text', { display_in_portal: false }),
  ];
  const answers = {
    'custom_fields.turnover': '1250,5',
    'custom_fields.listed': 'no',
    'custom_fields.segment': 'Trade',
    'custom_fields.goods': ['', 'Tea', 'Salt'],
    'custom_fields.since': '2020-02-29',
    'custom_fields.market': 'DE',
    'custom_fields.markets': ['', 'FR', 'ES'],
    'custom_fields.note': ' By post only ',
  };

  it('are asked for in their order, with their kinds, and kept with their types', async () => {
    set({ custom_fields: fields, expected_documents: [] });
    const id = aCase({ persons: [{ last_name: 'Ferrer', roles: ['DIRECTOR', 'ACCOUNT_OWNER'] }] });
    const link = linkOf(id);
    const details = await page(link, 'details');
    const fieldNames = [...details.matchAll(/id="custom_fields\.([a-z]+)"/g)].map(
      ([, name]) => name,
    );
    expect(fieldNames).toEqual([
      'turnover',
      'listed',
      'segment',
      'goods',
      'since',
      'market',
      'markets',
      'note',
    ]);
    expect(details).toContain('In your own words.');
    const said = async (turnover: string) => {
      const refused = await post(link, 'details', {
        ...company,
        'custom_fields.turnover': turnover,
      });
      return /class="error" id="custom_fields\.turnover-error">([^<]+)/.exec(refused.html)?.[1];
    };
    expect(await said('')).toBe('Answer: The turnover');
    expect(await said('much')).toBe('Answer: The turnover – this answer is not valid');
    expect((await post(link, 'details', answers)).status).toBe(303);
    const review = await page(link, 'review');
    for (const words of ['1250,5', 'Tea, Salt', '29 February 2020', 'Germany', 'France, Spain']) {
      expect(review).toContain(words);
    }
    expect((await submit(link)).status).toBe(303);
    expect(showCase(id).custom_fields).toEqual({
      turnover: 1250.5,
      listed: false,
      segment: 'Trade',
      goods: ['Tea', 'Salt'],
      since: '2020-02-29',
      market: 'DEU',
      markets: ['FRA', 'ESP'],
      note: 'By post only',
    });
  });

  it('are asked for again, one that the portal does not ask of everybody among them', async () => {
    const custom_fields = [
      field('score', 'number', { display_in_portal: false }),
      field('note', 'text'),
      field('internal', 'text', { display_in_portal: false }),
    ];
    set({ custom_fields, expected_documents: [] });
    const id = aCase({ custom_fields: { internal: 'nobody’s business' } });
    const { link } = sandbox.services.portals.requestInformation('Reviewer', id, {
      reason: 'More',
      fields: ['custom_fields.score'],
      documents: [],
    });
    const html = await page(link);
    expect(html).toContain('The score');
    expect(html).not.toContain('The note');
    expect(html).not.toContain('nobody’s business');
    const answer = (form: Form) => post(link, 'submit', form);
    expect((await answer({})).html).toContain('Answer: The score');
    // What was not asked for is not taken.
    expect(
      (await answer({ 'custom_fields.score': '7', 'custom_fields.internal': 'x' })).status,
    ).toBe(303);
    expect(showCase(id).custom_fields).toEqual({ score: 7, internal: 'nobody’s business' });
  });

  it('show what the case has, and empty what the client empties', async () => {
    set({ custom_fields: fields, expected_documents: [], country_codes: 'alpha-2' });
    const persons = [{ last_name: 'Ferrer', roles: ['DIRECTOR', 'ACCOUNT_OWNER'] }];
    const before = { turnover: 5, listed: true, market: 'DEU', goods: ['Wine'], internal: 'kept' };
    const id = aCase({ persons, custom_fields: before });
    const link = linkOf(id);
    const html = await page(link, 'details');
    expect(html).toMatch(/id="custom_fields\.turnover"[^>]*value="5"/);
    expect(html).toMatch(/<option value="DE" selected[^>]*>/);
    expect(html).toMatch(/<input type="checkbox" name="custom_fields\.goods" value="Wine" checked/);
    const change = {
      'custom_fields.goods': '',
      'custom_fields.listed': '',
      'custom_fields.market': 'FR',
    };
    await post(link, 'details', change);
    await submit(link);
    expect(showCase(id).custom_fields).toEqual({
      turnover: 5,
      listed: null,
      market: 'FR',
      goods: null,
      internal: 'kept',
    });
  });

  it.each([
    ['number', '12', undefined],
    ['number', '-3.75', undefined],
    ['number', '0,125', undefined],
    ['number', '1.234', 'unclear'],
    ['number', '12,500', 'unclear'],
    ['number', '1 234', 'invalid'],
    ['number', '1e5', 'invalid'],
    ['date', '2023-02-29', 'invalid'],
    ['date', '29.02.2024', 'invalid'],
    ['boolean', 'maybe', 'invalid'],
    ['country_single', 'XX', 'invalid'],
    ['country_multiple', 'FR\nXX', 'invalid'],
    ['country_multiple', 'FR\nDE', undefined],
    ['dropdown_single', 'Retail', undefined],
    ['dropdown_single', 'retail', 'invalid'],
    ['dropdown_multiple', 'Retail\nOther', 'invalid'],
  ] as const)('of kind %s take %j: %s', (type, value, problem) => {
    const accepted_values = ['Retail'];
    expect(customProblem(field('x', type, { accepted_values }), value)).toBe(problem);
  });
});

describe('expected documents', () => {
  const all = [
    expected('REGISTRATION_CERTIFICATE', 'APPLICATION_BUSINESS'),
    expected('ID', 'PERSON_DIRECTOR'),
    expected('CV', 'PERSON_UBO', { is_required_in_onboarding_portal: false }),
    expected('SECRET', 'PERSON', { onboarding_document: false }),
    expected('STATUTES', 'RELATED_BUSINESS_DIRECTOR'),
  ];

  it('are asked for by person and business, and block until they are given', async () => {
    set({ expected_documents: all });
    const { id, director, owner } = withPeople();
    const link = linkOf(id);
    const values = await choices(link);
    expect(values.slice(0, 3)).toEqual([
      'REGISTRATION_CERTIFICATE',
      `ID:${director}`,
      `CV:${director}`,
    ]);
    expect(values).not.toContain(`ID:${owner}`);
    expect(values.join()).not.toContain('SECRET');
    await upload(link, 'REGISTRATION_CERTIFICATE');
    // An identity document that belongs to nobody in particular is not that of the director.
    await upload(link, 'ID');
    const refused = await submit(link);
    expect(refused.status).toBe(422);
    expect(refused.html).toContain('Our id (Ferrer)');
    expect(refused.html).not.toContain('Our registration_certificate</li>');
    await upload(link, `ID:${director}`);
    expect((await submit(link)).status).toBe(303);
    expect(showCase(id).documents).toMatchObject([
      { type: 'REGISTRATION_CERTIFICATE', expected_document_id: 'exp_registration_certificate' },
      { type: 'ID' },
      { type: 'ID', person_id: director, expected_document_id: 'exp_id' },
    ]);
  });
});

describe('the steps that were asked for', () => {
  const documents = [
    expected('REGISTRATION_CERTIFICATE', 'APPLICATION_BUSINESS'),
    expected('ID', 'PERSON', {
      is_required_in_onboarding_portal: false,
      onboarding_document: false,
    }),
  ];

  it('chosen documents: of everybody they belong to, and nothing else', async () => {
    set({ expected_documents: documents });
    const { id, director, owner } = withPeople();
    const link = linkOf(id, { steps: [{ type: 'documents', documents: ['exp_id'] }] });
    const values = [`ID:${director}`, `ID:${owner}`];
    expect(await choices(link, '')).toEqual(values);
    expect((await submit(link)).status).toBe(422);
    await upload(link, values[0]!);
    expect((await submit(link)).html).toContain('Our id (Novak)');
    await upload(link, values[1]!);
    expect((await submit(link)).status).toBe(303);
    expect(showCase(id).documents.map(({ person_id }) => person_id)).toEqual([director, owner]);
  });

  it('a chosen document that nobody of the case is expected to have is asked for of the client', async () => {
    set({ expected_documents: documents });
    const link = linkOf(aCase(), { steps: [{ type: 'documents', documents: ['exp_id'] }] });
    expect(await choices(link, '')).toEqual(['ID']);
  });

  it('identity verification: of who opens the account', async () => {
    const persons = [
      { last_name: 'Ferrer', roles: ['DIRECTOR'] },
      { last_name: 'Novak', roles: ['ACCOUNT_OWNER'] },
    ];
    const id = aCase({ persons });
    const link = linkOf(id, { steps: [{ type: 'identity-verification' }] });
    expect(await choices(link, '')).toEqual([`ID:${showCase(id).persons[1]!.person_id}`]);
    expect(await page(link)).not.toContain('name="organization_name"');
  });
});

describe('the test client', () => {
  const all = { display_in_portal: true, required_in_portal: true };
  const custom_fields = [
    field('turnover', 'number', all),
    field('listed', 'boolean', all),
    field('since', 'date', all),
    field('markets', 'country_multiple', all),
    field('note', 'text', all),
    field('goods', 'dropdown_multiple', { ...all, accepted_values: ['Tea', 'Wine'] }),
  ];

  it.each([
    ['business', 1, ['REGISTRATION_CERTIFICATE', 'ID']],
    ['person', 0, ['ID']],
  ])('has an answer to all that is asked of a %s', async (subject, persons, documents) => {
    set({ custom_fields });
    const { link } = sandbox.services.portals.create('API', {});
    expect(await page(link, `start&subject=${subject}`)).toContain('Only in the sandbox');
    expect((await post(link, 'fill', {})).to).toMatch(/step=review$/);
    expect(await page(link, 'review')).not.toContain('Still missing');
    expect((await submit(link)).status).toBe(303);
    const submitted = showCase(sandbox.services.cases.newest()!);
    expect(submitted).toMatchObject({
      is_draft: false,
      custom_fields: { turnover: 250000, listed: true, goods: ['Tea', 'Wine'] },
    });
    expect(submitted.persons).toHaveLength(persons);
    expect(submitted.documents.map(({ type }) => type)).toEqual(documents);
  });

  it('answers just what was asked for again, and leaves what is there', async () => {
    const id = aCase();
    const { link } = sandbox.services.portals.requestInformation('Reviewer', id, {
      reason: 'More, please',
      fields: ['address.town', 'address.street'],
      documents: ['PROOF_OF_ADDRESS'],
    });
    await post(link, 'submit', { 'address.town': 'Leeds' });
    await post(link, 'fill', {});
    expect((await submit(link)).status).toBe(303);
    expect(showCase(id)).toMatchObject({
      business: { ...company, address: { town: 'Leeds', street: '12 rue de la Paix' } },
      documents: [{ type: 'PROOF_OF_ADDRESS' }],
    });
  });
});

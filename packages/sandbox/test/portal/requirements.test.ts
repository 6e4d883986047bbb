/** What a case needs: of whom which documents, people and answers; what of it a reviewer still misses. */
import { defaultSettings, type CustomField } from '../../domain/account.ts';
import { isCustomValue } from '../../domain/custom-fields.ts';
import { openPoints } from '../../office/case-words.ts';
import { partyOf } from '../../portal/inputs.ts';
import { fileForm, sandboxOfTests } from '../visitor.ts';
import { portalClient, slotsOn } from './portal-client.ts';

const sandbox = sandboxOfTests();

const client = portalClient(() => sandbox);
const { api, read, post, showCase, newLink, ask, attach, submit, follow, slots, gaps } = client;
const business = {
  organization_name: 'Lumen',
  country: 'FRA',
  registration_number: '552100554',
};
/** Among them every role, and who opens the account. */
const people = {
  persons: [
    { last_name: 'Ferrer', roles: ['DIRECTOR', 'UBO', 'ACCOUNT_OWNER'] },
    { last_name: 'Novak', roles: ['SHAREHOLDER'] },
  ],
  businesses: [{ organization_name: 'Nordwind', roles: ['DIRECTOR'] }],
};
const newCase = (body: object = { business, ...people }) => client.newCase(body);
type Slots = ReturnType<typeof slotsOn>;
/** The owners of documents; the client has no name there. */
const ownersOf = (some: Slots) => some.map(({ owner }) => owner);
const lacking = async (link: string) =>
  ownersOf((await slots(link)).filter(({ isMissing }) => isMissing));

describe('an expected document', () => {
  const expect1 = (attached_to: string, more: object = {}) =>
    sandbox.setUp({
      expected_documents: [{ id: 'exp_1', name: 'Own', slug: 'ID', attached_to, ...more }],
    });

  it.each([
    ['APPLICATION_BUSINESS', [''], []],
    ['PERSON', ['Ferrer', 'Novak'], ['']],
    ['ACCOUNT_OWNER', ['Ferrer'], ['']],
    ['PERSON_DIRECTOR', ['Ferrer'], []],
    ['PERSON_UBO', ['Ferrer'], []],
    ['PERSON_SHAREHOLDER', ['Novak'], []],
    ['RELATED_BUSINESS_DIRECTOR', ['Nordwind'], []],
  ])(
    'of %s is asked of %j of a business, of %j of a person',
    async (owner, ofBusiness, ofPerson) => {
      expect1(owner);
      const ofBoth = await Promise.all(
        [{ business, ...people }, { person: { last_name: 'Quill' } }].map(async (body) => {
          const { application_id } = await newCase(body);
          return ownersOf(await slots(await newLink(application_id)));
        }),
      );
      expect(ofBoth).toEqual([ofBusiness, ofPerson]);
    },
  );

  it.each([
    [{}, true, true, true],
    [{ is_required_in_onboarding_portal: false }, true, false, true],
    [{ is_mandatory: false }, true, false, false],
    [{ is_mandatory: false, is_required_in_onboarding_portal: true }, true, true, false],
    [{ onboarding_document: false }, false, false, true],
  ])('%j: asked %s, the portal waits for it %s, the case %s', async (more, ...is) => {
    expect1('PERSON_UBO', more);
    const { application_id } = await newCase();
    const link = await newLink(application_id);
    const expected_documents = await api('GET', '/api/expected_documents_configuration');
    const settings = { ...defaultSettings, expected_documents };
    const details = { ...(await showCase(application_id)), is_draft: false };
    const open = openPoints({ details, settings });
    const isAsked = (await slots(link)).length > 0;
    expect([isAsked, (await lacking(link)).length > 0, open.length > 0]).toEqual(is);
    // As the pages have it, so the service has it.
    expect((await submit(link)).isRefused).toBe(is[1]);
  });

  it('is there once a document is, of its owner, and not refused', async () => {
    expect1('PERSON_UBO');
    const { application_id, persons } = await newCase();
    const [{ person_id }, other] = persons;
    const link = await newLink(application_id);
    // Of nobody in particular, of somebody else, of another type.
    await attach({ application_id });
    await attach({ person_id: other.person_id });
    await attach({ person_id }, { type: 'OTHER' });
    expect(await lacking(link)).toEqual(['Ferrer']);
    const { document_id } = await attach({ person_id });
    expect(await lacking(link)).toEqual([]);
    await api('PUT', `/api/documents/${document_id}`, { validity: 'invalid' });
    expect(await lacking(link)).toEqual(['Ferrer']);
    await attach({ person_id }, { type: 'CARD', expected_document_id: 'exp_1' });
    expect(await lacking(link)).toEqual([]);
  });
});

describe('a portal for some steps', () => {
  const chosen = { step: 'documents', data: { expectedDocumentsIds: ['exp_id'] } };
  const identity = { step: 'identity-verification' };

  it.each([
    ['chosen documents: of all they belong to', chosen, people, ['Ferrer', 'Novak']],
    ['a document that nobody of the case is to have: of the client', chosen, {}, ['']],
    ['identity: of who opens the account', identity, people, ['Ferrer']],
  ])('asks for nothing else. %s', async (_, step, parties, owners) => {
    const { application_id, persons } = await newCase({ business, ...parties });
    // What was sent earlier does not answer what is asked now.
    if (persons.length) await attach({ person_id: persons[0].person_id });
    const link = await newLink(application_id, [step]);
    expect([ownersOf(await slots(link)), await lacking(link)]).toEqual([owners, owners]);
    expect((await submit(link)).isRefused).toBe(true);
    for (const { value } of await slots(link))
      await post(link, 'documents', fileForm('a.pdf', { type: value }));
    expect((await submit(link)).isRefused).toBe(false);
    const { documents } = await showCase(application_id);
    const sent = documents.filter(({ name }: any) => name === 'a.pdf');
    expect(sent).toMatchObject(owners.map(() => ({ type: 'ID', attached_by: 'Client' })));
  });
});

it('a business needs people; a person has no section for them', async () => {
  sandbox.setUp({ expected_documents: [] });
  const [ofBusiness, ofPerson] = await Promise.all(
    ['business', 'person'].map(async (subject) => {
      const { link } = await api('POST', '/api/portals', {});
      await fetch(`${link}?subject=${subject}`);
      return link as string;
    }),
  );
  expect([await gaps(ofBusiness!), await gaps(ofPerson!)]).toEqual([
    ['details', 'people'],
    ['details'],
  ]);
  const director = { kind: 'person', last_name: 'Ferrer', roles: 'DIRECTOR' };
  expect((await post(ofPerson!, 'people', director)).to).toMatch(/\?step=details$/);
  expect(await read(ofPerson!, '?step=people')).not.toContain('Ferrer');
  await post(ofBusiness!, 'people', director);
  // As soon as somebody is there, the page says who is not.
  expect(await read(ofBusiness!, '?step=people')).toContain('Name the account owner: the person');
  await post(ofBusiness!, 'people', { ...director, last_name: 'Novak', roles: 'ACCOUNT_OWNER' });
  expect(await gaps(ofBusiness!)).toEqual(['details']);
  const second = await post(ofBusiness!, 'people', { ...director, roles: 'ACCOUNT_OWNER' });
  expect(await follow(second)).toContain('one account owner only');
  for (const direct_ownership_percentage of ['60,5', '56.1 %'])
    await post(ofBusiness!, 'people', { ...director, direct_ownership_percentage });
  expect(await read(ofBusiness!, '?step=people')).toContain('The shares add up to 116.6%');
});

describe('custom fields', () => {
  const inPortal = { display_in_portal: true };
  const custom_fields = [
    { name: 'note', ...inPortal, display_order_in_portal: 8 },
    { name: 'turnover', type: 'number', ...inPortal, required_in_portal: true },
    { name: 'listed', type: 'boolean', ...inPortal },
    { name: 'goods', type: 'dropdown_multiple', accepted_values: ['Tea', 'Wine'], ...inPortal },
    { name: 'market', type: 'country_single', ...inPortal },
    { name: 'internal', type: 'number' },
  ];
  const formOf = (values: Record<string, string | string[]>) =>
    Object.fromEntries(
      Object.entries(values).map(([name, value]) => [`custom_fields.${name}`, value]),
    );
  const questionsOn = async (link: string, query = '?step=details') => {
    const names = (await read(link, query)).matchAll(/ name="custom_fields\.(\w+)"/g);
    return [...new Set([...names].map(([, name]) => name))];
  };
  const setUp = (more: object = {}) =>
    sandbox.setUp({ custom_fields, expected_documents: [], ...more });

  it('are asked for in their order, and answered where they must; no others are taken', async () => {
    setUp();
    const { application_id } = await newCase();
    const link = await newLink(application_id);
    const names = ['turnover', 'listed', 'goods', 'market', 'note'];
    expect(await questionsOn(link)).toEqual(names);
    for (const turnover of ['', 'much', '1.234']) {
      expect((await post(link, 'details', formOf({ turnover }))).isRefused).toBe(true);
      expect((await submit(link)).isRefused).toBe(true);
    }
    await post(link, 'details', formOf({ turnover: '1250,5', internal: '7' }));
    expect((await submit(link)).isRefused).toBe(false);
    expect((await showCase(application_id)).custom_fields).toEqual({ turnover: 1250.5 });
  });

  it('keep what the client leaves, and are emptied where the client empties them', async () => {
    setUp({ country_codes: 'alpha-2' });
    const before = { turnover: 5, listed: true, market: 'DE', goods: ['Wine'], internal: 7 };
    const { application_id } = await newCase({ business, ...people, custom_fields: before });
    const link = await newLink(application_id);
    await post(link, 'details', formOf({ goods: '', listed: '', market: 'FR' }));
    await submit(link);
    expect((await showCase(application_id)).custom_fields).toEqual({
      ...before,
      listed: null,
      market: 'FR',
      goods: null,
    });
  });

  it('that a reviewer asks for are asked for alone, also those that no portal shows', async () => {
    setUp();
    const { application_id } = await newCase();
    const link = await newLink(application_id);
    ask(application_id, { fields: ['custom_fields.internal'] });
    // That the portal is opened again changes nothing of it.
    await newLink(application_id);
    expect(await questionsOn(link, '')).toEqual(['internal']);
    expect((await post(link, 'submit', {})).isRefused).toBe(true);
    const answered = await post(link, 'submit', formOf({ internal: '7' }));
    expect(answered.isRefused).toBe(false);
    expect((await showCase(application_id)).custom_fields).toEqual({ internal: 7 });
  });

  it.each([
    ['number', '-3.75', true],
    ['number', '0,125', true],
    // A thousand, or a little more than one.
    ['number', '1.234', false],
    ['number', '1 234', false],
    ['date', '2023-02-29', false],
    ['boolean', 'maybe', false],
    ['country_multiple', 'FR\nXX', false],
    ['dropdown_single', 'retail', false],
    ['dropdown_multiple', 'Retail\nOther', false],
  ] as const)('of kind %s take %j: %s', (type, value, isFine) =>
    expect(isCustomValue({ type, accepted_values: ['Retail'] } as CustomField, value)).toBe(isFine),
  );
});

describe('somebody', () => {
  const somebody = { last_name: 'Ferrer', roles: 'UBO' };
  it.each([
    ['33,3 %', 33.3],
    ['50', 50],
    ['0x20', undefined],
    ['1e1', undefined],
    ['1.2.3', undefined],
    ['٥٠', undefined],
  ])('has with a share of %s one of %s', (direct_ownership_percentage, share) => {
    const form = { ...somebody, direct_ownership_percentage };
    const { data, errors } = partyOf('person', form, 'en');
    if (share === undefined) expect(errors.direct_ownership_percentage).toContain('from 0 to 100');
    else expect([errors, data.direct_ownership_percentage]).toEqual([{}, share]);
  });

  it.each(['\u0001\u0002', 'Fer\u0000rer', '\u200B', '  '])('has with %j no name', (last_name) => {
    const { errors } = partyOf('person', { ...somebody, last_name }, 'en');
    expect(errors).toEqual({ last_name: expect.any(String) });
  });
});

describe('the test client', () => {
  it.each(['business', 'person'])('has an answer to all that is asked of a %s', async (subject) => {
    const types = ['text', 'number', 'boolean', 'date', 'country_multiple', 'dropdown_multiple'];
    const all = { display_in_portal: true, required_in_portal: true };
    const choices = { accepted_values: ['Tea', 'Wine'] };
    sandbox.setUp({
      custom_fields: types.map((type) => ({
        name: type,
        type,
        ...all,
        ...(type === 'dropdown_multiple' && choices),
      })),
    });
    const { link } = await api('POST', '/api/portals', {});
    await fetch(`${link}?subject=${subject}`);
    await post(link, 'fill', {});
    expect(await gaps(link)).toEqual([]);
    expect((await submit(link)).isRefused).toBe(false);
    const [made] = sandbox.act.cases();
    const { custom_fields } = await showCase(made!.application_id);
    expect(custom_fields).toMatchObject({ number: 250000, dropdown_multiple: ['Tea', 'Wine'] });
  });

  it('answers just what was asked for again, and leaves what is there', async () => {
    const { application_id } = await newCase();
    const link = await newLink(application_id);
    ask(application_id, {
      fields: ['address.town', 'address.street', 'vat_number'],
      documents: ['PROOF_OF_ADDRESS'],
    });
    await post(link, 'submit', { 'address.town': 'Leeds' });
    await post(link, 'fill', {});
    expect((await submit(link)).isRefused).toBe(false);
    expect(await showCase(application_id)).toMatchObject({
      business: {
        ...business,
        address: { town: 'Leeds', street: '12 rue de la Paix' },
        vat_number: 'FR40552100554',
      },
      documents: [{ type: 'PROOF_OF_ADDRESS' }],
    });
  });
});

describe('what is open for a reviewer', () => {
  type About = Parameters<typeof openPoints>[0];
  const person = { last_name: 'Ferrer', roles: ['DIRECTOR', 'ACCOUNT_OWNER'], id: 'per_1' };
  const ofPerson = { type: 'ID', person_id: 'per_1', name: 'card.pdf' };
  const complete = {
    business,
    person: null,
    is_draft: false,
    status_review: 'in_review',
    persons: [person],
    businesses: [],
    documents: [{ type: 'REGISTRATION_CERTIFICATE', name: 'certificate.pdf' }, ofPerson],
  };
  const withParty = (change: object) => ({ persons: [{ ...person, ...change }] });
  const company = {
    persons: [],
    businesses: [{ organization_name: 'Nordwind', roles: ['DIRECTOR', 'ACCOUNT_OWNER'] }],
  };
  const refused = { type: 'OTHER', name: 'dark.pdf', validity: 'invalid' };
  const progress = { profile: {}, parties: [], documents: [] };
  const begun = { ...progress, profile: { 'address.town': 'Paris' } };

  it.each<[what: string, details: object, words: RegExp[], about?: Partial<About>]>([
    ['nothing', {}, []],
    ['the account owner', withParty({ roles: ['DIRECTOR'] }), [/account owner/]],
    ['a director', withParty({ roles: ['ACCOUNT_OWNER'] }), [/director or owner/]],
    ['the account owner, as no company signs', company, [/account owner/]],
    ['a director beside counsel', withParty({ roles: ['COUNSEL', 'ACCOUNT_OWNER'] }), [/director/]],
    ['a document', { documents: [ofPerson] }, [/Missing.*Registration certificate/]],
    ['shares', withParty({ direct_ownership_percentage: 113.5 }), [/113\.5%/]],
    ['no shares, at 100 %', withParty({ direct_ownership_percentage: 100 }), []],
    ['a refused file', { documents: [...complete.documents, refused] }, [/Refused.*dark.pdf/]],
    ['nothing, of a draft', { is_draft: true, persons: [] }, []],
    ['nothing, once decided', { status_review: 'rejected', persons: [] }, []],
    ['what the client has begun', {}, [/started/], { portal: { progress: begun } }],
  ])('is %s', (_, change, words, about = {}) => {
    const rest = { settings: defaultSettings, ...about };
    const details = { ...complete, ...change } as unknown as About['details'];
    const points = openPoints({ details, ...rest });
    expect(points).toEqual(words.map((each) => expect.stringMatching(each)));
  });
});

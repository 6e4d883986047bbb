/** Names on the wire: as the known service has them, and as the dialect says. */
import { fromWire, labelsOnWire, toWire } from '../../../client/exchange/wire.ts';
import { toCase } from '../../../fields/cases.ts';
import { readDialect } from '../../../service/dialect.ts';
import { halted, openCore } from '../../support/core.ts';

let dialect = readDialect();
afterEach(() => {
  dialect = readDialect();
  delete process.env.SERVICE_DIALECT;
});
const rename = (names: object) => {
  process.env.SERVICE_DIALECT = JSON.stringify({ names });
  dialect = readDialect(process.env.SERVICE_DIALECT);
};

/** A body as the service reads it. */
const onWire = (...body: Parameters<typeof toWire>) => JSON.parse(toWire(...body)) as object;

const ana = { given_names: 'Ana', last_name: 'Ruiz', nationalities: ['ESP'] };
const aCase = {
  person: { ...ana, address: { postcode: '75002' } },
  persons: [{ ...ana, roles: ['UBO'] }],
  external_reference: 'deal-1',
  custom_fields: { given_names: 'mine' },
  legal_form: 'unknown here',
};

it('renames at every depth, and nothing of the account', () => {
  rename({
    'person.given_names': 'first_name',
    'person.nationalities': 'nationality',
    'person.address.postcode': 'zip',
    'person.roles': 'role',
    'case.external_reference': 'reference',
  });
  const other = { first_name: 'Ana', last_name: 'Ruiz', nationality: 'ESP' };
  const there = {
    person: { ...other, address: { zip: '75002' } },
    persons: [{ ...other, role: 'UBO' }],
    reference: 'deal-1',
    custom_fields: { given_names: 'mine' },
    legal_form: 'unknown here',
  };
  expect(onWire(dialect, aCase, 'case')).toEqual(there);
  expect(fromWire(dialect, there, 'case')).toEqual(aCase);
  expect(onWire(dialect, ana, 'person')).toEqual(other);
  expect(onWire(dialect, ana, undefined)).toEqual(ana);
});

it('keeps a list where the name says so', () => {
  rename({ 'person.nationalities': 'citizenships[]' });
  expect(onWire(dialect, ana, 'person')).toMatchObject({ citizenships: ['ESP'] });
  expect(fromWire(dialect, { citizenships: ['ESP'] }, 'person')).toEqual({
    nationalities: ['ESP'],
  });
});

it('refuses two nationalities where one is taken, by the label', async () => {
  rename({ 'person.nationalities': 'nationality' });
  const two = { nationalities: ['ESP', 'FRA'] };
  const send = async () =>
    toWire(dialect, two, 'person', { 'person.nationalities': 'Nationality' });
  await expect(send()).rejects.toMatchObject({
    kind: 'halt',
    message: expect.stringMatching(/^Nationality: .* single value/),
  });
  expect(onWire(dialect, { nationalities: null }, 'person')).toEqual({ nationality: null });
});

it('two fields may swap their names', () => {
  rename({
    'business.registration_number': 'local_number',
    'business.local_number': 'registration_number',
  });
  const here = { registration_number: '1', local_number: '2' };
  const there = { local_number: '1', registration_number: '2' };
  expect(onWire(dialect, here, 'business')).toEqual(there);
  expect(fromWire(dialect, there, 'business')).toEqual(here);
});

describe('reads', () => {
  it.each([
    ['the names that are known', { given_names: 'Ana', nationalities: ['ESP'] }],
    ['the keys of the editor', { first_name: 'Ana', nationality: 'ESP' }],
    ['both, one of them empty', { given_names: null, first_name: 'Ana', nationality: 'ESP' }],
  ])('%s', (_, person) => {
    const found = { ...(fromWire(dialect, { person }, 'case') as object), application_id: 'a' };
    expect(toCase(found as never).person).toEqual({
      first_name: 'Ana',
      nationality: 'ESP',
      nationality_name: 'Spain',
    });
  });

  it('what is unknown as it is, __proto__ too', () => {
    const odd = JSON.parse('{"person":{"__proto__":1,"x":[{"first_name":2}],"address":"line"}}');
    expect(JSON.stringify(fromWire(dialect, odd, 'case'))).toBe(JSON.stringify(odd));
  });
});

it('knows labels by the names of the service', () => {
  rename({ 'person.birth_date': 'born_on', 'person.address.town': 'ville' });
  const labels = {
    'person.birth_date': 'Birth Date',
    'person.address.town': 'Person Address City',
  };
  expect(labelsOnWire(dialect, labels)).toEqual({
    ...labels,
    'person.born_on': 'Birth Date',
    'person.address.ville': 'Person Address City',
  });
  expect(labelsOnWire(dialect, { birth_date: 'Birth Date' })).toHaveProperty(
    'born_on',
    'Birth Date',
  );
});

describe('a step', () => {
  const { service, perform, sent } = openCore();
  const made = 'POST /api/applications';

  it('sends what the known service takes', async () => {
    service.serve({ [made]: [201, { id: 'app_1' }] });
    await perform('create_case', {
      subject: 'person',
      first_name: 'Ana',
      last_name: 'Ruiz',
      nationality: 'Spain, fr, PRT',
      address_single_line: 'Calle Mayor 1, Madrid',
      risk_level: 'HIGH',
      meta: { source: 'crm' },
    });
    expect(sent(made)).toEqual({
      person: {
        given_names: 'Ana',
        last_name: 'Ruiz',
        nationalities: ['ESP', 'FRA', 'PRT'],
        address_single_line: 'Calle Mayor 1, Madrid',
      },
      risk_level: 2,
      meta: { source: 'crm' },
    });
    await perform('create_case', {
      subject: 'business',
      organization_name: 'A',
      legal_type: 'SAS',
      business_address_single_line: 'Rue 1, Paris',
    });
    expect(sent(made).business).toEqual({
      organization_name: 'A',
      legal_type: 'SAS',
      address: { single_line: 'Rue 1, Paris' },
    });
  });

  it('clears a field under the name a Zap has stored', async () => {
    const change = 'PUT /api/applications/app_1';
    service.serve({ '(GET|PUT) /api/applications/app_1': [200, { id: 'app_1' }] });
    const clear_fields = ['person.first_name', 'person.nationality', 'person.address.city'];
    await perform('update_case', { application_id: 'app_1', clear_fields });
    expect(sent(change)).toEqual({
      person: { given_names: null, nationalities: null, address: { town: null } },
    });
  });
});

describe('a step in a dialect with alpha-2', () => {
  const { service, perform, sent } = openCore();
  beforeEach(() => {
    process.env.SERVICE_DIALECT = '{"countries":"alpha-2"}';
    service.serve({
      'GET /api/custom_fields': [200, [{ name: 'registry', type: 'country' }]],
      'GET .*': [200, { application_id: 'app_1' }],
      '.*': [200, { id: 'app_1', link: 'https://a.example/portals/x' }],
    });
  });

  const subject = { subject: 'business', organization_name: 'Lumen' };
  const business = { ...subject, country: 'France', business_address_country: 'DEU' };
  const body = { organization_name: 'Lumen', country: 'FR', address: { country: 'DE' } };
  const application_id = 'app_1';
  const ofCase = '/api/applications/app_1';
  const related_businesses = [{ organization_name: 'Nord', country: 'Poland' }];
  const custom = { custom_country_home: 'Spain', custom_countries_all: ['FRA', 'Italy'] };

  it.each<[step: string, input: object, line: string, body: object]>([
    ['create_case', business, 'POST /api/applications', { business: body }],
    ['update_case', { application_id, ...business }, `PUT ${ofCase}`, { business: body }],
    ['start_onboarding', business, 'POST /api/applications', { business: body }],
    [
      'start_onboarding',
      { ...business, related_businesses },
      `POST ${ofCase}/businesses`,
      { country: 'PL' },
    ],
    ['add_related_business', { application_id, ...business }, `POST ${ofCase}/businesses`, body],
    [
      'create_case',
      { ...subject, ...custom, custom_fields: { registry: 'Peru' } },
      'POST /api/applications',
      { custom_fields: { home: 'ES', all: ['FR', 'IT'], registry: 'PE' } },
    ],
    [
      'create_portal',
      { application_id, ...custom },
      `POST ${ofCase}/portals`,
      { default_custom_fields: { home: 'ES', all: ['FR', 'IT'] } },
    ],
  ])('%s sends it: %j', async (step, input, line, expected) => {
    await perform(step, input);
    expect(sent(line)).toMatchObject(expected);
  });

  it('finds a company by it, and its ID begins with it', async () => {
    const found = [{ id: 'FR-7', country: 'FR', country_name: 'France' }];
    service.serve({
      'GET /api/companies/FR/search': [200, [{ registration_number: '7' }]],
      'GET /api/companies/FR/7': [200, { registration_number: '7' }],
    });
    const country = 'France';
    expect(await perform('search_companies', { country, q: 'Lumen' })).toMatchObject(found);
    expect(await perform('get_company', { country, registration_number: '7' })).toMatchObject(
      found,
    );
  });
});

describe('a label in place of a value', () => {
  const { service, perform, sent, written } = openCore();
  const application_id = 'app_1';
  const persons = 'POST /api/applications/app_1/persons';

  it('is sent and compared as the value, and a repeat with the value adds nothing', async () => {
    service.serve({ [persons]: ({ body }) => [201, { person_id: 'per_1', ...body }] });
    const party = { application_id, last_name: 'Ruiz' };
    const added = await perform('add_related_person', { ...party, roles: ['Account owner'] });
    expect(added).toMatchObject({ not_taken: [], roles: ['ACCOUNT_OWNER'] });
    await perform('add_related_person', { ...party, roles: 'ACCOUNT_OWNER' });
    expect(written()).toEqual([persons]);
    expect(sent(persons)).toEqual({ last_name: 'Ruiz', roles: ['ACCOUNT_OWNER'] });
  });

  const file = 'Text of a document';
  it.each<[label: string, step: string, input: object]>([
    ['Roles', 'add_related_person', { last_name: 'Ruiz', roles: ['UBO, Other'] }],
    [
      'Related Persons, line 2: Roles',
      'start_onboarding',
      {
        subject: 'business',
        organization_name: 'Lumen',
        related_persons: [{ last_name: 'A' }, { last_name: 'B', roles: ['UBO, Other'] }],
      },
    ],
    ['Decision', 'record_decision', { decision: 'Approved, other' }],
    ['Document Type', 'upload_document', { file, type: 'ID, other' }],
  ])('may not be several, before any request: %s', async (label, step, input) => {
    const message = await halted(perform(step, { application_id, ...input }));
    expect(message).toMatch(new RegExp(`^${label}: ".*" may be (one value or )?several`));
    expect(service.lines()).toEqual([]);
  });
});

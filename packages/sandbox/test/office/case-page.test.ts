/**
 * The page of a case: what it says in words, which decisions it takes, whose name it writes down. And
 * what staff enter by hand: a new case, its data, its parties and documents, the fields of the account.
 */
import { keepFile } from '../../domain/files.ts';
import { decisions, moves } from '../../domain/states.ts';
import { createSandbox, type Sandbox } from '../../server.tsx';
import { isTicked, mailsOf, open, send, valueOf, fileForm, linkOf, type Form } from '../visitor.ts';
import { takeAccount } from '../../domain/account-file.ts';

let sandbox: Sandbox;
beforeAll(async () => (sandbox = await createSandbox()));
afterAll(() => sandbox.close());
beforeEach(() => sandbox.reset());

describe('the page of a case', () => {
  const newCase = (body: object = { business: { organization_name: 'Lumen Studio SAS' } }) =>
    sandbox.services.cases.create('main', { is_draft: true, ...body }, 'API').application_id;
  const submitted = (body?: object) => {
    const id = newCase(body);
    sandbox.services.workflow.submit('main', id, 'API');
    return id;
  };
  const pageOf = (id: string) => open(sandbox, `/back-office/cases/${id}`);
  const act = (id: string, path: string, form?: Record<string, string>, headers?: object) =>
    send(sandbox, `/back-office/cases/${id}/${path}`, form, headers);
  const stateOf = (id: string) => sandbox.services.cases.find('main', id).status_review;
  const attach = (id: string, type: string, content: string, document: object = {}) => {
    const { store, documents } = sandbox.services;
    const name = `${content}.x`;
    const file = { name, content_type: type, content: Buffer.from(content) };
    const { file_id } = keepFile(store, 'main', file);
    const body = { file_id, type: 'ID', application_id: id, ...document };
    return documents.attach('main', body, 'API').document_id;
  };

  it('says in words what is known and what happened, without paths or codes', async () => {
    const { parties, cases } = sandbox.services;
    const address = { street: '12 rue de la Paix', city: 'Paris' };
    const id = submitted({
      business: {
        organization_name: 'Words GmbH',
        country: 'DE',
        registration_date: '2015-03-12',
        address,
      },
    });
    const person = {
      given_names: 'Inés',
      last_name: 'Ferrer',
      nationalities: ['ES'],
      birth_date: '1988-04-02',
      roles: ['DIRECTOR', 'UBO'],
      direct_ownership_percentage: 60,
    };
    parties.add('main', id, 'person', person, 'API');
    const change = {
      business: { country: 'FR', address: { city: 'Lyon' } },
      risk_level: 2 as const,
    };
    cases.update('main', id, change, 'API');
    attach(id, 'application/pdf', 'certificate', { type: 'REGISTRATION_CERTIFICATE' });
    const { text, html } = await pageOf(id);
    for (const words of [
      'In review',
      'France',
      '12 March 2015',
      'Director, Beneficial owner, 60 %',
    ])
      expect(text).toContain(words);
    for (const words of ['Spain', '2 April 1988']) expect(text).toContain(words);
    const [, timeline] = html.split('id="timeline"');
    const entries = [...timeline!.matchAll(/<li><span dir="auto">([^<]*)/g)].map(
      ([, what]) => what!,
    );
    expect(entries[0]).toContain('Document attached: Registration certificate (certificate.x)');
    expect(entries.at(-1)).toContain('Created as draft');
    const all = entries.join('\n');
    for (const words of ['Risk level: Low → High', 'City: Paris → Lyon', 'Country: DE → FR'])
      expect(all).toContain(words);
    expect(all).not.toMatch(/\w\.\w+:|[A-Z]{2,}_[A-Z]|risk_level/);
  });

  it('offers no action that cannot work, and says why', async () => {
    const draft = await pageOf(newCase());
    expect(draft.text).toContain('The case is a draft.');
    expect(draft.html).not.toMatch(/value="(approved|rejected)"/);
    const forbidden = await pageOf(
      submitted({ business: { organization_name: 'Forbidden Fruit' } }),
    );
    expect(forbidden.text).toContain('It cannot be approved');
    expect(forbidden.html).toContain('value="rejected"');
    expect(forbidden.html).not.toContain('value="approved"');
  });

  it('warns of what does not fit together', async () => {
    const id = submitted();
    const { workflow, cases, portals, parties } = sandbox.services;
    parties.add('main', id, 'person', { last_name: 'A', direct_ownership_percentage: 60 }, 'API');
    parties.add('main', id, 'person', { last_name: 'B', direct_ownership_percentage: 53 }, 'API');
    workflow.decide('main', id, { status: 'approved' }, 'Reviewer');
    cases.update('main', id, { risk_level: 3 }, 'API');
    portals.create('main', { application_id: id }, 'API');
    portals.expire(id);
    const { text } = await pageOf(id);
    for (const words of [
      'approved although its risk level is Forbidden',
      'The portal link of the client has expired',
      'add up to 113 %',
    ])
      expect(text).toContain(words);
  });

  describe('evidence', () => {
    const fileOf = (id: string, document: string, query = '') =>
      fetch(`${sandbox.url}/back-office/cases/${id}/documents/${document}${query}`);

    it('is a picture in the page, which nothing else frames, or a file that does nothing', async () => {
      const id = submitted();
      const image = await fileOf(id, attach(id, 'image/png', 'picture'));
      expect(image.headers.get('content-disposition')).toContain('inline');
      const policy = image.headers.get('content-security-policy')!;
      expect(policy).toMatch(/^sandbox; default-src 'none'.*frame-ancestors 'self'/);
      const text = await fileOf(id, attach(id, 'text/plain', 'words'));
      expect(text.headers.get('content-disposition')).toContain('attachment');
      expect(text.headers.get('content-type')).toBe('application/octet-stream');
    });

    it('has each side of a card', async () => {
      const id = submitted();
      const { store } = sandbox.services;
      const document_files = ['front', 'back'].map((side) => {
        const file = { name: `${side}.png`, content_type: 'image/png', content: Buffer.from(side) };
        return { ...keepFile(store, 'main', file), side };
      });
      const body = { document_files, type: 'ID', application_id: id };
      const { document_id } = sandbox.services.documents.attach('main', body as never, 'API');
      for (const [index, side] of ['front', 'back'].entries())
        expect(await (await fileOf(id, document_id, `?side=${index}`)).text()).toBe(side);
      expect((await fileOf(id, document_id, '?side=2')).status).toBe(404);
    });

    it('is refused with a reason, and accepted again', async () => {
      const id = submitted();
      const document = attach(id, 'application/pdf', 'passport');
      const judge = (form: Record<string, string>) => act(id, `documents/${document}/judge`, form);
      expect((await judge({ validity: 'invalid' })).text).toContain(
        'Say why the document is refused',
      );
      await judge({ validity: 'invalid', reason: 'Too dark' });
      const refused = (await pageOf(id)).text;
      expect(refused).toContain('Document passport.x is invalid: Too dark');
      expect(refused).toContain('Refused: passport.x. Ask for another one.');
      await judge({ validity: 'valid' });
      expect((await pageOf(id)).text).toContain('Document passport.x is valid');
    });
  });

  describe('a decision', () => {
    const reason = 'The number is not in the register.';

    it.each(Object.entries(decisions))('is taken as what it says: %s', async (status, move) => {
      const { to } = moves[move];
      const id = submitted();
      if (to === 'in_review')
        sandbox.services.workflow.decide('main', id, { status: 'approved' }, 'Reviewer B');
      const answer = await act(id, 'decision', { status, text: reason });
      expect([answer.status, stateOf(id)]).toEqual([303, to]);
    });

    it.each(['', 'approve', 'Rejected', 'toString'])('is not "%s"', async (status) => {
      const id = submitted();
      const answer = await act(id, 'decision', { status, text: reason });
      expect(answer.text).toContain(`“${status}” is not a decision`);
      expect(stateOf(id)).toBe('in_review');
    });

    it('needs a reason to reject, and is made once', async () => {
      const id = submitted();
      expect((await act(id, 'decision', { status: 'rejected' })).text).toContain(
        'Say why the case is rejected',
      );
      expect(stateOf(id)).toBe('in_review');
      await act(id, 'decision', { status: 'rejected', text: reason });
      const again = await act(id, 'decision', { status: 'approved' });
      expect([again.status, stateOf(id)]).toEqual([409, 'rejected']);
      await act(id, 'reopen');
      expect(stateOf(id)).toBe('in_review');
    });

    it('from a page that is out of date is not made, and its reason is not lost', async () => {
      const id = submitted();
      const version = valueOf(await pageOf(id), 'version')!;
      sandbox.services.workflow.decide('main', id, { status: 'approved' }, 'Reviewer B');
      const refused = await act(id, 'decision', { status: 'rejected', text: reason, version });
      expect(refused.text).toContain('It was decided meanwhile by Reviewer B: approved');
      expect(refused.text).toContain(`You typed: ${reason}`);
      expect(stateOf(id)).toBe('approved');
    });

    it('has the name of who made it in timeline and events, without one the reviewer', async () => {
      const ids = [submitted(), submitted()];
      const [cookie] = (await send(sandbox, '/back-office/name', { name: ' Reviewer  Ä ' }))
        .cookies;
      await act(ids[0]!, 'decision', { status: 'approved' }, { cookie: cookie!.split(';')[0] });
      await act(ids[1]!, 'decision', { status: 'rejected', text: reason });
      const decided = (id: string) => {
        const events = sandbox.services.outbox
          .eventsOf(id)
          .map(({ payload }) => JSON.parse(payload));
        return events.at(-1).data.object.decision.decided_by as string;
      };
      expect(ids.map(decided)).toEqual(['Reviewer Ä', 'Reviewer']);
      expect((await pageOf(ids[0]!)).text).toContain('Reviewer Ä,');
    });
  });

  it('takes no name of somebody else in a timeline, and leads back to its own pages alone', async () => {
    const name = (form: Record<string, string>) => send(sandbox, '/back-office/name', form);
    const taken = await name({ name: 'Workflow' });
    expect([taken.status, taken.text]).toEqual([
      422,
      expect.stringContaining('“Workflow” stands for somebody else'),
    ]);
    expect((await name({ name: 'A', to: '/back-office/cases/1?state=draft' })).to).toBe(
      '/back-office/cases/1?state=draft',
    );
    for (const to of ['//evil.example', 'https://evil.example', '/back-officer', '/portals/x'])
      expect([to, (await name({ name: 'A', to })).to]).toEqual([to, '/back-office']);
  });

  describe('asking the client', () => {
    const german = {
      business: { organization_name: 'Nordwind Logistik GmbH', country: 'DE' },
      custom_fields: { email: 'kontakt@nordwind.example' },
    };
    const ask = (id: string, form: Form) => send(sandbox, `/back-office/cases/${id}/request`, form);
    const needed = {
      reason: 'Die Adresse ist unleserlich.',
      documents: 'REGISTRATION_CERTIFICATE',
      people: 'Ferrer',
    };

    it('says what is missing of the request, and keeps what was chosen', async () => {
      const id = submitted(german);
      sandbox.services.parties.add('main', id, 'person', { last_name: 'Ferrer' }, 'API');
      expect((await ask(id, {})).text).toContain('Say what is needed');
      const late = await ask(id, { ...needed, due: '2020-05-06' });
      expect(late.text).toContain('“Needed until” must be today or a later day');
      for (const [name, value] of [
        ['people', 'Ferrer'],
        ['documents', 'REGISTRATION_CERTIFICATE'],
      ] as const)
        expect(isTicked(late, name, value)).toBe(true);
      expect(await mailsOf(sandbox)).toEqual([]);
    });

    it('writes to the client, adds a second request to the first, reminds, and has the answer', async () => {
      const id = submitted(german);
      sandbox.services.parties.add('main', id, 'person', { last_name: 'Ferrer' }, 'API');
      const to = german.custom_fields.email;
      expect(valueOf(await pageOf(id), 'to')).toBe(to);
      await ask(id, { ...needed, due: '2031-05-06', to });
      const { text } = await pageOf(id);
      for (const words of ['Waiting for the client', 'Asked by Reviewer', 'until 6 May 2031'])
        expect(text).toContain(words);
      const [letter] = await mailsOf(sandbox);
      const { link } = sandbox.services.workflow.show('main', id).portals!;
      expect(letter).toMatchObject({
        to: [to],
        subject: 'Clearpath braucht etwas von Ihnen',
        links: [link],
      });
      for (const words of [needed.reason, 'Ferrer', 'bis zum 6. Mai 2031'])
        expect(letter!.text).toContain(words);
      await ask(id, { reason: 'Bitte auch die Stadt.', fields: 'address_city', to: '' });
      expect(await mailsOf(sandbox)).toHaveLength(1);
      await act(id, 'remind');
      expect((await mailsOf(sandbox))[0]!.subject).toBe(
        'Erinnerung: Clearpath fehlt noch etwas von Ihnen',
      );
      expect((await pageOf(id)).text).toContain('reminded');
      expect((await open(sandbox, '/back-office?state=waiting')).text).toContain('· client');
      const portal = (await open(sandbox, link)).text;
      for (const words of [needed.reason, 'Bitte auch die Stadt.', '(Ferrer)'])
        expect(portal).toContain(words);
      sandbox.services.portals.submit(link.split('/').pop()!);
      const answered = (await pageOf(id)).text;
      for (const words of ['Answered:', 'Request answered']) expect(answered).toContain(words);
      expect(answered).not.toContain('Waiting for the client');
    });
  });
});

describe('by hand', () => {
  const lumen = { organization_name: 'Lumen Studio SAS', country: 'FR' };
  const newCase = (more: object = {}) => {
    const body = { business: lumen, is_draft: true, ...more };
    return sandbox.services.cases.create('main', body, 'API').application_id;
  };
  const shown = (id: string) => sandbox.services.workflow.show('main', id);
  const office = (path: string) => open(sandbox, `/back-office${path}`);
  const enter = (path: string, form: Form) => send(sandbox, `/back-office${path}`, form);
  /** The value beside a label of the profile. */
  const fact = async (id: string, label: string) =>
    new RegExp(`<dt[^>]*>${label}</dt><dd[^>]*>([^<]*)`).exec(
      (await office(`/cases/${id}`)).html,
    )?.[1];

  describe('a new case', () => {
    it('is filled in from the registry, and its link goes out by letter', async () => {
      const found = await office('/new?in=FR&q=lumen');
      const chosen = await open(sandbox, `/back-office/new${linkOf(found, 'Choose')}`);
      const names = ['organization_name', 'country', 'registration_number'];
      const values = Object.fromEntries(names.map((name) => [name, valueOf(chosen, name)!]));
      expect(values).toEqual({ ...lumen, registration_number: '552100554' });
      const { to } = await enter('/new', { ...values, external_reference: 'by-hand-1' });
      const id = to.split('/').pop()!;
      expect(shown(id)).toMatchObject({ external_reference: 'by-hand-1', is_draft: true });
      const { link } = shown(id).portals!;
      expect((await open(sandbox, to)).html).toContain(`data-copy="${link}"`);
      await enter(`/cases/${id}/send`, { to: 'client@lumen.example' });
      expect((await open(sandbox, to)).text).toContain('Portal link sent to client@lumen.example');
      expect(await mailsOf(sandbox)).toMatchObject([
        { to: ['client@lumen.example'], links: expect.arrayContaining([link]) },
      ]);
    });

    const ferrer = { kind: 'person', last_name: 'Ferrer', birth_date: '1980-10-14' };
    it.each([
      [{ kind: 'person' }, 'Last name must not be empty'],
      [{ ...ferrer, email: 'no mail' }, 'E-mail address must be an e-mail address'],
      [{ ...ferrer, birth_date: '1066-10-14' }, 'Date of birth must be 1 January 1900 or later'],
    ])('is not made of %j, and what was typed stays', async (form, why) => {
      const refused = await enter('/new', form);
      expect([refused.status, refused.text]).toEqual([422, expect.stringContaining(why)]);
      for (const [name, value] of Object.entries(form)) expect(valueOf(refused, name)).toBe(value);
      expect(sandbox.services.cases.list({}, 1)).toEqual([]);
    });
  });

  describe('the data of a case', () => {
    const edit = (id: string, form: Form) => enter(`/cases/${id}/edit`, form);
    const business = { organization_name: 'Lumen Studio SAS', country: 'FR' };

    it('are changed where they differ from what is there', async () => {
      const id = newCase();
      const change = { country: '', address_city: 'Lyon', external_reference: 'deal-9' };
      expect((await edit(id, { ...business, ...change })).status).toBe(303);
      expect(shown(id).external_reference).toBe('deal-9');
      expect(shown(id).business).toMatchObject({ address: { town: 'Lyon' }, country: null });
      expect((await office(`/cases/${id}`)).text).toContain('City: empty → Lyon');
    });

    it.each([
      [{ organization_name: ' ' }, 'Name of the business must not be empty'],
      [{ registration_date: '1066-10-14' }, 'Registration date must be 1 January 1600 or later'],
    ])('are refused by their label: %j', async (change, why) => {
      const id = newCase();
      const refused = await edit(id, { ...business, ...change });
      expect([refused.status, refused.text]).toEqual([422, expect.stringContaining(why)]);
      expect(shown(id).business).toMatchObject(business);
    });

    it('do not overwrite what somebody else entered meanwhile, and what was typed stays', async () => {
      const id = newCase();
      const version = valueOf(await office(`/cases/${id}/edit`), 'version')!;
      const address = { street: '12 rue de la Paix' };
      sandbox.services.cases.update('main', id, { business: { address } }, 'API');
      const refused = await edit(id, { ...business, address_city: 'Lyon', version });
      expect(refused.text).toContain('Street: empty → 12 rue de la Paix');
      expect(valueOf(refused, 'address_city')).toBe('Lyon');
      expect(shown(id).business).toMatchObject({ address });
    });
  });

  it('adds a company with its share, and says what is missing of one', async () => {
    const id = newCase();
    const add = (form: Form) => enter(`/cases/${id}/party`, { kind: 'business', ...form });
    expect((await add({ roles: 'SHAREHOLDER' })).text).toContain('Name of the business is missing');
    await add({ organization_name: 'Holding BV', roles: 'SHAREHOLDER', share: '53' });
    expect(shown(id).businesses).toMatchObject([
      { organization_name: 'Holding BV', direct_ownership_percentage: 53 },
    ]);
  });

  it('files a document by whose it is, and of nobody else', async () => {
    const id = newCase();
    const { parties } = sandbox.services;
    const person = { last_name: 'Ferrer' };
    const idOf = (of: string) => String(parties.add('main', of, 'person', person, 'API').person_id);
    const add = (of: string) =>
      enter(`/cases/${id}/documents`, fileForm({ name: 'passport.pdf' }, { type: 'ID', of }));
    const own = idOf(id);
    await add(own);
    expect((await office(`/cases/${id}`)).text).toContain('Identity document of Ferrer');
    await add(idOf(newCase()));
    expect(shown(id).documents).toMatchObject([{ type: 'ID', person_id: own }]);
  });

  describe('what the account has set up', () => {
    const custom_fields = [
      {
        name: 'tier',
        display_name: 'Service tier',
        type: 'dropdown_single',
        accepted_values: ['Basic', 'Premium'],
        display_in_portal: true,
      },
      { name: 'markets', display_name: 'Markets served', type: 'country_multiple' },
      { name: 'seats', display_name: 'Number of seats', type: 'number' },
      { name: 'listed', display_name: 'Listed on an exchange', type: 'boolean' },
    ];
    const expected_documents = [
      { name: 'Articles of association', slug: 'STATUTES', attached_to: 'APPLICATION_BUSINESS' },
    ];
    beforeEach(() => takeAccount(sandbox.services, 'main', { custom_fields, expected_documents }));

    it('is shown by its labels and changed there', async () => {
      const before = { tier: 'Basic', markets: ['FRA', 'DEU'], listed: true, deal_owner: 'North' };
      const id = newCase({ custom_fields: before });
      expect(await fact(id, 'Service tier')).toBe('Basic');
      expect(await fact(id, 'Markets served')).toBe('France, Germany');
      expect(await fact(id, 'Listed on an exchange')).toBe('Yes');
      // What is not a field of the account stays as it was sent.
      expect(await fact(id, 'Deal owner')).toBe('North');
      const change = { ...lumen, custom_tier: 'Premium', custom_markets: 'ES' };
      const refused = await enter(`/cases/${id}/edit`, { ...change, custom_seats: '1.234' });
      expect(refused.text).toContain('Number of seats can be read in two ways');
      expect(valueOf(refused, 'custom_tier')).toBe('Premium');
      await enter(`/cases/${id}/edit`, { ...change, custom_seats: '1234' });
      expect(await fact(id, 'Number of seats')).toBe('1234');
      expect(shown(id).custom_fields).toEqual({
        tier: 'Premium',
        markets: ['ESP'],
        listed: true,
        deal_owner: 'North',
        seats: 1234,
      });
    });

    it('is asked of the client, and a document that was refused is chosen already', async () => {
      const id = newCase();
      const { store, documents, workflow } = sandbox.services;
      workflow.submit('main', id, 'API');
      const isAsked = async () => isTicked(await office(`/cases/${id}`), 'documents', 'STATUTES');
      expect(await isAsked()).toBe(false);
      const content = Buffer.from('%PDF');
      const file = { name: 'scan.pdf', content_type: 'application/pdf', content };
      const body = { ...keepFile(store, 'main', file), type: 'STATUTES', application_id: id };
      const { document_id } = documents.attach('main', body, 'Client');
      const refused = { validity: 'invalid', validity_reason: 'It is cut off.' } as const;
      documents.change('main', document_id, refused, 'Reviewer');
      expect(await isAsked()).toBe(true);
      await enter(`/cases/${id}/request`, {
        reason: 'The articles are cut off.',
        fields: ['custom_tier', 'custom_seats'],
        documents: 'STATUTES',
        to: 'client@lumen.example',
      });
      const names = ['Service tier', 'Number of seats', 'Articles of association'];
      expect((await office(`/cases/${id}`)).text).toContain(`Open: ${names.join(', ')}`);
      const [letter] = await mailsOf(sandbox);
      for (const name of names) expect(letter!.text).toContain(name);
    });
  });
});

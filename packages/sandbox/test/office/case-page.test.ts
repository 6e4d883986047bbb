/** The page of a case: what it says in words, which decisions it takes. */
import { keepFile } from '../../domain/files.ts';
import { decisions, moves } from '../../domain/states.ts';
import { createSandbox, type Sandbox } from '../../server.tsx';
import { isTicked, mailsOf, open, send, valueOf } from '../visitor.ts';

let sandbox: Sandbox;
beforeAll(async () => (sandbox = await createSandbox()));
afterAll(() => sandbox.close());
beforeEach(() => sandbox.reset());

const newCase = (body: object = { business: { organization_name: 'Lumen Studio SAS' } }) =>
  sandbox.services.cases.create('API', { is_draft: true, ...body }).application_id;
const submitted = (body?: object) => {
  const id = newCase(body);
  sandbox.services.workflow.submit('API', id);
  return id;
};
const pageOf = (id: string) => open(sandbox, `/back-office/cases/${id}`);
const act = (id: string, path: string, form?: Record<string, string>) =>
  send(sandbox, `/back-office/cases/${id}/${path}`, form);
const stateOf = (id: string) => sandbox.services.cases.find(id).status_review;
const attach = (id: string, type: string, content: string, document: object = {}) => {
  const { store, documents } = sandbox.services;
  const name = `${content}.x`;
  const file = { name, content_type: type, content: Buffer.from(content) };
  const { file_id } = keepFile(store, file);
  const body = { file_id, type: 'ID', application_id: id, ...document };
  return documents.attach('API', body).document_id;
};

it('says in words what is known and what happened, without paths or codes', async () => {
  const { parties, cases } = sandbox.services;
  const address = { street: '12 rue de la Paix', town: 'Paris' };
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
  parties.add('API', id, 'person', person);
  const change = { business: { country: 'FR', address: { town: 'Lyon' } }, risk_level: 2 as const };
  cases.update('API', id, change);
  expect(cases.timeline(id).slice(-3)).toMatchObject([
    { kind: 'changed', path: 'business.country', before: 'DE', after: 'FR', who: 'API' },
    { kind: 'changed', path: 'business.address.town', before: 'Paris', after: 'Lyon' },
    { kind: 'changed', path: 'risk_level', before: 0, after: 2 },
  ]);
  attach(id, 'application/pdf', 'certificate', { type: 'REGISTRATION_CERTIFICATE' });
  const { text, html } = await pageOf(id);
  for (const words of ['In review', 'France', '12 March 2015', 'Director, Beneficial owner, 60 %'])
    expect(text).toContain(words);
  for (const words of ['Spain', '2 April 1988']) expect(text).toContain(words);
  const [, timeline] = html.split('id="timeline"');
  const entries = [...timeline!.matchAll(/<li><span dir="auto">([^<]*)/g)].map(([, what]) => what!);
  expect(entries[0]).toContain('Document attached: Registration certificate (certificate.x)');
  expect(entries.at(-1)).toContain('Created as draft');
  const all = entries.join('\n');
  for (const words of ['Risk Level: Low → High', 'City: Paris → Lyon', 'Country: DE → FR'])
    expect(all).toContain(words);
  expect(all).not.toMatch(/\w\.\w+:|[A-Z]{2,}_[A-Z]|risk_level/);
});

it('offers no action that cannot work, and says why', async () => {
  const draft = await pageOf(newCase());
  expect(draft.text).toContain('The case is a draft.');
  expect(draft.html).not.toMatch(/value="(approved|rejected)"/);
  const forbidden = await pageOf(submitted({ business: { organization_name: 'Forbidden Fruit' } }));
  expect(forbidden.text).toContain('It cannot be approved');
  expect(forbidden.html).toContain('value="rejected"');
  expect(forbidden.html).not.toContain('value="approved"');
});

/** The part of the page about what is open. */
const openOn = async (id: string) =>
  /aria-label="Open">(.*?)<\/section>/s.exec((await pageOf(id)).html)?.[1] ?? '';

describe('what is open', () => {
  /** Each makes one point of a case that has none. */
  const points: [string, (id: string) => void][] = [
    ['Nobody is named as the account owner', (id) => change(id, { roles: ['DIRECTOR'] })],
    ['Nobody is named as a director or owner', (id) => change(id, { roles: ['ACCOUNT_OWNER'] })],
    [
      'Missing: Registration certificate',
      (id) => sandbox.services.store.run('delete from documents where application_id = ?', id),
    ],
    ['Ferrer is under 18', (id) => change(id, { birth_date: '2020-01-01' })],
    ['add up to 113 %', (id) => change(id, { direct_ownership_percentage: 113 })],
    [
      'Refused: %PDF-1.4.x',
      (id) => {
        const document = attach(id, 'application/pdf', '%PDF-1.4', { type: 'OTHER' });
        const refusal = { validity: 'invalid' as const };
        sandbox.services.documents.change('Reviewer', document, refusal);
      },
    ],
  ];
  const change = (id: string, to: object) => {
    const { parties } = sandbox.services;
    const [party] = parties.list(id, 'person');
    parties.change('API', id, String(party!.id), {
      ...party!,
      ...to,
    } as never);
  };
  /** A case with everything that the account expects. */
  function complete(): string {
    const id = submitted();
    const { parties } = sandbox.services;
    const roles = ['DIRECTOR', 'ACCOUNT_OWNER'];
    const party = parties.add('API', id, 'person', {
      last_name: 'Ferrer',
      roles,
    });
    attach(id, 'application/pdf', '%PDF-1.4', { type: 'REGISTRATION_CERTIFICATE' });
    const of = { application_id: undefined, person_id: String(party.id) };
    attach(id, 'application/pdf', '%PDF-1.4', of);
    return id;
  }

  it('is nothing in a complete case, which is approved by the first button', async () => {
    const { html } = await pageOf(complete());
    expect(html).not.toContain('aria-label="Open"');
    expect(html).toContain('<button name="status" value="approved"');
  });

  it.each(points)('begins the page: %s', async (words, make) => {
    const id = complete();
    make(id);
    expect(await openOn(id)).toContain(words);
    expect((await pageOf(id)).html).toContain(
      '<button class="outline" name="status" value="approved"',
    );
  });
});

it('warns of what does not fit together after a decision', async () => {
  const id = submitted();
  const { workflow, cases, portals } = sandbox.services;
  workflow.decide('Reviewer', id, { status: 'approved' });
  cases.update('API', id, { risk_level: 3 });
  portals.create('API', { application_id: id });
  portals.expire(id);
  const { text } = await pageOf(id);
  for (const words of [
    'approved although its risk level is Forbidden',
    'The portal link of the client has expired',
  ])
    expect(text).toContain(words);
});

describe('evidence', () => {
  const fileOf = (id: string, document: string, query = '') =>
    fetch(`${sandbox.url}/back-office/cases/${id}/documents/${document}${query}`);

  it('is a picture that a browser shows, or a file that does nothing', async () => {
    const id = submitted();
    const image = await fileOf(id, attach(id, 'image/png', 'picture'));
    expect(image.headers.get('content-disposition')).toContain('inline');
    const policy = image.headers.get('content-security-policy')!;
    expect(policy).toMatch(/^sandbox; default-src 'none'/);
    const text = await fileOf(id, attach(id, 'text/plain', 'words'));
    expect(text.headers.get('content-disposition')).toContain('attachment');
    expect(text.headers.get('content-type')).toBe('application/octet-stream');
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
      sandbox.services.workflow.decide('Reviewer B', id, {
        status: 'approved',
      });
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
      'must say why the case is rejected',
    );
    expect(stateOf(id)).toBe('in_review');
    await act(id, 'decision', { status: 'rejected', text: reason });
    const again = await act(id, 'decision', { status: 'approved' });
    expect([again.status, stateOf(id)]).toEqual([422, 'rejected']);
    await act(id, 'reopen');
    expect(stateOf(id)).toBe('in_review');
  });
});

it('closes what the client is asked for by a decision, after a warning, and the decision stands', async () => {
  const id = submitted();
  const { portals, workflow } = sandbox.services;
  const asked = { reason: 'Why', fields: ['vat_number'], documents: [] };
  const { link } = portals.requestInformation('Reviewer', id, asked);
  expect((await pageOf(id)).text).toContain('A decision closes the request');
  await act(id, 'decision', { status: 'approved' });
  const { text } = await pageOf(id);
  for (const words of ['Withdrawn: VAT number', 'The decision stands', 'Request withdrawn'])
    expect(text).toContain(words);
  expect(text).not.toContain('Waiting for the client');
  expect((await open(sandbox, link)).status).toBe(410);
  expect((await send(sandbox, `${link}/submit`, { vat_number: 'FR1' })).to).toBe(
    new URL(link).pathname,
  );
  expect(workflow.show(id)).toMatchObject({
    status_review: 'approved',
    status_execution: 'done',
  });
});

describe('asking the client', () => {
  const german = {
    business: { organization_name: 'Nordwind Logistik GmbH', country: 'DE' },
    custom_fields: { email: 'kontakt@nordwind.example' },
  };
  const ask = (id: string, form: Form) => send(sandbox, `/back-office/cases/${id}/request`, form);
  type Form = Record<string, string | string[]>;
  const needed = {
    reason: 'Die Adresse ist unleserlich.',
    documents: 'REGISTRATION_CERTIFICATE',
    people: 'Ferrer',
  };

  it('says what is missing of the request, and keeps what was chosen', async () => {
    const id = submitted(german);
    sandbox.services.parties.add('API', id, 'person', {
      last_name: 'Ferrer',
    });
    expect((await ask(id, {})).text).toContain('What is needed and why must not be empty');
    const late = await ask(id, { ...needed, due: '2020-05-06' });
    expect(late.text).toContain('Needed until must be today or a later day');
    for (const [name, value] of [
      ['people', 'Ferrer'],
      ['documents', 'REGISTRATION_CERTIFICATE'],
    ] as const)
      expect(isTicked(late, name, value)).toBe(true);
    expect(await mailsOf(sandbox)).toEqual([]);
  });

  it('writes to the client, adds a second request to the first, and has the answer', async () => {
    const id = submitted(german);
    sandbox.services.parties.add('API', id, 'person', {
      last_name: 'Ferrer',
    });
    const to = german.custom_fields.email;
    expect(valueOf(await pageOf(id), 'to')).toBe(to);
    await ask(id, { ...needed, due: '2031-05-06', to });
    const { text } = await pageOf(id);
    for (const words of ['Waiting for the client', 'Asked by Reviewer', 'until 6 May 2031'])
      expect(text).toContain(words);
    const [letter] = await mailsOf(sandbox);
    const { link } = sandbox.services.workflow.show(id).portals!;
    expect(letter).toMatchObject({
      to: [to],
      subject: 'Clearpath: Wir brauchen noch etwas von Ihnen',
      links: [link],
    });
    for (const words of [needed.reason, 'Ferrer', 'bis zum 6. Mai 2031'])
      expect(letter!.text).toContain(words);
    await ask(id, { reason: 'Bitte auch die Stadt.', fields: 'address.town', to: '' });
    expect(await mailsOf(sandbox)).toHaveLength(1);
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

/** The nodes send what Zapier's steps send, and show what they show, in the real engine of n8n. */
import type { ServerResponse } from 'node:http';
import { NodeHelpers, type INodePropertyOptions, type NodeApiError } from 'n8n-workflow';

import app from '../../../index.ts';
import { titles } from '../places.ts';
import { triggers } from '../../../triggers/index.ts';
import { listen, type Received } from '../../../zapier/local/listen.ts';
import { runner } from '../../../zapier/local/runner.ts';
import { createSandbox, type Sandbox } from '../../sandbox/server.tsx';
import { steps } from '../../../test/support/examples.ts';
import { comparable, recording } from '../../../test/support/stand-in.ts';
import { action, actionOn, apiKey, openWorkflow, trigger } from './engine.ts';
import { decided as decidedIn, otherSecret } from './events.ts';
import { deal, findCase, parametersFor } from './parameters.ts';

/** What must be the same: all but the headers that the two HTTP libraries set. */
function asSent(received: Omit<Received, 'port'>) {
  const { headers, ...rest } = comparable(received);
  const ours = ['content-type', 'content-length', 'accept', 'authorization', 'idempotency-key'];
  return { ...rest, headers: ours.map((name) => headers[name]) };
}

it('has a place for each operation of Zapier', () => {
  const offered = action.description.properties
    .filter(({ name }) => name === 'operation')
    .flatMap((menu) => menu.options!.map((option) => 'value' in option && option.value));
  expect([...offered].sort()).toEqual(
    [...Object.keys(app.creates), ...Object.keys(app.searches)].sort(),
  );
  const { options } = trigger.description.properties.find(({ name }) => name === 'event')!;
  expect(options!.map((option) => 'value' in option && option.value)).toEqual(
    Object.keys(triggers),
  );
});

describe.each(steps)('%s', (key, example) => {
  it('sends the same requests, byte for byte, and shows the same', async () => {
    const service = await recording(example.requests);
    const authData = { base_url: service.url, api_key: apiKey };
    const run = runner(app, {}, { authData });
    process.env.SERVICE_MEMORY = 'off';
    const output = await run(example.run, example.bundle);
    delete process.env.SERVICE_MEMORY;
    const byZapier = service.got.splice(0).map(asSent);

    const workflow = actionOn(service.url);
    const items = await workflow.execute(parametersFor(key, example.bundle.inputData));
    expect(service.got.map(asSent)).toEqual(byZapier);
    expect(items.map(({ json }) => json)).toEqual([output].flat());
    for (const { pairedItem } of items) expect(pairedItem).toEqual({ item: 0 });
    service.close();
  });
});

describe('a node', () => {
  let sandbox: Sandbox;
  let credential: { baseUrl: string; apiKey: string };
  beforeAll(async () => {
    sandbox = await createSandbox();
    credential = { baseUrl: sandbox.url, apiKey };
  });
  afterAll(() => sandbox.close());
  beforeEach(() => sandbox.reset());
  const open = (more = {}) => openWorkflow('complianceOnboarding', credential, more);

  it('runs once for each item and pairs what it makes', async () => {
    const parameters = { ...deal('={{ $json.deal }}') };
    const items = [{ json: { deal: 'a' } }, { json: { deal: 'b' } }];
    const made = await open().execute(parameters, items);
    expect(made.map(({ json, pairedItem }) => [json.external_reference, pairedItem])).toEqual([
      ['a', { item: 0 }],
      ['b', { item: 1 }],
    ]);
  });

  it('stops with the message of Zapier in words of n8n, or goes on where it is told to', async () => {
    const bad = parametersFor('create_case', { subject: 'business', country: 'Atlantis' });
    await expect(open().execute(bad)).rejects.toMatchObject({
      name: 'NodeOperationError',
      message: expect.stringContaining('Country: "Atlantis" is not a country.'),
    });
    const items = [{ json: {} }, { json: {} }];
    const made = await open({ onError: 'continueRegularOutput' }).execute(bad, items);
    expect(made).toHaveLength(2);
    expect(made[1]).toMatchObject({
      json: { error: expect.stringContaining('Atlantis') },
      pairedItem: { item: 1 },
    });
    sandbox.faults.add({ path: '/api', status: 429, headers: { 'retry-after': '5' } });
    const failure = (await open()
      .execute(deal('x'))
      .catch((error: Error) => error)) as unknown as NodeApiError;
    expect(failure).toMatchObject({ name: 'NodeApiError' });
    expect(failure.message).toBe('The service gets too many requests.');
    expect(failure.description).toMatch(/Retry On Fail/);
    expect(failure.httpCode).toBe('429');
    expect(failure.context).toMatchObject({ itemIndex: 0 });
    expect(failure.message + failure.description).not.toMatch(/Zap/);
  });

  it('says nothing of Zapier anywhere in the editor', () => {
    const texts = JSON.stringify([action.description, trigger.description]);
    expect(texts).not.toMatch(/\bZap/);
  });

  it('uploads a file of an earlier node, held in memory', async () => {
    const workflow = open();
    const [made] = await workflow.execute(deal('deal-2'));
    const content = Buffer.from('%PDF-1.4 grüße');
    const binary = {
      data: {
        data: content.toString('base64'),
        mimeType: 'application/pdf',
        fileName: 'Auszug für “Ä”.pdf',
      },
    };
    const parameters = {
      resource: 'document',
      operation: 'upload_document',
      file_from: 'binary',
      binary_property: 'data',
      type: 'REGISTRATION_CERTIFICATE',
      application_id: { __rl: true, mode: 'id', value: made!.json.id as string },
    };
    const [document] = await workflow.execute(parameters, [{ json: {}, binary }]);
    const { documents } = sandbox.services;
    const file = documents.file(made!.json.id as string, document!.json.document_id as string, 0);
    expect(Buffer.from(file.content).equals(content)).toBe(true);
    expect(file.name).toBe('Auszug für “Ä”.pdf');
  });

  it('uploads front and back, both of earlier nodes', async () => {
    const [made] = await open().execute(deal('deal-2-sides'));
    const side = (text: string) => ({
      data: Buffer.from(`%PDF ${text}`).toString('base64'),
      mimeType: 'application/pdf',
      fileName: `${text}.pdf`,
    });
    const binary = { data: side('front'), back: side('back') };
    const application_id = made!.json.application_id as string;
    const optional = { back_file_binary_property: 'back' };
    const upload = {
      resource: 'document',
      operation: 'upload_document',
      file_from: 'binary',
      binary_property: 'data',
      type: 'ID',
      application_id: { __rl: true, mode: 'id', value: application_id },
      optional,
    };
    const { properties } = action.description;
    const files = properties.filter(
      ({ name, displayOptions }) =>
        name === 'file_from' && displayOptions!.show!.operation!.includes('upload_document'),
    );
    expect(files).toHaveLength(1);
    const requests: Received[] = [];
    const service = await listen((received, response) => {
      if (received.method === 'POST') requests.push(received);
      const id = received.path === '/api/files' ? `file_${requests.length}` : 'doc_1';
      response.end(JSON.stringify(received.method === 'GET' ? { application_id } : { id }));
    });
    const workflow = actionOn(service.url);
    await workflow.execute(upload, [{ json: {}, binary }]);
    service.close();
    const contents = requests.slice(0, 2).map(({ content }) => /%PDF (\w+)\r\n/.exec(content)![1]);
    expect([...contents].sort()).toEqual(['back', 'front']);
    const sides = (
      JSON.parse(requests[2]!.content) as { document_files: { side: string; file_id: string }[] }
    ).document_files;
    for (const { side: name, file_id } of sides) {
      expect(contents[Number(file_id.slice(5)) - 1]).toBe(name);
    }
    expect(sides).toHaveLength(2);
  });

  it('never shows its key to the host of a file', async () => {
    const [made] = await open().execute(deal('deal-3'));
    const seen: (string | undefined)[] = [];
    const host = await listen(({ headers }, response) => {
      seen.push(headers.authorization);
      response.writeHead(200, { 'content-type': 'application/pdf' }).end('%PDF');
    });
    const input = { file: `${host.url}/a.pdf`, type: 'ID', application_id: made!.json.id };
    await open().execute(parametersFor('upload_document', input));
    expect(seen).toEqual([undefined]);
    host.close();
  });

  it('repeats a read whose connection was lost, under its own name', async () => {
    const agents: (string | undefined)[] = [];
    const service = await listen(({ headers }, response) => {
      agents.push(headers['user-agent']);
      if (agents.length === 1) response.destroy();
      else response.end(JSON.stringify({ application_id: 'app_1' }));
    });
    const workflow = actionOn(service.url);
    const [found] = await workflow.execute(findCase());
    service.close();
    expect(found!.json.application_id).toBe('app_1');
    const own = expect.stringMatching(/^n8n-nodes-compliance-onboarding/);
    expect(agents).toEqual([own, own]);
  });

  it('reads an answer of the service in the charset that it names', async () => {
    const json = '{"application_id":"app_1","business":{"organization_name":"Müller"}}';
    const service = await listen((_, response) =>
      response
        .writeHead(200, { 'content-type': 'application/json; charset=iso-8859-1' })
        .end(Buffer.from(json, 'latin1')),
    );
    const [found] = await actionOn(service.url).execute(findCase());
    service.close();
    expect(found!.json.name).toBe('Müller');
  });

  it('sends and returns long IDs with all digits', async () => {
    const body = '{"owner":12345678901234567891}';
    const service = await listen(({ content }, response) => response.end(content));
    const call = parametersFor('call_api', { method: 'POST', path: '/api/any', body });
    const [answer] = await actionOn(service.url).execute(call);
    service.close();
    expect(answer!.json.data).toEqual({ owner: '12345678901234567891' });
  });

  it('shows a case and its client without empty values, where it is told to simplify', async () => {
    const parameters = parametersFor('start_onboarding', {
      subject: 'business',
      organization_name: 'Lumen Studio SAS',
      country: 'France',
      registration_number: '552100554',
      external_reference: 'simple',
    });
    const [simple] = await open().execute({ ...parameters, simplify: true });
    expect(simple!.json).toMatchObject({
      name: 'Lumen Studio SAS',
      organization_name: 'Lumen Studio SAS',
      registration_number: '552100554',
      country: 'FRA',
      portal_link: expect.stringContaining('/portals/'),
      external_reference: 'simple',
      custom_fields: {},
    });
    expect(Object.values(simple!.json)).not.toContain(null);
    expect(simple!.json).not.toHaveProperty('business');
    const [whole] = await open().execute({ ...parameters, simplify: false });
    expect(whole!.json).toHaveProperty('business');
  });

  it('shows the e-mail address of a simplified person', async () => {
    const person = { subject: 'person', last_name: 'Ferrer', email: 'ines@example.com' };
    const parameters = { ...parametersFor('create_case', person), simplify: true };
    const [simple] = await open().execute(parameters);
    expect(simple!.json).toMatchObject({
      name: 'Ferrer',
      last_name: 'Ferrer',
      email: 'ines@example.com',
    });
  });

  it.each(Object.entries(titles))(
    'calls itself on the canvas as in its form: %s, %s',
    (operation, title) => {
      const { workflow } = open({ parameters: { operation } });
      const { subtitle } = action.description;
      const { name } = workflow.getNode('complianceOnboarding')!;
      const text = workflow.expression.getParameterValue(
        subtitle!,
        null,
        0,
        0,
        name,
        [],
        'manual',
        {},
      );
      expect(text).toBe(title);
    },
  );

  it.each([
    [['app_1', 'app_2', 'app_3'], 3],
    [['app_1', 'app_1', 'app_1'], 1],
  ])('enriches the cases %j together, and each once', async (cases, posts) => {
    const waiting: (() => void)[] = [];
    const service = await listen(({ method, path }, response) => {
      const application_id = path.split('/')[3];
      const answer = () => response.end(JSON.stringify({ application_id }));
      if (/(persons|businesses)$/.test(path)) return response.end('[]');
      if (method === 'GET') return answer();
      // None is answered before all have come.
      if (waiting.push(answer) === posts) for (const one of waiting) one();
    });
    const workflow = actionOn(service.url, { stepSeconds: 2 });
    const made = await workflow.execute(
      parametersFor('enrich_case', { application_id: '={{ $json.id }}' }),
      cases.map((id) => ({ json: { id } })),
    );
    service.close();
    expect(waiting).toHaveLength(posts);
    expect(made.map(({ json }) => json.application_id)).toEqual(cases);
  });

  describe('as the tool of an AI agent', () => {
    const openTool = () => open({ type: 'complianceOnboardingTool' });

    it('is not offered decisions', () => {
      const { properties } = action.description;
      const offered = (name: string, node: string) =>
        properties
          .filter((property) => property.name === name)
          .flatMap((property) => property.options as INodePropertyOptions[])
          .filter((option) =>
            NodeHelpers.displayParameter({}, option, null, { name: node } as never),
          )
          .map(({ value }) => value);
      for (const [name, value] of [
        ['resource', 'decision'],
        ['operation', 'record_decision'],
      ] as const) {
        expect(offered(name, 'complianceOnboarding')).toContain(value);
        expect(offered(name, 'complianceOnboardingTool')).not.toContain(value);
      }
      expect(offered('operation', 'complianceOnboardingTool')).toContain('find_case');
    });

    it.each([
      ['record_decision', { application_id: 'app_1', decision: 'approved' }],
      ['call_api', { method: 'POST', path: '/applications/app_1/decisions', body: '{}' }],
    ])('refuses %s, which a person decides', async (key, input) => {
      await expect(openTool().execute(parametersFor(key, input))).rejects.toMatchObject({
        name: 'NodeOperationError',
        message: expect.stringContaining('is not for an AI agent: a person decides.'),
      });
      expect(sandbox.requests()).toEqual([]);
    });

    it('reads', async () => {
      const made = await openTool().execute(deal('by-agent'));
      const path = `/api/applications/${made[0]!.json.application_id as string}`;
      const [read] = await openTool().execute(parametersFor('call_api', { method: 'GET', path }));
      expect(read!.json.data).toMatchObject({ external_reference: 'by-agent' });
    });
  });

  it('sends several items at once, and shows them in their order', async () => {
    const items = Array.from({ length: 12 }, (_, index) => ({
      json: { deal: `many-${index + 1}` },
    }));
    let most = 0;
    const waiting: (() => void)[] = [];
    const service = await listen(({ content }, response) => {
      const sent = JSON.parse(content) as { external_reference: string };
      const body = JSON.stringify({ ...sent, application_id: sent.external_reference });
      most = Math.max(
        most,
        waiting.push(() => response.end(body)),
      );
      // Four are answered together, the last one first, once a fifth could have come as well.
      if (waiting.length < 4) return;
      setTimeout(() => {
        for (const answer of waiting.splice(0).reverse()) answer();
      }, 50);
    });
    const workflow = actionOn(service.url);
    const parameters = { ...deal('={{ $json.deal }}'), options: { items_at_once: 4 } };
    const made = await workflow.execute(parameters, items);
    service.close();
    expect(most).toBe(4);
    expect(made.map(({ json }) => json.external_reference)).toEqual(
      items.map(({ json }) => json.deal),
    );
  });

  it('gives the status of a refusal to whoever handles errors', async () => {
    sandbox.faults.add({ path: '/api/applications', status: 409 });
    const failure = await open()
      .execute(deal('refused'))
      .catch((error: unknown) => error as NodeApiError);
    expect(failure).toMatchObject({ name: 'NodeApiError', httpCode: '409' });
  });

  it.each([
    ['find_case', { application_id: 'app_unknown' }, 'No case was found.'],
    ['get_company', { country: 'FR', registration_number: '999999999' }, 'No company was found.'],
  ])(
    '%s fails without what it gets, or returns nothing where it is told to',
    async (key, input, message) => {
      const parameters = parametersFor(key, input);
      await expect(open().execute(parameters)).rejects.toMatchObject({
        name: 'NodeApiError',
        httpCode: '404',
        message,
      });
      expect(await open().execute({ ...parameters, if_not_found: 'nothing' })).toEqual([]);
    },
  );

  it.each(['', '={{ $json.missing }}', { __rl: true, mode: 'id', value: '={{ $json.missing }}' }])(
    'gets no case by the empty value %j, also where it is told to return nothing',
    async (application_id) => {
      const parameters = parametersFor('find_case', { application_id });
      await expect(
        open().execute({ ...parameters, if_not_found: 'nothing' }),
      ).rejects.toMatchObject({
        message: expect.stringContaining('Case and External Reference are empty.'),
      });
    },
  );

  it.each([
    ['create_case', 'organization_name', 'Registration Number'],
    ['create_case', 'last_name', 'Email'],
    ['add_related_person', 'last_name', 'Email'],
    ['add_related_business', 'organization_name', 'Registration Number'],
    ['find_case', 'application_id', 'External Reference'],
    ['upload_document', 'application_id', 'Person or Business'],
  ])('%s says below %s that it is required without %s', (key, name, other) => {
    const { hint } = action.description.properties.find(
      (one) => one.name === name && one.displayOptions!.show!.operation!.includes(key),
    )!;
    expect(hint).toBe(`Required, unless ${other} is filled in`);
  });

  it.each([
    ['organization_name', 'e.g. Lumen Studio Ltd'],
    ['registration_number', 'e.g. 01234567'],
  ])('shows an example in an empty %s', (key, placeholder) => {
    const fields = action.description.properties.filter(({ name }) => name === key);
    expect(fields.map((field) => field.placeholder)).toEqual(fields.map(() => placeholder));
  });

  it.each(['create_case', 'start_onboarding'])(
    '%s asks first for the reference, and says why',
    (key) => {
      const [first] = action.description.properties.filter(
        ({ name, displayOptions }) =>
          name !== 'operation' && displayOptions?.show?.operation?.includes(key),
      );
      expect(first).toMatchObject({
        name: 'external_reference',
        hint: expect.stringContaining('later runs find that case'),
      });
    },
  );

  it.each([
    [1, 'id', (id: string) => id],
    [2, 'url', (id: string) => `https://app.example.com/applications/${id}/review?tab=1#top`],
    [3, 'url', (id: string) => `https://app.example.com/back-office/cases/${id}`],
  ])('finds a case, %i: by its %s', async (number, mode, valueOf) => {
    const [made] = await open().execute(deal(`located-${number}`));
    const id = made!.json.application_id as string;
    const located = { __rl: true, mode, value: valueOf(id) };
    const step = { resource: 'case', operation: 'find_case', application_id: located };
    const [found] = await open().execute(step);
    expect(found!.json.application_id).toBe(id);
  });

  it('takes http:// to a host inside the network where the credential allows it', async () => {
    const inside = 'http://kyc.invalid';
    const refused = actionOn(inside).execute(findCase());
    await expect(refused).rejects.toThrow(/must start with https/);
    const allowed = actionOn(inside, { allowHttp: true }).execute(findCase());
    await expect(allowed).rejects.toThrow(/kyc.invalid does not exist/);
  });

  it('builds the link of a portal on the address in the credential', async () => {
    const made = JSON.stringify({ portal_id: 'p_1', link: 'token-1', application_id: 'app_1' });
    const service = await listen((_, response) => response.end(made));
    const workflow = actionOn(service.url, { portalAddress: 'https://clients.example.com' });
    const [portal] = await workflow.execute(
      parametersFor('create_portal', { application_id: 'app_1' }),
    );
    service.close();
    expect(portal!.json.portal_link).toBe('https://clients.example.com/portals/token-1');
  });

  it('gives up a service that does not answer in time', async () => {
    sandbox.faults.add({ path: '/api', delay: 3000, times: 1 });
    const work = actionOn(sandbox.url, { timeoutSeconds: 0.2 }).execute(findCase());
    await expect(work).rejects.toThrow(/did not answer in time/);
  });

  it.each<[string, (response: ServerResponse) => void, RegExp]>([
    [
      'never ends',
      (response) => response.writeHead(200, { 'content-type': 'application/json' }).write('{'),
      /did not answer in time/,
    ],
    [
      'is larger than any of the service',
      (response) => response.end(`"${'x'.repeat(10 * 1024 * 1024)}"`),
      /too large/,
    ],
    [
      'leads elsewhere',
      (response) => response.writeHead(302, { location: '/' }).end(),
      /another address/,
    ],
  ])('refuses an answer that %s', async (_, answer, message) => {
    const service = await listen((_received, response) => answer(response));
    const work = actionOn(service.url, { timeoutSeconds: 3 }).execute(findCase());
    await expect(work).rejects.toThrow(message);
    service.close();
  });

  it('says so when a file breaks off on its way to the service', async () => {
    const [made] = await open().execute(deal('deal-4'));
    const host = await listen((_, response) => {
      response.writeHead(200, { 'content-type': 'application/pdf', 'content-length': '100' });
      response.write('%PDF');
      setTimeout(() => response.destroy(), 50);
    });
    const input = { file: `${host.url}/a.pdf`, type: 'ID', application_id: made!.json.id };
    await expect(open().execute(parametersFor('upload_document', input))).rejects.toThrow(
      /File: its download stopped after \d of 100 bytes/,
    );
    host.close();
  });

  it('names the Base URL where it is none', async () => {
    const work = actionOn('verify').execute(deal('deal-5'));
    await expect(work).rejects.toThrow(/Base URL is not a web address/);
  });

  it.each([
    [{}, 'OK', /accepted/],
    [{ apiKey: 'wrong' }, 'Error', /API key/],
    [{ baseUrl: 'http://127.0.0.1:9' }, 'Error', /cannot be reached/],
    [{ baseUrl: 'ftp://x' }, 'Error', /Base URL/],
    [{ baseUrl: '{sandbox}/login' }, 'Error', /not like the API of the service/],
    [{ baseUrl: '{sandbox}/api' }, 'OK', /accepted/],
  ])('tests a credential with %j: %s', async (change, status, message) => {
    const { CredentialTestContext } = await import('n8n-core');
    const context = new CredentialTestContext();
    const test = action.methods!.credentialTest!.testConnection!;
    const address = 'baseUrl' in change ? change.baseUrl : credential.baseUrl;
    const baseUrl = address!.replace('{sandbox}', sandbox.url);
    const data = { ...credential, ...change, baseUrl };
    const outcome = await test.call(context as never, { data } as never);
    expect(outcome).toMatchObject({ status, message: expect.stringMatching(message) });
    expect(outcome.message).not.toContain(apiKey);
  });

  it('offers countries by name', async () => {
    const { findCountries } = action.methods!.listSearch!;
    const { results } = await findCountries!.call({} as never, 'fran');
    expect(results).toEqual([{ name: 'France', value: 'FR' }]);
  });

  it.each<[string, string, unknown]>([
    ['a name', 'country-1', 'France'],
    ['a code of an earlier version', 'country-2', 'FR'],
    ['a choice', 'country-3', { __rl: true, mode: 'list', value: 'FR' }],
  ])('reads a country from %s', async (_, reference, country) => {
    const parameters = { ...deal(reference), country } as ReturnType<typeof deal>;
    const [made] = await open().execute(parameters);
    expect(made!.json.business).toMatchObject({ country: 'FRA' });
  });

  it('records the same decision twice in an execution once', async () => {
    const [made] = await open().execute(deal('deal-decided'));
    const application_id = made!.json.id as string;
    const decision = parametersFor('record_decision', { application_id, decision: 'rejected' });
    const results = await open().execute(decision, [{ json: {} }, { json: {} }]);
    expect(results).toHaveLength(2);
    const posts = sandbox
      .requests()
      .filter(({ method, path }) => method === 'POST' && path.endsWith('/decisions'));
    expect(posts).toHaveLength(1);
  });

  it('says that a reference belongs to another case, and changes nothing', async () => {
    await open().execute(deal('deal-first'));
    const [second] = await open().execute(deal('deal-second'));
    const application_id = second!.json.id as string;
    const change = { application_id, external_reference: 'deal-first' };
    await expect(open().execute(parametersFor('update_case', change))).rejects.toThrow(
      'External Reference: "deal-first" belongs to another case, so nothing was changed.',
    );
  });

  it('uploads no file for an unknown case, and makes no case for an invalid address', async () => {
    const upload = parametersFor('upload_document', {
      application_id: 'app_unknown',
      file: 'An extract',
      type: 'KBIS',
    });
    await expect(open().execute(upload)).rejects.toThrow('The service knows no such case.');
    const start = parametersFor('start_onboarding', {
      subject: 'business',
      organization_name: 'Lumen Studio SAS',
      external_reference: 'deal-address',
      sign_in_email: 'nobody',
    });
    await expect(open().execute(start)).rejects.toThrow('"nobody" is not an e-mail address.');
    expect(sandbox.requests().filter(({ method }) => method !== 'GET')).toEqual([]);
  });

  it('returns as many results as Limit says', async () => {
    const search = parametersFor('search_companies', { country: 'FR', q: 'a' });
    const all = await open().execute({ ...search, returnAll: true });
    expect(all.length).toBeGreaterThan(1);
    const limit = async (most: number) => {
      const found = await open().execute({ ...search, limit: most });
      return found.map(({ json }) => [json.id, json.more_exist]);
    };
    expect(await limit(1)).toEqual([[all[0]!.json.id, true]]);
    const { length } = all;
    expect(await limit(length)).toEqual(all.map(({ json }) => [json.id, json.more_exist]));
    expect(all[length - 1]!.json.more_exist).toBe(false);
  });
});

describe('the trigger', () => {
  let sandbox: Sandbox;
  beforeAll(async () => (sandbox = await createSandbox()));
  afterAll(() => sandbox.close());
  beforeEach(() => sandbox.reset());
  const open = () => openWorkflow('complianceOnboardingTrigger', { baseUrl: sandbox.url, apiKey });
  const registered = () => sandbox.services.subscriptions.list(10);
  const event = 'case_review_updated';

  const decided = (secret: string, status?: string) => decidedIn(sandbox, secret, status);
  const secretOf = (workflow: ReturnType<typeof open>) =>
    (workflow.workflow.staticData as Record<string, { registration: { secret: string } }>)[
      'node:complianceOnboardingTrigger'
    ]!.registration.secret;

  it('registers its address and takes it away again', async () => {
    const workflow = open();
    expect(await workflow.hook('checkExists', { event })).toBe(false);
    expect(await workflow.hook('create', { event })).toBe(true);
    expect(registered()).toMatchObject([
      { url: 'https://n8n.example/webhook/hook-1/webhook', events: ['application.review_updated'] },
    ]);
    expect(await workflow.hook('checkExists', { event })).toBe(true);
    expect(await workflow.hook('checkExists', { event: 'case_submitted' })).toBe(false);
    expect(await workflow.hook('delete', { event })).toBe(true);
    expect(registered()).toEqual([]);
    expect(await workflow.hook('delete', { event })).toBe(true);
  });

  it('refuses an event with another body, another secret or no signature', async () => {
    const workflow = open();
    await workflow.hook('create', { event });
    const { payload, headers } = decided(secretOf(workflow));
    for (const [content, sent] of [
      [payload.replace('approved', 'rejected'), headers],
      [payload, decided(otherSecret).headers],
      [payload, {}],
    ] as const) {
      expect(await workflow.deliver({ event }, content, sent)).toMatchObject({
        status: 401,
        started: [],
      });
    }
  });

  it('filters as in Zapier', async () => {
    const workflow = open();
    await workflow.hook('create', { event });
    const secret = secretOf(workflow);
    const filters = { status_review: ['rejected'] };
    const approved = decided(secret);
    const rejected = decided(secret, 'rejected');
    for (const [{ payload, headers }, count] of [
      [approved, 0],
      [rejected, 1],
    ] as const) {
      const { started } = await workflow.deliver({ event, filters }, payload, headers);
      expect(started).toHaveLength(count);
    }
  });
});

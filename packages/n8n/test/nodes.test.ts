/** What the nodes add to the operations, in the real engine of n8n. forms.test.ts compares the rest with Zapier. */
import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { NodeHelpers, type INodePropertyOptions, type NodeApiError } from 'n8n-workflow';

import { titles } from '../places.ts';
import { answerJson, listen, serve } from '../../../zapier/local/listen.ts';
import { createSandbox, type Sandbox } from '../../sandbox/server.tsx';
import { action, actionOn, apiKey, openWorkflow, trigger } from './engine.ts';
import { call } from './events.ts';
import { deal, findCase, parametersFor } from './parameters.ts';

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

  it('uploads front and back from earlier nodes, held in memory', async () => {
    const workflow = open();
    const [made] = await workflow.execute(deal('deal-2'));
    const application_id = made!.json.id as string;
    const binaryOf = (fileName: string, text: string) => ({
      data: Buffer.from(text).toString('base64'),
      mimeType: 'application/pdf',
      fileName,
    });
    const files = [
      ['Auszug für “Ä”.pdf', '%PDF-1.4 grüße'],
      ['back.pdf', '%PDF-1.4 back'],
    ] as const;
    const binary = { data: binaryOf(...files[0]), back: binaryOf(...files[1]) };
    const parameters = {
      resource: 'document',
      operation: 'upload_document',
      file_from: 'binary',
      binary_property: 'data',
      type: 'REGISTRATION_CERTIFICATE',
      application_id: { __rl: true, mode: 'id', value: application_id },
      optional: { back_file_binary_property: 'back' },
    };
    const [document] = await workflow.execute(parameters, [{ json: {}, binary }]);
    const page = `${sandbox.url}/back-office/cases/${application_id}/documents`;
    for (const [side, [name, content]] of files.entries()) {
      const file = await fetch(`${page}/${String(document!.json.document_id)}?side=${side}`);
      expect(file.headers.get('content-disposition')).toContain(encodeURIComponent(name));
      expect(await file.text()).toBe(content);
    }
  });

  it('never shows its key to the host of a file', async () => {
    const [made] = await open().execute(deal('deal-3'));
    const seen: (string | undefined)[] = [];
    const host = await listen(({ headers }, response) => {
      seen.push(headers.authorization);
      response.writeHead(200, { 'content-type': 'application/pdf' }).end('%PDF-1.7');
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
        waiting.push(() => response.writeHead(201).end(body)),
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

  it.each<[string, number, (response: ServerResponse) => void, RegExp]>([
    [
      'never ends',
      1,
      (response) => response.writeHead(200, { 'content-type': 'application/json' }).write('{'),
      /did not answer in time/,
    ],
    [
      'is larger than any of the service',
      20,
      (response) => response.end(`"${'x'.repeat(10 * 1024 * 1024)}"`),
      /too large/,
    ],
    [
      'leads elsewhere',
      20,
      (response) => response.writeHead(302, { location: '/' }).end(),
      /another address/,
    ],
  ])('refuses an answer that %s', async (_, timeoutSeconds, answer, message) => {
    const service = await listen((_received, response) => answer(response));
    const work = actionOn(service.url, { timeoutSeconds }).execute(findCase());
    await expect(work).rejects.toThrow(message);
    service.close();
  });

  it('takes a file of a host that compresses it and announces the packed length', async () => {
    const [made] = await open().execute(deal('deal-5'));
    const packed = gzipSync(`%PDF-1.7 ${'a passport, '.repeat(1000)}`);
    const host = await listen((_, response) =>
      response
        .writeHead(200, { 'content-encoding': 'gzip', 'content-length': packed.length })
        .end(packed),
    );
    const input = { file: `${host.url}/a.pdf`, type: 'ID', application_id: made!.json.id };
    const [document] = await open().execute(parametersFor('upload_document', input));
    expect(document!.json.document_id).toBeTruthy();
    host.close();
  });

  it('says why a service refuses a file that it has not read', async () => {
    const content = Buffer.alloc(20_000_000, '%PDF-1.7 ');
    const host = await listen((_, response) => response.end(content));
    const service = await serve(({ url }, response) =>
      url === '/api/files'
        ? answerJson(response, 413, { detail: 'too much' })
        : answerJson(response, 200, { application_id: 'app_1' }),
    );
    const input = { file: `${host.url}/a.pdf`, type: 'ID', application_id: 'app_1' };
    const workflow = actionOn(service.url);
    await expect(workflow.execute(parametersFor('upload_document', input))).rejects.toThrow(
      'This is larger than the service accepts',
    );
    service.close();
    host.close();
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
  const registered = () => call(sandbox, 'GET', '/api/webhooks');
  const event = 'case_review_updated';

  it('registers its address and takes it away again', async () => {
    const workflow = open();
    expect(await workflow.hook('checkExists', { event })).toBe(false);
    expect(await workflow.hook('create', { event })).toBe(true);
    expect(await registered()).toMatchObject([
      { url: 'https://n8n.example/webhook/hook-1/webhook', events: ['application.review_updated'] },
    ]);
    expect(await workflow.hook('checkExists', { event })).toBe(true);
    expect(await workflow.hook('checkExists', { event: 'case_submitted' })).toBe(false);
    expect(await workflow.hook('delete', { event })).toBe(true);
    expect(await registered()).toEqual([]);
    expect(await workflow.hook('delete', { event })).toBe(true);
  });
});

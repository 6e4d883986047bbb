/** The controls for tests: what they refuse, and requests looked at and asked about. */

import { call, sandboxOfTests } from '../visitor.ts';

const sandbox = sandboxOfTests();

const control = (method: string, path: string, body?: object) =>
  call(sandbox, method, `/_sandbox${path}`, body);

describe('the control plane', () => {
  it.each<[path: string, body: object, why: string]>([
    ['/reset', { sed: 'showcase' }, 'has no field sed'],
    ['/clock', { seconds: 1, minutes: 3 }, 'has no field minutes'],
    ['/faults', { path: '/api', statsu: 500 }, 'has no field statsu'],
    ['/faults', { path: 'api', status: 500 }, 'must begin with "/"'],
    ['/deliveries', { copys: 2 }, 'has no field copys'],
    ['/deliveries/wait', { second: 2 }, 'has no field second'],
    ['/cases', { business: {} }, 'must not be empty'],
    ['/deliveries', { faults: [{ event: 'nope' }] }, 'must be one of application.'],
    ['/deliveries', { faults: [{ webhook_id: 'wh_9' }] }, 'There is no webhook wh_9'],
    ['/deliveries', { faults: [{ kind: 'explode' }] }, 'kind'],
    ['/deliveries', { copies: 0 }, 'copies'],
  ])('refuses %s %j, which would do nothing', async (path, body, why) => {
    sandbox.reset('showcase');
    const before = (await control('GET', '/cases')).body;
    const { status, body: answer } = await control('POST', path, body);
    expect([404, 422]).toContain(status);
    expect(JSON.stringify(answer)).toContain(why.replaceAll('"', '\\"'));
    expect((await control('GET', '/cases')).body).toEqual(before);
  });

  it.each(['status=abc', 'methd=GET', 'method=post', 'path=api', 'status=200&status=404'])(
    'counts no requests by %s',
    async (query) => expect((await control('GET', `/requests?${query}`)).status).toBe(422),
  );
});

describe('the log of requests', () => {
  const business = { organization_name: `O'Neill & "Sons" $HOME`, country: 'IE' };
  const create = (headers?: object, body: object = { business }) =>
    call(sandbox, 'POST', '/api/applications', body, headers);
  const ask = async (query: string) =>
    (await control('GET', `/requests?${query}`)).body as {
      count: number;
      requests: { body: string; answer: { application_id?: string; detail?: unknown } }[];
    };

  it('keeps no key', async () => {
    await create();
    await create({ authorization: 'Bearer another_secret' });
    const text = JSON.stringify(await ask(''));
    expect(text).not.toContain(sandbox.apiKey);
    expect(text).not.toContain('another_secret');
  });

  it('keeps no upload, only that there was one', async () => {
    const form = new FormData();
    form.set('file', new Blob(['very private'], { type: 'text/plain' }), 'a.txt');
    const headers = { authorization: `Bearer ${sandbox.apiKey}` };
    await fetch(`${sandbox.url}/api/files`, { method: 'POST', headers, body: form });
    const [upload] = (await ask('path=/api/files')).requests;
    expect(upload).toMatchObject({ status: 201 });
    expect(JSON.stringify(upload)).not.toContain('very private');
  });

  it.each([
    [{ status: 429 }, 429, { detail: 'Fault on demand: 429.' }],
    [{ status: 503, body: 'Busy' }, 503, 'Busy'],
    [{ kind: 'html' }, 200, expect.stringContaining('<h1>Maintenance</h1>')],
    [{ kind: 'cut' }, 0, '{"application_id": "app_'],
    [{ kind: 'drop' }, 0, undefined],
    [{ kind: 'lost' }, 0, expect.objectContaining({ status_review: 'in_review' })],
    [{ kind: 'huge' }, 200, undefined],
    [{ delay: 10 }, 201, expect.objectContaining({ status_review: 'in_review' })],
  ] as const)(
    'keeps the request that met the fault %j, and its answer',
    async (fault, status, answer) => {
      sandbox.faults.add({ path: '/api', ...fault, times: 1 });
      await create().catch(() => undefined);
      const [met] = (await ask(`text=Neill&status=${status}`)).requests;
      expect(met).toMatchObject({ status, fault: { path: '/api', ...fault } });
      expect(JSON.parse(met!.body)).toEqual({ business });
      expect(met!.answer).toEqual(answer);
    },
  );
});

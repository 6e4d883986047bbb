/** What the next run of a step does and says, as the last one ended. */
import { failure, openCore, type Reply } from '../../support/core.ts';

const { service, memory, perform } = openCore();

const deal = { subject: 'business', organization_name: 'Lumen', external_reference: 'deal-1' };
const made: Reply = [201, { id: 'app_1', business: { organization_name: 'Lumen' } }];
const refused: Reply = [422, { detail: 'no' }];
const lost: Reply = [500];
const notNow: Reply = [429];

/** The keys of the requests that make a case, each answered like this, by letters: equal ones have one. */
async function keysOf(...answers: Reply[]): Promise<string> {
  const keys: string[] = [];
  for (const answer of answers) {
    service.serve({
      'POST /api/applications': answer,
      'GET /api/applications/app_1': [200, made[1]],
    });
    await perform('create_case', deal).catch(() => undefined);
    const posts = service.requests.filter(({ method }) => method === 'POST');
    keys.push(...posts.map(({ headers }) => headers['Idempotency-Key']!));
    memory.later();
  }
  return keys.map((key) => 'abcd'[[...new Set(keys)].indexOf(key)]).join('');
}

it.each<[what: string, answers: Reply[], keys: string]>([
  ['another one after each refusal', [refused, refused, made], 'abc'],
  ['the same one after a lost answer', [lost, lost, made], 'aaa'],
  ['the same one after an answer that made nothing', [notNow, made], 'aa'],
  [
    'the same one while an attempt may have made it, whatever was refused since',
    [lost, refused, made],
    'aaa',
  ],
  ['the same one for an attempt that is lost after a refusal', [refused, lost, made], 'abb'],
  ['none where it is made', [made, made], 'a'],
])('the key of an attempt is %s', async (_, answers, keys) =>
  expect(await keysOf(...answers)).toBe(keys),
);

it.each<[lost: 'get' | 'claim', answer: Reply]>([
  ['get', refused],
  ['get', lost],
  ['claim', notNow],
  ['claim', lost],
])('no note is lost to a run that got no answer from the store: %s, %j', async (call, answer) => {
  service.serve({ 'POST /api/applications': made });
  await perform('create_case', deal);
  memory.later();
  const asking = jest.spyOn(memory.store, call).mockRejectedValue(new Error('no answer'));
  service.serve({ 'POST /api/applications': answer });
  await failure(perform('create_case', deal));
  asking.mockRestore();
  service.serve({ 'GET /api/applications/app_1': [200, made[1]] });
  expect(await perform('create_case', deal)).toMatchObject({ already_existed: true });
});

it('a run while nobody knows what an earlier one made says what to look for, and how long', async () => {
  service.serve({ 'POST /api/applications': lost });
  await failure(perform('create_case', deal));
  const { kind, message } = await failure(perform('create_case', deal));
  expect(kind).toBe('error');
  expect(message).toBe(
    'Another run started to make the same thing and did not report a result: look for the External Reference "deal-1" in the service. If it is not there, replay the run after a minute.',
  );
  expect(service.requests).toHaveLength(1);
});

it('a run says at once what is wrong with a value that is never sent', async () => {
  const party = { application_id: '..', last_name: 'Ferrer' };
  const first = await failure(perform('add_related_person', party));
  expect(first.message).toContain('".." is not valid');
  expect(await failure(perform('add_related_person', party))).toEqual(first);
});

it('a run makes a new case where the noted one is gone, once it is too old to be still unseen', async () => {
  const other: Reply = [201, { id: 'app_2', business: { organization_name: 'Lumen' } }];
  service.serve({ 'POST /api/applications': made });
  await perform('create_case', deal);
  memory.later();
  service.serve({ 'POST /api/applications': other });
  const { message } = await failure(perform('create_case', deal));
  expect(message).toContain('does not show yet');
  memory.later();
  for (const [, note] of memory.notes()) note.time -= 120_000;
  const again = await perform('create_case', deal);
  expect(again).toMatchObject({ id: 'app_2', already_existed: false });
  service.serve({ 'GET /api/applications/app_2': [200, other[1]] });
  expect(await perform('create_case', deal)).toMatchObject({ id: 'app_2', already_existed: true });
});

it('a run asks again, under the same key, for a case that the service refuses to show', async () => {
  const replayed = { 'idempotent-replayed': 'true' };
  service.serve({
    'POST /api/applications': [201, { id: 'app_1' }, replayed],
    'GET /api/applications/app_1': [403],
  });
  for (let count = 0; count < 2; count++) {
    await failure(perform('create_case', deal));
    memory.later();
  }
  const posts = service.requests.filter(({ method }) => method === 'POST');
  expect(new Set(posts.map(({ headers }) => headers['Idempotency-Key'])).size).toBe(1);
});

/** An event about a document: its case is the one that it names, never what its IDs may mean. */
import { noteCase } from '../../client/recent-cases.ts';
import { events } from '../../service/catalogue.ts';
import { caseTrigger } from '../../triggers/flow.ts';
import { triggers } from '../../triggers/index.ts';
import { halted, openCore } from '../support/core.ts';
import { aCase, id } from '../support/examples.ts';

const { service, fire, run } = openCore();

// A trigger as CONTRIBUTING says.
const name = 'document.created';
Object.assign(events, { document_created: { name, summary: '', sandbox: 'never' } });
const row = { key: 'document_created' as never, label: '', description: '' };
const created = caseTrigger({ ...row, sample: { id: 'evt_9' } });
Object.assign(triggers, { document_created: created });
afterAll(() => delete (events as Record<string, object>).document_created);

const event = (object: object, type = name) => ({ event_id: 'evt_1', type, data: { object } });
const ofPerson = { id: 'doc_1', person_id: 'per_1' };
beforeEach(() => service.serve({ [`GET /api/applications/${id}`]: [200, aCase] }));

describe.each(['document_created', 'event_received'])('in %s', (trigger) => {
  it.each([ofPerson, { document_id: 'doc_1' }])(
    'is the document alone where it names no case, and asks for none: %j',
    async (object) => {
      const [item] = await fire(trigger, event(object));
      const document = { id: 'doc_1' };
      expect(item).toMatchObject({ id: 'evt_1', application_id: null, document });
      expect(item).not.toHaveProperty('name');
      expect(service.lines()).toEqual([]);
    },
  );

  it.each([
    { skip_drafts: 'yes' },
    { status_review: ['approved'] },
    { risk_level: ['0'] },
    { custom_fields: { plan: 'Premium' } },
  ])('passes no filter on a case without one: %j', async (input) => {
    expect(await fire(trigger, event(ofPerson), input)).toEqual([]);
    const named = event({ ...ofPerson, application_id: id });
    expect(await fire(trigger, named, input)).toHaveLength(1);
  });

  it('has the case that it names, without the facts of the document', async () => {
    const object = { ...ofPerson, application_id: id, decision: { text: 'Blurred' } };
    const [item] = await fire(trigger, event(object));
    expect(item).toMatchObject({ name: 'Lumen Studio SAS', document: object, person_id: null });
    expect(item!.decision).toBeUndefined();
  });

  it('finds the document beside its case, as the sandbox sends it', async () => {
    const document = { document_id: 'doc_1', type: 'ID' };
    const [item] = await fire(trigger, event({ id, application_id: id, document }));
    expect(item).toMatchObject({ application_id: id, document: { id: 'doc_1', type: 'ID' } });
  });

  it('is told from the next one by what it says, not by the ID of its document', async () => {
    const body = (type: string) => ({ id: 'doc_1', ...event({ ...ofPerson, type }) });
    const bodies = ['ID', 'ID', 'Proof'].map((type) => ({ ...body(type), event_id: undefined }));
    const counts = [];
    for (const one of bodies) counts.push((await fire(trigger, one, {}, { flow: 'wh_1' })).length);
    expect(counts).toEqual([1, 0, 1]);
  });

  it('shows in the editor which keys are empty, once there is a case', async () => {
    const operation = triggers[trigger as 'event_received'];
    const input = { event_names: [name] };
    expect(await operation.list(run(), input)).toEqual([]);
    await noteCase({ ...run(), isTest: true }, { application_id: id });
    const [item, ...more] = await operation.list(run(), input);
    expect(item).toMatchObject({ application_id: null, name: null, document: { type: 'ID' } });
    expect(more).toEqual([]);
  });
});

it('is an object with a document_id in any event', async () => {
  const body = event({ id: 'doc_1', document_id: 'doc_1' }, 'application.updated');
  const [item] = await fire('event_received', body);
  expect(item).toMatchObject({ application_id: null, document: { id: 'doc_1' } });
  expect(await halted(fire('case_updated', body))).toContain('which case');
  expect(service.lines()).toEqual([]);
});

it('is none where the object of an event about a case has a person_id', async () => {
  const body = event({ id, person_id: 'per_1' }, 'application.updated');
  for (const trigger of ['case_updated', 'event_received']) {
    const [item] = await fire(trigger, body);
    expect(item).toMatchObject({ application_id: id, name: 'Lumen Studio SAS' });
    expect(item).not.toHaveProperty('document');
  }
});

it('shows in its sample that the keys of a case may be empty', () =>
  expect(created.output.sample()).toMatchObject({
    id: 'evt_9',
    application_id: null,
    status_text: null,
    document: { document_id: expect.any(String), application_id: null },
  }));

/**
 * The body of a new case: what has two readings is refused by its label. Start Onboarding makes a
 * draft, which waits for its client, unless an explicit No says otherwise.
 */
import { toCaseId, toNewCase } from '../../fields/cases.ts';
import { openCore, refusal } from '../support/core.ts';

const { service, perform } = openCore();

const business = { subject: 'business', organization_name: 'Lumen Studio SAS' };
const read = (input: object) => toNewCase({ ...business, ...input });

it.each<[string, object, string]>([
  ['two options of a dropdown', { custom_choice_plan: ['A', 'B'] }, 'Custom Field "plan"'],
  ['a number that was rounded', { external_reference: 2 ** 60 }, 'External Reference'],
  ['a reference without an ID', { external_reference: 'deal-' }, 'The ID of the deal was empty'],
  [
    'the same by its own name',
    { additional_fields: { external_reference: '-kyb' } },
    'External Reference: "-kyb"',
  ],
  ['the same in a custom field', { custom_number_x: 2 ** 60 }, 'Custom Field "x"'],
  ['the same among others', { custom_fields: { x: { y: [2 ** 53] } } }, 'Custom Fields'],
  ['null among others', { custom_fields: { plan: 'null' } }, 'Custom Fields: "plan" is null'],
  ['a field of the other subject', { first_name: 'Ana' }, 'First Name'],
  ['two subjects', { additional_fields: { 'person.email': 'a@b.example' } }, 'Subject'],
  ['the same as JSON', { additional_fields: { person: '{"last_name":"A"}' } }, 'Subject'],
  ['a subject that is none', { subject: 'company' }, 'Subject'],
  ['nobody', { organization_name: '' }, 'Organization Name is empty'],
  ['a person without a name', { subject: 'person', organization_name: '' }, 'Last Name is empty'],
])('refuses %s: %j', async (_, input, label) =>
  expect(await refusal(() => read(input))).toContain(label),
);

it('refuses a step without its case', async () =>
  expect(await refusal(() => toCaseId({ application_id: '' }))).toContain('Case is empty'));

/** What the service gets as `is_draft` from a step with this input. */
async function draftSent(key: 'create_case' | 'start_onboarding', more: object) {
  service.serve({
    'POST /api/applications': ({ body }) => [201, { id: 'app_1', ...(body as object) }],
    'POST .*/portals': [201, { link: 'https://a.example/portals/x' }],
  });
  await perform(key, { ...business, ...more });
  return (service.requests[0]!.body as { is_draft?: boolean }).is_draft;
}

it.each<[sent: boolean, more: object]>([
  [true, {}],
  [true, { is_draft: '' }],
  [true, { is_draft: null }],
  [true, { is_draft: 'yes' }],
  [false, { is_draft: 'no' }],
  [false, { is_draft: false }],
  [false, { additional_fields: { is_draft: 'false' } }],
])('Start Onboarding sends %s as draft for %j', async (sent, more) =>
  expect(await draftSent('start_onboarding', more)).toBe(sent),
);

it('Create Case leaves it to the service whether a case is a draft', async () =>
  expect(await draftSent('create_case', {})).toBeUndefined());

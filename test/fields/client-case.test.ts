/** Start Onboarding makes a draft, which waits for its client, unless an explicit No says otherwise. */
import app from '../../index.ts';
import { formFieldsOf } from '../../zapier/local/definition.ts';
import { openCore } from '../support/core.ts';

const { service, perform } = openCore();
const deal = { subject: 'business', organization_name: 'Lumen Studio SAS' };

/** What the service gets as `is_draft` from a step with this input. */
async function draftSent(key: 'create_case' | 'start_onboarding', more: object) {
  service.serve({
    'POST /api/applications': ({ body }) => [201, { id: 'app_1', ...(body as object) }],
    'POST .*/portals': [201, { link: 'https://a.example/portals/x' }],
  });
  await perform(key, { ...deal, ...more });
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
])('sends %s for %j', async (sent, more) =>
  expect(await draftSent('start_onboarding', more)).toBe(sent),
);

it('leaves it to the service in Create Case', async () =>
  expect(await draftSent('create_case', {})).toBeUndefined());

it.each([
  ['start_onboarding', 'true'],
  ['create_case', undefined],
] as const)('%s shows %s in the editor', async (key, preset) => {
  const fields = await formFieldsOf(app.creates[key] as never, { subject: 'business' });
  expect(fields.find((field) => field.key === 'is_draft')).toMatchObject({
    type: 'boolean',
    label: 'Create as Draft',
    ...(preset && { default: preset }),
  });
  expect(fields.find((field) => field.key === 'is_draft')?.default).toBe(preset);
});

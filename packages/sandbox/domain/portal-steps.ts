/** What a portal is opened for: everything, or only some steps. */
import * as z from 'zod/mini';

import { CreatePortalBody, CustomFields } from '../../../service/contract.ts';

const Step = z.looseObject({
  type: z.enum(
    ['documents', 'identity-verification'],
    'must be documents or identity-verification',
  ),
  documents: z.optional(
    z.array(
      z.string('must be text').check(z.minLength(1, 'must not be empty'), z.maxLength(200)),
      'must be a list',
    ),
  ),
});
export const CasePortal = z.looseObject({
  configuration: z.nullish(z.looseObject({ steps: z.optional(z.array(Step, 'must be a list')) })),
  default_custom_fields: z.nullish(CustomFields),
  redirect_url: CreatePortalBody.shape.redirect_url,
});
export type CasePortal = z.infer<typeof CasePortal>;

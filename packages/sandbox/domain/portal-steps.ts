/** The steps of a portal: all, or some. */
import * as z from 'zod/mini';

import { CreatePortalBody } from '../../../service/contract.ts';
import { oneOf } from './problem.ts';

const Step = z.looseObject({
  step: oneOf(['documents', 'identity-verification']),
  data: z.nullish(
    z.looseObject({ expectedDocumentsIds: z.optional(z.array(z.string('must be text'))) }),
  ),
});

export const CasePortal = z.looseObject({
  configuration: z.nullish(
    z.looseObject({
      steps: z.optional(z.array(Step, 'must be a list')),
      redirect_url: CreatePortalBody.shape.redirect_url,
    }),
  ),
  ...z.omit(CreatePortalBody, { application_id: true }).shape,
});
export type CasePortal = z.infer<typeof CasePortal>;

/** The steps of a portal: all, or some. */
import * as z from 'zod/mini';

import { CreatePortalBody } from '../../../service/contract.ts';

const kind = z.enum(
  ['documents', 'identity-verification'],
  'must be documents or identity-verification',
);
const documents = z.optional(
  z.array(
    z.string('must be text').check(z.minLength(1, 'must not be empty'), z.maxLength(200)),
    'must be a list',
  ),
);
/** The known service sends `step` with `data`. `type` and `documents` are valid too. */
const Step = z
  .looseObject({
    step: z.optional(kind),
    data: z.nullish(z.looseObject({ expectedDocumentsIds: documents })),
    type: z.optional(kind),
    documents,
  })
  .check(z.refine(({ step, type }) => step ?? type, 'must name its step'));
type Step = z.infer<typeof Step>;

/** The kind of a step, and its documents. */
export const readStep = ({ step, data, type, documents: ids }: Step) => ({
  kind: step ?? type!,
  documents: data?.expectedDocumentsIds ?? ids ?? [],
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

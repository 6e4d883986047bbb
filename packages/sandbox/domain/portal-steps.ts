/** What a portal is opened for: everything, or only some steps. */
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
/** The service is known to show a step as `step` with its `data`; `type` and `documents` are taken too. */
const Step = z
  .looseObject({
    step: z.optional(kind),
    data: z.nullish(z.looseObject({ expectedDocumentsIds: documents })),
    type: z.optional(kind),
    documents,
  })
  .check(z.refine(({ step, type }) => step ?? type, 'must name its step'));
type Step = z.infer<typeof Step>;

/** The kind of a step, and the documents it asks for. */
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

/** Services that may exist: the stand-in with the choices of a seed, any of them with any other. */
import * as fc from 'fast-check';

import type { Choices } from './known-choices.ts';
import { startKnownService } from './known-service.ts';

const choices: fc.Arbitrary<Choices> = fc.record({
  key: fc.constantFrom('raw', 'Bearer', 'Token', 'X-Api-Key'),
  countries: fc.constantFrom('alpha-3', 'alpha-2'),
  casePortal: fc.constantFrom('under the case', '/api/portals'),
  portalAgain: fc.constantFrom('reopens', 'refused'),
  link: fc.constantFrom('token', 'url'),
  portalHost: fc.constantFrom('own', 'same'),
  givenNames: fc.constantFrom('given_names', 'first_name'),
  nationality: fc.constantFrom('nationalities', 'nationality'),
  nationalityForm: fc.constantFrom('list', 'single'),
  relatedParties: fc.constantFrom('inline', 'single'),
  documents: fc.constantFrom('files', 'flat'),
  fileField: fc.constantFrom('file', 'upload', 'document', 'binary'),
  decisions: fc.constantFrom('under /api', 'as written'),
  decisionStatus: fc.constantFrom('status', 'decision', 'outcome'),
  ids: fc.constantFrom('id', 'application_id'),
  envelope: fc.constantFrom('bare', 'data'),
  webhooks: fc.constantFrom('by hand', 'registered'),
  customFields: fc.constantFrom('there', 'not there'),
  unknownFields: fc.constantFrom('dropped', 'refused'),
});

/** The choices of a seed: always the same. */
export const choicesOf = (seed: number): Choices =>
  fc.sample(choices, { seed, numRuns: 1 })[0] as Choices;

export const startGeneratedService = (seed: number) => startKnownService(choicesOf(seed));

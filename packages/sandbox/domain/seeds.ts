/** Sets of data for screenshots, trials and tests: by name, or as bodies of the API. */
import * as z from 'zod/mini';

import { CreateApplicationBody } from '../../../service/contract.ts';
import { placesOf } from './account-file.ts';
import { storedForm } from './countries.ts';
import { keepFile, samplePdf } from './files.ts';
import { isRecord } from './plain.ts';
import { strict, unlessRefused, valid } from './problem.ts';
import type { Parts } from './services.ts';

/** The parts of the domain that make the sets. */
type SeedParts = Parts<'store' | 'cases' | 'portals'>;
type Seed = (services: SeedParts) => void;
const share = (direct_ownership_percentage: number) => ({ direct_ownership_percentage });

/** Attaches a page of text as a document. */
function attach(
  { store, cases }: SeedParts,
  target: { application_id: string } | { person_id: string },
  type: string,
  name: string,
  lines: string[],
) {
  const content = samplePdf(lines);
  const { file_id } = keepFile(store, { name, content_type: 'application/pdf', content });
  cases.attach('API', { file_id, type, ...target });
}

/** The cases that are decided, or wait for it. */
const reviewed = [
  ['Café Étoile du Nord SAS', 'FR', 'approved'],
  ['Harbour & Pine Ltd', 'GB', 'rejected'],
  ['Seeblick Treuhand AG', 'CH', ''],
] as const;

const draft = {
  business: {
    organization_name: 'Lumen Studio SAS',
    country: 'FR',
    registration_number: '552100554',
    registration_date: '2015-03-12',
    address: { street: '12 rue de la Paix', town: 'Paris', postcode: '75002' },
  },
  persons: [{ given_names: 'Inés', last_name: 'Ferrer', roles: ['DIRECTOR'], ...share(60) }],
  businesses: [
    { organization_name: 'Nordwind Logistik GmbH', roles: ['SHAREHOLDER'], ...share(40) },
  ],
  external_reference: 'deal-10482',
  custom_fields: { plan: 'Premium' },
  is_draft: true,
};

export const seeds = {
  /** Only the API key. */
  empty: () => {},

  /** One draft with owners, documents and a portal, and a case in each review status. */
  showcase: (services) => {
    const { cases, portals } = services;
    for (const [organization_name, country, status] of reviewed) {
      const { application_id } = cases.create('API', { business: { organization_name, country } });
      if (status) cases.change('Reviewer', application_id, (one) => one.decide({ status }));
    }
    const { application_id } = cases.create('API', structuredClone(draft));
    const [director] = cases.record(application_id).parties;
    const certificate = 'registration-certificate.pdf';
    attach(services, { application_id }, 'REGISTRATION_CERTIFICATE', certificate, [
      'Certificate of registration',
      'Lumen Studio SAS',
      'No. 552 100 554, Paris',
    ]);
    const card = ['Identity card', 'Inés Ferrer'];
    attach(services, { person_id: String(director!.id) }, 'ID', 'identity-card.pdf', card);
    portals.create('API', { application_id, redirect_url: 'https://www.example.com' });
  },
} satisfies Record<string, Seed>;

export type SeedName = keyof typeof seeds;
export const seedNames = Object.keys(seeds) as SeedName[];

const SeedFile = strict({ applications: z.array(CreateApplicationBody, 'must be a list') });

/** @throws Error with the place of each mistake in a seed. */
const reading = <T>(place: string, work: () => T): T =>
  unlessRefused(work, (cause) => {
    throw new Error(`The seed is invalid: ${place}${placesOf(cause)}`, { cause });
  });

/** Makes the cases of a seed. @throws Error with the reason. */
export function fillWith(services: SeedParts, seed: unknown): void {
  if (seed === undefined) return;
  if (typeof seed === 'string' && Object.hasOwn(seeds, seed)) {
    return seeds[seed as SeedName](services);
  }
  if (!isRecord(seed)) {
    const choices = [...seedNames, '{ "applications": [ … ] }'].join(', ');
    throw new Error(`There is no seed ${JSON.stringify(seed)}. Use one of ${choices}.`);
  }
  const { applications } = reading('', () => valid(SeedFile, storedForm(seed)));
  services.store.atomic(() =>
    applications.forEach((application, index) =>
      reading(`applications[${index}]: `, () => services.cases.create('Seed', application)),
    ),
  );
}

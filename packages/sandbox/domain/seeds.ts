/** Named sets of data: for screenshots, for trying things out, and for tests through reset. */
import { storedAddress } from './addresses.ts';
import { keepFile } from './files.ts';
import { samplePdf } from './sample-pdf.ts';
import type { Parts } from './services.ts';

/** What the sets are made with. */
export type SeedParts = Parts<'store' | 'cases' | 'parties' | 'documents' | 'workflow' | 'portals'>;
type Seed = (services: SeedParts) => void;
const account = 'main';
const share = (direct_ownership_percentage: number) => ({ direct_ownership_percentage });

/** Attaches a page of text as a document. */
function attach(
  { store, documents }: SeedParts,
  target: { application_id: string } | { person_id: string },
  type: string,
  name: string,
  lines: string[],
): void {
  const content = samplePdf([...lines, '', 'Specimen, made by the sandbox.']);
  const { file_id } = keepFile(store, account, { name, content_type: 'application/pdf', content });
  documents.attach(account, { file_id, type, ...target }, 'API');
}

/** A case in each review status. */
function addReviewed({ cases, workflow }: SeedParts): void {
  const others = [
    ['Café Étoile du Nord SAS', 'FR', 'approved'],
    ['Harbour & Pine Ltd', 'GB', 'rejected'],
    ['Seeblick Treuhand AG', 'CH', ''],
  ] as const;
  for (const [organization_name, country, status] of others) {
    const body = { business: { organization_name, country }, is_draft: true };
    const other = cases.create(account, body, 'API');
    workflow.submit(account, other.application_id, 'API');
    if (status) workflow.decide(account, other.application_id, { status }, 'Reviewer');
  }
}

export const seeds = {
  /** Nothing but the API key. */
  empty: () => {},

  /** One draft with owners, documents and a portal, and a case in each review status. */
  showcase: (services) => {
    const { cases, parties, portals } = services;
    const business = {
      organization_name: 'Lumen Studio SAS',
      country: 'FR',
      registration_number: '552100554',
      registration_date: '2015-03-12',
      address: storedAddress({ street: '12 rue de la Paix', town: 'Paris', postcode: '75002' }),
    };
    addReviewed(services);
    const { application_id } = cases.create(
      account,
      {
        business,
        external_reference: 'deal-10482',
        custom_fields: { plan: 'Premium' },
        is_draft: true,
      },
      'API',
    );
    const person = { given_names: 'Inés', last_name: 'Ferrer', roles: ['DIRECTOR'], ...share(60) };
    const director = parties.add(account, application_id, 'person', person, 'API');
    const owner = { organization_name: 'Nordwind Logistik GmbH', roles: ['SHAREHOLDER'] };
    parties.add(account, application_id, 'business', { ...owner, ...share(40) }, 'API');
    const certificate = 'registration-certificate.pdf';
    attach(services, { application_id }, 'REGISTRATION_CERTIFICATE', certificate, [
      'Certificate of registration',
      'Lumen Studio SAS',
      'No. 552 100 554, Paris',
    ]);
    const card = ['Identity card', 'Inés Ferrer'];
    attach(services, { person_id: String(director.person_id) }, 'ID', 'identity-card.pdf', card);
    portals.create(account, { application_id, redirect_url: 'https://www.example.com' }, 'API');
  },

  /** Two pages of cases in the back office. */
  many: ({ cases }) => {
    for (let index = 1; index <= 60; index++) {
      const client = { organization_name: `Client ${index} Ltd`, country: 'GB' };
      cases.create(account, { business: client }, 'API');
    }
  },
} satisfies Record<string, Seed>;

export type SeedName = keyof typeof seeds;
export const seedNames = Object.keys(seeds) as SeedName[];

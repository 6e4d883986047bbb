/** Named sets of data, for screenshots, trials and tests. */
import { storedAddress } from './addresses.ts';
import { keepFile } from './files.ts';
import { samplePdf } from './sample-pdf.ts';
import type { Parts } from './services.ts';
import { decisions } from './states.ts';

/** The parts of the domain that make the sets. */
export type SeedParts = Parts<
  'store' | 'clock' | 'cases' | 'parties' | 'documents' | 'workflow' | 'portals'
>;
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
) {
  const content = samplePdf([...lines, '', 'Specimen, made by the sandbox.']);
  const { file_id } = keepFile(store, account, { name, content_type: 'application/pdf', content });
  return documents.attach({ account, who: 'API' }, { file_id, type, ...target });
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
    const other = cases.create({ account, who: 'API' }, body);
    workflow.submit({ account, who: 'API' }, other.application_id);
    if (status) workflow.decide({ account, who: 'Reviewer' }, other.application_id, { status });
  }
}

const manyCases = 60;
/** Names in Latin, Greek, Cyrillic, Arabic and Chinese script. */
const names = [
  ['Łódź Tekstylia sp. z o.o.', 'PL'],
  ['Grünfeld Maschinenbau GmbH', 'DE'],
  ['Ναυτιλιακή Αιγαίου Α.Ε.', 'GR'],
  ['Кафе Ромашка ЕООД', 'BG'],
  ['شركة النخيل للتجارة', 'AE'],
  ['上海明珠贸易有限公司', 'CN'],
  ['São João Pescados Lda', 'PT'],
] as const;

/** A reviewer's request, due in this many days. */
function ask({ portals, clock }: SeedParts, id: string, reason: string, days: number) {
  const due_at = new Date(clock.now() + days * 24 * 3600_000).toISOString().slice(0, 10);
  const documents = ['PROOF_OF_ADDRESS'];
  portals.requestInformation({ account, who: 'Reviewer' }, id, {
    reason,
    fields: [],
    documents,
    due_at,
  });
}

type Life = (services: SeedParts, id: string) => void;
const inReview: Life = ({ workflow }, id) => void workflow.submit({ account, who: 'API' }, id);
const decided =
  (status: string, text?: string): Life =>
  (services, id) => {
    inReview(services, id);
    services.workflow.decide({ account, who: 'Reviewer' }, id, { status, text });
  };

const furtherDecisions = Object.keys(decisions).filter(
  (name) => !['approved', 'rejected', 'in_review'].includes(name),
);
/** Possible states of a case; the cases take them in turn. */
const lives: Life[] = [
  // A draft with a portal that nobody has opened.
  ({ portals }, id) => void portals.create({ account, who: 'API' }, { application_id: id }),
  // In the workflow, before it has done anything.
  ({ cases }, id) => void cases.save(account, { ...cases.find(account, id), is_draft: false }),
  inReview,
  decided('approved'),
  decided('rejected', 'The business is not in the register under this name.'),
  // Rejected, then reopened.
  (services, id) => {
    decided('rejected', 'The registration number is wrong.')(services, id);
    services.workflow.decide({ account, who: 'Reviewer' }, id, { status: 'in_review' });
  },
  // A request in time, and a late one.
  (services, id) => {
    inReview(services, id);
    ask(services, id, 'The proof of address is older than three months.', 10);
  },
  (services, id) => {
    inReview(services, id);
    ask(services, id, 'Please send a proof of address.', -3);
  },
  // A refused document.
  (services, id) => {
    inReview(services, id);
    const type = 'REGISTRATION_CERTIFICATE';
    const page = ['Certificate of registration'];
    const { document_id } = attach(services, { application_id: id }, type, 'scan.pdf', page);
    const refused = { validity: 'invalid', validity_reason: 'It cannot be read.' } as const;
    services.documents.change({ account, who: 'Reviewer' }, document_id, refused);
  },
  // A draft with an expired link.
  ({ portals }, id) => {
    portals.create({ account, who: 'API' }, { application_id: id });
    portals.expire(id);
  },
  ...furtherDecisions.map((status) => decided(status)),
];

export const seeds = {
  /** Only the API key. */
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
      { account, who: 'API' },
      {
        business,
        external_reference: 'deal-10482',
        custom_fields: { plan: 'Premium' },
        is_draft: true,
      },
    );
    const person = { given_names: 'Inés', last_name: 'Ferrer', roles: ['DIRECTOR'], ...share(60) };
    const director = parties.add({ account, who: 'API' }, application_id, 'person', person);
    const owner = { organization_name: 'Nordwind Logistik GmbH', roles: ['SHAREHOLDER'] };
    parties.add({ account, who: 'API' }, application_id, 'business', { ...owner, ...share(40) });
    const certificate = 'registration-certificate.pdf';
    attach(services, { application_id }, 'REGISTRATION_CERTIFICATE', certificate, [
      'Certificate of registration',
      'Lumen Studio SAS',
      'No. 552 100 554, Paris',
    ]);
    const card = ['Identity card', 'Inés Ferrer'];
    attach(services, { person_id: String(director.person_id) }, 'ID', 'identity-card.pdf', card);
    portals.create(
      { account, who: 'API' },
      { application_id, redirect_url: 'https://www.example.com' },
    );
  },

  /** Sixty cases in all states and five scripts, some late, some refused. */
  many: (services) => {
    for (let index = 0; index < manyCases; index++) {
      const [organization_name, country] = names[index % names.length]!;
      const round = Math.floor(index / names.length);
      const business = {
        organization_name: round ? `${organization_name} ${round + 1}` : organization_name,
        country,
      };
      const external_reference = `deal-${10_001 + index}`;
      const body = { business, external_reference, is_draft: true };
      const { application_id } = services.cases.create({ account, who: 'API' }, body);
      lives[index % lives.length]!(services, application_id);
    }
  },
} satisfies Record<string, Seed>;

export type SeedName = keyof typeof seeds;
export const seedNames = Object.keys(seeds) as SeedName[];

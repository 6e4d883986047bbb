/** Named sets of data, for screenshots, trials and tests. */
import { keepFile } from './files.ts';
import { samplePdf } from './sample-pdf.ts';
import { businesses, people } from './seed-clients.ts';
import type { Parts } from './services.ts';
import { decisions } from './states.ts';

/** The parts of the domain that make the sets. */
export type SeedParts = Parts<
  'store' | 'clock' | 'cases' | 'parties' | 'documents' | 'workflow' | 'portals'
>;
type Seed = (services: SeedParts) => void;
const day = 24 * 3600_000;
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
  const { file_id } = keepFile(store, { name, content_type: 'application/pdf', content });
  return documents.attach('API', { file_id, type, ...target });
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
    const other = cases.create('API', body);
    workflow.submit('API', other.application_id);
    if (status) workflow.decide('Reviewer', other.application_id, { status });
  }
}

/** A reviewer's request, due a week later. */
function ask({ portals, clock }: SeedParts, id: string, reason: string) {
  const due_at = new Date(clock.now() + 7 * day).toISOString().slice(0, 10);
  const documents = ['PROOF_OF_ADDRESS'];
  portals.requestInformation('Reviewer', id, {
    reason,
    fields: [],
    documents,
    due_at,
  });
}

/** What happens to a case; `pause` lets some time pass. */
type Life = (services: SeedParts, id: string, pause: () => void) => void;
const invited: Life = ({ portals }, id) => void portals.create('API', { application_id: id });
const inReview: Life = (services, id, pause) => {
  invited(services, id, pause);
  pause();
  services.workflow.submit('API', id);
};
const decided =
  (status: string, text?: string): Life =>
  (services, id, pause) => {
    inReview(services, id, pause);
    pause();
    services.workflow.decide('Reviewer', id, { status, text });
  };
const asked =
  (reason: string): Life =>
  (services, id, pause) => {
    inReview(services, id, pause);
    pause();
    ask(services, id, reason);
  };

const furtherDecisions = Object.keys(decisions).filter(
  (name) => !['approved', 'rejected', 'in_review'].includes(name),
);
/** The lives of cases; the cases take them in turn. */
const lives: Life[] = [
  decided('approved'),
  inReview,
  decided('approved', 'Documents and owners checked.'),
  // A draft with a portal that nobody has opened.
  invited,
  // A request: late for an old case, in time for a new one.
  asked('The proof of address is older than three months.'),
  decided('rejected', 'The identity could not be confirmed.'),
  decided('approved', 'Low risk, nothing found in the screening.'),
  // Rejected, then reopened.
  (services, id, pause) => {
    decided('rejected', 'The address does not match the documents.')(services, id, pause);
    pause();
    services.workflow.decide('Reviewer', id, { status: 'in_review' });
  },
  asked('Please send a proof of address.'),
  // A refused document.
  (services, id, pause) => {
    inReview(services, id, pause);
    const type = 'REGISTRATION_CERTIFICATE';
    const page = ['Certificate of registration'];
    const { document_id } = attach(services, { application_id: id }, type, 'scan.pdf', page);
    pause();
    const refused = { validity: 'invalid', validity_reason: 'It cannot be read.' } as const;
    services.documents.change('Reviewer', document_id, refused);
  },
  // In the workflow, before it has done anything.
  ({ cases }, id) => void cases.save({ ...cases.find(id), is_draft: false }),
  // A draft with an expired link.
  (services, id, pause) => {
    invited(services, id, pause);
    services.portals.expire(id);
  },
  decided('approved'),
  ...furtherDecisions.map((status) => decided(status)),
];

/** A business with two owners and its certificate. */
function addBusiness(services: SeedParts, index: number, external_reference: string): string {
  const [organization_name, country, town] = businesses[index % businesses.length]!;
  const address = { town, country };
  const business = { organization_name, ...(country && { country, address }) };
  const { application_id } = services.cases.create('API', {
    business,
    external_reference,
    is_draft: true,
  });
  const owners = [people[index % people.length]!, people[(index + 5) % people.length]!];
  owners.forEach(([given_names, last_name], order) => {
    const roles = order ? ['SHAREHOLDER'] : ['DIRECTOR', 'UBO'];
    const owner = { given_names, last_name, roles, ...share(order ? 25 : 75) };
    services.parties.add('API', application_id, 'person', owner);
  });
  const lines = ['Certificate of registration', organization_name];
  const type = 'REGISTRATION_CERTIFICATE';
  if (index % 3) attach(services, { application_id }, type, 'registration-certificate.pdf', lines);
  return application_id;
}

function addPerson(services: SeedParts, index: number, external_reference: string): string {
  const [given_names, last_name, nationality] = people[index % people.length]!;
  const person = { given_names, last_name, nationalities: [nationality] };
  const { application_id } = services.cases.create('API', {
    person,
    external_reference,
    is_draft: true,
  });
  return application_id;
}

const weeks = 6;
const manyCases = businesses.length + people.length;

/** Makes a case in the past, lets it live, and returns to the present. */
function relive(services: SeedParts, index: number): void {
  const { clock } = services;
  const present = clock.ahead();
  const left = () => present - clock.ahead();
  clock.goBack((1 - index / manyCases) * weeks * 7 * day);
  const reference = `deal-${10_001 + index}`;
  // Every fourth client is a person, so both kinds are spread over the weeks.
  const turn = Math.floor(index / 4);
  const isPerson = index % 4 === 3;
  const id = isPerson
    ? addPerson(services, turn, reference)
    : addBusiness(services, index - turn, reference);
  lives[index % lives.length]!(services, id, () => clock.advance(Math.min(left() / 3, 2 * day)));
  clock.advance(left());
}

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
      address: { street: '12 rue de la Paix', town: 'Paris', postcode: '75002' },
    };
    addReviewed(services);
    const { application_id } = cases.create('API', {
      business,
      external_reference: 'deal-10482',
      custom_fields: { plan: 'Premium' },
      is_draft: true,
    });
    const person = { given_names: 'Inés', last_name: 'Ferrer', roles: ['DIRECTOR'], ...share(60) };
    const director = parties.add('API', application_id, 'person', person);
    const owner = { organization_name: 'Nordwind Logistik GmbH', roles: ['SHAREHOLDER'] };
    parties.add('API', application_id, 'business', { ...owner, ...share(40) });
    const certificate = 'registration-certificate.pdf';
    attach(services, { application_id }, 'REGISTRATION_CERTIFICATE', certificate, [
      'Certificate of registration',
      'Lumen Studio SAS',
      'No. 552 100 554, Paris',
    ]);
    const card = ['Identity card', 'Inés Ferrer'];
    attach(services, { person_id: String(director.person_id) }, 'ID', 'identity-card.pdf', card);
    portals.create('API', { application_id, redirect_url: 'https://www.example.com' });
  },

  /** Sixty cases of the past six weeks, in all states and several scripts, some late, some refused. */
  many: (services) => {
    for (let index = 0; index < manyCases; index++) relive(services, index);
  },
} satisfies Record<string, Seed>;

export type SeedName = keyof typeof seeds;
export const seedNames = Object.keys(seeds) as SeedName[];

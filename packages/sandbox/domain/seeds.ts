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

/** What may happen to a case. */
const happenings: Record<string, (services: SeedParts, id: string) => void> = {
  invite: ({ portals }, id) => void portals.create('API', { application_id: id }),
  submit: ({ workflow }, id) => void workflow.submit('API', id),
  /** In the workflow, before it has done anything. */
  wait: ({ cases }, id) => void cases.save({ ...cases.find(id), is_draft: false }),
  expire: ({ portals }, id) => void portals.expire(id),
  /** Due a week later: late for an old case, in time for a new one. */
  ask: ({ portals, clock }, id) =>
    void portals.requestInformation('Reviewer', id, {
      reason: 'The proof of address is older than three months.',
      fields: [],
      documents: ['PROOF_OF_ADDRESS'],
      due_at: new Date(clock.now() + 7 * day).toISOString().slice(0, 10),
    }),
  refuse(services, id) {
    const page = ['Certificate of registration'];
    const type = 'REGISTRATION_CERTIFICATE';
    const { document_id } = attach(services, { application_id: id }, type, 'scan.pdf', page);
    const refused = { validity: 'invalid', validity_reason: 'It cannot be read.' } as const;
    services.documents.change('Reviewer', document_id, refused);
  },
};
const reasons: Partial<Record<string, string>> = {
  approved: 'Documents and owners checked.',
  rejected: 'The address does not match the documents.',
};
for (const status of Object.keys(decisions)) {
  happenings[status] = ({ workflow }, id) =>
    void workflow.decide('Reviewer', id, { status, text: reasons[status] });
}

/** The lives of cases; the cases take them in turn. */
const lives = [
  'invite submit approved',
  'invite submit',
  'invite',
  'invite submit ask',
  'invite submit rejected',
  'invite submit approved',
  'invite submit rejected in_review',
  'invite submit ask',
  'invite submit refuse',
  'wait',
  'invite expire',
  ...Object.keys(decisions).map((status) => `invite submit ${status}`),
].map((life) => life.split(' '));

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
  for (const name of lives[index % lives.length]!) {
    happenings[name]!(services, id);
    clock.advance(Math.min(left() / 3, 2 * day));
  }
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

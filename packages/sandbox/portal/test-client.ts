/** A test client: fills in every empty field of a portal with plausible answers. */
import type { CustomField } from '../domain/account.ts';
import { keepFile, samplePdf } from '../domain/files.ts';
import { toBody, type Filled } from '../domain/form-values.ts';
import type { PortalRow } from '../domain/portals.ts';
import type { PartyDraft } from '../domain/stored-portals.ts';
import type { Parts } from '../domain/services.ts';
import { newId } from '../domain/store.ts';
import { partyFields } from './fields.ts';
import { fieldsOn, openOf, slotName, slotValue, uploadedAs, type Visit } from './requirements.ts';

/** An answer for each form field. The company is in the test registry. */
const answers: Filled = {
  organization_name: 'Lumen Studio SAS',
  country: 'FR',
  registration_number: '552100554',
  vat_number: 'FR40552100554',
  registration_date: '2015-03-12',
  given_names: 'Inés',
  last_name: 'Ferrer',
  email: 'ines.ferrer@client.example',
  birth_date: '1985-11-02',
  nationalities: 'ES',
  'address.street': '12 rue de la Paix',
  'address.postcode': '75002',
  'address.town': 'Paris',
};

/** An answer to a question of the account, in the format of its form. */
const answerTo = ({ type, accepted_values }: CustomField): string =>
  ({
    text: 'Made up by the sandbox',
    number: '250000',
    boolean: 'yes',
    dropdown_single: accepted_values[0] ?? '',
    dropdown_multiple: accepted_values.slice(0, 2).join('\n'),
    date: '2024-01-15',
    country_single: 'FR',
    country_multiple: 'FR\nDE',
  })[type];

function fillProfile(portal: PortalRow): void {
  const { profile } = portal.progress;
  for (const { name, custom } of fieldsOn(portal))
    profile[name] ||= custom ? answerTo(custom) : (answers[name] ?? '');
}

/** Adds one person with the roles that nobody has yet. */
function addSignatory({ progress }: PortalRow, places: string[]): void {
  const roles = [
    ...(places.includes('party') ? ['DIRECTOR', 'UBO'] : []),
    ...(places.includes('owner') ? ['ACCOUNT_OWNER'] : []),
  ];
  if (!roles.length) return;
  const typed = Object.fromEntries(
    partyFields.person.map(({ name }) => [name, answers[name] ?? '']),
  );
  const data = { ...toBody(typed), roles } as PartyDraft['data'];
  progress.parties.push({ id: newId('entry'), kind: 'person', data });
}

/** Adds a PDF with one page of text for each missing document. */
function addDocuments(visit: Visit, { store }: Parts<'store'>): void {
  const missing = openOf(visit).slots.filter(({ isSent }) => !isSent);
  const drafts = missing.map((slot) => {
    const { as } = uploadedAs(visit, slotValue(slot));
    const file = {
      name: `${as.type.toLowerCase().replace(/\W+/g, '-')}.pdf`,
      content_type: 'application/pdf',
      content: samplePdf([slotName(slot, visit.lang)]),
    };
    return { ...as, ...keepFile(store, file) };
  });
  visit.portal.progress.documents.push(...drafts);
}

/** Fills the empty fields. The client then checks and submits them. */
export function fillIn(visit: Visit, _: unknown, services: Parts<'store'>) {
  fillProfile(visit.portal);
  if (!visit.portal.request) addSignatory(visit.portal, openOf(visit).people);
  addDocuments(visit, services);
  return 'review';
}

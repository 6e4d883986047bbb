/** What the forms of a portal do. Each leads on to the next section, or back to its own page. */
import type { Parts } from '../domain/services.ts';
import type { Filled } from '../domain/form-values.ts';
import type { PartyDraft } from '../domain/stored-portals.ts';
import { newId } from '../domain/store.ts';
import { hasErrors, isStale, type Refused, type Values } from '../web/form.ts';
import {
  checkProfile,
  errorsOf,
  gapsIn,
  lines,
  messagesOf,
  partyOf,
  profileOf,
  valuesOf,
} from './inputs.ts';
import { kindOf, filled, labelOf, texts } from './texts.ts';
import { inWords, partyFields, type FormField } from './fields.ts';
import {
  fieldsOf,
  fieldsOn,
  nameOf,
  peopleIn,
  subjectOf,
  submittedIn,
  type Visit,
} from './requirements.ts';
import { fillIn } from './test-client.ts';

/** The services that the forms need. */
export type Needs = Parts<'portals' | 'cases' | 'clock' | 'store'>;

/** Changes the portal. @returns the section to which the form leads, or why it is refused. */
type Take = (visit: Visit, form: Values, services: Needs) => string | ({ step: string } & Refused);

/** The refusal of a stale form: says at each field what was typed, if it is not what is there now. */
function stale(step: string, { lang }: Visit, fields: FormField[], now: Filled, form: Values) {
  const t = texts[lang];
  const typed = errorsOf(fields, (field) => {
    const value = lines(form[field.name]);
    if (!(field.name in form) || value === (now[field.name] ?? '')) return undefined;
    const words = inWords(field, value, lang) || t.notGiven;
    return filled(t.youTyped, { label: labelOf(field, lang), value: words });
  });
  return { step, errors: { '': t.olderPage, ...typed } };
}

/** Takes wrong values, too, so no input is lost. */
const takeDetails: Take = (visit, form) => {
  const { portal } = visit;
  const { progress } = portal;
  if (isStale(form, progress.profile))
    return stale('details', visit, fieldsOf(portal), progress.profile, form);
  progress.subject ??= 'business';
  Object.assign(progress.profile, profileOf(portal, form));
  const errors = checkProfile(visit);
  if (hasErrors(errors)) return { step: 'details', errors };
  return progress.subject === 'person' ? 'documents' : 'people';
};

/** Adds a party, or changes the one whose id the form contains. One of them owns the account. */
const takeParty: Take = (visit, { id, ...form }) => {
  const { portal, lang } = visit;
  // A verified person has no directors and owners.
  if (subjectOf(portal) === 'person') return 'details';
  const { parties } = portal.progress;
  const entry = parties.find((one) => one.id === id);
  const kind = entry?.kind ?? kindOf(form.kind);
  const step = `people&party=${entry?.id ?? kind}`;
  if (isStale(form, entry?.data))
    return stale(step, visit, partyFields[kind], entry ? valuesOf(entry.data) : {}, form);
  const { data, errors } = partyOf(kind, form, lang);
  const isOwner = (one: PartyDraft['data']) => one.roles?.includes('ACCOUNT_OWNER');
  const others = isOwner(data) ? peopleIn(visit).filter((one) => one.id !== entry?.id) : [];
  const owner = others.find((one) => isOwner(one.data));
  if (owner) errors.roles = filled(texts[lang].ownerTwice, { name: nameOf(owner) });
  if (hasErrors(errors)) return { step, errors, values: form };
  if (entry) entry.data = data;
  else parties.push({ id: newId('entry'), kind, data });
  return 'people';
};

/** Removes an entry that was added here, with its documents. */
const removeParty: Take = ({ portal: { progress } }, { id }) => {
  progress.documents = progress.documents.filter(({ of }) => !of || of !== id);
  progress.parties = progress.parties.filter((entry) => entry.id !== id);
  return 'people';
};

const removeDocument: Take = ({ portal: { progress } }, { id }) => {
  progress.documents = progress.documents.filter(({ file_id }) => file_id !== id);
  return 'documents';
};

/** Takes the answers to a request, and checks what is to be submitted. */
const takeSubmission: Take = (visit, form) => {
  const { portal, lang } = visit;
  const { profile } = portal.progress;
  if (isStale(form, submittedIn(visit)))
    return stale('review', visit, fieldsOn(portal), profile, form);
  Object.assign(profile, profileOf(portal, form));
  const gaps = gapsIn(visit);
  const isConfirmed = form.confirm === 'yes' || portal.request;
  const errors = {
    ...messagesOf(gaps, !portal.request),
    ...(!isConfirmed && { confirm: texts[lang].confirmMissing }),
  };
  return hasErrors(errors) ? { step: 'review', errors } : 'review';
};

/** The forms by their paths after the link. */
export const forms: Record<string, Take> = {
  details: takeDetails,
  people: takeParty,
  'people/remove': removeParty,
  'documents/remove': removeDocument,
  fill: fillIn,
  submit: takeSubmission,
};

/** The pages of an open portal: a function for each section, and one for a request. */
import type { Child } from 'hono/jsx';

import { clientName } from '../../../../service/contract.ts';
import { toBody, type Filled } from '../../domain/form-values.ts';
import { scans } from '../../../../service/file-formats.ts';
import { joined } from '../../domain/plain.ts';
import { ButtonLink, FieldError, Input, PlainLink, Select, Summary } from '../../web/controls.tsx';
import { gapsIn, messagesOf, valuesOf } from '../inputs.ts';
import { kindOf, dateInWords, filled, texts, type Language } from '../texts.ts';
import { answersOf, partyFields, type FormField } from '../fields.ts';
import * as asked from '../requirements.ts';
import { Actions, Field, Form, Frame, Remove, StepPage, TestClient, type View } from './frame.tsx';

/** The first page: who asks, about whom, and why. Without a case, it asks who is verified. */
function Start(view: View) {
  const { portal, lang, t, base } = view;
  const subject = asked.subjectOf(portal);
  const sender = portal.settings.portal.name;
  const client = clientName({ [subject]: toBody(portal.progress.profile) });
  return (
    <Frame title={t.title} lang={lang} address={`${base}?step=start`}>
      <h1>{t.title}</h1>
      <p>
        {filled(t.start.who, { sender })} {client && filled(t.start.about, { client })}
      </p>
      {!portal.application_id && (
        <section class="card">
          <h2>{t.subject}</h2>
          <div class="actions">
            {(['business', 'person'] as const).map((kind) => (
              <PlainLink
                aria-current={kind === subject ? 'true' : undefined}
                href={`${base}?step=start&subject=${kind}`}
              >
                {t.subjects[kind]}
              </PlainLink>
            ))}
          </div>
        </section>
      )}
      <section class="card">
        <h2>{t.start.why}</h2>
        <p>{t.start.whyText}</p>
        <p>{t.saved}</p>
      </section>
      <Actions t={t}>
        <ButtonLink href={`${base}?step=details`}>{t.start.begin}</ButtonLink>
      </Actions>
      <TestClient t={t} base={base} />
    </Frame>
  );
}

interface FieldsProps extends View {
  fields: FormField[];
  /** What is there now; the default is the profile. */
  now?: Filled;
}

const Fields = ({ fields, now, ...view }: FieldsProps) => (
  <div class="grid">
    {fields.map((def) => (
      <Field {...view} def={def} now={now ?? view.portal.progress.profile} />
    ))}
  </div>
);

function Details(view: View) {
  const { portal, t } = view;
  const fields = asked.fieldsOf(portal);
  const isAddress = ({ name }: FormField) => name.startsWith('address');
  const own = fields.filter((def) => !isAddress(def) && !def.custom);
  return (
    <StepPage {...view} step="details" title={t[asked.subjectOf(portal)]}>
      <Form {...view} path="details" of={portal.progress.profile} button={t.continue} back="start">
        <section class="card">
          <Fields {...view} fields={own} />
          <h2>{t.address}</h2>
          <Fields {...view} fields={fields.filter(isAddress)} />
          {portal.asks.length > 0 && <h2>{t.furtherQuestions}</h2>}
          <Fields {...view} fields={fields.filter(({ custom }) => custom)} />
        </section>
      </Form>
    </StepPage>
  );
}

/** A person or company in short, beside its name: `Spain, Director, 60%`. */
function partyInWords({ kind, data }: asked.Entry, lang: Language): string {
  const fields = partyFields[kind].filter(({ name }) => !/_names?$/.test(name));
  const answers = answersOf(fields, valuesOf(data), lang);
  return joined(
    ', ',
    answers.map(({ value }) => value),
  );
}

/** People and companies. The client changes and removes those that it has added. */
function PeopleList({ entries, lang, t, base }: View) {
  if (!entries.length) return <p>{t.nobody}</p>;
  return (
    <ul class="list unstyled" id="shares" tabindex={-1}>
      {entries.map((entry) => (
        <li>
          <span class="grow">
            <strong dir="auto">{asked.nameOf(entry)}</strong>{' '}
            <span class="meta">
              {joined(' · ', [partyInWords(entry, lang), !entry.isNew && t.existing])}
            </span>
          </span>
          {entry.isNew && (
            <span class="hstack">
              <PlainLink
                href={`${base}?step=people&party=${entry.id}`}
                aria-label={`${t.edit}: ${asked.nameOf(entry)}`}
              >
                {t.edit}
              </PlainLink>
              <details>
                <summary aria-label={`${t.remove}…: ${asked.nameOf(entry)}`}>{t.remove}…</summary>
                <Remove
                  base={base}
                  path="people/remove"
                  id={entry.id}
                  name={asked.nameOf(entry)}
                  button={t.remove}
                />
              </details>
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}

/** All people. Once somebody is named, the page says who is still missing. */
function People(view: View) {
  const { t, base, entries, gaps } = view;
  const missing = gaps.filter(({ step }) => step === 'people');
  const errors = entries.length > 0 ? messagesOf(missing) : undefined;
  return (
    <StepPage {...view} step="people" title={t.peopleTitle} errors={errors}>
      <section class="card" id="party" tabindex={-1}>
        <p class="hint">{t.peopleHint}</p>
        <p class="hint" id="owner" tabindex={-1}>
          {t.ownerHint}
        </p>
        <PeopleList {...view} />
        <div class="actions">
          <PlainLink href={`${base}?step=people&party=person`}>{t.addPerson}</PlainLink>
          <PlainLink href={`${base}?step=people&party=business`}>{t.addBusiness}</PlainLink>
        </div>
      </section>
      <Actions t={t} back={`${base}?step=details`}>
        <ButtonLink href={`${base}?step=documents`}>{t.continue}</ButtonLink>
      </Actions>
    </StepPage>
  );
}

/** The form of one person or company: of an entry by its id, or of a new one of a kind. */
function Party({ party, ...view }: View & { party: string }) {
  const { lang, t, base, errors } = view;
  const entry = view.entries.find(({ id, isNew }) => isNew && id === party);
  const kind = entry?.kind ?? kindOf(party);
  const adding = kind === 'person' ? t.addPerson : t.addBusiness;
  const title = entry ? filled(t.editParty, { name: asked.nameOf(entry) }) : adding;
  const address = `${base}?step=people&party=${entry?.id ?? kind}`;
  return (
    <Frame title={title} lang={lang} address={address} errors={errors} place={t.steps.people}>
      <h1>{title}</h1>
      <Summary errors={errors} title={t.errorTitle} />
      <Form {...view} path="people" of={entry?.data} button={t.save} back="people">
        <input type="hidden" name="kind" value={kind} />
        <input type="hidden" name="id" value={entry?.id ?? ''} />
        <section class="card">
          <Fields {...view} now={entry ? valuesOf(entry.data) : {}} fields={partyFields[kind]} />
        </section>
      </Form>
    </Frame>
  );
}

/** The file types for the browser's dialog. The server checks the file itself. */
const accept = scans
  .flatMap(({ type, endings }) => [type, ...endings.map((ending) => `.${ending}`)])
  .join(',');

interface UploadFormProps extends View {
  /** The id of the field with the files, and its label. */
  field: string;
  label: string;
  /** The kind of the documents. */
  children: Child;
}

/** A form that sends files. The script sends it as soon as the client chooses them. */
const UploadForm = ({ t, base, errors = {}, field, label, children }: UploadFormProps) => (
  <form method="post" action={`${base}/documents`} enctype="multipart/form-data" class="upload">
    {children}
    <Input
      id={field}
      name="file"
      label={<span class="visually-hidden">{label}</span>}
      type="file"
      multiple
      accept={accept}
      error={errors[field]}
    />
    <button class="outline without-script">{t.upload.send}</button>
  </form>
);

/** Files. The client removes its own. */
const Files = ({ files, isNamed, ...view }: View & { files: asked.Sent[]; isNamed?: boolean }) => {
  const { portal, lang, t, base } = view;
  return (
    <ul class="unstyled">
      {files.map((file) => (
        <li class="hstack">
          <span class="grow">
            <span dir="auto">{file.name}</span>{' '}
            <span class="meta">
              {joined(' · ', [
                isNamed && asked.kindName(portal, file.type, lang),
                'document_id' in file && t.existing,
              ])}
            </span>
          </span>
          {!('document_id' in file) && (
            <Remove
              base={base}
              path="documents/remove"
              id={file.file_id}
              name={file.name}
              button={t.remove}
            />
          )}
        </li>
      ))}
    </ul>
  );
};

/** A requested document: its state, its files, and a form to add one. */
function SlotCard({ slot, ...view }: View & { slot: asked.Slot }) {
  const { lang, t } = view;
  const name = asked.slotName(slot, lang);
  const id = asked.slotId(slot);
  const missing = slot.isRequired
    ? filled(t.documentMissing, { type: name })
    : `${name} (${t.optional})`;
  return (
    <li id={id} tabindex={-1} class="slot">
      <div class="hstack justify-between">
        <h2 dir="auto">{slot.isSent ? name : missing}</h2>
        {slot.isSent && (
          <span class="badge" data-variant="success">
            {t.upload.isThere}
          </span>
        )}
      </div>
      <Files {...view} files={slot.documents} />
      <UploadForm {...view} field={`${id}-file`} label={`${t.upload.chooseFiles}: ${name}`}>
        <input type="hidden" name="type" value={asked.slotValue(slot)} />
      </UploadForm>
    </li>
  );
}

/** The requested documents, the other documents, and the forms that add more. */
function Uploads(view: View) {
  const { portal, t } = view;
  const { slots, others } = view.open;
  const values = slots.map(asked.slotValue);
  const kinds = Object.entries(t.types).filter(([type]) => !values.includes(type));
  return (
    <section class="card">
      <p class="hint">{t.documentsHint}</p>
      <ul class="unstyled">
        {slots.map((slot) => (
          <SlotCard {...view} slot={slot} />
        ))}
      </ul>
      {!portal.request && (
        <section id="general" tabindex={-1}>
          <h2>{t.upload.others}</h2>
          <Files {...view} files={others} isNamed />
          <UploadForm {...view} field="file" label={t.upload.chooseFiles}>
            <Select id="type" name="type" label={t.labels.type} value="OTHER" options={kinds} />
          </UploadForm>
        </section>
      )}
    </section>
  );
}

function Documents(view: View) {
  const { portal, t, base } = view;
  const before = asked.subjectOf(portal) === 'person' ? 'details' : 'people';
  return (
    <StepPage {...view} step="documents" title={t.documentsTitle}>
      <Uploads {...view} />
      <Actions t={t} back={`${base}?step=${before}`}>
        <ButtonLink href={`${base}?step=review`}>{t.continue}</ButtonLink>
      </Actions>
    </StepPage>
  );
}

interface AnswersProps extends Pick<View, 't'> {
  answers: { label: string; value: string }[];
}

/** Questions with their answers. */
const Answers = ({ answers, t }: AnswersProps) => (
  <dl>
    {answers.flatMap(({ label, value }) => [
      <dt dir="auto">{label}</dt>,
      <dd dir="auto">{value || t.notGiven}</dd>,
    ])}
  </dl>
);

/** "The information shown here is complete and correct." */
const Confirmation = ({ t, errors = {} }: View) => (
  <div class="field">
    <label>
      <input
        id="confirm"
        type="checkbox"
        name="confirm"
        value="yes"
        autocomplete="off"
        aria-required="true"
        aria-invalid={errors.confirm ? 'true' : undefined}
        aria-describedby={errors.confirm ? 'confirm-error' : undefined}
      />{' '}
      {t.confirm}
    </label>
    <FieldError name="confirm" error={errors.confirm} />
  </div>
);

/** Each requested document with its files, and the other documents. */
const documentAnswers = ({ portal, lang, open: { slots, others } }: View) => [
  ...slots.map((slot) => ({
    label: asked.slotName(slot, lang),
    value: slot.documents.map(({ name }) => name).join(', '),
  })),
  ...others.map(({ type, name }) => ({
    label: asked.kindName(portal, type, lang),
    value: name,
  })),
];

interface SectionProps extends View {
  title: string;
  of: asked.Step;
  children: Child;
}

/** A section of the review, with a link to change it. */
const Section = ({ t, base, title, of, children }: SectionProps) => (
  <section class="card">
    <div class="hstack justify-between">
      <h2>{title}</h2>
      <a href={`${base}?step=${of}`}>
        {t.change}
        <span class="visually-hidden">: {title}</span>
      </a>
    </div>
    {children}
  </section>
);

/** The last section: all answers, what is missing, and the button to submit. */
function Review(view: View) {
  const { portal, lang, t, gaps } = view;
  const subject = asked.subjectOf(portal);
  const answers = answersOf(asked.fieldsOf(portal), portal.progress.profile, lang);
  const errors = view.errors ?? messagesOf(gaps, true);
  return (
    <StepPage {...view} step="review" title={t.reviewTitle} errors={errors}>
      <Section {...view} of="details" title={t[subject]}>
        <Answers t={t} answers={answers} />
      </Section>
      {subject === 'business' && (
        <Section {...view} of="people" title={t.peopleTitle}>
          <PeopleList {...view} />
        </Section>
      )}
      <Section {...view} of="documents" title={t.documentsTitle}>
        <Answers t={t} answers={documentAnswers(view)} />
      </Section>
      <p class="note">{t.reviewNext}</p>
      <Form {...view} path="submit" of={asked.submittedIn(view)} button={t.submit} back="documents">
        <Confirmation {...view} />
      </Form>
    </StepPage>
  );
}

/** A request for more: only its items and its reason. */
function Request(view: View) {
  const { portal, lang, t, base, errors } = view;
  const { reason, due_at } = portal.request!;
  const { slots } = view.open;
  const fields = asked.fieldsOn(portal);
  return (
    <Frame title={t.requestTitle} lang={lang} address={base} errors={errors}>
      <h1>{t.requestTitle}</h1>
      <Summary errors={errors} title={t.errorTitle} />
      {reason && (
        <p class="note mail" dir="auto">
          {reason}
        </p>
      )}
      <p>
        {due_at && <strong>{filled(t.dueBy, { date: dateInWords(due_at, lang) })}</strong>}{' '}
        {t.requestHint} {slots.length > 0 && fields.length > 0 && t.upload.first}
      </p>
      {slots.length > 0 && <Uploads {...view} />}
      <Form {...view} path="submit" of={asked.submittedIn(view)} button={t.submit}>
        {fields.length > 0 && (
          <section class="card">
            <Fields {...view} fields={fields} />
          </section>
        )}
      </Form>
      <TestClient t={t} base={base} />
    </Frame>
  );
}

const pages: Record<asked.Step, (view: View) => Child> = {
  details: Details,
  people: People,
  documents: Documents,
  review: Review,
};

type Props = asked.Visit & Pick<View, 'errors' | 'values'>;

/** The page that an address names, else the first one. */
export function PortalPage({ step, party, ...visit }: Props & { step?: string; party?: string }) {
  const { portal, lang } = visit;
  const view: View = {
    ...visit,
    t: texts[lang],
    base: `/portals/${portal.token}`,
    entries: asked.peopleIn(visit),
    open: asked.openOf(visit),
    gaps: gapsIn(visit),
  };
  if (portal.request) return <Request {...view} />;
  const found = asked.stepsOf(portal).find((one) => one === step);
  if (found === 'people' && party) return <Party {...view} party={party} />;
  return <>{found ? pages[found](view) : Start(view)}</>;
}

/** The actions of reviewers and staff on one case. */
import { Hono, type Context } from 'hono';
import { bodyLimit } from 'hono/body-limit';

import { clientName, namingFields } from '../../../service/contract.ts';
import type { AccountSettings, CustomField } from '../domain/account.ts';
import { checkNamed, type Case, type CaseFilter, type Kind } from '../domain/cases.ts';
import { addressOf, isAddress } from '../domain/contact.ts';
import {
  customFromForm,
  customProblem,
  customToForm,
  formNameOf,
  inOrder,
  isCustom,
  isDate,
  ofCases,
} from '../domain/custom-fields.ts';
import { maxFile, storeFile } from '../domain/files.ts';
import { toForm, toBody, typedText, type Filled } from '../domain/form-values.ts';
import { fieldProblem, Problem, unlessRefused } from '../domain/problem.ts';
import {
  noteReminder,
  openRequestsOf,
  requestsOf,
  type ClientRequest,
} from '../domain/requests.ts';
import { mapValues, pick } from '../domain/objects.ts';
import type { Parts } from '../domain/services.ts';
import { decisions, isDecided, refusal, stateOf, type DecisionName } from '../domain/states.ts';
import type { Language } from '../../../service/languages.ts';
import { untilDay } from '../../../service/letters.ts';
import { states, type Decision } from '../../../service/states.ts';
import { languageOfClient, sendLetter, type Letter } from '../mail/letters.ts';
import { wasSent } from '../mail/mails.ts';
import { kindName } from '../portal/requirements.ts';
import { lines, partyOf } from '../portal/inputs.ts';
import { kindOf } from '../portal/portal-request.ts';
import { caseFields, profileFields } from '../portal/profile-fields.ts';
import { wrongDays } from '../portal/rules.ts';
import { dateInWords } from '../portal/texts.ts';
import {
  answer,
  contentOf,
  hasErrors,
  leadTo,
  list,
  readForm,
  text,
  type Errors,
  type Refused,
  type Values,
} from '../web/form.ts';
import { actorOf } from './actor.tsx';
import { formLabels, labelIn } from './case-facts.tsx';
import { EditPage, PartyPage } from './case-forms.tsx';
import { CasePage } from './case-page.tsx';
import { canBeShown } from './evidence.tsx';
import { filterOf, queryOf } from './filter.ts';
import { stateNames } from './parts.tsx';
import { inWords } from './timeline.tsx';
import { openPoints } from './open-points.ts';

/** Days for the client's answer by default. */
const answerDays = 14;
const day = 24 * 3600_000;

const idOf = (c: Context) => String(c.req.param('id'));
const baseOf = (id: string) => `/back-office/cases/${id}`;

/** The case of this request with its documents, parties and requests. */
function detailsOf({ cases, workflow }: Parts<'cases' | 'workflow'>, c: Context) {
  const id = idOf(c);
  return workflow.show(cases.accountOf(id), id);
}

/** A sentence about the case that was decided before this one. */
export function beforeOf(services: Parts<'store' | 'cases'>, c: Context) {
  const id = c.req.query('done');
  if (!id) return undefined;
  const found = unlessRefused(
    () => services.cases.find(services.cases.accountOf(id), id),
    () => undefined,
  );
  if (!found) return undefined;
  const state = stateNames[stateOf(found)] ?? String(found.status_review);
  const isWaiting = openRequestsOf(services.store, id).length ? ', waiting for the client' : '';
  return { text: `${clientName(found)}: ${state}${isWaiting}`, href: baseOf(id) };
}

function casePage(
  services: Parts<'store' | 'clock' | 'account' | 'cases' | 'workflow'>,
  c: Context,
) {
  const { account, cases, clock, store } = services;
  const { values = {}, errors } = contentOf(c);
  const details = detailsOf(services, c);
  const id = details.application_id;
  const settings = account.read(cases.accountOf(id));
  const portal = store.get<{ state: string; expires_at: string }>`
    select state, expires_at from portals where application_id = ${id} order by rowid desc`;
  const requests = requestsOf(store, id);
  const now = clock.iso();
  return c.html(
    <CasePage
      details={details}
      name={clientName(details)}
      timeline={cases.timeline(id)}
      requests={requests}
      open={openPoints({
        details,
        settings,
        portal,
        requests,
        now,
      })}
      fields={[
        ...profileFields[details.person ? 'person' : 'business'].map(({ name }): string => name),
        ...inOrder(settings.custom_fields).map(formNameOf),
      ]}
      settings={settings}
      refusals={
        mapValues(decisions, (move) => refusal(details, move)) as Record<
          DecisionName,
          string | undefined
        >
      }
      email={addressOf(details)}
      isExpired={portal?.state === 'open' && portal.expires_at < now}
      due={new Date(clock.now() + answerDays * day).toISOString().slice(0, 10)}
      query={queryOf(filterOf(c))}
      before={beforeOf(services, c)}
      values={values}
      errors={errors}
    />,
  );
}

/** @throws Problem 409 if the case changed after this version of the page. */
function checkVersion({ cases }: Parts<'cases'>, id: string, version: unknown): void {
  if (typeof version !== 'string' || !version) return;
  const since = cases
    .timeline(id)
    .filter(({ seq, who }) => seq > Number(version) && who !== 'Service');
  const last = since.at(-1);
  if (!last) return;
  const decided = since.findLast(({ kind }) => kind === 'decided');
  const reason = decided
    ? `It was decided meanwhile by ${decided.who}: ${String(decided.after).replaceAll('_', ' ')}.`
    : `It was changed meanwhile by ${last.who}: ${inWords(last).slice(0, 200)}.`;
  throw new Problem(409, `${reason} Your action had no effect. Check the case as it is now.`);
}

interface Act {
  account: string;
  id: string;
  /** The document in the address. */
  document: string;
  who: string;
  form: Values;
  file: unknown;
  /** The ID of the form's letter. It prevents a second letter if the button is pressed twice. */
  letterKey: string;
}

/** The common context of actions on a case. */
type CaseParts = Parts<
  'store' | 'clock' | 'account' | 'cases' | 'parties' | 'documents' | 'workflow' | 'portals'
>;

type Work = (services: CaseParts, input: Act) => unknown;

/** The next case of the list, without cases that wait for their client. */
function nextOf(
  { cases, store }: Parts<'cases' | 'store'>,
  filter: CaseFilter,
  id: string,
): string | undefined {
  const { seq } = store.get<{ seq: number }>`select seq from cases where application_id = ${id}`!;
  return cases
    .list(filter, 100, seq)
    .find((row) => filter.state === 'waiting' || !openRequestsOf(store, row.application_id).length)
    ?.application_id;
}

/** The page after an action: the next case of the list, else this case. */
function onward(services: Parts<'store' | 'cases'>, c: Context, id: string): string {
  const filter = filterOf(c);
  if (!filter.state) return baseOf(id);
  const query = queryOf(filter, { done: id });
  const next = nextOf(services, filter, id);
  return next ? baseOf(next) + query : `/back-office${query}`;
}

/** The labels of the fields of a case's actions. */
const actionLabels = {
  text: 'Reason',
  reason: 'What is needed and why',
  due: 'Needed until',
  to: 'Letter to',
  email: 'E-mail address',
};

/** Does the form's action. A refusal leads back to the case, with what was typed. */
async function act(services: CaseParts, c: Context, path: string) {
  const { cases, store } = services;
  const id = idOf(c);
  const account = cases.accountOf(id);
  const { file } = await c.req.parseBody();
  const form = await readForm(c);
  const input: Act = {
    account,
    id,
    document: String(c.req.param('document')),
    who: actorOf(c),
    form,
    file,
    letterKey: `${c.req.path} ${text(form.version) || services.clock.now()}`,
  };
  const page = baseOf(id) + queryOf(filterOf(c));
  return answer(c, { page, values: form, labels: actionLabels }, async () => {
    // After a second press of the button, the letter is there.
    if (!wasSent(store, input.letterKey)) {
      checkVersion(services, id, form.version);
      await works[path]!(services, input);
    }
    return closing.includes(path) ? onward(services, c, id) : baseOf(id);
  });
}

function decide(
  { cases, workflow }: Parts<'cases' | 'workflow'>,
  { account, id, who, form }: Act,
): void {
  const status = text(form.status);
  const reason = text(form.text);
  if (!Object.hasOwn(decisions, status)) {
    const names = Object.keys(decisions).join(', ');
    throw new Problem(422, `“${status}” is not a decision. Use one of: ${names}.`);
  }
  const { needsReason }: Decision = states[status as DecisionName].decision;
  if (needsReason && !reason) {
    throw fieldProblem('text', `must say why the case is ${status.replaceAll('_', ' ')}`);
  }
  const state = stateOf(cases.find(account, id));
  if (isDecided(state) && isDecided(status as DecisionName)) {
    throw new Problem(409, 'The case is decided. Reopen it first.');
  }
  workflow.decide({ account, who }, id, { status, text: reason || undefined });
}

/** A request in the letter's words. */
function asList(ask: ClientRequest, settings: AccountSettings, lang: Language): string {
  const items = [
    ...ask.fields.map((field) => labelIn(settings, field, lang)),
    ...ask.documents.map(
      (type, index) =>
        kindName({ settings }, type, lang) + (ask.of[index] ? ` (${ask.of[index]})` : ''),
    ),
  ];
  const due = ask.due_at ? ` (${untilDay(dateInWords(ask.due_at, lang), lang)})` : '';
  return `${ask.reason}${due}\n${items.map((item) => `– ${item}`).join('\n')}`;
}

/** The request in the form. @throws Problem for an invalid one. */
function askOf(form: Values, today: string) {
  const people = list(form.people);
  const types = list(form.documents);
  const ask = {
    reason: text(form.reason),
    fields: list(form.fields),
    documents: [...types, ...people.map(() => 'ID')],
    of: [...types.map(() => ''), ...people],
    due_at: text(form.due) || undefined,
  };
  if (!ask.reason) throw fieldProblem('reason', 'must not be empty');
  if (!ask.fields.length && !ask.documents.length) {
    throw new Problem(422, 'Choose at least one field or document.');
  }
  if (ask.due_at && (!isDate(ask.due_at) || ask.due_at < today)) {
    throw fieldProblem('due', 'must be today or a later day');
  }
  return ask;
}

/** Sends a letter to the client of a case, and notes it in the timeline. */
function write(
  services: Parts<'store' | 'account' | 'cases'>,
  { account, id, who, letterKey }: Act,
  letter: Pick<Letter, 'kind' | 'to' | 'lang' | 'values'>,
): void {
  const { cases, store } = services;
  const name = cases.find(account, id).person?.given_names ?? '';
  store.atomic(() => {
    if (!sendLetter(services, { ...letter, key: letterKey, account, name })) return;
    cases.note(id, who, { kind: 'letter_sent', path: letter.kind, after: letter.to });
  });
}

/** Stores the request and sends the letter, if there is an address: both or neither. */
function askClient(
  services: Parts<'store' | 'clock' | 'account' | 'cases' | 'workflow' | 'portals'>,
  input: Act,
): void {
  const { store, portals, workflow, clock, cases } = services;
  const { account, id, who, form } = input;
  const ask = askOf(form, clock.today());
  const to = text(form.to);
  if (to && !isAddress(to)) {
    throw fieldProblem('to', 'must be one e-mail address, or empty for no letter');
  }
  store.atomic(() => {
    const { request, link } = portals.requestInformation({ account, who }, id, ask);
    if (!to) return cases.note(id, who, { kind: 'letter_impossible' });
    const lang = languageOfClient(services, workflow.show(account, id));
    const values = { link, reason: asList(request, services.account.read(account), lang) };
    write(services, input, { kind: 'request', to, lang, values });
  });
}

/** Sends a reminder of the open requests to the client. */
function remind(
  services: Parts<'store' | 'clock' | 'account' | 'cases' | 'workflow' | 'portals'>,
  input: Act,
): void {
  const { store, clock, workflow } = services;
  const { account, id } = input;
  const found = workflow.show(account, id);
  const open = openRequestsOf(store, id);
  const to = addressOf(found);
  if (!open.length) throw new Problem(409, 'There is no open request to the client.');
  if (!to) throw new Problem(409, 'The client has no e-mail address.');
  if (!found.portals) throw new Problem(409, 'Create a portal link first.');
  const lang = languageOfClient(services, found);
  const reason = open
    .map((request) => asList(request, services.account.read(account), lang))
    .join('\n\n');
  const values = { link: found.portals.link, reason };
  store.atomic(() => {
    noteReminder(store, clock, id);
    write(services, input, { kind: 'reminder_1', to, lang, values });
  });
}

function sendPortal(
  services: Parts<
    'store' | 'clock' | 'account' | 'cases' | 'parties' | 'documents' | 'workflow' | 'portals'
  >,
  input: Act,
): void {
  const found = services.workflow.show(input.account, input.id);
  const to = text(input.form.email);
  if (!isAddress(to)) throw fieldProblem('email', 'must be one e-mail address');
  if (!found.portals) throw new Problem(409, 'Create a portal link first.');
  const lang = languageOfClient(services, found);
  write(services, input, {
    kind: 'link',
    to,
    lang,
    values: { link: found.portals.link },
  });
}

/** Accepts a document, or refuses it with a reason. */
function judge({ documents }: Parts<'documents'>, { account, document, who, form }: Act): void {
  const validity = text(form.validity);
  if (validity !== 'valid' && validity !== 'invalid') {
    throw new Problem(422, 'Say whether the document is accepted or refused.');
  }
  const reason = text(form.reason) || null;
  if (validity === 'invalid' && !reason) throw new Problem(422, 'Say why the document is refused.');
  documents.change({ account, who }, document, { validity, validity_reason: reason });
}

async function addDocument(
  { documents, parties, store }: Parts<'documents' | 'parties' | 'store'>,
  { account, id, who, form, file }: Act,
): Promise<void> {
  const whose = text(form.of);
  if (whose && parties.caseOf(whose) !== id) throw new Problem(404, 'There is no such party.');
  const { file_id } = await storeFile(store, account, file);
  const key = whose.startsWith('biz') ? 'business_id' : 'person_id';
  const target = whose ? { [key]: whose } : { application_id: id };
  documents.attach({ account, who }, { file_id, type: text(form.type) || 'OTHER', ...target });
}

/** The actions of a case's forms, by path. */
const works: Record<string, Work> = {
  decision: decide,
  reopen: ({ workflow }, { account, id, who }) =>
    workflow.decide({ account, who }, id, { status: 'in_review' }),
  submit: ({ workflow }, { account, id, who }) => workflow.submit({ account, who }, id),
  risk: ({ cases }, { account, id, who, form }) =>
    cases.update({ account, who }, id, { risk_level: Number(form.risk_level) as never }),
  request: askClient,
  remind,
  portal: ({ portals }, { account, id, who }) =>
    portals.create({ account, who }, { application_id: id }),
  send: sendPortal,
  documents: addDocument,
  'documents/:document/judge': judge,
};
/** After these actions the case no longer waits, so the next case of the list follows. */
const closing = ['decision', 'request'];

/** @throws Problem 422 for a change that removes the client's last name field. */
function checkStillNamed(kind: Kind, before: Filled, fields: Filled): void {
  const [name] = namingFields[kind];
  if (fields[name] === '') throw fieldProblem(name, 'must not be empty');
  checkNamed(kind, { ...before, ...fields });
}

/** The custom fields in which a form differs from the case. @throws Problem 422 by field. */
function changedCustom(
  fields: CustomField[],
  codes: AccountSettings['country_codes'],
  found: Case,
  values: Record<string, string>,
): Record<string, unknown> {
  const before = customToForm(fields, found.custom_fields);
  const changed = fields.filter((field) => {
    const name = formNameOf(field);
    return name in values && values[name] !== (before[name] ?? '');
  });
  for (const field of changed) {
    const problem = customProblem(field, values[formNameOf(field)]!);
    if (problem === 'unclear') {
      const advice = 'Write it without a point or comma for thousands.';
      throw fieldProblem(formNameOf(field), `can be read in two ways. ${advice}`);
    }
    if (problem) throw fieldProblem(formNameOf(field), 'is not valid');
  }
  return customFromForm(changed, values, codes);
}

const caseNames = caseFields.map(({ name }) => name);
/** The case's own fields as the values of a form. */
const ownForm = (found: object): Filled =>
  mapValues(pick(found as Record<string, unknown>, caseNames), typedText);

function editRoutes(app: Hono, services: Parts<'clock' | 'account' | 'cases' | 'workflow'>) {
  const { cases, clock } = services;
  const settingsOf = (id: string) => services.account.read(cases.accountOf(id));
  /** The values of the form before a change. */
  const valuesOf = (found: Case, fields: CustomField[]): Filled => ({
    ...ownForm(found),
    ...toForm(found.person ?? found.business),
    ...customToForm(fields, found.custom_fields),
  });
  app.get('/:id/edit', (c) => {
    const details = detailsOf(services, c);
    const id = details.application_id;
    const further = inOrder(ofCases(settingsOf(id).custom_fields));
    const { values, errors } = contentOf<{ values: Filled; errors: Errors }>(c);
    return c.html(
      <EditPage
        base={baseOf(id)}
        name={clientName(details)}
        kind={details.person ? 'person' : 'business'}
        values={values ?? valuesOf(details, further)}
        errors={errors}
        further={further}
        version={Number(values?.version ?? cases.timeline(id).at(-1)?.seq ?? 0)}
      />,
    );
  });
  app.post('/:id/edit', async (c) => {
    const id = idOf(c);
    const { custom_fields, country_codes } = settingsOf(id);
    const form = await readForm(c);
    const values = mapValues(form, (value, name) => (isCustom(name) ? lines(value) : text(value)));
    const account = cases.accountOf(id);
    const found = cases.find(account, id);
    const kind = found.person ? 'person' : 'business';
    const before = valuesOf(found, custom_fields);
    // Only changes count, because the form shows one of several nationalities.
    const changed = (names: string[]) =>
      pick(values, names, (name) => values[name] !== (before[name] ?? ''));
    const fields = changed(profileFields[kind].map(({ name }) => name));
    const page = `${baseOf(id)}/edit`;
    const errors = wrongDays(fields, clock.today());
    if (hasErrors(errors)) return leadTo(c, page, { values, errors } satisfies Refused);
    const labels = {
      ...formLabels,
      ...Object.fromEntries(custom_fields.map((one) => [formNameOf(one), one.display_name])),
    };
    return answer(c, { page, values, labels }, () => {
      checkVersion(services, id, values.version);
      checkStillNamed(kind, before, fields);
      const change = {
        [kind]: toBody(fields, true),
        ...toBody(changed(caseNames), true),
        custom_fields: changedCustom(custom_fields, country_codes, found, values),
      };
      cases.update({ account, who: actorOf(c) }, id, change);
      return baseOf(id);
    });
  });
}

function partyRoutes(app: Hono, services: Parts<'clock' | 'cases' | 'parties' | 'workflow'>) {
  const { cases, parties, clock } = services;
  app.get('/:id/party', (c) => {
    const { application_id } = detailsOf(services, c);
    const { values = {}, errors } = contentOf(c);
    const props = { base: baseOf(application_id), kind: kindOf(c.req.query('kind')) };
    return c.html(<PartyPage {...props} values={values} errors={errors} />);
  });
  app.post('/:id/party', async (c) => {
    const id = idOf(c);
    const values = await readForm(c);
    const kind = kindOf(values.kind);
    const { data, errors } = partyOf(kind, values, 'en', clock.today());
    const page = `${baseOf(id)}/party?kind=${kind}`;
    if (hasErrors(errors)) return leadTo(c, page, { values, errors } satisfies Refused);
    parties.add({ account: cases.accountOf(id), who: actorOf(c) }, id, kind, data);
    return c.redirect(baseOf(id), 303);
  });
}

/**
 * A file of a document. It is shown only in a sandbox, because an upload may pretend to be another
 * type.
 */
function documentFile(c: Context, { documents }: Parts<'documents'>) {
  const side = Math.floor(Number(c.req.query('side'))) || 0;
  const file = documents.file(idOf(c), String(c.req.param('document')), side);
  const name = `filename*=UTF-8''${encodeURIComponent(file.name)}`;
  const isShown = c.req.query('download') === undefined && canBeShown(file.content_type);
  // The viewer of PDFs in a browser does not work in a sandbox.
  const isPdf = Buffer.from(file.content).subarray(0, 5).toString() === '%PDF-';
  const sandbox = isPdf && file.content_type === 'application/pdf' ? '' : 'sandbox; ';
  return c.body(new Uint8Array(file.content), 200, {
    'content-type': isShown ? file.content_type : 'application/octet-stream',
    'content-disposition': `${isShown ? 'inline' : 'attachment'}; ${name}`,
    'content-security-policy': `${sandbox}default-src 'none'; img-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'self'`,
    // The case shows it in place.
    'x-frame-options': 'SAMEORIGIN',
  });
}

/** Pages and actions under /back-office/cases. */
export function caseRoutes(services: CaseParts) {
  const app = new Hono();
  app.get('/:id', (c) => casePage(services, c));
  app.get('/:id/documents/:document', (c) => documentFile(c, services));
  app.post('/:id/documents', bodyLimit({ maxSize: maxFile + 1024 * 1024 }));
  for (const path of Object.keys(works)) {
    app.post(`/:id/${path}`, (c) => act(services, c, path));
  }
  editRoutes(app, services);
  partyRoutes(app, services);
  return app;
}

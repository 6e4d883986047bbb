/** The reviewer's actions on one case. */
import { Hono, type Context } from 'hono';

import type { AccountSettings } from '../domain/account.ts';
import { addressOf, isEmail } from '../domain/contact.ts';
import { isDate } from '../domain/custom-fields.ts';
import type { Party } from '../domain/cases.ts';
import { fieldProblem, Problem } from '../domain/problem.ts';
import { combinedRequest, requestsOf, type InformationRequest } from '../domain/requests.ts';
import type { Parts } from '../domain/services.ts';
import { isDecided, rowOf, stateOf } from '../domain/states.ts';
import { newId } from '../domain/store.ts';
import { portalsOf } from '../domain/stored-portals.ts';
import { languageOfClient, sendLetter, type Letter } from '../mail/letters.ts';
import { filled } from '../portal/messages.ts';
import { dateInWords, texts, type Language } from '../portal/texts.ts';
import { answer, contentOf, list, readForm, text, type Values } from '../web/form.ts';
import { itemsOf, type Details } from './case-facts.tsx';
import { CasePage } from './case-page.tsx';
import { openPoints } from './open-points.ts';
import { after, reviewer, type Done } from './parts.tsx';
import { inWords } from './timeline.tsx';

/** Days for the client's answer by default. */
const answerDays = 14;
const day = 24 * 3600_000;

/** The types of files that a browser can show safely. */
const shown = /^(application\/pdf|image\/(png|jpeg|webp))$/;

const idOf = (c: Context) => String(c.req.param('id'));

type CaseParts = Parts<
  'store' | 'clock' | 'account' | 'cases' | 'documents' | 'workflow' | 'portals'
>;

/** The newest portal of a case, and its state: open, expired, submitted or closed. */
function portalOf({ store, clock }: CaseParts, id: string) {
  const [portal] = portalsOf(store, id);
  const isExpired = portal?.state === 'open' && portal.expires_at < clock.iso();
  return { portal, state: isExpired ? 'expired' : portal?.state };
}

function casePage(services: CaseParts, c: Context) {
  const { account, cases, clock, store, workflow } = services;
  const { values = {}, errors } = contentOf(c);
  const id = idOf(c);
  const details = workflow.show(id);
  const settings = account.read();
  const { portal, state } = portalOf(services, id);
  const requests = requestsOf(store, id);
  const now = clock.iso();
  return c.html(
    <CasePage
      details={details}
      timeline={cases.timeline(id)}
      decision={workflow.decisionOf(id)}
      requests={requests}
      open={openPoints({ details, settings, portal, requests, now })}
      settings={settings}
      email={addressOf(details)}
      portal={state}
      due={new Date(clock.now() + answerDays * day).toISOString().slice(0, 10)}
      values={values}
      errors={errors}
    />,
  );
}

interface Act {
  id: string;
  /** With the document in the address. */
  form: Values;
}
type Work = (services: CaseParts, input: Act) => Done;

/** The labels of the fields of a case's actions. */
const actionLabels = {
  text: 'Reason',
  reason: 'What is needed and why',
  due: 'Needed until',
  to: 'Letter to',
  email: 'E-mail address',
};

/** @throws Problem 409, with what has happened to the case since its page was opened. */
function checkSeen({ cases }: CaseParts, { id, form }: Act): void {
  const since = form.seen ? cases.timeline(id).slice(Number(form.seen)) : [];
  if (!since.length) return;
  const what = since.map((entry) => `${inWords(entry)} (${entry.who})`).join('. ');
  throw new Problem(
    409,
    `The case has changed since you opened this page: ${what}. Nothing was done. Do it again if it is still right.`,
  );
}

function decide({ cases, workflow }: CaseParts, { id, form }: Act): Done {
  const status = text(form.status);
  const reason = text(form.text);
  if (rowOf(status)?.decision?.needsReason && !reason) {
    throw fieldProblem('text', `must say why the case is ${status.replaceAll('_', ' ')}`);
  }
  const state = stateOf(cases.find(id));
  if (isDecided(state) && isDecided(status)) {
    throw new Problem(409, 'The case is decided. Reopen it first.');
  }
  workflow.decide(reviewer, id, { status, text: reason || undefined });
  return 'decided';
}

/** A request in the letter's words. */
function asList(
  ask: InformationRequest,
  settings: AccountSettings,
  details: Details,
  lang: Language,
): string {
  const items = itemsOf(ask, settings, details, lang);
  const due = ask.due_at
    ? [filled(texts[lang].dueBy, { date: dateInWords(ask.due_at, lang) })]
    : [];
  return [ask.reason, ...items.map((item) => `– ${item}`), ...due].join('\n');
}

/** The request in the form. @throws Problem for an invalid one. */
function askOf(form: Values, persons: Party[], today: string) {
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
  if (!people.every((id) => persons.some((person) => person.id === id))) {
    throw new Problem(422, 'A chosen person is not of this case any more. Choose again.');
  }
  if (ask.due_at && (!isDate(ask.due_at) || ask.due_at < today)) {
    throw fieldProblem('due', 'must be today or a later day');
  }
  return ask;
}

/** Sends a letter to the client of a case, and notes it in the timeline. */
function write(
  services: CaseParts,
  { id }: Act,
  letter: Pick<Letter, 'kind' | 'to' | 'lang' | 'values'>,
): void {
  const { cases } = services;
  const name = cases.find(id).person?.given_names ?? '';
  const values = { ...letter.values, name };
  sendLetter(services, { ...letter, key: newId('letter'), values });
  cases.note(id, reviewer, { kind: 'letter_sent', path: letter.kind, after: letter.to });
}

/** Stores the request and sends the letter, if there is an address: both or neither. */
function askClient(services: CaseParts, input: Act): Done {
  const { store, portals, workflow, clock, cases } = services;
  const { id, form } = input;
  if (stateOf(cases.find(id)) === 'draft') {
    throw new Problem(409, 'The case is a draft: the portal still asks the client for everything.');
  }
  const ask = askOf(form, workflow.show(id).persons, clock.today());
  const to = text(form.to);
  if (to && !isEmail(to)) {
    throw fieldProblem('to', 'must be one e-mail address, or empty for no letter');
  }
  store.atomic(() => {
    const { request, link } = portals.requestInformation(reviewer, id, ask);
    if (!to) return;
    const details = workflow.show(id);
    const lang = languageOfClient(services, details);
    const values = { link, reason: asList(request, services.account.read(), details, lang) };
    write(services, input, { kind: 'request', to, lang, values });
  });
  return to ? 'askedByLetter' : 'asked';
}

/** Sends the link of the open portal, with what is asked for. */
function sendPortal(services: CaseParts, input: Act): Done {
  const { store, workflow, account } = services;
  const { id, form } = input;
  const to = text(form.email);
  if (!isEmail(to)) throw fieldProblem('email', 'must be one e-mail address');
  const found = workflow.show(id);
  if (!found.portals || portalOf(services, id).state !== 'open') {
    throw new Problem(409, 'The client has no open portal, so no letter was sent.');
  }
  const { link } = found.portals;
  const lang = languageOfClient(services, found);
  const ask = combinedRequest(store, id);
  const letter = ask
    ? ({
        kind: 'request',
        values: { link, reason: asList(ask, account.read(), found, lang) },
      } as const)
    : ({ kind: 'link', values: { link } } as const);
  store.atomic(() => write(services, input, { ...letter, to, lang }));
  return 'sent';
}

/** Accepts a document, or refuses it with a reason. */
function judge({ documents, workflow }: CaseParts, { id, form }: Act): Done {
  const validity = text(form.validity);
  if (validity !== 'valid' && validity !== 'invalid') {
    throw new Problem(422, 'Say whether the document is accepted or refused.');
  }
  const reason = text(form.why) || null;
  if (validity === 'invalid' && !reason) throw new Problem(422, 'Say why the document is refused.');
  const { document_id } = documents.ofCase(id, text(form.document));
  workflow.changeDocument(reviewer, document_id, { validity, validity_reason: reason });
  return validity === 'valid' ? 'accepted' : 'refused';
}

/** The actions of a case's forms, by path. */
const works: Record<string, Work> = {
  decision: decide,
  reopen({ workflow }, { id }) {
    workflow.decide(reviewer, id, { status: 'in_review' });
    return 'reopened';
  },
  submit({ workflow }, { id }) {
    workflow.submit(reviewer, id);
    return 'submitted';
  },
  risk({ workflow }, { id, form }) {
    workflow.update(reviewer, id, { risk_level: Number(form.risk_level) as never });
    return 'risk';
  },
  request: askClient,
  portal({ portals }, { id }) {
    portals.create(reviewer, { application_id: id });
    return 'linked';
  },
  send: sendPortal,
  'documents/:document/judge': judge,
};

/**
 * A file of a document. It is shown only in a sandbox, because an upload may pretend to be another
 * type.
 */
function documentFile(c: Context, { documents }: CaseParts) {
  const side = Math.floor(Number(c.req.query('side'))) || 0;
  const file = documents.file(idOf(c), String(c.req.param('document')), side);
  const name = `filename*=UTF-8''${encodeURIComponent(file.name)}`;
  const isShown = shown.test(file.content_type);
  // The viewer of PDFs in a browser does not work in a sandbox.
  const isPdf = Buffer.from(file.content).subarray(0, 5).toString() === '%PDF-';
  const sandbox = isPdf && file.content_type === 'application/pdf' ? '' : 'sandbox; ';
  return c.body(new Uint8Array(file.content), 200, {
    'content-type': isShown ? file.content_type : 'application/octet-stream',
    'content-disposition': `${isShown ? 'inline' : 'attachment'}; ${name}`,
    'content-security-policy': `${sandbox}default-src 'none'; img-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'none'`,
  });
}

/** Pages and actions under /back-office/cases. */
export function caseRoutes(services: CaseParts) {
  const app = new Hono();
  app.get('/:id', (c) => casePage(services, c));
  app.get('/:id/documents/:document', (c) => documentFile(c, services));
  for (const [path, work] of Object.entries(works)) {
    // A refusal leads back to the case, with what was typed.
    app.post(`/:id/${path}`, async (c) => {
      const id = idOf(c);
      // A missing case has no page to lead back to.
      if (!services.cases.named(id)) return c.redirect(after('/back-office', 'gone'), 303);
      const page = `/back-office/cases/${id}`;
      const values = { ...(await readForm(c)), document: c.req.param('document') ?? '' };
      const input = { id, form: values };
      return answer(c, { page, values, labels: actionLabels }, () => {
        checkSeen(services, input);
        return after(page, work(services, input));
      });
    });
  }
  return app;
}

/** The reviewer's actions on one case. */
import { Hono, type Context } from 'hono';

import type { AccountSettings } from '../domain/account.ts';
import {
  documentIn,
  addressOf,
  isEmail,
  type Party,
  type InformationRequest,
} from '../domain/case.ts';
import { isDate } from '../domain/custom-fields.ts';
import { joined } from '../domain/plain.ts';
import { fieldProblem, Problem } from '../domain/problem.ts';
import type { Parts } from '../domain/services.ts';
import { isDecided, rowOf, stateOf } from '../domain/states.ts';
import { newId } from '../domain/store.ts';
import { portalsOf } from '../domain/stored-portals.ts';
import { sendLetter } from '../mail/letters.ts';
import { dateInWords, filled, isLanguage, texts, type Language } from '../portal/texts.ts';
import { isStale, list, text, type Values } from '../web/form.ts';
import { itemsOf, openPoints, type Details } from './case-words.ts';
import { CasePage } from './case-page.tsx';
import { act, after, reviewer } from './parts.tsx';

type CaseParts = Parts<'store' | 'clock' | 'account' | 'cases' | 'portals'>;

/** Milliseconds for the client's answer by default. */
const answerTime = 14 * 24 * 3600_000;

function casePage(c: Context, services: CaseParts, id: string) {
  const { account, cases, clock, store, portals } = services;
  const record = cases.record(id);
  const details = cases.whole(record);
  const settings = account.read();
  const [portal] = portalsOf(store, id);
  const today = clock.today();
  return c.html(
    <CasePage
      details={details}
      status={cases.statusOf(details)}
      timeline={record.history}
      decision={record.decisions.at(-1)}
      request={record.request}
      missing={openPoints({ details, settings, portal })}
      settings={settings}
      email={addressOf(details)}
      portal={portal && portals.isExpired(portal) ? 'expired' : portal?.state}
      today={today}
      due={new Date(clock.now() + answerTime).toISOString().slice(0, 10)}
    />,
  );
}

interface Act {
  id: string;
  /** The document in the address. */
  document: string;
  form: Values;
}

function decide({ cases }: CaseParts, { id, form }: Act): void {
  const status = text(form.status);
  const reason = text(form.text);
  if (rowOf(status)?.decision?.needsReason && !reason) {
    throw fieldProblem('text', `must say why the case is ${status.replaceAll('_', ' ')}`);
  }
  if (isDecided(stateOf(cases.find(id))) && isDecided(status)) {
    const typed = reason && `You wrote: “${reason}”`;
    throw new Problem(409, joined(' ', ['The case is decided. Reopen it first.', typed]));
  }
  cases.change(reviewer, id, (one) => one.decide({ status, text: reason || undefined }));
}

/** A request in the letter's words. */
function asList(
  ask: InformationRequest,
  settings: AccountSettings,
  details: Details,
  lang: Language,
): string {
  const items = itemsOf(ask, settings, details, lang).map((item) => `– ${item}`);
  const due = ask.due_at && filled(texts[lang].dueBy, { date: dateInWords(ask.due_at, lang) });
  return [ask.reason, ...items, due ?? []].flat().join('\n');
}

/** The request in the form; `ID per_…` is a document and its owner. @throws Problem. */
function askOf(form: Values, persons: Party[], today: string) {
  const ask = {
    reason: text(form.reason),
    fields: list(form.fields),
    documents: list(form.documents),
    due_at: text(form.due) || undefined,
  };
  if (!ask.reason) throw fieldProblem('reason', 'must not be empty');
  if (!ask.fields.length && !ask.documents.length) {
    throw new Problem(422, 'Choose at least one field or document.');
  }
  const owners = ask.documents.flatMap((document) => documentIn(document).owner ?? []);
  if (!owners.every((owner) => persons.some(({ id }) => id === owner))) {
    throw new Problem(422, 'A chosen person is not of this case any more. Choose again.');
  }
  if (ask.due_at && (!isDate(ask.due_at) || ask.due_at < today)) {
    throw fieldProblem('due', 'must be today or a later day');
  }
  return ask;
}

/** Sends the link of the client with what is asked for. */
function write(services: CaseParts, id: string, to: string, link: string): void {
  const { cases, account, portals } = services;
  const record = cases.record(id);
  const details = cases.whole(record);
  // English before the client's first visit.
  const visited = portals.languageOf(id);
  const lang = isLanguage(visited) ? visited : 'en';
  const ask = record.request;
  const reason = ask ? asList(ask, account.read(), details, lang) : '';
  const values = { link, reason, name: details.person?.given_names ?? '' };
  const letter = { key: newId('letter'), who: reviewer, to, lang, values };
  sendLetter(services, { ...letter, kind: ask ? 'request' : 'link' });
}

/** Stores the request and sends the letter, if there is an address: both or neither. */
function askClient(services: CaseParts, { id, form }: Act): void {
  const { store, portals, cases, clock } = services;
  const details = cases.show(id);
  if (stateOf(details) === 'draft') {
    throw new Problem(409, 'The case is a draft: the portal still asks the client for everything.');
  }
  const ask = askOf(form, details.persons, clock.today());
  const to = text(form.to);
  if (to && !isEmail(to)) {
    throw fieldProblem('to', 'must be one e-mail address, or empty for no letter');
  }
  store.atomic(() => {
    const { link } = portals.requestInformation(reviewer, id, ask);
    if (to) write(services, id, to, link);
  });
}

/** Sends the link of the open portal. */
function sendPortal(services: CaseParts, { id, form }: Act): void {
  const { store, cases, portals } = services;
  const to = text(form.email);
  if (!isEmail(to)) throw fieldProblem('email', 'must be one e-mail address');
  const [portal] = portalsOf(store, id);
  const found = cases.show(id);
  if (!found.portals || portal?.state !== 'open' || portals.isExpired(portal)) {
    throw new Problem(409, 'The client has no open portal, so no letter was sent.');
  }
  const { link } = found.portals;
  store.atomic(() => write(services, id, to, link));
}

/** Accepts a document, or refuses it with a reason. */
function judge({ cases }: CaseParts, { id, document, form }: Act): void {
  const validity = text(form.validity);
  if (validity !== 'valid' && validity !== 'invalid') {
    throw new Problem(422, 'Say whether the document is accepted or refused.');
  }
  const reason = validity === 'invalid' ? text(form.why) : null;
  if (reason === '') throw new Problem(422, 'Say why the document is refused.');
  const change = { validity, validity_reason: reason } as const;
  cases.change(reviewer, id, (one) => one.changeDocument(document, change));
}

/** The actions of a case's forms, by path. */
const works: Record<string, (services: CaseParts, input: Act) => void> = {
  decision: decide,
  reopen({ cases }, { id }) {
    cases.change(reviewer, id, (one) => one.decide({ status: 'in_review' }));
  },
  submit({ cases }, { id }) {
    cases.change(reviewer, id, (one) => one.submit());
  },
  request: askClient,
  portal({ portals }, { id }) {
    portals.create(reviewer, { application_id: id });
  },
  send: sendPortal,
  'documents/:document/judge': judge,
};

/** The types of files that a browser can show safely. */
const shown = /^(application\/pdf|image\/(png|jpeg|webp))$/;

/**
 * A file of a document. It is shown only in a sandbox, because an upload may pretend to be another
 * type.
 */
function documentFile(c: Context, { cases }: CaseParts, id: string, document: string) {
  const side = Math.floor(Number(c.req.query('side'))) || 0;
  const file = cases.file(id, document, side);
  // A name may be cut within a character.
  const name = `filename*=UTF-8''${encodeURIComponent(file.name.toWellFormed())}`;
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

/** These are done whatever has changed since their page was opened. */
const neverStale = ['decision', 'documents/:document/judge'];
const stale =
  'The case has changed since you opened this page, so nothing was done. This is what is there now. Press again if it is still right.';

/** Pages and actions under /back-office/cases. */
export function caseRoutes(services: CaseParts) {
  const { cases } = services;
  const app = new Hono();
  app.get('/:id', (c) => casePage(c, services, c.req.param('id')));
  app.get('/:id/documents/:document', (c) =>
    documentFile(c, services, c.req.param('id'), c.req.param('document')),
  );
  for (const [path, work] of Object.entries(works)) {
    app.post(`/:id/${path}`, (c) => {
      const { id, document = '' } = c.req.param() as { id: string; document?: string };
      const page = `/back-office/cases/${id}`;
      return act(c, page, (form) => {
        if (!neverStale.includes(path) && isStale(form, cases.record(id).history))
          throw new Problem(409, stale);
        work(services, { id, document, form });
        return after(page);
      });
    });
  }
  return app;
}

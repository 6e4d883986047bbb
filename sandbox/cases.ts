/** Cases and what happens to them ("States and transitions" of docs/service-interface.md). */
import type {
  Application,
  AttachDocumentBody,
  CreateApplicationBody,
  RecordDecisionBody,
  RelatedBusiness,
  RelatedPerson,
  UpdateApplicationBody,
} from '../api/contract.ts';
import { riskLevels } from '../api/contract.ts';
import type { infer as Infer } from 'zod/mini';

import type { Outbox } from './delivery.ts';
import { assess } from './outcomes.ts';
import { fieldProblem, Problem } from './problem.ts';
import { newId, type Row, type Store } from './store.ts';

export type Kind = 'person' | 'business';
type Party = (RelatedPerson | RelatedBusiness) & Record<string, unknown>;
export type Case = Application & { created_at?: string; updated_at?: string };

const record = (value: unknown) => (value ?? {}) as Record<string, unknown>;

/** `change` over `base`, objects within objects too; null empties a field. */
function merged(base: unknown, change: unknown): unknown {
  if (typeof change !== 'object' || change === null || Array.isArray(change)) return change;
  const from = typeof base === 'object' && !Array.isArray(base) ? record(base) : {};
  return {
    ...from,
    ...Object.fromEntries(
      Object.entries(change).map(([key, value]) => [
        key,
        merged(Object.hasOwn(from, key) ? from[key] : undefined, value),
      ]),
    ),
  };
}

/** Deprecated top-level fields of the update -> where they live now ("Versioning"). */
function withoutDeprecated(body: Record<string, unknown>, isPerson: boolean) {
  const { organization_name, country, local_number, vat_number, registration_date, ...rest } = body;
  const { address, ...change } = rest;
  const business = Object.fromEntries(
    Object.entries({
      organization_name,
      country,
      local_number,
      vat_number,
      registration_date,
    }).filter(([, value]) => value !== undefined),
  );
  const subject = isPerson ? 'person' : 'business';
  return {
    ...change,
    ...(Object.keys(business).length && { business: { ...business, ...record(change.business) } }),
    ...(address !== undefined && { [subject]: { address, ...record(change[subject]) } }),
  } as Record<string, unknown>;
}

export const nameOf = ({ business, person }: Application): string =>
  business?.organization_name ||
  [person?.first_name, person?.last_name].filter(Boolean).join(' ') ||
  person?.email ||
  '';

let latest = 0;
/** The time of a change. No two are the same, so that a reader can tell which came first. */
const now = (): string => new Date((latest = Math.max(Date.now(), latest + 1))).toISOString();

/** The cases of a store. Each change, its timeline entry and its events are one transaction. */
export function openCases(store: Store, outbox: Outbox) {
  const find = (account: string, application_id: string): Case => {
    const row = store.get(
      'select data from cases where application_id = ? and account = ?',
      application_id,
      account,
    );
    if (!row) throw new Problem(404, `There is no case ${application_id}.`);
    return JSON.parse(String(row.data)) as Case;
  };

  const save = (account: string, value: Case): Case => {
    const saved = { ...value, updated_at: now() };
    store.run(
      `insert into cases (application_id, account, name, subject, status_review, is_draft,
         risk_level, external_reference, data, updated_at) values (?,?,?,?,?,?,?,?,?,?)
       on conflict (application_id) do update set name = excluded.name, subject = excluded.subject,
         status_review = excluded.status_review, is_draft = excluded.is_draft,
         risk_level = excluded.risk_level, external_reference = excluded.external_reference,
         data = excluded.data, updated_at = excluded.updated_at`,
      saved.application_id,
      account,
      nameOf(saved),
      saved.business ? 'business' : 'person',
      saved.status_review ?? null,
      saved.is_draft ? 1 : 0,
      saved.risk_level ?? riskLevels.UNSET,
      saved.external_reference ?? null,
      JSON.stringify(saved),
      saved.updated_at,
    );
    return saved;
  };

  const note = (application_id: string, who: string, what: string) =>
    store.run(
      'insert into timeline (application_id, at, who, what) values (?,?,?,?)',
      application_id,
      new Date().toISOString(),
      who,
      what,
    );

  const parties = (application_id: string, kind: Kind): Party[] =>
    store
      .all(
        'select data from parties where application_id = ? and kind = ? order by seq',
        application_id,
        kind,
      )
      .map((row) => JSON.parse(String(row.data)) as Party);

  const portalLink = (application_id: string) =>
    store.get<Row>(
      `select token from portals where application_id = ? and state <> 'closed' order by rowid desc`,
      application_id,
    )?.token;

  /** The case with everything around it, as GET shows it. */
  const show = (account: string, application_id: string) => {
    const found = find(account, application_id);
    const token = portalLink(application_id);
    return {
      ...found,
      persons: parties(application_id, 'person'),
      businesses: parties(application_id, 'business'),
      documents: store
        .all('select data from documents where application_id = ? order by seq', application_id)
        .map((row) => JSON.parse(String(row.data)) as Record<string, unknown>),
      portals: token ? { link: outbox.portalUrl(String(token)) } : null,
    };
  };

  const emit = (account: string, type: string, application_id: string, extra: object = {}) => {
    note(application_id, 'Service', `Event ${type}`);
    return outbox.add(account, type, { ...show(account, application_id), ...extra });
  };

  const review = (account: string, value: Case, status_review: string, who: string): Case => {
    if (status_review === value.status_review) return value;
    const saved = save(account, { ...value, status_review });
    note(value.application_id, who, `Review status: ${status_review}`);
    emit(account, 'application.review_updated', value.application_id);
    return saved;
  };

  const decide = (
    account: string,
    application_id: string,
    { status, text }: Infer<typeof RecordDecisionBody>,
    who: string,
  ) =>
    store.atomic(() => {
      const found = find(account, application_id);
      if (found.is_draft) {
        throw new Problem(409, 'The case is a draft. Submit it before a decision is recorded.');
      }
      if (status === 'approved' && found.risk_level === riskLevels.FORBIDDEN) {
        throw new Problem(409, 'The risk level of the case is FORBIDDEN. It cannot be approved.');
      }
      const decision = {
        decision_id: newId('dec'),
        application_id,
        status,
        text: text ?? null,
        decided_at: new Date().toISOString(),
      };
      store.run(
        'insert into decisions (decision_id, application_id, data) values (?,?,?)',
        decision.decision_id,
        application_id,
        JSON.stringify(decision),
      );
      note(application_id, who, `Decision: ${status}${text ? ` (${text})` : ''}`);
      review(account, found, status, who);
      return decision;
    });

  /** Leaves draft, is assessed, and gets its decision at once where its name asks for one. */
  const enterWorkflow = (account: string, value: Case, who: string): Case => {
    const { decision, ...risk } = assess(value);
    const submitted = save(account, { ...value, is_draft: false, ...risk });
    note(value.application_id, who, 'Submitted');
    const inReview = review(account, submitted, 'in_review', 'Workflow');
    if (decision) {
      decide(
        account,
        value.application_id,
        { status: decision, text: 'Decided by the client name' },
        'Workflow',
      );
    }
    return inReview;
  };

  return {
    find,
    show,
    note,
    decide,
    emit,
    parties,

    create(account: string, body: Infer<typeof CreateApplicationBody>, who: string): Case {
      const { business, person, ...rest } = body;
      if (!business === !person) {
        throw fieldProblem('business', 'give either business (KYB) or person (KYC)');
      }
      if (business && !business.organization_name && !business.registration_number) {
        throw fieldProblem('business.organization_name', 'must not be empty');
      }
      if (person && !person.last_name && !person.email) {
        throw fieldProblem('person.last_name', 'must not be empty');
      }
      return store.atomic(() => {
        const application_id = newId('app');
        const created = save(account, {
          external_reference: null,
          is_draft: false,
          custom_fields: {},
          meta: {},
          ...rest,
          application_id,
          business_id: business ? newId('biz') : null,
          person_id: person ? newId('per') : null,
          business: business ?? null,
          person: person ?? null,
          status_review: 'pending',
          risk_score: null,
          risk_level: riskLevels.UNSET,
          created_at: new Date().toISOString(),
        });
        note(application_id, who, created.is_draft ? 'Created as draft' : 'Created');
        return created;
      });
    },

    update(
      account: string,
      application_id: string,
      body: Infer<typeof UpdateApplicationBody>,
      who: string,
    ): Case {
      return store.atomic(() => {
        const found = find(account, application_id);
        const { decision_status, decision_text, ...change } = withoutDeprecated(
          body,
          !!found.person,
        );
        const fixed = ['application_id', 'status_review', 'is_draft', 'risk_score', 'created_at'];
        for (const key of fixed) delete change[key];
        const saved = save(account, merged(found, change) as Case);
        note(application_id, who, `Changed: ${Object.keys(change).join(', ') || 'nothing'}`);
        if (typeof decision_status === 'string') {
          decide(
            account,
            application_id,
            { status: decision_status, text: decision_text as string },
            who,
          );
        }
        return decision_status ? find(account, application_id) : saved;
      });
    },

    submit(account: string, application_id: string, who: string): Case {
      return store.atomic(() => {
        const found = find(account, application_id);
        if (!found.is_draft) throw new Problem(409, 'The case is no draft; it has been submitted.');
        enterWorkflow(account, found, who);
        return find(account, application_id);
      });
    },

    /** The client submitted the portal: "application.submitted is emitted". */
    submitFromPortal(account: string, application_id: string) {
      const found = find(account, application_id);
      emit(account, 'application.submitted', application_id);
      enterWorkflow(account, found, 'Client');
    },

    addParty(account: string, application_id: string, kind: Kind, body: Party, who: string): Party {
      return store.atomic(() => {
        find(account, application_id);
        if (kind === 'person' && !body.last_name && !body.email) {
          throw fieldProblem('last_name', 'must not be empty');
        }
        if (kind === 'business' && !body.organization_name && !body.registration_number) {
          throw fieldProblem('organization_name', 'must not be empty');
        }
        const id = newId(kind === 'person' ? 'per' : 'biz');
        const party = { roles: [], ...body, [`${kind}_id`]: id, application_id };
        store.run(
          'insert into parties (id, application_id, kind, data) values (?,?,?,?)',
          id,
          application_id,
          kind,
          JSON.stringify(party),
        );
        note(application_id, who, `Related ${kind} added: ${nameOf({ [kind]: body } as never)}`);
        return party;
      });
    },

    attachDocument(account: string, body: Infer<typeof AttachDocumentBody>, who: string) {
      return store.atomic(() => {
        const file = store.get(
          'select name, size, content_type from files where file_id = ? and account = ?',
          body.file_id,
          account,
        );
        if (!file) throw fieldProblem('file_id', 'is not an uploaded file');
        const targets = [body.application_id, body.person_id, body.business_id].filter(Boolean);
        if (targets.length !== 1) {
          throw fieldProblem(
            'application_id',
            'give one of application_id, person_id, business_id',
          );
        }
        const party = body.person_id ?? body.business_id;
        const owner = party
          ? (store.get('select application_id from parties where id = ?', party)?.application_id ??
            store.get(
              `select application_id from cases where ? in
                 (json_extract(data, '$.person_id'), json_extract(data, '$.business_id'))`,
              party,
            )?.application_id)
          : body.application_id;
        if (!owner) throw new Problem(404, `There is no person or business ${party}.`);
        find(account, String(owner));
        const { name, size, content_type } = file;
        const document = {
          ...body,
          document_id: newId('doc'),
          application_id: String(owner),
          name,
          size,
          content_type,
        };
        store.run(
          'insert into documents (document_id, application_id, data) values (?,?,?)',
          document.document_id,
          document.application_id,
          JSON.stringify(document),
        );
        note(document.application_id, who, `Document attached: ${body.type} (${name})`);
        return document;
      });
    },

    /** Rows of the back office list, newest first. */
    list(filter: { text?: string; status?: string; risk?: string }, limit: number, offset: number) {
      const { text = '', status = '', risk = '' } = filter;
      return store.all(
        `select application_id, account, name, subject, status_review, is_draft, risk_level,
                external_reference, updated_at from cases
         where (? = '' or name like '%' || ? || '%' or external_reference = ? or application_id = ?)
           and (? = '' or status_review = ?) and (? = '' or risk_level = cast(? as integer))
         order by seq desc limit ? offset ?`,
        text,
        text,
        text,
        text,
        status,
        status,
        risk,
        risk,
        limit,
        offset,
      );
    },

    accountOf(application_id: string): string {
      const row = store.get('select account from cases where application_id = ?', application_id);
      if (!row) throw new Problem(404, `There is no case ${application_id}.`);
      return String(row.account);
    },

    timeline: (application_id: string) =>
      store.all(
        'select at, who, what from timeline where application_id = ? order by seq',
        application_id,
      ),
  };
}

export type Cases = ReturnType<typeof openCases>;

/** The back office: reviewers decide here, staff make cases by hand, newcomers look around. */
import { Hono, type Context } from 'hono';
import { csrf } from 'hono/csrf';
import { stream } from 'hono/streaming';
import Papa from 'papaparse';

import { clientName } from '../../api/contract.ts';
import type { Faults } from '../api/faults.ts';
import type { RequestLog } from '../api/request-log.ts';
import type { CaseFilter, Kind } from '../domain/cases.ts';
import { emailOf, toForm, toProfile } from '../domain/portals.ts';
import { Problem } from '../domain/problem.ts';
import { readRegistry, searchRegistry } from '../domain/registry.ts';
import type { Services } from '../domain/services.ts';
import { refusal, states, type State } from '../domain/states.ts';
import type { Post } from '../mail/post.ts';
import { profileFields } from '../portal/profile-fields.ts';
import { texts } from '../portal/texts.ts';
import { CaseList, mostCounted } from './case-list.tsx';
import { CasePage } from './case-page.tsx';
import { developerRoutes } from './developer-routes.tsx';
import { importRoutes } from './import.tsx';
import { LetterPage } from './letter.tsx';
import { mailboxRoutes } from './mailbox.tsx';
import { NewCase } from './new-case.tsx';
import { levelWords, stateNames } from './parts.tsx';

const pageSize = 25;

interface Around {
  url: () => string;
  log: RequestLog;
  faults: Faults;
  post: Post;
}

const text = (value: unknown) => (typeof value === 'string' ? value.trim() : '');
const list = (value: unknown) => [value ?? []].flat().map(String);

export function backOfficeRoutes(services: Services, around: Around) {
  const { store, clock, cases, documents, portals, workflow, imports } = services;
  const { post } = around;
  const app = new Hono();
  app.use(csrf());

  const filterOf = (c: Context) => ({
    text: text(c.req.query('text')),
    state: c.req.query('state') ?? '',
    risk: c.req.query('risk') ?? '',
    sort: c.req.query('sort') ?? '',
  });
  const asked = ({ sort, ...filter }: ReturnType<typeof filterOf>): CaseFilter => ({
    ...filter,
    oldest: sort === 'oldest',
  });

  app.get('/', (c) => {
    const filter = filterOf(c);
    const after = Math.floor(Number(c.req.query('after'))) || undefined;
    const rows = cases.list(asked(filter), pageSize + 1, after);
    const shown = rows.slice(0, pageSize);
    const counts = Object.fromEntries(
      states.map((state) => [state, cases.count(state, mostCounted + 1)]),
    ) as Record<State, number>;
    return c.html(
      <CaseList
        rows={shown}
        filter={filter}
        counts={counts}
        next={rows.length > pageSize ? shown.at(-1)!.seq : undefined}
        isLater={after !== undefined}
        now={clock.now()}
      />,
    );
  });

  app.get('/export.csv', (c) => {
    c.header('content-type', 'text/csv; charset=utf-8');
    c.header('content-disposition', 'attachment; filename="cases.csv"');
    const filter = asked(filterOf(c));
    return stream(c, async (out) => {
      const head = ['Case', 'Client', 'Subject', 'Reference', 'Review status', 'Risk', 'Changed'];
      await out.write(`${Papa.unparse([head])}\r\n`);
      for (let after: number | undefined; ;) {
        const rows = cases.list(filter, 500, after);
        if (!rows.length || out.aborted) return;
        after = rows.at(-1)!.seq;
        const cells = rows.map((row) => [
          row.application_id,
          row.name,
          row.subject,
          row.external_reference ?? '',
          row.is_draft ? stateNames.draft : (stateNames[row.status_review as State] ?? ''),
          levelWords(row.risk_level),
          row.updated_at,
        ]);
        // What a spreadsheet would take for a formula is put in quotes.
        await out.write(`${Papa.unparse(cells, { escapeFormulae: true })}\r\n`);
      }
    });
  });

  app.get('/new', (c) => {
    const kind: Kind = c.req.query('kind') === 'person' ? 'person' : 'business';
    const { in: country = '', q = '', number = '' } = c.req.query();
    const company = number ? readRegistry(country, number) : undefined;
    const search = { country, q, companies: q ? searchRegistry(country, q) : [] };
    return c.html(<NewCase kind={kind} values={toForm(company)} search={search} />);
  });
  app.post('/new', async (c) => {
    const form = await c.req.parseBody();
    const kind: Kind = form.kind === 'person' ? 'person' : 'business';
    const { kind: _, external_reference, ...rest } = form;
    const values = Object.fromEntries(
      Object.entries(rest).map(([key, value]) => [key, text(value)]),
    );
    try {
      const created = workflow.create(
        'main',
        {
          [kind]: toProfile(values),
          ...(text(external_reference) && { external_reference: text(external_reference) }),
          is_draft: true,
        },
        'Staff',
      );
      portals.create('main', { application_id: created.application_id }, 'Staff');
      return c.redirect(`/back-office/cases/${created.application_id}`, 303);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      const shown = { ...values, external_reference: text(external_reference) };
      return c.html(<NewCase kind={kind} values={shown} problem={reasonOf(error)} />, 422);
    }
  });

  /** A refusal as a sentence, with the labels of the form. */
  const reasonOf = ({ detail, message }: Problem): string =>
    Array.isArray(detail)
      ? detail
          .map(({ loc, msg }: { loc: string[]; msg: string }) => {
            const name = loc.slice(2).join('_') || loc.at(-1)!;
            return `${(texts.en.labels as Record<string, string>)[name] ?? name} ${msg}`;
          })
          .join('. ')
      : message;

  const casePage = (c: Context, problem?: string) => {
    const id = String(c.req.param('id'));
    const shown = workflow.show(cases.accountOf(id), id);
    return c.html(
      <CasePage
        shown={shown}
        name={clientName(shown)}
        timeline={cases.timeline(id)}
        fields={profileFields[shown.person ? 'person' : 'business'].map(({ name }) => name)}
        documentTypes={Object.keys(texts.en.types)}
        refusals={{ approved: refusal(shown, 'approve'), rejected: refusal(shown, 'reject') }}
        email={emailOf(shown) ?? text(shown.custom_fields?.email)}
        problem={problem}
      />,
      problem ? 409 : 200,
    );
  };
  app.get('/cases/:id', (c) => casePage(c));

  /** Does what a form asked and shows the case again, with the reason where it was refused. */
  const act = async (
    c: Context,
    work: (account: string, id: string, form: Record<string, unknown>) => void | Promise<void>,
  ) => {
    const id = String(c.req.param('id'));
    const form = await c.req.parseBody({ all: true });
    try {
      await work(cases.accountOf(id), id, form);
    } catch (error) {
      if (error instanceof Problem) return casePage(c, reasonOf(error));
      throw error;
    }
    return c.redirect(`/back-office/cases/${id}`, 303);
  };

  app.post('/cases/:id/decision', (c) =>
    act(c, (account, id, form) => {
      const status = text(form.status) === 'approved' ? 'approved' : 'rejected';
      workflow.decide(account, id, { status, text: text(form.text) || undefined }, 'Reviewer');
    }),
  );
  app.post('/cases/:id/risk', (c) =>
    act(c, (account, id, form) => {
      cases.update(account, id, { risk_level: Number(form.risk_level) as never }, 'Reviewer');
    }),
  );
  app.post('/cases/:id/request', (c) =>
    act(c, (account, id, form) => {
      const fields = list(form.fields);
      const types = list(form.documents);
      const reason = text(form.reason);
      if (!reason || (!fields.length && !types.length)) {
        throw new Problem(409, 'Say what is needed and choose at least one field or document.');
      }
      portals.requestInformation(account, id, { reason, fields, documents: types });
    }),
  );
  app.post('/cases/:id/portal', (c) =>
    act(c, (account, id) => void portals.create(account, { application_id: id }, 'Staff')),
  );
  app.post('/cases/:id/send', (c) =>
    act(c, async (account, id, form) => {
      const shown = workflow.show(account, id);
      const to = text(form.to);
      if (!/^[^\s@]+@[^\s@]+$/.test(to)) throw new Problem(409, 'Enter an e-mail address.');
      if (!shown.portals) throw new Problem(409, 'Create a portal link first.');
      try {
        await post.sendLink(to, shown.person?.given_names ?? '', shown.portals.link);
      } catch (error) {
        cases.note(id, 'Staff', `Portal link not sent to ${to}: ${(error as Error).message}`);
        throw new Problem(
          409,
          `The mail server did not take the letter: ${(error as Error).message}`,
        );
      }
      cases.note(id, 'Staff', `Portal link sent to ${to}`);
    }),
  );

  app.get('/letter', (c) => c.html(<LetterPage template={post.template()} />));
  app.post('/letter', async (c) => {
    const form = await c.req.parseBody();
    const template = {
      subject: text(form.subject),
      text: text(form.text).replaceAll('\r\n', '\n'),
    };
    if (!template.subject || !template.text.includes('{{link}}')) {
      const problem = 'A letter needs a subject, and {{link}} in its text.';
      return c.html(<LetterPage template={template} problem={problem} />, 422);
    }
    post.changeTemplate(template);
    return c.redirect('/back-office/letter', 303);
  });

  app.get('/cases/:id/documents/:document', (c) => {
    const file = documents.file(c.req.param('id'), c.req.param('document'));
    const name = `filename*=UTF-8''${encodeURIComponent(file.name)}`;
    // Shown is only what cannot do anything; an upload may pretend to be anything.
    const isShown =
      c.req.query('download') === undefined &&
      /^(application\/pdf|image\/(png|jpeg|webp))$/.test(file.content_type);
    // The viewer of PDFs in a browser does not work in a sandbox.
    const sandbox = file.content_type === 'application/pdf' ? '' : 'sandbox; ';
    const policy = `${sandbox}default-src 'none'; img-src 'self'; style-src 'unsafe-inline'`;
    return c.body(new Uint8Array(file.content), 200, {
      'content-type': isShown ? file.content_type : 'application/octet-stream',
      'content-disposition': `${isShown ? 'inline' : 'attachment'}; ${name}`,
      'content-security-policy': policy,
    });
  });

  app.route('/mailbox', mailboxRoutes(store));
  app.route('/import', importRoutes(imports, post));
  app.route('/developer', developerRoutes(services, around));

  return app;
}

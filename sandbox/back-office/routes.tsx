/** The back office: reviewers decide here, newcomers look around. */
import { Hono, type Context } from 'hono';
import { csrf } from 'hono/csrf';

import { clientName, events } from '../../api/contract.ts';
import type { Services } from '../domain/services.ts';
import type { Fault, Faults } from '../api/faults.ts';
import { profileFields } from '../portal/profile-fields.ts';
import { texts } from '../portal/texts.ts';
import { Problem } from '../domain/problem.ts';
import type { RequestLog } from '../api/request-log.ts';
import { CaseList } from './case-list.tsx';
import { CasePage } from './case-page.tsx';
import { Developer } from './developer.tsx';
import { mailboxRoutes } from './mailbox.tsx';

const pageSize = 25;

const faultsByName: Record<string, Partial<Fault>> = {
  '429': { status: 429, headers: { 'retry-after': '2' } },
  '500': { status: 500 },
  '503': { status: 503 },
  html: { kind: 'html' },
  drop: { kind: 'drop' },
  cut: { kind: 'cut' },
  delay: { delay: 5000 },
};

interface Around {
  url: () => string;
  log: RequestLog;
  faults: Faults;
}

const text = (value: unknown) => (typeof value === 'string' ? value.trim() : '');
const list = (value: unknown) => [value ?? []].flat().map(String);

export function backOfficeRoutes(services: Services, { url, log, faults }: Around) {
  const { store, cases, documents, portals, workflow, outbox, subscriptions } = services;
  const app = new Hono();
  app.use(csrf());

  app.get('/', (c) => {
    const filter = {
      text: text(c.req.query('text')),
      status: c.req.query('status') ?? '',
      risk: c.req.query('risk') ?? '',
    };
    const page = Math.max(Math.floor(Number(c.req.query('page'))) || 0, 0);
    const rows = cases.list(filter, pageSize + 1, page * pageSize);
    return c.html(
      <CaseList
        rows={rows.slice(0, pageSize)}
        filter={filter}
        page={page}
        more={rows.length > pageSize}
      />,
    );
  });

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
        problem={problem}
      />,
      problem ? 409 : 200,
    );
  };
  app.get('/cases/:id', (c) => casePage(c));

  /** Does what a form asked and shows the case again, with the reason where it was refused. */
  const act = async (
    c: Context,
    work: (account: string, id: string, form: Record<string, unknown>) => void,
  ) => {
    const id = String(c.req.param('id'));
    const form = await c.req.parseBody({ all: true });
    try {
      work(cases.accountOf(id), id, form);
    } catch (error) {
      if (error instanceof Problem) return casePage(c, error.message);
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

  app.get('/cases/:id/documents/:document', (c) => {
    const file = documents.file(c.req.param('id'), c.req.param('document'));
    // Always a download, never shown by the browser: an upload may pretend to be anything.
    return c.body(new Uint8Array(file.content), 200, {
      'content-type': 'application/octet-stream',
      'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(file.name)}`,
    });
  });

  app.route('/mailbox', mailboxRoutes(store));

  const eventNames: string[] = Object.values(events);
  app.get('/developer', (c) => {
    const key = store.get('select api_key from accounts order by rowid limit 1');
    return c.html(
      <Developer
        url={url()}
        apiKey={String(key?.api_key)}
        requests={log.latest()}
        webhooks={subscriptions.list(undefined, 50)}
        deliveries={outbox.latest(50)}
        events={eventNames}
        faults={faults.list()}
      />,
    );
  });
  app.post('/developer/deliveries/:seq', (c) => {
    outbox.sendAgain(Number(c.req.param('seq')));
    return c.redirect('/back-office/developer', 303);
  });
  app.post('/developer/webhooks/:id/recover', (c) => {
    const id = c.req.param('id');
    outbox.recover(subscriptions.accountOf(id), id);
    return c.redirect('/back-office/developer', 303);
  });
  app.post('/developer/events', async (c) => {
    const { type } = await c.req.parseBody();
    const newest = cases.list({}, 1, 0)[0];
    if (newest && eventNames.includes(String(type))) {
      workflow.emit(newest.account, String(type), newest.application_id);
    }
    return c.redirect('/back-office/developer', 303);
  });
  app.post('/developer/faults', async (c) => {
    const { fault, clear } = await c.req.parseBody();
    if (clear) {
      faults.clear();
      outbox.disturb({});
    } else if (fault === 'twice') outbox.disturb({ copies: 2 });
    else if (fault === 'reorder') outbox.disturb({ reorder: true });
    else faults.add({ path: '/', times: 1, ...faultsByName[String(fault)] });
    return c.redirect('/back-office/developer', 303);
  });

  return app;
}

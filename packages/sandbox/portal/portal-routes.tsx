/** The portal. The client opens it with the link in the e-mail, which is the only key. */
import { Hono, type MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { contextStorage } from 'hono/context-storage';

import { maxFile } from '../domain/files.ts';
import type { Parts } from '../domain/services.ts';
import { sameOrigin } from '../web/access.ts';
import { wholeForm } from '../web/form.ts';
import { goTo, onlyOpen } from './answers.tsx';
import * as details from './details-routes.tsx';
import * as documents from './documents-routes.tsx';
import { subjectOf } from './requirements.ts';
import { addLook } from './look.ts';
import { showPage } from './pages.tsx';
import * as people from './people-routes.tsx';
import type { PortalContext, PortalEnv } from './portal-request.ts';
import { renew, submit } from './submit-routes.tsx';
import { fillIn } from './test-client.ts';

/** The services that the portal's pages need. */
type Needs = Parts<'portals' | 'workflow' | 'clock' | 'store'>;
type Work = (services: Needs, c: PortalContext) => Response | Promise<Response>;

/** The handlers of the portal's forms, by the path after the link. */
const forms: Record<string, Work> = {
  details: details.takeDetails,
  people: people.takeParty,
  'people/remove': people.removeParty,
  'people/done': people.finishPeople,
  documents: documents.takeDocuments,
  'documents/remove': documents.removeDocument,
  fill: fillIn,
};

/** A verified person has no directors and owners. */
const onlyBusinesses: MiddlewareHandler<PortalEnv> = async (c, next) =>
  subjectOf(c.var.portal) === 'person' ? goTo(c, 'details') : next();

export function portalRoutes(services: Needs & Parts<'account' | 'cases' | 'outbox'>) {
  const app = new Hono<PortalEnv>();
  app.use(sameOrigin, contextStorage(), addLook(services));
  // A request may have several files. Each is checked on its own.
  const large = bodyLimit({
    maxSize: 4 * maxFile,
    onError: (c) => documents.refuseUpload(services, c as PortalContext),
  });
  const small = bodyLimit({ maxSize: 256 * 1024 });
  app.use((c, next) => (c.req.path.endsWith('/documents') ? large : small)(c, next));

  app.post('/:token/renew', (c) => renew(services, c));
  // The portal is read after its form, with what other windows stored meanwhile.
  app.use('/:token/*', wholeForm, onlyOpen(services));
  app.get('/:token', (c) => showPage(services, c));
  app.post('/:token/submit', (c) => submit(services, c));
  app.use('/:token/people/*', onlyBusinesses);
  for (const [path, work] of Object.entries(forms)) {
    app.post(`/:token/${path}`, (c) => work(services, c));
  }
  // A browser that opens the address of a form gets the portal.
  app.get('/:token/*', (c) => c.redirect(`/portals/${c.req.param('token')}`));
  return app;
}

/** *Back office → Account*: how the portal looks to clients. */
import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';

import { defaultSettings, type PortalLook } from '../domain/account.ts';
import { logoFrom, maxLogo } from '../domain/logo.ts';
import { fieldProblem, Problem } from '../domain/problem.ts';
import type { Services } from '../domain/services.ts';
import { logoAddress } from '../portal/look.ts';
import { colourOf, contrast, textOn } from '../web/colours.ts';
import { Page } from '../web/layout.tsx';
import { account, AccountPage, at, Line, setUp, trying } from './account-parts.tsx';
import { Box, PlainLink, text } from './parts.tsx';

const here = `${at}/portal`;
const labels = {
  name: 'Name',
  color: 'Colour',
  logo_url: 'Logo',
  redirect_url: 'Where the client goes after submitting',
};

/** What is written on the colour, and how well it is read. */
function readingOn(colour: string): string {
  const ink = textOn(colour);
  const ratio = contrast(colour, ink).toFixed(1);
  return `Text on it is ${ink === '#ffffff' ? 'white' : 'black'}, with a contrast of ${ratio} : 1.`;
}

function Form({ look, problem }: { look: PortalLook; problem?: string }) {
  const colour = colourOf(look.color) ?? defaultSettings.portal.color;
  const logo = logoAddress(account, look);
  return (
    <AccountPage here="/portal" title="Portal" problem={problem}>
      <form method="post" enctype="multipart/form-data" class="card" novalidate>
        <p class="hint">
          Clients see this name, colour and logo on each page of the portal, and nothing of ours.
        </p>
        <div class="grid">
          <Line name="name" label={labels.name} value={look.name} />
          <Line
            name="color"
            label={labels.color}
            type="color"
            value={colour}
            hint={readingOn(colour)}
          />
          <div class="field">
            <label for="logo">
              {labels.logo_url} <small>(optional)</small>
            </label>
            <input
              id="logo"
              name="logo"
              type="file"
              accept="image/png,image/jpeg,image/gif,image/webp"
              aria-describedby="logo-hint"
            />
            <p class="meta" id="logo-hint">
              PNG, JPEG, GIF or WebP, up to 100 KB. It is shown at most 40 pixels high.
            </p>
            {logo && (
              <>
                <p>
                  <img class="logo" src={logo} alt="The logo as it is" />
                </p>
                <Box name="remove_logo" label="Take the logo away" checked={false} />
              </>
            )}
          </div>
          <Line
            name="redirect_url"
            label={labels.redirect_url}
            value={look.redirect_url}
            hint="Unless the portal was made with another address."
            optional
            max={2000}
          />
        </div>
        <div class="actions">
          <PlainLink href={`${here}/preview`}>Preview</PlainLink>
          <button>Save</button>
        </div>
      </form>
    </AccountPage>
  );
}

/** Everything that has a colour, as clients see it. */
const Preview = () => (
  <Page title="Preview" kind="portal">
    <h1>Preview</h1>
    <p class="note">What you enter is saved.</p>
    <section class="card">
      <div class="field">
        <label for="example">A field</label>
        <input id="example" value="What a client types" />
      </div>
      <label class="choice">
        <input type="checkbox" checked /> A choice
      </label>
      <div class="actions">
        <button class="plain" type="button">
          Back
        </button>
        <button type="button">Continue</button>
      </div>
    </section>
    <p>
      <a href={here}>Back to the settings</a>
    </p>
  </Page>
);

/** The logo after the form: as uploaded, taken away, or as it was. @throws Problem 422. */
async function nextLogo(form: Record<string, unknown>, before: string | null) {
  const { logo: file } = form;
  if (file instanceof File && file.size > 0) {
    const made = logoFrom(Buffer.from(await file.arrayBuffer()));
    if ('problem' in made) throw fieldProblem('logo_url', made.problem);
    return made.logo;
  }
  return form.remove_logo === 'yes' ? null : before;
}

/** The pages and what their buttons do. */
export function lookRoutes(services: Services) {
  const app = new Hono<{ Variables: { look: unknown; pictures: string } }>();
  const kept = () => services.account.read(account).portal;
  app.use(async (c, next) => {
    const logo = logoAddress(account, kept());
    if (logo && URL.canParse(logo)) c.set('pictures', new URL(logo).origin);
    return next();
  });
  app.get('/', (c) => c.html(<Form look={kept()} />));
  app.get('/preview', (c) => {
    const { name, color } = kept();
    c.set('look', { name, colour: color, logo: logoAddress(account, kept()) });
    return c.html(<Preview />);
  });
  const limit = bodyLimit({
    // Of a file that is a little larger the form can say so; a far larger one is not read.
    maxSize: 40 * maxLogo,
    onError: (c) => c.html(<Form look={kept()} problem="Logo is larger than 100 KB." />, 413),
  });
  app.post('/', limit, async (c) => {
    const form = await c.req.parseBody().catch(() => {
      throw new Problem(400, 'The upload is not complete.');
    });
    const look: PortalLook = {
      name: text(form.name),
      color: text(form.color),
      logo_url: kept().logo_url,
      redirect_url: text(form.redirect_url) || null,
    };
    return trying(
      labels,
      async () => {
        setUp(services, { portal: { ...look, logo_url: await nextLogo(form, look.logo_url) } });
        return c.redirect(`${here}?saved`, 303);
      },
      (problem) => c.html(<Form look={look} problem={problem} />, 422),
    );
  });
  return app;
}

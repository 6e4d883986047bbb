/** The API description in Swagger UI, at /docs. */
import { Hono } from 'hono';

import { Office } from './parts.tsx';

/** The page. Swagger UI sets styles from its script, so its policy allows them. */
export const docsRoutes = () =>
  new Hono().get('/', (c) => {
    c.header(
      'content-security-policy',
      "default-src 'none'; style-src 'self' 'unsafe-inline'; script-src 'self'; connect-src 'self'; img-src 'self' data:; base-uri 'none'; frame-ancestors 'none'",
    );
    return c.html(
      <Office
        title="API reference"
        hasMain
        head={
          <>
            <script src="/assets/swagger-ui-bundle.js" defer></script>
            <script src="/assets/docs.js" defer></script>
          </>
        }
      >
        <section aria-label="File">
          The same as a file: <a href="/openapi.json">OpenAPI 3.1</a>
        </section>
        <div id="api" class="card"></div>
        <noscript>This page needs JavaScript. The link to OpenAPI 3.1 does not.</noscript>
      </Office>,
    );
  });

/** The API description in Swagger UI, at /docs. */
import { Hono } from 'hono';
import { html } from 'hono/html';

const asset = (name: string) => `/assets/${name}`;

/** The page. Swagger UI sets styles from its script, so its policy allows them. */
export const docsRoutes = () =>
  new Hono().get('/', (c) => {
    c.header(
      'content-security-policy',
      "default-src 'none'; style-src 'self' 'unsafe-inline'; script-src 'self'; connect-src 'self'; img-src 'self' data:; base-uri 'none'; frame-ancestors 'none'",
    );
    return c.html(
      html`<!doctype html>
        <html lang="en">
          <head>
            <meta charset="utf-8" />
            <meta name="viewport" content="width=device-width, initial-scale=1" />
            <title>API reference</title>
            <link rel="icon" href="data:," />
            <link rel="stylesheet" href="${asset('swagger-ui.css')}" />
            <style>
              header {
                font-family: sans-serif;
              }
              /* Swagger UI's own colours are too faint to read. */
              .swagger-ui :is(.opblock .opblock-summary-method, .info .title small) {
                background: #33475b !important;
              }
              .swagger-ui :is(.info a, .info .link, .btn.authorize) {
                color: #1b5fb0;
              }
              .swagger-ui :is(.json-schema-2020-12-expand-deep-button, .parameter__in) {
                color: #595959;
              }
            </style>
            <script src="${asset('swagger-ui-bundle.js')}" defer></script>
            <script src="${asset('docs.js')}" defer></script>
          </head>
          <body>
            <header>
              <h1>API reference</h1>
              <p>
                <a href="/back-office">Back office</a> · <a href="/openapi.json">OpenAPI 3.1</a>
              </p>
            </header>
            <div id="api"><p>Loading …</p></div>
            <noscript>This page needs JavaScript. The link to OpenAPI 3.1 does not.</noscript>
          </body>
        </html>`,
    );
  });

/** The script that starts the viewer, for calls to this sandbox. */
export const docsScript = `fetch('/openapi.json')
  .then((answer) => answer.json())
  .then((spec) => SwaggerUIBundle({
    spec: { ...spec, servers: undefined },
    dom_id: '#api',
    validatorUrl: null,
    syntaxHighlight: { activated: false },
  }));

// Swagger UI leaves out levels of headings, landmarks, names of lists and a way to scroll by keys.
const missing = [
  ['.info .title, .models > h4', { 'aria-level': '2' }],
  ['.information-container', { role: 'region', 'aria-label': 'About' }],
  ['.opblock select', { 'aria-label': 'Choice' }],
  ['.opblock pre', { tabindex: '0' }],
];
new MutationObserver(() => {
  for (const [selector, attributes] of missing)
    for (const element of document.querySelectorAll(selector))
      for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
}).observe(document.querySelector('#api'), { childList: true, subtree: true });
`;

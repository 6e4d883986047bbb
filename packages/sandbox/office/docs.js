// Shows the API description in Swagger UI, for calls to this sandbox. Its styles and those of the page
// stay apart: it has a root of its own.
const root = document.querySelector('#api').attachShadow({ mode: 'open' });
const isDark = matchMedia('(prefers-color-scheme: dark)').matches;
const style = document.createElement('style');
root.innerHTML = `
  <style>
    /* Swagger UI's own colours are too faint to read. */
    .swagger-ui :is(.opblock .opblock-summary-method, .info .title small) {
      background: #33475b !important;
      color: #fff !important;
    }
    .swagger-ui :is(.info a, .info .link, .btn.authorize) {
      color: light-dark(#1b5fb0, #7cb2f5) !important;
    }
    .swagger-ui :is(.json-schema-2020-12-expand-deep-button, .parameter__in, .header-col) {
      color: light-dark(#595959, #c5ced6) !important;
    }
  </style>
  <div class="${isDark ? 'dark-mode' : ''}"><div id="swagger">Loading …</div></div>`;

async function show() {
  const [css, spec] = await Promise.all([
    fetch('/assets/swagger-ui.css').then((answer) => answer.text()),
    fetch('/openapi.json').then((answer) => answer.json()),
  ]);
  // The class for dark colours is that of the page there, and of the root here.
  style.textContent = css.replaceAll('html.dark-mode', '.dark-mode');
  root.prepend(style);
  SwaggerUIBundle({
    spec: { ...spec, servers: undefined },
    domNode: root.querySelector('#swagger'),
    validatorUrl: null,
    syntaxHighlight: { activated: false },
  });
}
void show();

// Swagger UI leaves out levels of headings, landmarks, names of lists and a way to scroll by keys.
const missing = [
  ['.info .title, .models > h4', { 'aria-level': '2' }],
  ['.information-container', { role: 'region', 'aria-label': 'About' }],
  ['.opblock select', { 'aria-label': 'Choice' }],
  ['.opblock pre', { tabindex: '0' }],
];
new MutationObserver(() => {
  for (const [selector, attributes] of missing)
    for (const element of root.querySelectorAll(selector))
      for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
}).observe(root, { childList: true, subtree: true });

/** The frame of every page: brand, language, one style sheet, no outside assets. */
import { raw } from 'hono/html';
import type { Child } from 'hono/jsx';

import brand from './brand.json' with { type: 'json' };

interface Props {
  title: string;
  lang?: string;
  kind: 'portal' | 'office';
  nav?: Child;
  script?: string;
  children?: Child;
}

export function Page({ title, lang = 'en', kind, nav, script, children }: Props) {
  return (
    <>
      {raw('<!doctype html>')}
      <html lang={lang}>
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <meta name="robots" content="noindex" />
          <title>{`${title} – ${brand.name}`}</title>
          <link rel="icon" href="data:," />
          <link rel="stylesheet" href="/assets/style.css" />
          {script && <script src={script} defer></script>}
        </head>
        <body class={kind}>
          <header class="top">
            <div class="brand">
              <svg viewBox="0 0 24 24" width="28" height="28" aria-hidden="true">
                <rect width="24" height="24" rx="6" />
                <path d={brand.logo} />
              </svg>
              <span>
                <strong>{brand.name}</strong> <small>{brand.tagline}</small>
              </span>
            </div>
            {nav}
          </header>
          <main>{children}</main>
        </body>
      </html>
    </>
  );
}

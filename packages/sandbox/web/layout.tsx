/** The frame of every page: brand, language, one style sheet, no outside assets. */
import { raw } from 'hono/html';
import { tryGetContext } from 'hono/context-storage';
import type { Child } from 'hono/jsx';

import brand from '../domain/brand.json' with { type: 'json' };

/** The design of an account's pages, if it differs from the sandbox's. */
export interface Look {
  name: string;
  /** `#1f5fbf` */
  colour: string;
  /** The address of a picture. */
  logo?: string;
}

interface Props {
  title: string;
  lang: string;
  kind: 'portal' | 'office';
  /** The text of the link past the head of the page. */
  skip?: string;
  /** What the sandbox is, below its name. */
  tagline?: string;
  nav?: Child;
  children?: Child;
}

/** The brand of the sandbox or of the account. */
function Brand({ look, tagline = brand.tagline }: { look?: Look; tagline?: string }) {
  if (look) {
    return (
      <div class="brand hstack">
        {look.logo && <img class="logo" src={look.logo} height="40" alt="" />}
        <strong dir="auto">{look.name}</strong>
      </div>
    );
  }
  return (
    <div class="brand hstack">
      <svg viewBox="0 0 24 24" width="28" height="28" aria-hidden="true">
        <rect width="24" height="24" rx="6" fill="var(--primary)" />
        <path d={brand.logo} fill="none" stroke="var(--primary-foreground)" stroke-width="2.4" />
      </svg>
      <span>
        <strong>{brand.name}</strong> <small>{tagline}</small>
      </span>
    </div>
  );
}

export function Page(props: Props) {
  const { title, lang, kind, nav, tagline, skip = 'Skip to the content', children } = props;
  const look = tryGetContext<{ Variables: { look?: Look } }>()?.get('look');
  return (
    <>
      {raw('<!doctype html>')}
      <html lang={lang}>
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <meta name="robots" content="noindex" />
          <title>{`${title} – ${look?.name ?? brand.name}`}</title>
          <link rel="icon" href="data:," />
          <link rel="stylesheet" href="/assets/style.css" />
          {look && <link rel="stylesheet" href={`/assets/theme/${look.colour.slice(1)}.css`} />}
          <script src={`/assets/${kind}.js`} defer></script>
        </head>
        <body class={kind}>
          <a class="skip" href="#content">
            {skip}
          </a>
          <header class="top hstack justify-between">
            <Brand look={look} tagline={tagline} />
            {nav}
          </header>
          <main id="content" tabindex={-1}>
            {children}
          </main>
        </body>
      </html>
    </>
  );
}

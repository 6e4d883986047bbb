/** The frame of every page: the account's name, language, one style sheet, no outside assets. */
import { raw } from 'hono/html';
import { tryGetContext } from 'hono/context-storage';
import type { Child } from 'hono/jsx';

import { defaultSettings } from '../domain/account.ts';

interface Props {
  title: string;
  lang: string;
  kind: 'portal' | 'office';
  /** The text of the link past the head of the page. */
  skip?: string;
  nav?: Child;
  children?: Child;
}

export function Page(props: Props) {
  const { title, lang, kind, nav, skip = 'Skip to the content', children } = props;
  const name =
    tryGetContext<{ Variables: { name?: string } }>()?.get('name') ?? defaultSettings.portal.name;
  return (
    <>
      {raw('<!doctype html>')}
      <html lang={lang}>
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <meta name="robots" content="noindex" />
          <title>{`${title} – ${name}`}</title>
          <link rel="icon" href="data:," />
          <link rel="stylesheet" href="/assets/style.css" />
          <script src={`/assets/${kind}.js`} defer></script>
        </head>
        <body class={kind}>
          <a class="skip" href="#content">
            {skip}
          </a>
          <header class="top hstack justify-between">
            <strong dir="auto">{name}</strong>
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

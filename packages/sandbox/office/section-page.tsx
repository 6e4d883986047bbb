/** The common parts of the pages about the account and its webhooks. */
import type { Child } from 'hono/jsx';

import type { Errors } from '../web/form.ts';
import { Actions, Office, Press, Tabs } from './parts.tsx';

/** The sections with several pages. */
const sections = {
  account: {
    label: 'Account',
    path: '/back-office/account',
    pages: { '': 'Set-up', '/keys': 'API keys' },
  },
  developer: {
    label: 'Developer',
    path: '/back-office/developer',
    pages: { '': 'Try it', '/webhooks': 'Webhooks' },
  },
} as const;
export const accountPath = sections.account.path;
export const webhooksPath = `${sections.developer.path}/webhooks`;

interface FrameProps {
  section: keyof typeof sections;
  here: string;
  title: string;
  errors?: Errors;
  children?: Child;
}

/** A page of a section, with links to the others. */
export const SectionPage = ({ section, here, title, errors, children }: FrameProps) => {
  const { label, path, pages } = sections[section];
  return (
    <Office title={title} section={path} errors={errors}>
      <Tabs
        label={`Pages of ${label}`}
        tabs={Object.entries(pages).map(([page, text]) => ({
          href: path + page,
          text,
          isHere: page === here,
        }))}
      />
      {children}
    </Office>
  );
};

interface RemovalProps {
  action: string;
  what: string;
  warning: string;
  verb?: string;
}

/** A delete button behind a second button. */
export const Removal = ({ action, what, warning, verb = 'Remove' }: RemovalProps) => (
  <details>
    <summary>{`${verb} …`}</summary>
    <p>{warning}</p>
    <Press action={action} class="outline" data-variant="danger">{`${verb} ${what}`}</Press>
  </details>
);

/** A secret to copy. It is shown only once. */
export const Once = ({ about, value, back }: { about: string; value: string; back: string }) => (
  <section class="card">
    <p>{about}</p>
    <pre tabindex={0}>{value}</pre>
    <Actions back={back}>
      <button type="button" data-copy={value} hidden>
        Copy
      </button>
    </Actions>
  </section>
);

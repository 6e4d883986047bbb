/** The common parts of the account's pages. */
import type { Child } from 'hono/jsx';

import { Problem } from '../domain/problem.ts';
import { Actions, Office, Press, Tabs, text } from './parts.tsx';

export const accountPath = '/back-office/account';
const pages = [
  ['', 'Set-up'],
  ['/webhooks', 'Webhooks'],
  ['/keys', 'API keys'],
] as const;
type Here = (typeof pages)[number][0];

interface FrameProps {
  here: Here;
  title: string;
  problem?: string;
  children?: Child;
}

/** A page about the account, with links to the others. */
export const AccountPage = ({ here, title, problem, children }: FrameProps) => (
  <Office title={title} section={accountPath} problem={problem}>
    <Tabs
      label="Account"
      tabs={pages.map(([path, label]) => ({
        href: accountPath + path,
        text: label,
        isHere: path === here,
      }))}
    />
    {children}
  </Office>
);

interface LineProps {
  name: string;
  label: string;
  value?: string | null;
  hint?: string;
  optional?: boolean;
  type?: string;
  max?: number;
}

/** One line of text with its label. */
export const Line = ({ name, label, value, hint, optional, type, max = 200 }: LineProps) => (
  <div class="field">
    <label for={name}>
      {label} {optional && <small>(optional)</small>}
    </label>
    <input
      id={name}
      name={name}
      type={type ?? 'text'}
      value={value ?? ''}
      maxlength={type === 'color' ? undefined : max}
      autocomplete="off"
      aria-describedby={hint ? `${name}-hint` : undefined}
    />
    {hint && (
      <p class="meta" id={`${name}-hint`}>
        {hint}
      </p>
    )}
  </div>
);

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

interface OnceProps extends FrameProps {
  about: string;
  value: string;
}

/** A page with a secret to copy. It is shown only once. */
export const Once = ({ here, title, about, value }: OnceProps) => (
  <AccountPage here={here} title={title}>
    <section class="card">
      <p>{about}</p>
      <pre tabindex={0}>{value}</pre>
      <Actions back={accountPath + here}>
        <button type="button" data-copy={value} hidden>
          Copy
        </button>
      </Actions>
    </section>
  </AccountPage>
);

/** All values of a repeated field. */
export const texts = (value: unknown): string[] => [value ?? []].flat().map(text).filter(Boolean);

/** A refusal as a sentence, with the form's labels. */
const reasonOf = (problem: Problem, labels: Record<string, string>): string =>
  problem.inWords((loc, msg) => {
    const name = loc.findLast((part) => typeof part === 'string' && labels[part]);
    return `${name ? labels[name] : loc.slice(1).join(' ')} ${msg}.`;
  }, ' ');

/** Runs `work`. If it is refused, answers with `refused`. */
export async function trying(
  labels: Record<string, string>,
  work: () => Response | Promise<Response>,
  refused: (problem: string) => Response | Promise<Response>,
): Promise<Response> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return refused(reasonOf(error, labels));
  }
}

/** What the back office pages share. */
import type { Child } from 'hono/jsx';

import { riskLevels } from '../../api/contract.ts';
import { Page } from '../web/layout.tsx';

export const statuses = ['pending', 'in_review', 'approved', 'rejected'];
export const levelNames = Object.entries(riskLevels).map(([name, value]) => [value, name] as const);
export const levelName = (level: unknown) =>
  levelNames.find(([value]) => value === level)?.[1] ?? 'UNSET';

const sections = [
  ['/back-office', 'Cases'],
  ['/back-office/mailbox', 'Mailbox'],
  ['/back-office/developer', 'Developer'],
] as const;

export function Office({ title, at, children }: { title: string; at?: string; children?: Child }) {
  return (
    <Page
      title={title}
      kind="office"
      nav={
        <nav class="links" aria-label="Sections">
          {sections.map(([href, label]) => (
            <a href={href} aria-current={href === at ? 'page' : undefined}>
              {label}
            </a>
          ))}
        </nav>
      }
    >
      <h1>{title}</h1>
      {children}
    </Page>
  );
}

export const Tag = ({ text }: { text: string }) => (
  <span class={`tag ${text.toLowerCase()}`}>{text.replace('_', ' ')}</span>
);

export const time = (iso: unknown) => String(iso).slice(0, 19).replace('T', ' ');

export function Select({
  name,
  label,
  options,
  value,
}: {
  name: string;
  label: string;
  options: (readonly [string, string])[];
  value: string;
}) {
  return (
    <div class="field">
      <label for={name}>{label}</label>
      <select id={name} name={name}>
        {options.map(([id, text]) => (
          <option value={id} selected={id === value}>
            {text}
          </option>
        ))}
      </select>
    </div>
  );
}

export const words = (key: string) =>
  key.charAt(0).toUpperCase() + key.slice(1).replaceAll('_', ' ');

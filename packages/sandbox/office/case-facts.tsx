/** What is known of a case: its profile and its parties. */
import { clientName } from '../../../service/contract.ts';
import { joined } from '../domain/plain.ts';
import { formName } from '../domain/portals.ts';
import { countryName, dateInWords, textOf, texts } from '../portal/texts.ts';
import { words } from './parts.tsx';

export type Shown = Record<string, any>;

const hidden = ['person_id', 'business_id', 'application_id'];

/** A value as people write it: countries by name, dates and roles in words. */
function inWords(key: string, value: unknown): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) {
    const of = key === 'roles' ? texts.en.roles : {};
    return value.map((item) => textOf(of, inWords(key, item))).join(', ');
  }
  if (typeof value === 'object') {
    const inner = Object.entries(value).map(([name, item]) => inWords(name, item));
    return joined(', ', inner);
  }
  const text = String(value);
  if (['country', 'nationalities'].includes(key)) return countryName(text, 'en');
  if (key.endsWith('_date')) return dateInWords(text, 'en');
  return key === 'direct_ownership_percentage' ? `${text} %` : text;
}

export const labelOf = (key: string) =>
  (texts.en.labels as Record<string, string | undefined>)[formName([key])] ?? words(key);

/** Facts in words. Those with a title stand there with it, or not at all. */
function Facts({ title, of }: { title?: string; of: Record<string, unknown> }) {
  const facts = Object.entries(of).flatMap(([key, value]) => {
    const text = hidden.includes(key) ? '' : inWords(key, value);
    return text ? [<dt>{labelOf(key)}</dt>, <dd dir="auto">{text}</dd>] : [];
  });
  if (title && !facts.length) return null;
  return (
    <>
      {title && <h2>{title}</h2>}
      <dl>{facts}</dl>
    </>
  );
}

export const partyLabel = (party: Shown): string =>
  clientName({ business: party }) || clientName({ person: party }) || 'Unnamed';

export function Profile({ shown, base }: { shown: Shown; base: string }) {
  return (
    <section class="card">
      <div class="headed">
        <h2>Profile</h2>
        <a href={`${base}/edit`}>Change</a>
      </div>
      <Facts of={(shown.business ?? shown.person ?? {}) as Record<string, unknown>} />
      <Facts
        title="Reference and custom fields"
        of={{ external_reference: shown.external_reference, ...shown.custom_fields }}
      />
    </section>
  );
}

export function Parties({ shown, base }: { shown: Shown; base: string }) {
  const parties = [...shown.persons, ...shown.businesses] as Shown[];
  return (
    <section class="card">
      <div class="headed">
        <h2>Related parties</h2>
        <span class="links">
          <a href={`${base}/party?kind=person`}>Add a person</a>{' '}
          <a href={`${base}/party?kind=business`}>Add a company</a>
        </span>
      </div>
      {parties.length === 0 && (
        <p class="hint">Nobody yet. The client names directors and owners in the portal.</p>
      )}
      {parties.map((party) => (
        <details>
          <summary>
            <span dir="auto">{partyLabel(party)}</span>{' '}
            <span class="meta">
              {joined(', ', [
                inWords('roles', party.roles ?? []),
                inWords('direct_ownership_percentage', party.direct_ownership_percentage),
              ])}
            </span>
          </summary>
          <Facts of={party} />
        </details>
      ))}
    </section>
  );
}

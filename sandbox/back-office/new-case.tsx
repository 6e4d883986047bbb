/** A case made by hand, with the company registry at its side. */
import { namingFields, type Company } from '../../api/contract.ts';
import type { Kind } from '../domain/cases.ts';
import { Field } from '../portal/views/frame.tsx';
import { profileFields } from '../portal/profile-fields.ts';
import { countryNames } from '../portal/texts.ts';
import { Office, Refusal } from './parts.tsx';

interface Props {
  kind: Kind;
  values: Record<string, string>;
  /** What was searched for in the registry, and found. */
  search?: { country: string; q: string; companies: Company[] };
  problem?: string;
}

export function NewCase({ kind, values, search, problem }: Props) {
  return (
    <Office title="New case" at="/back-office/new">
      <Refusal problem={problem} />
      <nav class="links counts" aria-label="Subject">
        <a href="/back-office/new" aria-current={kind === 'business' ? 'page' : undefined}>
          Business (KYB)
        </a>
        <a
          href="/back-office/new?kind=person"
          aria-current={kind === 'person' ? 'page' : undefined}
        >
          Person (KYC)
        </a>
      </nav>
      {kind === 'business' && (
        <section class="card">
          <h2>Company registry</h2>
          <form method="get" class="filters">
            <div class="field">
              <label for="in">Country</label>
              <select id="in" name="in">
                {countryNames('en').map(([code, name]) => (
                  <option value={code} selected={code === (search?.country || 'FR')}>
                    {name}
                  </option>
                ))}
              </select>
            </div>
            <div class="field">
              <label for="q">Name or number</label>
              <input id="q" name="q" value={search?.q ?? ''} />
            </div>
            <button class="plain">Search</button>
          </form>
          {search?.q && !search.companies.length && <p role="status">No company found.</p>}
          <ul class="list">
            {search?.companies.map((company) => (
              <li>
                <span>
                  {company.organization_name}{' '}
                  <span class="meta">{`${company.registration_number} · ${company.address?.city}`}</span>
                </span>
                <a
                  class="button plain"
                  href={`?${new URLSearchParams({
                    number: company.registration_number ?? '',
                    in: company.country ?? '',
                  })}`}
                  aria-label={`Choose: ${company.organization_name}`}
                >
                  Choose
                </a>
              </li>
            ))}
          </ul>
        </section>
      )}
      <form method="post" action="/back-office/new" class="card" novalidate>
        <input type="hidden" name="kind" value={kind} />
        <div class="grid">
          {profileFields[kind].map((def) => (
            <Field
              def={{ ...def, required: (namingFields[kind] as readonly string[])[0] === def.name }}
              lang="en"
              values={values}
            />
          ))}
          <div class="field">
            <label for="external_reference">
              External reference <small>(optional)</small>
            </label>
            <input
              id="external_reference"
              name="external_reference"
              value={values.external_reference ?? ''}
              maxlength={255}
            />
          </div>
        </div>
        <div class="actions end">
          <button>Create case</button>
        </div>
      </form>
    </Office>
  );
}

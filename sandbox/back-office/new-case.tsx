/** A case made by hand, with the company registry at its side. */
import { namingFields, type Company } from '../../api/contract.ts';
import type { Kind } from '../domain/cases.ts';
import { countryNames } from '../portal/texts.ts';
import { ProfileFields } from './case-forms.tsx';
import { Card, Input, Office, Refusal, Select, Tabs } from './parts.tsx';

const at = '/back-office/new';

interface Props {
  kind: Kind;
  values: Record<string, string>;
  /** What was searched for in the registry, and found. */
  search?: { country: string; q: string; companies: Company[] };
  problem?: string;
}

export function NewCase({ kind, values, search, problem }: Props) {
  return (
    <Office title="New case" at={at}>
      <Refusal problem={problem} />
      <Tabs
        label="Subject"
        tabs={[
          { href: at, text: 'Business (KYB)', isHere: kind === 'business' },
          { href: `${at}?kind=person`, text: 'Person (KYC)', isHere: kind === 'person' },
        ]}
      />
      {kind === 'business' && (
        <Card title="Company registry">
          <form method="get" class="filters">
            <Select
              name="in"
              label="Country"
              value={search?.country || 'FR'}
              options={countryNames('en')}
            />
            <Input name="q" label="Name or number" value={search?.q ?? ''} />
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
        </Card>
      )}
      <form method="post" action={at} class="card" novalidate>
        <input type="hidden" name="kind" value={kind} />
        <ProfileFields kind={kind} values={values} needed={namingFields[kind][0]} />
        <div class="actions end">
          <button>Create case</button>
        </div>
      </form>
    </Office>
  );
}

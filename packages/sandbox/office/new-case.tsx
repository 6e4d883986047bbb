/** The form for a new case, next to a search in the company registry. */
import { Hono } from 'hono';

import { CreateApplicationBody, type Company } from '../../../service/contract.ts';
import type { Kind } from '../domain/cases.ts';
import { forcedOutcomes } from '../domain/outcomes.ts';
import { joined } from '../domain/plain.ts';
import { toForm, toBody } from '../domain/form-values.ts';
import { valid } from '../domain/problem.ts';
import { readRegistry, searchRegistry } from '../domain/registry.ts';
import type { Parts } from '../domain/services.ts';
import { caseFields, profileFields } from '../portal/profile-fields.ts';
import { wrongDays } from '../portal/rules.ts';
import { countryNames } from '../portal/texts.ts';
import {
  answer,
  contentOf,
  hasErrors,
  leadTo,
  readForm,
  text,
  textsIn,
  type Refused,
  type Values,
} from '../web/form.ts';
import { actorOf } from './actor.tsx';
import { formLabels } from './case-facts.tsx';
import { ProfileFields } from './case-forms.tsx';
import {
  account,
  Card,
  Input,
  levelWords,
  Office,
  PlainLink,
  Select,
  Submit,
  Tabs,
} from './parts.tsx';

const path = '/back-office/new';

interface Props extends Refused {
  kind: Kind;
  values: Values;
  /** The search in the registry, and its results. */
  search?: { country: string; q: string; companies: Company[] };
}

function NewCase({ kind, values, search, errors }: Props) {
  return (
    <Office title="New case" section={path} errors={errors}>
      <Tabs
        label="Subject"
        tabs={[
          { href: path, text: 'Business (KYB)', isHere: kind === 'business' },
          { href: `${path}?kind=person`, text: 'Person (KYC)', isHere: kind === 'person' },
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
            <button class="outline">Search</button>
          </form>
          {search?.q && !search.companies.length && <p role="status">No company found.</p>}
          <ul class="list unstyled">
            {search?.companies.map((company) => (
              <li>
                <span>
                  {company.organization_name}{' '}
                  <span class="meta">
                    {joined(' · ', [company.registration_number, toForm(company)['address.town']])}
                  </span>
                </span>
                <PlainLink
                  href={`?${new URLSearchParams({
                    number: company.registration_number ?? '',
                    in: company.country ?? '',
                  })}`}
                  aria-label={`Choose: ${company.organization_name}`}
                >
                  Choose
                </PlainLink>
              </li>
            ))}
          </ul>
        </Card>
      )}
      <form method="post" action={path} class="card" novalidate>
        <input type="hidden" name="kind" value={kind} />
        <ProfileFields kind={kind} values={values} errors={errors} />
        <p class="hint">
          {'For tests: a word in the name forces the outcome: '}
          {forcedOutcomes.map(({ word, risk_level, decision }, index) => (
            <>
              {index > 0 && '; '}
              <code>{word}</code>
              {` for risk ${levelWords(risk_level)}${decision ? `, ${decision} at once` : ''}`}
            </>
          ))}
          .
        </p>
        <Submit>Create case</Submit>
      </form>
    </Office>
  );
}

const kindOf = (value: unknown): Kind => (value === 'person' ? 'person' : 'business');

export function newCaseRoutes({
  workflow,
  portals,
  clock,
}: Parts<'workflow' | 'portals' | 'clock'>) {
  const app = new Hono();
  app.get('/', (c) => {
    const { in: country = '', q = '', number = '' } = c.req.query();
    const company = number ? readRegistry(country, number) : undefined;
    const search = { country, q, companies: q ? searchRegistry(country, q) : [] };
    const kind = kindOf(c.req.query('kind'));
    const { values = toForm(company), errors } = contentOf(c);
    return c.html(<NewCase {...{ kind, values, search, errors }} />);
  });
  app.post('/', async (c) => {
    const values = await readForm(c);
    const kind = kindOf(values.kind);
    const page = `${path}?kind=${kind}`;
    const names = profileFields[kind].map(({ name }): string => name);
    const valuesOf = (fields: string[]) =>
      toBody(Object.fromEntries(fields.map((name) => [name, text(values[name])])));
    const errors = wrongDays(textsIn(values), clock.today());
    if (hasErrors(errors)) return leadTo(c, page, { values, errors } satisfies Refused);
    return answer(c, { page, values, labels: formLabels }, () => {
      const body = valid(CreateApplicationBody, {
        [kind]: valuesOf(names),
        ...valuesOf(caseFields.map(({ name }) => name)),
        is_draft: true,
      });
      const actor = { account, who: actorOf(c) };
      const { application_id } = workflow.create(actor, body);
      portals.create(actor, { application_id });
      return `/back-office/cases/${application_id}`;
    });
  });
  return app;
}

/** The form for a new case, next to a search in the company registry. */
import { Hono } from 'hono';

import { CreateApplicationBody, type Company } from '../../../service/contract.ts';
import type { Kind } from '../domain/cases.ts';
import { forcedOutcomes } from '../domain/outcomes.ts';
import { joined } from '../domain/plain.ts';
import { toForm, toBody } from '../domain/form-values.ts';
import { unlessRefused, valid } from '../domain/problem.ts';
import { readRegistry, searchRegistry } from '../domain/registry.ts';
import type { Parts } from '../domain/services.ts';
import { caseFields } from '../portal/profile-fields.ts';
import { checkDays } from '../portal/rules.ts';
import { countryNames } from '../portal/texts.ts';
import { keptFor, showOn } from '../web/kept.ts';
import { actorOf } from './actor.tsx';
import { ProfileFields } from './case-forms.tsx';
import { reasonOf } from './case-routes.tsx';
import {
  Card,
  Facts,
  Input,
  levelWords,
  Office,
  PlainLink,
  Select,
  Submit,
  Tabs,
  textsOf,
} from './parts.tsx';

const path = '/back-office/new';

interface Props {
  kind: Kind;
  values: Record<string, string>;
  /** The search in the registry, and its results. */
  search?: { country: string; q: string; companies: Company[] };
  problem?: string;
}

function NewCase({ kind, values, search, problem }: Props) {
  return (
    <Office title="New case" section={path} problem={problem}>
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
        <ProfileFields kind={kind} values={values} />
        <details>
          <summary>Names that force an outcome</summary>
          <p class="hint">
            For tests: a client with one of these words in its name gets the outcome.
          </p>
          <Facts
            facts={forcedOutcomes.map(({ word, risk_level, decision }) => [
              <code>{word}</code>,
              `risk ${levelWords(risk_level)}${decision ? `, ${decision} at once` : ''}`,
            ])}
          />
        </details>
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
    const { values = toForm(company), problem } = keptFor<Pick<Props, 'values' | 'problem'>>(c);
    return c.html(<NewCase {...{ kind, values, search, problem }} />);
  });
  app.post('/', async (c) => {
    const { kind: subject, ...form } = textsOf(await c.req.parseBody());
    const ofCase = new Set<string>(caseFields.map(({ name }) => name));
    const pick = (isOwn: boolean) =>
      Object.fromEntries(Object.entries(form).filter(([name]) => ofCase.has(name) === isOwn));
    const values = pick(false);
    const kind = kindOf(subject);
    const who = actorOf(c);
    return unlessRefused(
      () => {
        const body = valid(CreateApplicationBody, {
          [kind]: toBody(values),
          ...toBody(pick(true)),
          is_draft: true,
        });
        checkDays(values, clock.today());
        const { application_id } = workflow.create({ account: 'main', who }, body);
        portals.create({ account: 'main', who }, { application_id });
        return c.redirect(`/back-office/cases/${application_id}`, 303);
      },
      (problem) => showOn(c, `${path}?kind=${kind}`, { values: form, problem: reasonOf(problem) }),
    );
  });
  return app;
}

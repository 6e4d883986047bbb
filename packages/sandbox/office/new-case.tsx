/** The form for a new case. */
import { Hono } from 'hono';

import { CreateApplicationBody, namingFields } from '../../../service/contract.ts';
import { forcedOutcomes } from '../domain/outcomes.ts';
import { toBody } from '../domain/form-values.ts';
import { valid } from '../domain/problem.ts';
import type { Parts } from '../domain/services.ts';
import { kindOf } from '../portal/portal-request.ts';
import { caseFields, profileFields } from '../portal/profile-fields.ts';
import { wrongDays } from '../portal/rules.ts';
import { Field } from '../portal/views/frame.tsx';
import {
  answer,
  contentOf,
  hasErrors,
  leadTo,
  readForm,
  textsIn,
  type Refused,
} from '../web/form.ts';
import { formLabels } from './case-facts.tsx';
import { levelWords, Office, reviewer, Submit, Tabs } from './parts.tsx';

const path = '/back-office/new';
const pageOf = (kind: string) => `${path}?kind=${kind}`;

/** The fields of the form, as in the portal, and those of the case. Only the name is required. */
const fieldsOf = (kind: 'business' | 'person') =>
  [...profileFields[kind], ...caseFields].map((def) => ({
    ...def,
    required: def.name === namingFields[kind][0],
  }));

const NewCase = ({ kind, values = {}, errors }: Refused & { kind: 'business' | 'person' }) => (
  <Office title="New case" section={path} errors={errors}>
    <Tabs
      label="Subject"
      tabs={[
        { href: pageOf('business'), text: 'Business (KYB)', isHere: kind === 'business' },
        { href: pageOf('person'), text: 'Person (KYC)', isHere: kind === 'person' },
      ]}
    />
    <form method="post" action={path} class="card" novalidate data-keep={kind}>
      <input type="hidden" name="kind" value={kind} />
      <div class="grid">
        {fieldsOf(kind).map((def) => (
          <Field def={def} lang="en" values={values} errors={errors} />
        ))}
      </div>
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

export function newCaseRoutes({
  workflow,
  portals,
  clock,
}: Parts<'workflow' | 'portals' | 'clock'>) {
  const app = new Hono();
  app.get('/', (c) =>
    c.html(<NewCase kind={kindOf(c.req.query('kind') ?? 'business')} {...contentOf(c)} />),
  );
  app.post('/', async (c) => {
    const values = textsIn(await readForm(c));
    const { kind: subject, ...fields } = values;
    const kind = kindOf(subject ?? 'business');
    const errors = wrongDays(fields, clock.today());
    if (hasErrors(errors)) return leadTo(c, pageOf(kind), { values, errors } satisfies Refused);
    return answer(c, { page: pageOf(kind), values, labels: formLabels }, () => {
      const own = caseFields.map(({ name }) => name);
      const ofCase = Object.entries(fields).filter(([name]) => own.includes(name));
      const ofClient = Object.entries(fields).filter(([name]) => !own.includes(name));
      const body = valid(CreateApplicationBody, {
        [kind]: toBody(Object.fromEntries(ofClient)),
        ...toBody(Object.fromEntries(ofCase)),
        is_draft: true,
      });
      const { application_id } = workflow.create(reviewer, body);
      portals.create(reviewer, { application_id });
      return `/back-office/cases/${application_id}`;
    });
  });
  return app;
}

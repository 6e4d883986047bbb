/** The form for a new case. */
import { Hono } from 'hono';

import { CreateApplicationBody, namingFields } from '../../../service/contract.ts';
import { forcedOutcomes } from '../domain/outcomes.ts';
import type { Kind } from '../domain/cases.ts';
import { toBody, type Filled } from '../domain/form-values.ts';
import { isBlank } from '../domain/plain.ts';
import { unlessRefused, valid } from '../domain/problem.ts';
import type { Parts } from '../domain/services.ts';
import { newId } from '../domain/store.ts';
import { kindOf } from '../portal/portal-request.ts';
import { caseFields, profileFields, type FormField } from '../portal/profile-fields.ts';
import { errorsOf } from '../portal/inputs.ts';
import { wrongDays } from '../portal/rules.ts';
import { Field } from '../portal/views/frame.tsx';
import {
  answer,
  contentOf,
  errorsIn,
  hasErrors,
  leadTo,
  readForm,
  textsIn,
  type Errors,
  type Refused,
} from '../web/form.ts';
import { formLabels, labelOf } from './case-facts.tsx';
import { after, levelWords, Office, reviewer, Submit, Tabs } from './parts.tsx';

const path = '/back-office/new';
const pageOf = (kind: string) => `${path}?kind=${kind}`;

/** The fields of the form, as in the portal, and those of the case. Only the name is required. */
const fieldsOf = (kind: Kind): FormField[] =>
  [...profileFields[kind], ...caseFields].map((def) => ({
    ...def,
    required: def.name === namingFields[kind][0],
  }));

interface Props extends Refused {
  kind: Kind;
  /** The case that has the reference. */
  taken?: string;
}

const NewCase = ({ kind, values = {}, errors, taken }: Props) => (
  <Office title="New case" section={path} errors={errors}>
    <Tabs
      label="Subject"
      tabs={[
        { href: pageOf('business'), text: 'Business (KYB)', isHere: kind === 'business' },
        { href: pageOf('person'), text: 'Person (KYC)', isHere: kind === 'person' },
      ]}
    />
    <form method="post" action={path} class="card" novalidate>
      <input type="hidden" name="kind" value={kind} />
      <input type="hidden" name="once" value={newId('form')} />
      <div class="grid">
        {fieldsOf(kind).map((def) => (
          <div>
            <Field def={def} lang="en" now={values} errors={errors} />
            {taken && def.name === 'external_reference' && (
              <p>
                <a href={`/back-office/cases/${taken}`}>Open the case with this reference</a>
              </p>
            )}
          </div>
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

/** The body of a new case. */
function bodyOf(kind: Kind, fields: Filled) {
  const own = caseFields.map(({ name }) => name);
  const part = (isOfCase: boolean) =>
    toBody(
      Object.fromEntries(
        Object.entries(fields).filter(([name]) => own.includes(name) === isOfCase),
      ),
    );
  return { [kind]: part(false), ...part(true), is_draft: true };
}

/** All mistakes of the form, in its order. */
function mistakesIn(kind: Kind, fields: Filled, today: string, taken: boolean): Errors {
  const days = wrongDays(fields, today);
  const wrong = unlessRefused(
    () => void valid(CreateApplicationBody, bodyOf(kind, fields)),
    (problem) => errorsIn(problem, formLabels),
  );
  const missing = ({ name, required }: FormField) =>
    required && isBlank(fields[name]) ? `${labelOf(name)} must not be empty` : undefined;
  const used = ({ name }: FormField) =>
    taken && name === 'external_reference'
      ? 'External Reference is that of another case'
      : undefined;
  const found = errorsOf(
    fieldsOf(kind),
    (def) => missing(def) ?? days[def.name] ?? wrong?.[def.name] ?? used(def),
  );
  return { ...found, ...wrong, ...found };
}

export function newCaseRoutes({
  store,
  workflow,
  cases,
  portals,
  clock,
}: Parts<'store' | 'workflow' | 'cases' | 'portals' | 'clock'>) {
  /** The mark of a form -> its case: the answer may be lost, and the form comes again. */
  const made = store.collection<{ application_id: string }>('new_cases');
  const app = new Hono();
  app.get('/', (c) =>
    c.html(
      <NewCase
        kind={kindOf(c.req.query('kind') ?? 'business')}
        {...contentOf<Refused & { taken?: string }>(c)}
      />,
    ),
  );
  app.post('/', async (c) => {
    const values = textsIn(await readForm(c));
    const { kind: subject, once = newId('form'), ...fields } = values;
    const kind = kindOf(subject ?? 'business');
    const before = made.get(once);
    if (before) {
      return c.redirect(after(`/back-office/cases/${before.application_id}`, 'createdBefore'), 303);
    }
    const { external_reference } = fields;
    const taken = cases.holderOf({ external_reference, [kind]: {} });
    const errors = mistakesIn(kind, fields, clock.today(), taken !== undefined);
    if (hasErrors(errors)) return leadTo(c, pageOf(kind), { values, errors, taken });
    return answer(c, { page: pageOf(kind), values, labels: formLabels }, () => {
      const body = valid(CreateApplicationBody, bodyOf(kind, fields));
      const created = store.atomic(() => {
        const { application_id } = workflow.create(reviewer, body);
        portals.create(reviewer, { application_id });
        made.put(once, { application_id });
        return application_id;
      });
      return after(`/back-office/cases/${created}`, 'created');
    });
  });
  return app;
}

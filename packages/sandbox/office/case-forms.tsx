/** Forms of staff about a case: correcting its data, adding people. */
import { namingFields } from '../../../service/contract.ts';
import type { CustomField } from '../domain/account.ts';
import type { Kind } from '../domain/cases.ts';
import { formNameOf } from '../domain/custom-fields.ts';
import type { Errors, Values } from '../portal/inputs.ts';
import { caseFields, partyFields, profileFields } from '../portal/profile-fields.ts';
import { texts } from '../portal/texts.ts';
import { CustomInput } from '../portal/views/custom-inputs.tsx';
import { Field, Summary } from '../portal/views/frame.tsx';
import { labelOf } from './case-facts.tsx';
import { Actions, Choices, Office } from './parts.tsx';

interface ProfileProps {
  kind: Kind;
  values: Record<string, string>;
}

/**
 * The form fields of the client's data, as in the portal, and of the case itself. Only the name is
 * required.
 */
export const ProfileFields = ({ kind, values }: ProfileProps) => (
  <div class="grid">
    {profileFields[kind].map((def) => (
      <Field
        def={{ ...def, required: def.name === namingFields[kind][0] }}
        lang="en"
        values={values}
      />
    ))}
    {caseFields.map((def) => (
      <Field def={def} label={labelOf(def.name)} lang="en" values={values} />
    ))}
  </div>
);

interface EditProps extends ProfileProps {
  base: string;
  name: string;
  /** The form fields of the account's custom fields. */
  further: CustomField[];
  version: number;
  problem?: string;
}

export function EditPage(props: EditProps) {
  const { base, name, kind, values, further, version, problem } = props;
  return (
    <Office title={`Change ${name}`} problem={problem}>
      <form method="post" class="card" novalidate>
        <input type="hidden" name="version" value={String(version)} />
        <ProfileFields kind={kind} values={values} />
        {further.length > 0 && (
          <>
            <h2>Custom fields</h2>
            <div class="grid">
              {further.map((field) => (
                <CustomInput
                  field={{ ...field, required_in_portal: false }}
                  lang="en"
                  value={values[formNameOf(field)] ?? ''}
                />
              ))}
            </div>
          </>
        )}
        <Actions back={base} />
      </form>
    </Office>
  );
}

interface PartyProps {
  base: string;
  kind: Kind;
  values: Values;
  errors?: Errors;
}

/** The form fields of a related party. */
export function PartyPage({ base, kind, values, errors = {} }: PartyProps) {
  const t = texts.en;
  return (
    <Office title={kind === 'person' ? t.addPerson : t.addBusiness}>
      <Summary errors={errors} title={t.errorTitle} />
      <form method="post" class="card" novalidate>
        <input type="hidden" name="kind" value={kind} />
        <div class="grid">
          {partyFields[kind].map((def) => (
            <Field def={def} lang="en" values={values} errors={errors} />
          ))}
          <div class="field">
            <label for="direct_ownership_percentage">
              {t.labels.direct_ownership_percentage} <small>({t.optional})</small>
            </label>
            <input
              id="direct_ownership_percentage"
              name="direct_ownership_percentage"
              inputmode="decimal"
              value={String(values.direct_ownership_percentage ?? '')}
            />
          </div>
        </div>
        <Choices
          id="roles"
          legend={t.labels.roles}
          name="roles"
          options={Object.entries(t.roles)}
          values={[values.roles ?? []].flat()}
        />
        <Actions back={base}>
          <button>Add</button>
        </Actions>
      </form>
    </Office>
  );
}

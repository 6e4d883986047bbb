/** Forms of staff about a case: correcting its data, adding people. */
import { namingFields } from '../../../service/contract.ts';
import type { CustomField } from '../domain/account.ts';
import type { Kind } from '../domain/cases.ts';
import { formNameOf } from '../domain/custom-fields.ts';
import type { Filled } from '../domain/form-values.ts';
import { caseFields, profileFields } from '../portal/profile-fields.ts';
import { texts } from '../portal/texts.ts';
import { CustomInput } from '../portal/views/custom-inputs.tsx';
import { Field } from '../portal/views/frame.tsx';
import { PartyFields } from '../portal/views/people-page.tsx';
import type { Errors, Values } from '../web/form.ts';
import { Actions, Office, Version } from './parts.tsx';

interface ProfileProps {
  kind: Kind;
  values: Values;
  errors?: Errors;
}

/**
 * The form fields of the client's data, as in the portal, and those of the case. Only the name is
 * required.
 */
export const ProfileFields = ({ kind, values, errors }: ProfileProps) => (
  <div class="grid">
    {[...profileFields[kind], ...caseFields].map((def) => (
      <Field
        def={{ ...def, required: def.name === namingFields[kind][0] }}
        lang="en"
        values={values}
        errors={errors}
      />
    ))}
  </div>
);

interface EditProps extends ProfileProps {
  base: string;
  name: string;
  values: Filled;
  /** The account's custom fields. */
  further: CustomField[];
  version: number;
}

export function EditPage(props: EditProps) {
  const { base, name, kind, values, further, version, errors = {} } = props;
  return (
    <Office title={`Change ${name}`} errors={errors}>
      <form method="post" class="card" novalidate>
        <Version version={version} />
        <ProfileFields kind={kind} values={values} errors={errors} />
        {further.length > 0 && (
          <>
            <h2>Custom fields</h2>
            <div class="grid">
              {further.map((field) => (
                <CustomInput
                  field={{ ...field, required_in_portal: false }}
                  lang="en"
                  value={values[formNameOf(field)] ?? ''}
                  error={errors[formNameOf(field)]}
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

/** The form of a related party. */
export function PartyPage({ base, kind, values, errors }: PartyProps) {
  return (
    <Office title={kind === 'person' ? texts.en.addPerson : texts.en.addBusiness} errors={errors}>
      <form method="post" class="card" novalidate>
        <input type="hidden" name="kind" value={kind} />
        <PartyFields kind={kind} lang="en" values={values} errors={errors} />
        <Actions back={base}>
          <button>Add</button>
        </Actions>
      </form>
    </Office>
  );
}

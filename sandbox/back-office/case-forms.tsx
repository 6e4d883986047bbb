/** Forms of staff about a case: correcting its data, adding people. */
import type { Kind } from '../domain/cases.ts';
import type { Errors, Values } from '../portal/inputs.ts';
import { partyFields, profileFields } from '../portal/profile-fields.ts';
import { texts } from '../portal/texts.ts';
import { Field, Summary } from '../portal/views/frame.tsx';
import { Office, Refusal } from './parts.tsx';

const Actions = ({ base, text }: { base: string; text: string }) => (
  <div class="actions">
    <a class="button plain" href={base}>
      Back
    </a>
    <button>{text}</button>
  </div>
);

interface EditProps {
  base: string;
  name: string;
  kind: Kind;
  values: Record<string, string>;
  version: number;
  problem?: string;
}

/** The client's data as the form of the portal asks for them, and the reference. */
export function EditPage({ base, name, kind, values, version, problem }: EditProps) {
  return (
    <Office title={`Change ${name}`}>
      <Refusal problem={problem} />
      <form method="post" class="card" novalidate>
        <input type="hidden" name="version" value={String(version)} />
        <div class="grid">
          {profileFields[kind].map((def) => (
            <Field def={{ ...def, required: false }} lang="en" values={values} />
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
        <Actions base={base} text="Save" />
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

/** Somebody who directs or owns the client. */
export function PartyPage({ base, kind, values, errors = {} }: PartyProps) {
  const t = texts.en;
  const roles = [values.roles ?? []].flat();
  return (
    <Office title={kind === 'person' ? t.addPerson : t.addBusiness}>
      <Summary errors={errors} title={t.errorTitle} />
      <form method="post" class="card" novalidate>
        <input type="hidden" name="kind" value={kind} />
        <div class="grid">
          {partyFields[kind].map((def) => (
            <Field def={def} lang="en" values={values} errors={errors} />
          ))}
          <div class={errors.share ? 'field bad' : 'field'}>
            <label for="share">
              {t.labels.share} <small>({t.optional})</small>
            </label>
            <input id="share" name="share" inputmode="decimal" value={String(values.share ?? '')} />
          </div>
        </div>
        <fieldset id="roles" tabindex={-1}>
          <legend>{t.labels.roles}</legend>
          {Object.entries(t.roles).map(([role, label]) => (
            <label class="choice">
              <input type="checkbox" name="roles" value={role} checked={roles.includes(role)} />{' '}
              {label}
            </label>
          ))}
        </fieldset>
        <Actions base={base} text="Add" />
      </form>
    </Office>
  );
}

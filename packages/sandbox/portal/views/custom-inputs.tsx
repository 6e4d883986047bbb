/** The account's custom fields in the form and in the review. */
import type { CustomField } from '../../domain/account.ts';
import { formNameOf, searchNameOf, several } from '../../domain/custom-fields.ts';
import { joined } from '../../domain/plain.ts';
import { questionsOf } from '../requirements.ts';
import { countryName, countryNames, texts, type Language } from '../texts.ts';
import { Box, FieldError, Options, type View } from './frame.tsx';

interface InputProps {
  field: CustomField;
  lang: Language;
  value: string;
  error?: string;
}

/** The choices of a field. */
function optionsOf({ type, accepted_values }: CustomField, lang: Language): [string, string][] {
  const t = texts[lang];
  if (type.startsWith('country')) return countryNames(lang);
  if (type === 'boolean') {
    return [
      ['yes', t.yes],
      ['no', t.no],
    ];
  }
  return accepted_values.map((value) => [value, value]);
}

/** Checkboxes, for a few choices. */
function Boxes({ field, lang, value, error }: InputProps) {
  const name = formNameOf(field);
  const values = several(value);
  return (
    <fieldset
      id={name}
      tabindex={-1}
      class="field"
      aria-describedby={error ? `${name}-error` : undefined}
    >
      <legend>
        <Label field={field} lang={lang} />
      </legend>
      {/* Tells the server that the form had this field, even if no box is checked. */}
      <input type="hidden" name={name} value="" />
      {optionsOf(field, lang).map(([code, text]) => (
        <Box name={name} value={code} label={text} checked={values.includes(code)} />
      ))}
      <Hints field={field} error={error} />
    </fieldset>
  );
}

const Label = ({ field, lang }: Pick<InputProps, 'field' | 'lang'>) => (
  <>
    <span dir="auto">{field.display_name}</span>{' '}
    {!field.required_in_portal && <small>({texts[lang].optional})</small>}
  </>
);

const Hints = ({ field, error, hint }: { field: CustomField; error?: string; hint?: string }) => (
  <>
    {(field.description || hint) && (
      <p class="meta" id={`${formNameOf(field)}-hint`}>
        {joined(' ', [field.description, hint])}
      </p>
    )}
    <FieldError name={formNameOf(field)} error={error} />
  </>
);

/** The chosen countries, and a search that adds more. */
function Countries({ field, lang, value, error }: InputProps) {
  const t = texts[lang];
  const name = formNameOf(field);
  const search = searchNameOf(field);
  return (
    <fieldset
      id={name}
      tabindex={-1}
      class="field"
      aria-describedby={joined(' ', [error && `${name}-error`, `${name}-hint`])}
    >
      <legend>
        <Label field={field} lang={lang} />
      </legend>
      {/* Tells the server that the form had this field, even if no box is checked. */}
      <input type="hidden" name={name} value="" />
      <div class="chosen" aria-live="polite">
        {several(value).map((code) => (
          <Box name={name} value={code} label={countryName(code, lang)} checked />
        ))}
      </div>
      <div class="filters">
        <div class="field">
          <label for={search}>{t.countries.search}</label>
          <input
            id={search}
            name={search}
            list="countries"
            dir="auto"
            maxlength={100}
            autocomplete="off"
            data-enter={`${search}-button`}
          />
        </div>
        <button id={`${search}-button`} class="outline" name="do" value={search} data-adds={name}>
          {t.add}
        </button>
      </div>
      <Hints field={field} error={error} hint={t.countries.remove} />
    </fieldset>
  );
}

/** An input for one value. */
function One({ field, lang, value, error }: InputProps) {
  const name = formNameOf(field);
  const isList = /^(boolean|dropdown|country)/.test(field.type);
  const isSeveral = field.type === 'country_multiple';
  const described = joined(' ', [error && `${name}-error`, field.description && `${name}-hint`]);
  const common = {
    id: name,
    name,
    'aria-required': field.required_in_portal ? ('true' as const) : undefined,
    'aria-invalid': error ? ('true' as const) : undefined,
    'aria-describedby': described || undefined,
  };
  return (
    <div class="field">
      <label for={name}>
        <Label field={field} lang={lang} />
      </label>
      {isList ? (
        <select {...common} multiple={isSeveral}>
          {!isSeveral && <option value=""></option>}
          <Options options={optionsOf(field, lang)} values={isSeveral ? several(value) : [value]} />
        </select>
      ) : (
        <input
          {...common}
          type={field.type === 'date' ? 'date' : 'text'}
          inputmode={field.type === 'number' ? 'decimal' : undefined}
          value={value}
          dir={field.type === 'text' ? 'auto' : undefined}
          maxlength={field.type === 'text' ? 300 : undefined}
          autocomplete="off"
        />
      )}
      <Hints field={field} error={error} />
    </div>
  );
}

const inputOf = ({ type }: CustomField) => {
  if (type === 'country_multiple') return Countries;
  return type === 'dropdown_multiple' ? Boxes : One;
};

/** The input of a custom field on a page without the portal's script. */
export const CustomInput = (props: InputProps) =>
  props.field.type === 'dropdown_multiple' ? <Boxes {...props} /> : <One {...props} />;

/** The account's own questions, if it has any. */
export function CustomFields({ portal, lang, t, values = {}, errors = {} }: View) {
  const questions = questionsOf(portal);
  if (!questions.length) return null;
  return (
    <>
      <h2>{t.furtherQuestions}</h2>
      <div class="grid">
        {questions.map((field) => {
          const name = formNameOf(field);
          const Input = inputOf(field);
          return (
            <Input field={field} lang={lang} value={values[name] ?? ''} error={errors[name]} />
          );
        })}
      </div>
      <datalist id="countries">
        {questions.some(({ type }) => type === 'country_multiple') &&
          countryNames(lang).map(([code, name]) => <option value={name} data-code={code} />)}
      </datalist>
    </>
  );
}

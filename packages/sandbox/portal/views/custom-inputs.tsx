/** The custom fields of the account in the portal: in its form, and in the review. */
import type { CustomField } from '../../domain/account.ts';
import { formNameOf, several } from '../../domain/custom-fields.ts';
import { joined } from '../../domain/plain.ts';
import { countryNames, texts, type Language } from '../texts.ts';
import { Box, FieldError, Options, type View } from './frame.tsx';

interface InputProps {
  field: CustomField;
  lang: Language;
  value: string;
  error?: string;
}

/** The values a field offers, with their names. */
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

/** Several of a few values. */
function Boxes({ field, lang, value, error }: InputProps) {
  const name = formNameOf(field);
  const chosen = several(value);
  return (
    <fieldset
      id={name}
      tabindex={-1}
      class={error ? 'field bad' : 'field'}
      aria-describedby={error ? `${name}-error` : undefined}
    >
      <legend>
        <Label field={field} lang={lang} />
      </legend>
      {/* Without a box that is checked, the form would not say that it was asked. */}
      <input type="hidden" name={name} value="" />
      {optionsOf(field, lang).map(([code, text]) => (
        <Box name={name} value={code} label={text} checked={chosen.includes(code)} />
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

/** One value, or several countries of a long list. */
function One({ field, lang, value, error }: InputProps) {
  const name = formNameOf(field);
  const isList = /^(boolean|dropdown|country)/.test(field.type);
  const isLong = field.type === 'country_multiple';
  const described = joined(' ', [
    error && `${name}-error`,
    (field.description || isLong) && `${name}-hint`,
  ]);
  const common = {
    id: name,
    name,
    'aria-required': field.required_in_portal ? ('true' as const) : undefined,
    'aria-invalid': error ? ('true' as const) : undefined,
    'aria-describedby': described || undefined,
  };
  const chosen = isLong ? several(value) : [value];
  return (
    <div class={error ? 'field bad' : 'field'}>
      <label for={name}>
        <Label field={field} lang={lang} />
      </label>
      {isLong && <input type="hidden" name={name} value="" />}
      {isList ? (
        <select {...common} multiple={isLong} size={isLong ? 6 : undefined}>
          {!isLong && <option value=""></option>}
          <Options options={optionsOf(field, lang)} chosen={chosen} />
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
      <Hints field={field} error={error} hint={isLong ? texts[lang].severalHint : undefined} />
    </div>
  );
}

/** The input of a custom field. */
export const CustomInput = (props: InputProps) =>
  props.field.type === 'dropdown_multiple' ? <Boxes {...props} /> : <One {...props} />;

/** What else the account asks for; nothing where it asks for nothing. */
export function CustomFields({ portal, lang, t, values = {}, errors = {} }: View) {
  if (!portal.asks.length) return null;
  return (
    <>
      <h2>{t.furtherQuestions}</h2>
      <div class="grid">
        {portal.asks.map((field) => {
          const name = formNameOf(field);
          return (
            <CustomInput
              field={field}
              lang={lang}
              value={values[name] ?? ''}
              error={errors[name]}
            />
          );
        })}
      </div>
    </>
  );
}

/** The account's custom fields in the form. */
import type { CustomField } from '../../domain/account.ts';
import { formNameOf, several } from '../../domain/custom-fields.ts';
import type { Filled } from '../../domain/form-values.ts';
import { Choices, Input, Select, type Choice } from '../../web/controls.tsx';
import { questionsOf } from '../requirements.ts';
import { countryNames, texts, type Language } from '../texts.ts';
import { yesOrNo, type View } from './frame.tsx';

interface InputProps {
  field: CustomField;
  lang: Language;
  value: string;
  error?: string;
}

/** The choices of a field. */
function optionsOf({ type, accepted_values }: CustomField, lang: Language): Choice[] {
  if (type.startsWith('country')) return countryNames(lang);
  return type === 'boolean' ? yesOrNo(texts[lang]) : accepted_values.map((value) => [value, value]);
}

/** Tells the server that the form had this field, even if nothing is chosen. */
const Present = ({ name }: { name: string }) => <input type="hidden" name={name} value="" />;

/** An input for one value, or a choice of several. */
function CustomInput({ field, lang, value, error }: InputProps) {
  const { type, required_in_portal: isRequired } = field;
  const name = formNameOf(field);
  const around = {
    name,
    label: <span dir="auto">{field.display_name}</span>,
    note: isRequired ? undefined : texts[lang].optional,
    hint: field.description,
    error,
  };
  const required = isRequired ? ('true' as const) : undefined;
  if (type === 'country_multiple') {
    return (
      <>
        <Present name={name} />
        <Select {...around} options={optionsOf(field, lang)} value={several(value)} multiple />
      </>
    );
  }
  if (type === 'dropdown_multiple') {
    return (
      <Choices {...around} options={optionsOf(field, lang)} values={several(value)}>
        <Present name={name} />
      </Choices>
    );
  }
  if (/^(boolean|dropdown|country)/.test(type)) {
    const options: Choice[] = [['', ''], ...optionsOf(field, lang)];
    return <Select {...around} options={options} value={value} aria-required={required} />;
  }
  return (
    <Input
      {...around}
      type={type === 'date' ? 'date' : 'text'}
      inputmode={type === 'number' ? 'decimal' : undefined}
      value={value}
      dir={type === 'text' ? 'auto' : undefined}
      maxlength={type === 'text' ? 300 : undefined}
      autocomplete="off"
      aria-required={required}
    />
  );
}

/** The account's own questions, if it has any. */
export function CustomFields({ portal, lang, t, values, errors = {} }: View & { values: Filled }) {
  const questions = questionsOf(portal);
  if (!questions.length) return null;
  return (
    <>
      <h2>{t.furtherQuestions}</h2>
      <div class="grid">
        {questions.map((field) => {
          const name = formNameOf(field);
          return (
            <CustomInput {...{ field, lang, value: values[name] ?? '', error: errors[name] }} />
          );
        })}
      </div>
    </>
  );
}

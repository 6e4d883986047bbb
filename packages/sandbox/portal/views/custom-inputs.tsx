/** The account's custom fields in the form and in the review. */
import type { CustomField } from '../../domain/account.ts';
import { formNameOf, searchNameOf, several } from '../../domain/custom-fields.ts';
import { joined } from '../../domain/plain.ts';
import { Box, Choices, Group, Input, Select, type Choice } from '../../web/controls.tsx';
import { text } from '../../web/form.ts';
import { questionsOf } from '../requirements.ts';
import { countryName, countryNames, texts, type Language } from '../texts.ts';
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

/** What each input of a field has around it. */
const aroundOf = ({ field, lang, error }: InputProps) => ({
  name: formNameOf(field),
  label: <span dir="auto">{field.display_name}</span>,
  note: field.required_in_portal ? undefined : texts[lang].optional,
  hint: field.description,
  error,
});

/** Tells the server that the form had this field, even if no box is checked. */
const Present = ({ name }: { name: string }) => <input type="hidden" name={name} value="" />;

/** The chosen countries, and a search that adds more. */
function Countries(props: InputProps) {
  const { field, lang, value } = props;
  const t = texts[lang];
  const around = aroundOf(props);
  const { name } = around;
  const search = searchNameOf(field);
  return (
    <Group {...around} hint={joined(' ', [field.description, t.countries.remove])}>
      <Present name={name} />
      <div class="chosen" aria-live="polite">
        {several(value).map((code) => (
          <Box name={name} value={code} label={countryName(code, lang)} checked />
        ))}
      </div>
      <div class="filters">
        <Input
          name={search}
          label={t.countries.search}
          list="countries"
          dir="auto"
          maxlength={100}
          autocomplete="off"
          data-enter={`${search}-button`}
        />
        <button id={`${search}-button`} class="outline" name="do" value={search} data-adds={name}>
          {t.add}
        </button>
      </div>
    </Group>
  );
}

/** An input for one value, or boxes for several. */
export function CustomInput(props: InputProps) {
  const { field, lang, value } = props;
  const { type } = field;
  const around = aroundOf(props);
  const required = field.required_in_portal ? ('true' as const) : undefined;
  if (type === 'country_multiple') {
    return (
      <>
        <Present name={around.name} />
        <Select {...around} options={optionsOf(field, lang)} value={several(value)} multiple />
      </>
    );
  }
  if (type === 'dropdown_multiple') {
    return (
      <Choices {...around} options={optionsOf(field, lang)} values={several(value)}>
        <Present name={around.name} />
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
export function CustomFields({ portal, lang, t, values = {}, errors = {} }: View) {
  const questions = questionsOf(portal);
  if (!questions.length) return null;
  return (
    <>
      <h2>{t.furtherQuestions}</h2>
      <div class="grid">
        {questions.map((field) => {
          const name = formNameOf(field);
          const One = field.type === 'country_multiple' ? Countries : CustomInput;
          return <One field={field} lang={lang} value={text(values[name])} error={errors[name]} />;
        })}
      </div>
      <datalist id="countries">
        {questions.some(({ type }) => type === 'country_multiple') &&
          countryNames(lang).map(([code, name]) => <option value={name} data-code={code} />)}
      </datalist>
    </>
  );
}

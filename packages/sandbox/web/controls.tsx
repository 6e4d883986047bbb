/** Links, buttons and fields of both the portal and the back office. */
import type { Child, JSX } from 'hono/jsx';

import { joined } from '../domain/plain.ts';
import { hasErrors, type Errors } from './form.ts';

type Attributes<Tag extends keyof JSX.IntrinsicElements> = JSX.IntrinsicElements[Tag];

/** A link that looks like a button. */
export const ButtonLink = ({ children, ...link }: Attributes<'a'>) => (
  <a class="button" {...link}>
    {children}
  </a>
);

/** A link beside a more important button. */
export const PlainLink = (link: Attributes<'a'>) => <ButtonLink class="button outline" {...link} />;

interface SummaryProps {
  title: string;
  /** By id: `country` is on this page, `details#country` on the page of another section. */
  errors?: Errors;
  /** The path of the portal, if ids of other sections occur. */
  base?: string;
}

/** The list of mistakes, each with a link to its field. It gets the focus. */
export const Summary = ({ title, errors = {}, base }: SummaryProps) =>
  hasErrors(errors) ? (
    <div class="summary" role="alert" data-variant="danger" tabindex={-1}>
      <h2>{title}</h2>
      <ul>
        {Object.entries(errors).map(([place, message]) => {
          const href = place.includes('#') ? `${base}?step=${place}` : `#${place}`;
          return <li>{place ? <a href={href}>{message}</a> : message}</li>;
        })}
      </ul>
    </div>
  ) : null;

/** The mistake of one field, below the field. */
export const FieldError = ({ name, error }: { name: string; error?: string }) =>
  error ? (
    <p class="error" id={`${name}-error`}>
      {error}
    </p>
  ) : null;

/** The choices of a list, with their labels. */
export type Choice = readonly [value: string, label: string];

interface FieldProps {
  name: string;
  /** Needed if another field of the page has this name. */
  id?: string;
  label: Child;
  /** A small note after the label. */
  note?: string;
  hint?: Child;
  error?: string;
}
/** The props of a field, and those of its control. */
type Props<Tag extends 'input' | 'select' | 'textarea'> = FieldProps &
  Omit<Attributes<Tag>, 'name' | 'id' | 'value'>;

/** The ids of what is said below a control. */
const describedBy = ({ name, id = name, hint, error }: FieldProps) =>
  joined(' ', [error && `${id}-error`, hint && `${id}-hint`]) || undefined;

const Label = ({ label, note }: FieldProps) => (
  <>
    {label}
    {note && [' ', <small>({note})</small>]}
  </>
);

/** The hint and the mistake below a control. */
const Below = ({ name, id = name, hint, error }: FieldProps) => (
  <>
    {hint && (
      <p class="meta" id={`${id}-hint`}>
        {hint}
      </p>
    )}
    <FieldError name={id} error={error} />
  </>
);

/** A control with its label, its hint and its mistake. `control` makes it with its attributes. */
function Field({ of, control }: { of: FieldProps; control: (attributes: object) => Child }) {
  const { name, id = name, label: _, note: __, hint: ___, error, ...attributes } = of;
  const described = { 'aria-invalid': error && 'true', 'aria-describedby': describedBy(of) };
  return (
    <div class="field">
      <label for={id}>
        <Label {...of} />
      </label>
      {control({ id, name, ...described, ...attributes })}
      <Below {...of} />
    </div>
  );
}

/** A line of text. */
export const Input = (props: Props<'input'> & { value?: string }) => (
  <Field of={props} control={(attributes) => <input type="text" {...attributes} />} />
);

export const TextArea = ({ value, ...props }: Props<'textarea'> & { value: string }) => (
  <Field of={props} control={(attributes) => <textarea {...attributes}>{value}</textarea>} />
);

type SelectProps = Props<'select'> & { options: Choice[]; value?: string | string[] };

export const Select = ({ options, value = '', ...props }: SelectProps) => (
  <Field
    of={props}
    control={(attributes) => (
      <select {...attributes}>
        {options.map(([one, label]) => (
          <option value={one} selected={[value].flat().includes(one)}>
            {label}
          </option>
        ))}
      </select>
    )}
  />
);

interface BoxProps {
  name: string;
  label: string;
  value?: string;
  checked?: boolean;
}

/** One of several values of a field. */
const Box = ({ name, label, value = 'yes', checked }: BoxProps) => (
  <label>
    <input type="checkbox" name={name} value={value} checked={checked} /> {label}
  </label>
);

type ChoicesProps = FieldProps & { options: Choice[]; values: string[]; children?: Child };

/** Checkboxes, for a few choices. */
export const Choices = ({ options, values, children, ...field }: ChoicesProps) => (
  <fieldset
    id={field.id ?? field.name}
    tabindex={-1}
    class="field"
    aria-describedby={describedBy(field)}
  >
    <legend>
      <Label {...field} />
    </legend>
    {children}
    {options.map(([value, label]) => (
      <Box name={field.name} value={value} label={label} checked={values.includes(value)} />
    ))}
    <Below {...field} />
  </fieldset>
);

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

/** The only button at the end of a form. */
export const Submit = ({ children, ...button }: Attributes<'button'>) => (
  <div class="actions">
    <button {...button}>{children}</button>
  </div>
);

interface PlacesProps {
  /** By id: `country` is on this page, `details#country` on the page of another section. */
  errors?: Errors;
  /** The path of the portal, if ids of other sections occur. */
  base?: string;
}

/** The mistakes, each with a link to its field. */
const Places = ({ errors = {}, base }: PlacesProps) => (
  <ul>
    {Object.entries(errors).map(([place, message]) => (
      <li>
        {place ? (
          <a href={place.includes('#') ? `${base}?step=${place}` : `#${place}`}>{message}</a>
        ) : (
          message
        )}
      </li>
    ))}
  </ul>
);

/** The list of mistakes. It gets the focus. */
export const Summary = ({ title, ...places }: PlacesProps & { title: string }) =>
  hasErrors(places.errors ?? {}) ? (
    <div class="summary" role="alert" data-variant="danger" tabindex={-1}>
      <h2>{title}</h2>
      <Places {...places} />
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
type Choice = readonly [value: string, label: string];

const Options = ({ options, values }: { options: Choice[]; values: unknown[] }) => (
  <>
    {options.map(([value, label]) => (
      <option value={value} selected={values.includes(value)}>
        {label}
      </option>
    ))}
  </>
);

interface BoxProps {
  name: string;
  label: string;
  value?: string;
  checked: boolean;
}

/** One of several values of a field. */
export const Box = ({ name, label, value = 'yes', checked }: BoxProps) => (
  <label>
    <input type="checkbox" name={name} value={value} checked={checked} /> {label}
  </label>
);

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

/** Ties a control to its hint and its mistake. */
const described = ({ id, hint, error }: Pick<FieldProps, 'id' | 'hint' | 'error'>) => ({
  'aria-describedby': joined(' ', [error && `${id}-error`, hint && `${id}-hint`]) || undefined,
});
const tied = (field: Pick<FieldProps, 'id' | 'hint' | 'error'>) => ({
  'aria-invalid': field.error ? ('true' as const) : undefined,
  ...described(field),
});

const Label = ({ label, note }: Pick<FieldProps, 'label' | 'note'>) => (
  <>
    {label}
    {note && [' ', <small>({note})</small>]}
  </>
);

/** The hint and the mistake below a control. */
const Below = ({ id, hint, error }: { id: string } & Pick<FieldProps, 'hint' | 'error'>) => (
  <>
    {hint && (
      <p class="meta" id={`${id}-hint`}>
        {hint}
      </p>
    )}
    <FieldError name={id} error={error} />
  </>
);

type Wrapped = FieldProps & { id: string; children: Child };

/** A control with its label, its hint and its mistake. */
const Field = ({ id, label, note, hint, error, children }: Wrapped) => (
  <div class="field">
    <label for={id}>
      <Label label={label} note={note} />
    </label>
    {children}
    <Below id={id} hint={hint} error={error} />
  </div>
);

/** Takes the props of a field out of those of its control. */
function split<Props extends FieldProps>(props: Props) {
  const { name, id = name, label, note, hint, error, ...control } = props;
  const field = { name, id, label, note, hint, error };
  return { field, control: { id, name, ...tied(field), ...control } };
}

/** A line of text. All other props are attributes of the input. */
export function Input(props: FieldProps & Omit<Attributes<'input'>, 'name' | 'id'>) {
  const { field, control } = split(props);
  return (
    <Field {...field}>
      <input type="text" {...control} />
    </Field>
  );
}

export function TextArea({
  value,
  ...props
}: FieldProps & { value: string } & Omit<Attributes<'textarea'>, 'name' | 'id' | 'value'>) {
  const { field, control } = split(props);
  return (
    <Field {...field}>
      <textarea {...control}>{value}</textarea>
    </Field>
  );
}

type SelectProps = FieldProps &
  Omit<Attributes<'select'>, 'name' | 'id' | 'value'> & {
    options: Choice[];
    value?: string | string[];
  };

export function Select({ options, value, ...props }: SelectProps) {
  const { field, control } = split(props);
  return (
    <Field {...field}>
      <select {...control}>
        <Options options={options} values={[value].flat()} />
      </select>
    </Field>
  );
}

/** Several controls of one field, or boxes of one choice. */
const Group = ({
  name,
  id = name,
  label,
  note,
  hint,
  error,
  children,
}: FieldProps & { children?: Child }) => (
  <fieldset id={id} tabindex={-1} class="field" {...described({ id, hint, error })}>
    <legend>
      <Label label={label} note={note} />
    </legend>
    {children}
    <Below id={id} hint={hint} error={error} />
  </fieldset>
);

/** Checkboxes, for a few choices. */
export const Choices = ({
  options,
  values,
  children,
  ...field
}: FieldProps & { options: Choice[]; values: string[]; children?: Child }) => (
  <Group {...field}>
    {children}
    {options.map(([value, label]) => (
      <Box name={field.name} value={value} label={label} checked={values.includes(value)} />
    ))}
  </Group>
);

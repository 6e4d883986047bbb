/** Controls of both the portal and the back office. */
import type { JSX } from 'hono/jsx';

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

/** The choices of a list, with their labels. */
export type Choice = readonly [value: string, label: string];

export const Options = ({ options, values }: { options: Choice[]; values: unknown[] }) => (
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

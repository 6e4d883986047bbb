/** The form of an operation as an admin sees it in the editor, made from the definition. */
import { raw } from 'hono/html';

import { choicesOf, type Field } from '../../fields/form.ts';

export interface Form {
  key: string;
  label: string;
  description: string;
  groups: { key: string; label: string }[];
  fields: Field[];
  /** The user's values: only fields with a value appear. `[1. Deal ID]` is a mapped one. */
  values?: Record<string, string>;
}

const style = `
body { font: 15px/1.45 system-ui, 'DejaVu Sans', sans-serif; color: #2d2e2e; margin: 0; background: #fffdf9 }
main { width: 560px; padding: 24px }
h1 { font-size: 20px; margin: 0 }
h2 { font-size: 15px; margin: 22px 0 8px; border-bottom: 1px solid #d7d5d2; padding-bottom: 4px }
.field { margin: 12px 0 }
.label { font-weight: 600 } .label i { color: #c8102e; font-style: normal }
.box { border: 1px solid #b5b2aa; border-radius: 4px; padding: 8px 10px; background: #fff; color: #88857e; margin: 4px 0; min-height: 20px }
.filled { color: #2d2e2e }
.mapped { background: #ece9df; border-radius: 3px; padding: 1px 6px; margin-right: 2px }
.pair { display: grid; grid-template-columns: 1fr 1fr; gap: 8px }
.help { color: #5f5d58; font-size: 13px; margin: 0 }
.lines { border: 1px dashed #b5b2aa; border-radius: 4px; padding: 4px 12px; margin: 4px 0 }
`;

function Input({ field }: { field: Field }) {
  if (field.children) {
    return (
      <div class="lines">
        {field.children.map((child) => (
          <One field={child} />
        ))}
      </div>
    );
  }
  if (field.dict) {
    return (
      <div class="pair">
        <div class="box">Name</div>
        <div class="box">Value</div>
      </div>
    );
  }
  if (field.choices) {
    const names = choicesOf(field).map(({ label }) => label);
    const more = names.length > 4 ? `, … (${names.length})` : '';
    return <div class="box">{`▾ ${names.slice(0, 4).join(', ')}${more}`}</div>;
  }
  if (field.type === 'boolean') return <div class="box">▾ Yes, No</div>;
  return <div class="box">{field.list ? '+ one line each' : ' '}</div>;
}

/** Text with mapped values, as the editor displays them. */
const Filled = ({ value }: { value: string }) => (
  <div class="box filled">
    {value
      .split(/(\[\d+\. [^\]]+\])/)
      .map((part) => (/^\[\d/.test(part) ? <span class="mapped">{part.slice(1, -1)}</span> : part))}
  </div>
);

/** Help text as the editor displays it: link texts without addresses, no backticks. */
const plain = (help: string) => help.replace(/\[([^\]]+)\]\([^)]*\)/g, '$1').replaceAll('`', '');

function One({ field, value }: { field: Field; value?: string }) {
  return (
    <div class="field">
      <div class="label">
        {field.label ?? field.key} {field.required && <i>*</i>}
      </div>
      {value === undefined ? <Input field={field} /> : <Filled value={value} />}
      {field.helpText && <p class="help">{plain(field.helpText)}</p>}
    </div>
  );
}

/** The page for the picture. */
export function EditorForm({ label, description, groups, fields: all, values }: Form) {
  const fields = values ? all.filter(({ key }) => values[key] !== undefined) : all;
  const inputs = (some: Field[]) =>
    some.map((field) => <One field={field} value={values?.[field.key]} />);
  return (
    <>
      {raw('<!doctype html>')}
      <html lang="en">
        <head>
          <meta charset="utf-8" />
          <title>{label}</title>
          <style>{raw(style)}</style>
        </head>
        <body>
          <main>
            <h1>{label}</h1>
            <p class="help">{description}</p>
            {inputs(fields.filter(({ group }) => !group))}
            {groups.map(({ key, label: title }) => {
              const inside = fields.filter(({ group }) => group === key);
              return inside.length ? (
                <section>
                  <h2>{title}</h2>
                  {inputs(inside)}
                </section>
              ) : null;
            })}
          </main>
        </body>
      </html>
    </>
  );
}

/** *Back office → Account*: the custom fields of cases. */
import type { Context } from 'hono';

import type { CustomField } from '../domain/account.ts';
import { slugOf } from '../domain/account-file.ts';
import { inOrder } from '../domain/custom-fields.ts';
import { fieldProblem } from '../domain/problem.ts';
import type { Services } from '../domain/services.ts';
import { entryOf, entryRoutes } from './account-entries.tsx';
import { account, at, Line, setUp } from './account-parts.tsx';
import { Box, Select, text } from './parts.tsx';

const kinds: Record<CustomField['type'], string> = {
  text: 'Text',
  number: 'Number',
  boolean: 'Yes or no',
  dropdown_single: 'One of a list',
  dropdown_multiple: 'Several of a list',
  date: 'Date',
  country_single: 'Country',
  country_multiple: 'Several countries',
};
const labels = {
  display_name: 'Label',
  name: 'Key',
  type: 'Kind',
  accepted_values: 'Values',
  description: 'Explanation',
};

/** What can be ticked, and whether a new field has it so. */
const boxes = [
  ['display_in_portal', 'The portal asks for it', true],
  ['required_in_portal', 'The client must answer it', false],
  ['is_required', 'Programs are told that a case needs it', false],
] as const;

const inPortal = ({ display_in_portal, required_in_portal }: CustomField) =>
  !display_in_portal ? 'not asked' : required_in_portal ? 'must be answered' : 'asked';

function Move({ field, step, label }: { field: CustomField; step: number; label: string }) {
  return (
    <form method="post" action={`${at}/fields/${encodeURIComponent(field.id)}/move`}>
      <input type="hidden" name="step" value={String(step)} />
      <button class="plain small" aria-label={`${label}: ${field.display_name}`}>
        {label}
      </button>
    </form>
  );
}

const row = (field: CustomField, index: number, all: CustomField[]) => (
  <tr>
    <td>
      <a href={`${at}/fields/${encodeURIComponent(field.id)}`} dir="auto">
        {field.display_name}
      </a>
    </td>
    <td data-label="Key">
      <code>{field.name}</code>
    </td>
    <td data-label="Kind">{kinds[field.type]}</td>
    <td data-label="Portal">{inPortal(field)}</td>
    <td>
      <span class="both">
        {index > 0 && <Move field={field} step={-1} label="Up" />}
        {index < all.length - 1 && <Move field={field} step={1} label="Down" />}
      </span>
    </td>
  </tr>
);

/** Of one that is there already the key stays. */
const Key = ({ name, isKept }: { name?: string; isKept: boolean }) =>
  isKept ? (
    <div class="field">
      <span class="meta">Key: it stays as it is</span>
      <p>
        <code>{name}</code>
      </p>
    </div>
  ) : (
    <Line
      name="name"
      label={labels.name}
      value={name}
      hint="In custom_fields; made of the label where it is empty. It cannot be changed later."
      optional
      max={100}
    />
  );

const fieldsOf = (field: Partial<CustomField>, isKept: boolean) => (
  <>
    <div class="grid">
      <Line name="display_name" label={labels.display_name} value={field.display_name} />
      <Key name={field.name} isKept={isKept} />
      <Select
        name="type"
        label={labels.type}
        value={field.type ?? 'text'}
        options={Object.entries(kinds)}
      />
      <div class="field">
        <label for="accepted_values">
          {labels.accepted_values} <small>(of a choice, one a line)</small>
        </label>
        <textarea id="accepted_values" name="accepted_values" rows={4}>
          {(field.accepted_values ?? []).join('\n')}
        </textarea>
      </div>
      <Line
        name="description"
        label={labels.description}
        value={field.description}
        hint="The client reads it below the field."
        optional
        max={1000}
      />
    </div>
    <fieldset>
      <legend>When it is needed</legend>
      {boxes.map(([name, label, usual]) => (
        <Box name={name} label={label} checked={field[name] ?? usual} />
      ))}
    </fieldset>
  </>
);

/** What the form says; the key of a field that is there already stays. */
async function typed(c: Context, before?: CustomField): Promise<Partial<CustomField>> {
  const form = await c.req.parseBody();
  const display_name = text(form.display_name);
  return {
    display_name,
    name: before?.name ?? (text(form.name) || slugOf(display_name).toLowerCase()),
    type: text(form.type) as CustomField['type'],
    accepted_values: text(form.accepted_values)
      .split(/\r?\n/)
      .map((line) => line.trim())
      .filter(Boolean),
    description: text(form.description) || null,
    ...Object.fromEntries(boxes.map(([name]) => [name, form[name] === 'yes'])),
  };
}

/** The pages and what their buttons do. */
export function fieldRoutes(services: Services) {
  const kept = () => inOrder(services.account.read(account).custom_fields);
  /** Keeps the fields in this order. @throws Problem 422. */
  const keep = (fields: Partial<CustomField>[]) => {
    // A key is made of its label: where both are missing, the label is what is asked for.
    if (fields.some(({ display_name, name }) => !display_name && !name)) {
      throw fieldProblem('display_name', 'must not be empty');
    }
    const numbered = fields.map((field, index) => ({
      ...field,
      display_order_in_portal: index + 1,
    }));
    setUp(services, { custom_fields: numbered });
  };
  const what = 'field';
  const app = entryRoutes<CustomField>({
    here: '',
    path: '/fields',
    what,
    title: 'Custom fields',
    hint: 'Custom fields belong to the case and stand under their keys in custom_fields. The portal asks for those that are marked so, in this order.',
    head: ['Label', 'Key', 'Kind', 'Portal', ''],
    row,
    add: ['Add a field', 'New custom field'],
    warning: 'Cases keep the values they have under its key; nobody is asked for it any more.',
    labels,
    nameOf: ({ display_name }) => display_name,
    kept,
    keep,
    typed,
    fields: fieldsOf,
  });
  app.post('/fields/:id/move', async (c) => {
    const { id } = entryOf(c, { kept, what });
    const { step } = await c.req.parseBody();
    const fields = kept();
    const from = fields.findIndex((field) => field.id === id);
    const to = from + (step === '-1' ? -1 : 1);
    if (fields[to]) [fields[from], fields[to]] = [fields[to], fields[from]!];
    keep(fields);
    return c.redirect(at, 303);
  });
  return app;
}

/**
 * What the account defines, in the form of a node: its custom fields, the documents it expects, and
 * what can be cleared. Read when the editor shows it, by the form that Zapier's editor gets.
 */
import type {
  IDataObject,
  ILoadOptionsFunctions,
  INodeType,
  ResourceMapperField,
  ResourceMapperFields,
} from 'n8n-workflow';

import type { Field } from '../../../fields/definition.ts';
import { flat, read } from './input.ts';
import { stepOf } from './node.ts';
import { optionsOf } from './properties.ts';
import { runMethod } from './step.ts';

/** What is filled in so far, flat; an expression has no value before the node runs. */
function filledIn(context: ILoadOptionsFunctions): IDataObject {
  const input = read(flat((context.getCurrentNodeParameters() ?? {}) as IDataObject));
  return Object.fromEntries(
    Object.entries(input).filter(([, value]) => !String(value).startsWith('=')),
  );
}

/** The form of the operation or event that is chosen, with what the account defines. */
async function formIn(context: ILoadOptionsFunctions) {
  const step = await stepOf(context);
  const inputData = filledIn(context);
  const key = String(inputData.operation ?? inputData.event);
  return {
    fields: await runMethod<Field[]>(step.app.formOf(key), step, { inputData }),
    isCustom: step.app.isCustomField,
  };
}

async function choicesOf(context: ILoadOptionsFunctions, wanted: string) {
  const { fields } = await formIn(context);
  const field = fields.find(({ key }) => key === wanted);
  return field ? optionsOf(field) : [];
}

/** Longer lists of values are not named in a label. */
const mostNamed = 12;

/** One of a list stands in a dropdown; several are a text, as a mapper holds no lists. */
function mapped(field: Field, isFilter: boolean): ResourceMapperField {
  const { key, label = key, type, list } = field;
  const options = optionsOf(field);
  const isText = list && !isFilter;
  const several = options.length && options.length <= mostNamed ? options : [];
  const values = several.map(({ value }) => value).join('; ') || 'several with semicolons';
  const kinds: Record<string, ResourceMapperField['type']> = {
    number: 'number',
    boolean: 'boolean',
    datetime: 'dateTime',
  };
  const isOptions = options.length > 0 && !isText;
  return {
    id: key,
    displayName: isText ? `${label} (${values})` : label,
    defaultMatch: false,
    canBeUsedToMatch: false,
    required: false,
    display: true,
    type: isOptions ? 'options' : (kinds[type ?? ''] ?? 'string'),
    ...(isOptions && { options }),
  };
}

/** The custom fields of the account; with a notice where it lists none. */
const customFields = (isFilter: boolean) =>
  async function (this: ILoadOptionsFunctions): Promise<ResourceMapperFields> {
    const { fields, isCustom } = await formIn(this);
    return {
      fields: fields.filter(isCustom).map((field) => mapped(field, isFilter)),
      emptyFieldsNotice: `Your service lists no custom fields. Name them under ${
        isFilter ? '<b>Filters</b>, <b>Only Custom Fields</b>' : '<b>Optional Fields</b>'
      }.`,
    };
  };

/** What the editor asks the action node. */
export const actionMethods = {
  loadOptions: {
    getClearable(this: ILoadOptionsFunctions) {
      return choicesOf(this, 'clear_fields');
    },
  },
  listSearch: {
    async findExpectedDocuments(this: ILoadOptionsFunctions, filter = '') {
      const all = await choicesOf(this, 'expected_document_id');
      const results = all.filter(({ name }) => name.toLowerCase().includes(filter.toLowerCase()));
      return { results };
    },
  },
  resourceMapping: { getCustomFields: customFields(false) },
} satisfies INodeType['methods'];

/** What it asks the trigger. */
export const triggerMethods = {
  resourceMapping: { getCustomFilters: customFields(true) },
} satisfies INodeType['methods'];

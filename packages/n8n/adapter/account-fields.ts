/**
 * What the account defines, in the form of a node: its custom fields, the documents it expects, and
 * what can be cleared. Read when the editor shows it, by the form that Zapier's editor gets.
 */
import type {
  IDataObject,
  ILoadOptionsFunctions,
  INodeListSearchItems,
  INodeType,
  ResourceMapperField,
  ResourceMapperFields,
} from 'n8n-workflow';

import { isCustomField } from '../../../fields/custom.ts';
import { fieldsOf, type Field } from '../../../fields/form.ts';
import { creates, searches, triggers } from '../../../operations.ts';
import type { Action, Trigger } from '../../../operation.ts';
import { flat, read } from './input.ts';
import { stepOf } from './node.ts';
import { optionsOf } from './properties.ts';
import { runStep } from './step.ts';

/** What is filled in so far, flat; an expression has no value before the node runs. */
function filledIn(context: ILoadOptionsFunctions): IDataObject {
  const input = read(flat((context.getCurrentNodeParameters() ?? {}) as IDataObject));
  return Object.fromEntries(
    Object.entries(input).filter(([, value]) => !String(value).startsWith('=')),
  );
}

const operations: Record<string, Action | Trigger> = { ...creates, ...searches, ...triggers };

/** The form of the operation or event that is chosen, with what the account defines. */
async function formIn(context: ILoadOptionsFunctions) {
  const step = await stepOf(context);
  const inputData = filledIn(context);
  const key = String(inputData.operation ?? inputData.event);
  const { input } = operations[key]!;
  return runStep(step, (run) => fieldsOf(input, run, inputData));
}

async function choicesOf(context: ILoadOptionsFunctions, wanted: string) {
  const fields = await formIn(context);
  const field = fields.find(({ key }) => key === wanted);
  return field ? optionsOf(field) : [];
}

/** Longer lists of values are not named in a label. */
const mostNamed = 12;

/** The values that a field takes, where they are few. */
const valuesOf = (field: Field) => {
  const options = optionsOf(field);
  return options.length <= mostNamed ? options.map(({ value }) => value).join('; ') : '';
};

/** One of a list stands in a dropdown; several are a text, as a mapper holds no lists. */
function mapped(field: Field): ResourceMapperField {
  const { key, label = key, type, list } = field;
  const options = optionsOf(field);
  const kinds: Record<string, ResourceMapperField['type']> = {
    number: 'number',
    boolean: 'boolean',
    datetime: 'dateTime',
  };
  const isOptions = options.length > 0 && !list;
  return {
    id: key,
    displayName: list ? `${label} (${valuesOf(field) || 'several with semicolons'})` : label,
    defaultMatch: false,
    canBeUsedToMatch: false,
    required: false,
    display: true,
    type: isOptions ? 'options' : (kinds[type ?? ''] ?? 'string'),
    ...(isOptions && { options }),
  };
}

/** What a person searches for in a list. */
const matching = (all: INodeListSearchItems[], filter = '') => ({
  results: all.filter(({ name }) => name.toLowerCase().includes(filter.toLowerCase())),
});

/** What the editor asks the action node. */
export const actionMethods = {
  loadOptions: {
    getClearable(this: ILoadOptionsFunctions) {
      return choicesOf(this, 'clear_fields');
    },
  },
  listSearch: {
    async findExpectedDocuments(this: ILoadOptionsFunctions, filter?: string) {
      return matching(await choicesOf(this, 'expected_document_id'), filter);
    },
  },
  resourceMapping: {
    /** The custom fields of the account; with a notice where it lists none. */
    async getCustomFields(this: ILoadOptionsFunctions): Promise<ResourceMapperFields> {
      const fields = await formIn(this);
      return {
        fields: fields.filter(isCustomField).map(mapped),
        emptyFieldsNotice:
          'Your service lists no custom fields. Name them under <b>Optional Fields</b>.',
      };
    },
  },
} satisfies INodeType['methods'];

/** What it asks the trigger. */
export const triggerMethods = {
  listSearch: {
    /** The custom fields of the account, with the values that a filter can name. */
    async findCustomFilters(this: ILoadOptionsFunctions, filter?: string) {
      const fields = await formIn(this);
      const all = fields.filter(isCustomField).map((field) => {
        const label = (field.label ?? field.key).replace(/^Only /, '');
        const values = valuesOf(field);
        return { name: values ? `${label} (${values})` : label, value: field.key };
      });
      return matching(all, filter);
    },
  },
} satisfies INodeType['methods'];

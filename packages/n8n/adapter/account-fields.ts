/**
 * The account's definitions in the form of a node: custom fields, expected documents, and fields to
 * clear. The editor loads them from the same form as Zapier's.
 */
import type {
  IDataObject,
  ILoadOptionsFunctions,
  INodeListSearchItems,
  INodeType,
  ResourceMapperField,
  ResourceMapperFields,
} from 'n8n-workflow';

import { testConnection } from '../../../client/connection-test.ts';
import { recentCases } from '../../../client/recent-cases.ts';
import { countryChoices } from '../../../fields/kinds/country.ts';
import { isCustomField } from '../../../fields/kinds/custom.ts';
import { fieldsOf, type Field } from '../../../fields/kinds/form.ts';
import { creates } from '../../../creates/index.ts';
import { searches } from '../../../searches/index.ts';
import { triggers } from '../../../triggers/index.ts';
import type { Action, Trigger } from '../../../operation.ts';
import { clientName } from '../../../service/contract.ts';
import { flat, read } from './input.ts';
import { stepOf } from './node.ts';
import { optionsOf } from './properties.ts';
import { getQueueNotice } from './queue-mode.ts';
import { runStep } from './step.ts';

/** The current inputs, flat. An expression has no value before the node runs. */
function filledIn(context: ILoadOptionsFunctions): IDataObject {
  const input = read(flat((context.getCurrentNodeParameters() ?? {}) as IDataObject));
  return Object.fromEntries(
    Object.entries(input).filter(([, value]) => !String(value).startsWith('=')),
  );
}

const operations: Record<string, Action | Trigger> = { ...creates, ...searches, ...triggers };

/** The form of the chosen operation or event, with the account's definitions. */
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

/** Labels do not list more values. */
const mostNamed = 12;

/** The values of a field, if there are few. */
const valuesOf = (field: Field) => {
  const options = optionsOf(field);
  return options.length <= mostNamed ? options.map(({ value }) => value).join('; ') : '';
};

/** A choice becomes a dropdown. A list becomes a text, because a mapper has no lists. */
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

/** The entries of a list that match a search. */
const matching = (all: INodeListSearchItems[], filter = '') => ({
  results: all.filter(({ name }) => name.toLowerCase().includes(filter.toLowerCase())),
});

/** Milliseconds to find that reason, after the form has waited for the fields. */
const patience = 3000;

/** The reason why there are no custom fields. A form opens without them if the service is down. */
async function noFieldsNotice(context: ILoadOptionsFunctions): Promise<string> {
  const byName = 'Name them under <b>Optional Fields</b>.';
  try {
    await runStep(await stepOf(context), (run) =>
      testConnection({ ...run, deadline: Date.now() + patience }),
    );
    return `Your service lists no custom fields. ${byName}`;
  } catch (error) {
    const reason = (error as Error).message.replaceAll('<', '&lt;');
    return `The custom fields of your account could not be loaded: ${reason} ${byName}`;
  }
}

/** The editor's requests to the action node. */
export const actionMethods = {
  loadOptions: {
    getClearable(this: ILoadOptionsFunctions) {
      return choicesOf(this, 'clear_fields');
    },
  },
  listSearch: {
    async findCountries(this: ILoadOptionsFunctions, filter?: string) {
      return matching(
        countryChoices().map(({ label, value }) => ({ name: label, value })),
        filter,
      );
    },
    /** The recent cases of the connection; the service has no list. */
    async findCases(this: ILoadOptionsFunctions, filter?: string) {
      const found = await runStep(await stepOf(this), (run) => recentCases(run));
      const entries = found.map(({ application_id: value, ...one }) => ({
        // A client may have several cases.
        name: `${clientName(one)} (${one.external_reference ?? value})`.trim(),
        value,
      }));
      return matching(entries, filter);
    },
    async findExpectedDocuments(this: ILoadOptionsFunctions, filter?: string) {
      return matching(await choicesOf(this, 'expected_document_id'), filter);
    },
  },
  resourceMapping: {
    /** The account's custom fields, or a notice if there are none to show. */
    async getCustomFields(this: ILoadOptionsFunctions): Promise<ResourceMapperFields> {
      const fields = (await formIn(this)).filter(isCustomField).map(mapped);
      return fields.length ? { fields } : { fields, emptyFieldsNotice: await noFieldsNotice(this) };
    },
    getQueueNotice,
  },
} satisfies INodeType['methods'];

/** The editor's requests to the trigger. */
export const triggerMethods = {
  listSearch: {
    /** The account's custom fields, with their values for a filter. */
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
  resourceMapping: { getQueueNotice },
} satisfies INodeType['methods'];

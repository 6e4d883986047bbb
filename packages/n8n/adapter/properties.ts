/** Fields of an operation -> parameters of a node: labels, help, lists, pairs and groups of lines. */
import type {
  INodeProperties,
  INodePropertyMode,
  INodePropertyOptions,
  NodeParameterValue,
} from 'n8n-workflow';

import { withCommas, type Field } from '../../../fields/kinds/form.ts';
import type { CreateKey } from '../../../creates/index.ts';
import type { SearchKey } from '../../../searches/index.ts';
import { accountKey, caseKey } from './keys.ts';
import { inWordsOfN8n } from './words.ts';

export const withPairs = 'pairs';
export const withLines = 'lines';
export const withParts = 'address_parts';

/** A field with a list and other ways to enter its value. */
const locator = (modes: INodePropertyMode[]) => ({
  type: 'resourceLocator' as const,
  default: { mode: 'list', value: '' },
  modes,
});
const fromList = (searchListMethod: string): INodePropertyMode => ({
  displayName: 'From List',
  name: 'list',
  type: 'list',
  typeOptions: { searchListMethod, searchable: true },
});

/** The operations read a country by its name and both codes, also from an expression. */
const countryModes: INodePropertyMode[] = [
  fromList('findCountries'),
  { displayName: 'By Name or Code', name: 'name', type: 'string', placeholder: 'e.g. France' },
];

/** The editor marks a value outside the list as invalid, so the list contains the empty value. */
const noChoice: INodePropertyOptions = { name: 'None Chosen', value: '' };

/** The choices of a field in n8n's form. */
export const optionsOf = (field: Field): INodePropertyOptions[] =>
  (field.choices ?? []).map(({ value, label }) => ({ name: label, value }));

const text = { type: 'string', default: '' } as const;
const collection = (name: string, displayName: string, values: INodeProperties[]) => ({
  type: 'fixedCollection' as const,
  placeholder: `Add ${displayName}`,
  typeOptions: { multipleValues: true },
  default: {},
  options: [{ name, displayName, values }],
});

function kindOf(
  field: Field,
): Pick<INodeProperties, 'type' | 'default'> & Partial<INodeProperties> {
  const { choices, children, dict, isCountry, list, type } = field;
  // The editor loads the countries when it opens the list, so the package contains them once.
  if (isCountry) return locator(countryModes);
  if (children)
    return collection(
      withLines,
      'Line',
      children.map((child) => propertyOf(child)),
    );
  if (dict) {
    return collection(withPairs, 'Pair', [
      { displayName: 'Name', name: 'name', required: true, ...text },
      { displayName: 'Value', name: 'value', ...text },
    ]);
  }
  if (choices) {
    const options = optionsOf(field);
    if (list) return { type: 'multiOptions', default: [], options };
    const first = field.default ?? options[0]!.value;
    if (field.required || field.default || field.altersDynamicFields) {
      return { type: 'options', default: first, options };
    }
    // n8n fills a new line with the default of every field, so the default chooses nothing.
    return { type: 'options', default: '', options: [noChoice, ...options] };
  }
  if (type === 'boolean') return { type: 'boolean', default: field.default === 'true' };
  if (list) return { ...text, typeOptions: { multipleValues: true }, default: [] };
  if (type === 'code' || type === 'text') return { ...text, typeOptions: { rows: 5 } };
  // A mapped value keeps its form: the operations read every form that a CRM writes.
  if (type === 'datetime') return { type: 'dateTime', default: '' };
  return text;
}

/** Fields whose choices come from the account, by key. */
const loaded: Record<string, Partial<INodeProperties>> = {
  clear_fields: {
    options: undefined,
    typeOptions: {
      loadOptionsMethod: 'getClearable',
      loadOptionsDependsOn: ['subject', `${caseKey}.value`],
    },
  },
  expected_document_id: locator([
    fromList('findExpectedDocuments'),
    { displayName: 'By ID', name: 'id', type: 'string', placeholder: 'e.g. doc_4Bv7Ms2KqP' },
  ]),
};

type Part = NonNullable<Field['part']>;

/** The parts of an object such as an address, in one. */
const objectOf = ({ key, object }: Part, parts: Field[]): INodeProperties => ({
  displayName: object,
  name: key,
  type: 'fixedCollection',
  placeholder: 'Add Address',
  default: {},
  options: [
    {
      name: withParts,
      displayName: 'Address',
      values: parts.map((field) => ({
        ...propertyOf(field),
        displayName: field.part!.label.replace(/^[a-z]/, (letter) => letter.toUpperCase()),
      })),
    },
  ],
});

function propertyOf(field: Field): INodeProperties {
  const { key, label = key, example, required } = field;
  // A country is one text in n8n, also where several are possible.
  const helpText = [field.helpText, field.isCountry && field.list && withCommas]
    .filter(Boolean)
    .join(' ');
  const kind = kindOf(field);
  const placeholder = example && `e.g. ${example}`;
  return {
    displayName: label,
    name: key,
    ...kind,
    ...(placeholder && kind.type === 'string' && { placeholder }),
    ...(required && { required: true }),
    ...(helpText && { description: inWordsOfN8n(helpText) }),
    ...loaded[key],
  };
}

/** True if these fields accept the account's custom fields. */
const takesCustomFields = (fields: Field[]): boolean =>
  fields.some(({ key, dict }) => dict && key.endsWith('custom_fields'));

/** The account's custom fields, one field each. */
const accountFields = (displayOptions: INodeProperties['displayOptions']): INodeProperties => ({
  displayName: 'Custom Fields of Your Account',
  name: accountKey,
  type: 'resourceMapper',
  noDataExpression: true,
  default: { mappingMode: 'defineBelow', value: null },
  typeOptions: {
    resourceMapper: {
      resourceMapperMethod: 'getCustomFields',
      mode: 'add',
      valuesLabel: 'Custom Fields of Your Account',
      fieldWords: { singular: 'custom field', plural: 'custom fields' },
      addAllFields: false,
      supportAutoMap: false,
      hideNoDataError: true,
    },
  },
  displayOptions,
});

/** The custom field of a filter: one that the account lists, or any name. */
const customFieldLocator: INodeProperties = {
  displayName: 'Custom Field',
  name: 'name',
  ...locator([
    fromList('findCustomFilters'),
    { displayName: 'By Name', name: 'name', type: 'string', placeholder: 'e.g. plan' },
  ]),
};

/** A filter of a trigger. Filters on custom fields are a list. */
export function filterOf(field: Field): INodeProperties {
  if (!field.dict) return propertyOf(field);
  const value = { displayName: 'Value', name: 'value', ...text };
  return {
    ...propertyOf(field),
    ...collection(withPairs, 'Filter', [customFieldLocator, value]),
  };
}

/** Address of a case's page. The group is its ID. */
const pageOfCase = 'https?://[^?#]+/(?:applications|cases)/([^/?#]+)';

/** The case from the list of recent ones, by ID, or by the address of its page. */
const caseLocator = (field: Field): INodeProperties => ({
  ...propertyOf(field),
  type: 'resourceLocator',
  default: { mode: 'list', value: '' },
  modes: [
    { ...fromList('findCases'), hint: 'Lists the cases that the nodes made or read lately' },
    { displayName: 'By ID', name: 'id', type: 'string', placeholder: 'e.g. app_2Fq8Zt1MvXb4' },
    {
      displayName: 'By URL',
      name: 'url',
      type: 'string',
      placeholder: 'e.g. https://app.example.com/applications/app_2Fq8Zt1MvXb4',
      hint: 'Address of the page of the case, from your browser',
      extractValue: { type: 'regex', regex: pageOfCase },
      validation: [
        {
          type: 'regex',
          properties: {
            regex: `${pageOfCase}.*`,
            errorMessage:
              'The address of a case contains /applications/ or /cases/, and then the ID',
          },
        },
      ],
    },
  ],
});

interface Operation {
  resource: string;
  key: CreateKey | SearchKey;
  /** Keys of the fields at the top of the node, in this order, before the other required fields. */
  first: string[];
  /** The hint below a top field whose name does not explain it, by key. */
  hints: Readonly<Record<string, string>>;
  /** The fields per subject. Both are equal if there is no subject to choose. */
  fields: Record<'business' | 'person', Field[]>;
}

/** Conditions for a property, in addition to its operation. */
type Conditions = Record<string, NodeParameterValue[]>;
const displayOf = (
  { resource, key }: Pick<Operation, 'resource' | 'key'>,
  more: Conditions = {},
) => ({
  show: { resource: [resource], operation: [key], ...more },
});

/** The field of a file: from an earlier node, or a web address. */
const fileProperties = (operation: Operation, field: Field): INodeProperties[] => [
  {
    displayName: 'File From',
    name: 'file_from',
    type: 'options',
    options: [
      { name: 'Earlier Node', value: 'binary' },
      { name: 'Web Address or Text', value: 'address' },
    ],
    default: 'binary',
    displayOptions: displayOf(operation),
  },
  {
    displayName: 'Input Data Field Name',
    name: 'binary_property',
    type: 'string',
    required: true,
    default: 'data',
    description: 'Name of the field of the incoming item that contains the file',
    displayOptions: displayOf(operation, { file_from: ['binary'] }),
  },
  { ...propertyOf(field), displayOptions: displayOf(operation, { file_from: ['address'] }) },
];

/** A second file, from the same source as the first. */
const otherFile = (field: Field): INodeProperties[] => [
  {
    displayName: `${field.label} Data Field`,
    name: `${field.key}_binary_property`,
    type: 'string',
    default: '',
    placeholder: 'e.g. data1',
    description: inWordsOfN8n(field.helpText ?? ''),
    displayOptions: { show: { '/file_from': ['binary'] } },
  },
  { ...propertyOf(field), displayOptions: { show: { '/file_from': ['address'] } } },
];

/** Names with values come last, below the account's form, after what else stands under More. */
const placeOf = ({ dict, group }: Field) =>
  Number(group === 'more') + 2 * Number(Boolean(dict && group));

/** The parameters of an operation: required ones below each other, the rest in a collection. */
export function propertiesOf(operation: Operation): INodeProperties[] {
  const { first, hints } = operation;
  const { business, person } = operation.fields;
  const keys = (fields: Field[]) => new Set(fields.map(({ key }) => key));
  const [ofBusiness, ofPerson] = [keys(business), keys(person)];
  const all = [...business, ...person.filter(({ key }) => !ofBusiness.has(key))];
  const unknown = first.filter((key) => !all.some((field) => field.key === key));
  if (unknown.length) throw new Error(`${operation.key} has no field ${unknown.join(', ')}.`);
  // Without a subject to choose, the case itself says which fields fit.
  const hasSubject = first.includes('subject');
  const subjectOf = ({ key }: Field): Conditions | undefined =>
    !hasSubject || (ofBusiness.has(key) && ofPerson.has(key))
      ? undefined
      : { subject: [ofBusiness.has(key) ? 'business' : 'person'] };
  const isTop = ({ key, required }: Field) => first.includes(key) || required;
  const top = [
    ...first.map((key) => all.find((field) => field.key === key)!),
    ...all.filter((field) => field.required && !first.includes(field.key)),
  ].flatMap((field): INodeProperties[] => {
    if (field.type === 'file') return fileProperties(operation, field);
    const property = field.key === caseKey ? caseLocator(field) : propertyOf(field);
    const hint = hints[field.key];
    const displayOptions = displayOf(operation, subjectOf(field));
    return [{ ...property, ...(hint && { hint }), displayOptions }];
  });
  const optional = all
    .filter((field) => !isTop(field) && field.key !== 'subject')
    .sort((one, other) => placeOf(one) - placeOf(other))
    .flatMap((field, _, fields): INodeProperties[] => {
      if (field.type === 'file') return otherFile(field);
      const { part } = field;
      const parts = part ? fields.filter((one) => one.part?.key === part.key) : [field];
      // The first part stands for all.
      if (parts[0] !== field) return [];
      const subject = subjectOf(field);
      const displayOptions = subject && { show: { '/subject': subject.subject! } };
      const property = part ? objectOf(part, parts) : propertyOf(field);
      return [{ ...property, ...(displayOptions && { displayOptions }) }];
    });
  if (!optional.length) return top;
  const account = accountFields(displayOf(operation));
  return [
    ...top,
    ...(takesCustomFields(all) ? [account] : []),
    {
      displayName: 'Optional Fields',
      name: 'optional',
      type: 'collection',
      placeholder: 'Add Field',
      default: {},
      displayOptions: displayOf(operation),
      options: optional,
    },
  ];
}

/** *If Not Found* for the operations that get one thing. */
export const ifNotFoundOf = (operation: Pick<Operation, 'resource' | 'key'>): INodeProperties => ({
  displayName: 'If Not Found',
  name: 'if_not_found',
  type: 'options',
  options: [
    { name: 'Fail', value: 'fail' },
    { name: 'Return Nothing', value: 'nothing' },
  ],
  default: 'fail',
  description: 'Whether the node fails or returns no item if nothing is found',
  displayOptions: displayOf(operation),
});

/** *Return All* and *Limit* for the operations that list. */
export const limitOf = (operation: Pick<Operation, 'resource' | 'key'>): INodeProperties[] => [
  {
    displayName: 'Return All',
    name: 'returnAll',
    type: 'boolean',
    default: false,
    description: 'Whether to return all results or only up to a given limit',
    displayOptions: displayOf(operation),
  },
  {
    displayName: 'Limit',
    name: 'limit',
    type: 'number',
    typeOptions: { minValue: 1 },
    default: 50,
    description: 'Max number of results to return',
    displayOptions: displayOf(operation, { returnAll: [false] }),
  },
];

/** *Simplify* for the operations that show a case. */
export const simplifyOf = (operation: Pick<Operation, 'resource' | 'key'>): INodeProperties => ({
  displayName: 'Simplify',
  name: 'simplify',
  type: 'boolean',
  default: true,
  description: 'Whether to return a simplified version of the response instead of the raw data',
  displayOptions: displayOf(operation),
});

/** The most items at once. */
export const mostAtOnce = 50;

/** The options of every operation. */
export const options: INodeProperties = {
  displayName: 'Options',
  name: 'options',
  type: 'collection',
  placeholder: 'Add Option',
  default: {},
  options: [
    {
      displayName: 'Items at Once',
      name: 'items_at_once',
      type: 'number',
      typeOptions: { minValue: 1, maxValue: mostAtOnce },
      default: 1,
      description:
        'How many items are sent to the service at the same time. Without this option it is one, and all for an operation that waits.',
    },
  ],
};

/** Fields of an operation -> parameters of a node: labels, help, lists, pairs and groups of lines. */
import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { inWordsOfN8n } from './words.ts';

/** A field as the definition of the app has it. */
export interface Field {
  key: string;
  label?: string;
  helpText?: string;
  type?: string;
  required?: boolean;
  default?: string;
  list?: boolean;
  dict?: boolean;
  placeholder?: string;
  choices?: string[] | Record<string, string> | { value: string; label: string }[];
  children?: Field[];
}

/** Names inside fixed collections. */
export const withPairs = 'pairs';
export const withLines = 'lines';
/** Longer lists are loaded when the editor opens them, and are in the package once. */
const longestList = 60;

const optionsOf = (choices: NonNullable<Field['choices']>): INodePropertyOptions[] =>
  Array.isArray(choices)
    ? choices.map((choice) =>
        typeof choice === 'string'
          ? { name: choice, value: choice }
          : { name: choice.label, value: choice.value },
      )
    : Object.entries(choices).map(([value, name]) => ({ name, value }));

const text = { type: 'string', default: '' } as const;
const collection = (name: string, displayName: string, values: INodeProperties[]) => ({
  type: 'fixedCollection' as const,
  typeOptions: { multipleValues: true },
  default: {},
  options: [{ name, displayName, values }],
});

function kindOf(
  field: Field,
): Pick<INodeProperties, 'type' | 'default'> & Partial<INodeProperties> {
  const { choices, children, dict, list, type } = field;
  if (children)
    return collection(
      withLines,
      'Line',
      children.map((child) => propertyOf(child)),
    );
  if (dict) {
    return collection(withPairs, 'Pair', [
      { displayName: 'Name', name: 'name', ...text },
      { displayName: 'Value', name: 'value', ...text },
    ]);
  }
  if (choices && optionsOf(choices).length > longestList) {
    return { type: 'options', default: '', typeOptions: { loadOptionsMethod: 'getCountries' } };
  }
  if (choices) {
    const options = optionsOf(choices);
    if (list) return { type: 'multiOptions', default: [], options };
    return { type: 'options', default: field.default ?? options[0]!.value, options };
  }
  if (type === 'boolean') return { type: 'boolean', default: false };
  if (list) return { ...text, typeOptions: { multipleValues: true }, default: [] };
  if (type === 'code' || type === 'text') return { ...text, typeOptions: { rows: 5 } };
  // Dates and numbers stay text: the operations read them in every form a CRM writes them.
  if (type === 'datetime') return { ...text, placeholder: '2024-05-31' };
  return text;
}

export function propertyOf(field: Field): INodeProperties {
  const { key, label = key, helpText, required } = field;
  return {
    displayName: label,
    name: key,
    ...kindOf(field),
    ...(required && { required: true }),
    ...(helpText && { description: inWordsOfN8n(helpText) }),
  };
}

export interface Operation {
  resource: string;
  key: string;
  /** The fields for each subject; the same ones where there is no subject to choose. */
  fields: Record<'business' | 'person', Field[]>;
}

/** When a property shows, besides for its operation. */
type Shown = Record<string, (string | number | boolean)[]>;
const shownFor = ({ resource, key }: Operation, more: Shown = {}, root = '') => ({
  show: Object.fromEntries(
    Object.entries({ resource: [resource], operation: [key], ...more }).map(([name, values]) => [
      root + name,
      values,
    ]),
  ),
});

/** The field of a file: from an earlier node, or by its web address. */
const fileProperties = (operation: Operation, { helpText }: Field): INodeProperties[] => [
  {
    displayName: 'File From',
    name: 'file_from',
    type: 'options',
    options: [
      { name: 'Earlier Node', value: 'binary' },
      { name: 'Web Address or Text', value: 'address' },
    ],
    default: 'binary',
    displayOptions: shownFor(operation),
  },
  {
    displayName: 'Input Data Field Name',
    name: 'binary_property',
    type: 'string',
    required: true,
    default: 'data',
    description: 'Name of the field of the incoming item that holds the file',
    displayOptions: shownFor(operation, { file_from: ['binary'] }),
  },
  {
    displayName: 'File',
    name: 'file',
    type: 'string',
    required: true,
    default: '',
    description: inWordsOfN8n(helpText ?? ''),
    displayOptions: shownFor(operation, { file_from: ['address'] }),
  },
];

/**
 * The parameters of an operation: those it needs one below the other, the rest in a collection to
 * add from.
 */
export function propertiesOf(operation: Operation): INodeProperties[] {
  const { business, person } = operation.fields;
  const keys = (fields: Field[]) => new Set(fields.map(({ key }) => key));
  const [ofBusiness, ofPerson] = [keys(business), keys(person)];
  const all = [...business, ...person.filter(({ key }) => !ofBusiness.has(key))];
  const subjectOf = ({ key }: Field): Shown | undefined =>
    ofBusiness.has(key) && ofPerson.has(key)
      ? undefined
      : { subject: [ofBusiness.has(key) ? 'business' : 'person'] };
  const optional: INodeProperties[] = [];
  const first = all.flatMap((field): INodeProperties[] => {
    const subject = subjectOf(field);
    if (field.type === 'file') return fileProperties(operation, field);
    if (field.required) {
      return [{ ...propertyOf(field), displayOptions: shownFor(operation, subject) }];
    }
    optional.push({
      ...propertyOf(field),
      ...(subject && {
        displayOptions: { show: { '/subject': subject.subject } },
      }),
    });
    return [];
  });
  if (!optional.length) return first;
  return [
    ...first,
    {
      displayName: 'Optional Fields',
      name: 'optional',
      type: 'collection',
      placeholder: 'Add Field',
      default: {},
      displayOptions: shownFor(operation),
      options: optional,
    },
  ];
}

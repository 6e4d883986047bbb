/** The definition that Zapier gets: what Zaps store, map and send. */
import app from '../../index.ts';
import {
  formFieldsOf,
  kinds,
  outputFieldsOf,
  type Field,
  type Operation,
} from '../../zapier/local/definition.ts';
import { lineOf, type Forms } from './forms.ts';

/** Longer lists of choices are written down once, under their name. */
const longestList = 20;
/** The subjects of a case, and one that an earlier step names. */
const subjects = ['business', 'person', '{{1__subject}}'];

/** Maps the values of an object, one after the other. */
async function each<Value, Made>(
  all: Record<string, Value>,
  make: (one: Value) => Promise<Made>,
): Promise<Record<string, Made>> {
  const made: Record<string, Made> = {};
  for (const [key, one] of Object.entries(all)) made[key] = await make(one);
  return made;
}

export async function zapier() {
  const lists: Record<string, string[]> = {};

  function choicesIn(field: Field): string[] | string | undefined {
    const values = (field.choices ?? []).map(({ value }) => value);
    if (values.length <= longestList) return values.length ? values : undefined;
    const name = `${values.length} from ${values[0]} to ${values.at(-1)}`;
    if (name in lists && `${lists[name]}` !== `${values}`) throw new Error(`Two lists: ${name}`);
    lists[name] = values;
    return name;
  }

  function formsOf(fields: Field[], group = ''): Forms {
    const forms = fields.map((field): Forms => {
      const { key, type = 'string', children = [], default: preset } = field;
      const { list, dict, required, search, dynamic, altersDynamicFields } = field;
      const facts = { list, dict, required, default: preset, search, dynamic, altersDynamicFields };
      const form = lineOf({ [type]: true, ...facts, choices: choicesIn(field) });
      return { [group + key]: form, ...formsOf(children, `${group}${key}.`) };
    });
    return Object.assign({}, ...forms) as Forms;
  }

  const outputOf = async ({ operation }: Pick<Operation, 'operation'>) => ({
    output: formsOf((await outputFieldsOf({ operation })) as Field[]),
    sample: Object.keys(operation.sample ?? {}).sort(),
  });

  async function promiseOf(one: Operation) {
    const { type, resource, performSubscribe } = one.operation;
    const formOf = (subject: string, fields = 'all') => formFieldsOf(one, { subject, fields });
    const fields = subjects.map((subject) => formOf(subject));
    const hasUsual = (await fields[0]!).some(({ key }) => key === 'fields');
    const keysOf = async (subject: string) =>
      (await formOf(subject, 'usual')).map(({ key }) => key).join(' ');
    return {
      ...(type === 'hook' && { type: performSubscribe ? 'hook' : 'static hook' }),
      input: formsOf((await Promise.all(fields)).flat()),
      ...(hasUsual && {
        usual: { business: await keysOf('business'), person: await keysOf('person') },
      }),
      ...(resource ? { resource } : await outputOf(one)),
    };
  }

  const { authentication, resources, searchOrCreates, ...whole } = app;
  return {
    authentication: {
      type: authentication.type,
      fields: formsOf(authentication.fields as Field[]),
    },
    resources: await each(resources, (operation) => outputOf({ operation } as never)),
    ...(await each(Object.fromEntries(kinds.map((kind) => [kind, whole[kind]])), (group) =>
      each(group as unknown as Record<string, Operation>, promiseOf),
    )),
    searchOrCreates: await each(searchOrCreates, async ({ search, create }) => [search, create]),
    lists: await each(lists, async (values) => values.join(' ')),
  };
}

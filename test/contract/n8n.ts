/** The nodes and the credential of n8n: what workflows store. */
import { readFileSync } from 'node:fs';

import { lineOf, type Forms } from './forms.ts';

interface Option {
  name: string;
  value?: string;
  values?: Property[];
}
/** A property of a node, as n8n's types describe it. */
interface Property {
  name: string;
  type: string;
  default: unknown;
  required?: boolean;
  displayOptions?: { show: Record<string, string[]> };
  options?: (Option & Property)[];
  modes?: { name: string }[];
  typeOptions?: { multipleValues?: boolean };
}

/** Loaded by its path: the types of n8n are there only once its engine is installed. */
const load = async <T>(path: string) => (await import(`../../${path}`)) as T;

function formOf({ type, default: preset, required, options, modes, ...rest }: Property) {
  const {
    resource: _resource,
    operation: _operation,
    event: _event,
    ...conditions
  } = rest.displayOptions?.show ?? {};
  const values = options?.flatMap(({ value }) => (value === undefined ? [] : value));
  return lineOf({
    [type]: true,
    list: rest.typeOptions?.multipleValues,
    required,
    default: preset === true ? 'true' : preset,
    modes: modes?.map((mode) => mode.name),
    shown: Object.keys(conditions).length ? conditions : undefined,
    values: values?.length ? values : undefined,
  });
}

/** The parameters by path. Those of an operation or event come after its key. */
function formsOf(properties: Property[], before = ''): Forms {
  const forms = properties.flatMap((property) => {
    const { operation, event } = property.displayOptions?.show ?? {};
    return (operation ?? event ?? ['']).map((key): Forms => {
      const path = `${before}${key && `${key}: `}${property.name}`;
      const inner = (property.options ?? []).map((option): Forms => {
        if (option.values) return formsOf(option.values, `${path}.${option.name}.`);
        return option.type ? formsOf([option], `${path}.`) : {};
      });
      // Several menus have one name, each for its resource.
      const { resource = [] } = property.displayOptions?.show ?? {};
      const place = property.name === 'operation' ? `${resource.join()}: operation` : path;
      return Object.assign({ [place]: formOf(property) }, ...inner) as Forms;
    });
  });
  return Object.assign({}, ...forms) as Forms;
}

/** The name and the version of a node, which each workflow contains. */
function typeOf(node: string): string {
  const path = `packages/n8n/nodes/ComplianceOnboarding/${node}.node.ts`;
  // Read as text: a node needs the engine.
  const [, name, version] = /\n {4}name: '(\w+)',[^]*?\n {4}version: (\d+),/.exec(
    readFileSync(path, 'utf8'),
  )!;
  return `${name} ${version}`;
}

export async function n8n() {
  const { makeParameters } = await load<{
    makeParameters(): Promise<Record<'action' | 'trigger', Property[]>>;
  }>('scripts/publish/n8n-parameters.ts');
  const { ComplianceOnboardingApi } = await load<{
    ComplianceOnboardingApi: new () => { name: string; properties: Property[] };
  }>('packages/n8n/credentials/ComplianceOnboardingApi.credentials.ts');
  const { action, trigger } = await makeParameters();
  const credential = new ComplianceOnboardingApi();
  return {
    action: { type: typeOf('ComplianceOnboarding'), parameters: formsOf(action) },
    trigger: { type: typeOf('ComplianceOnboardingTrigger'), parameters: formsOf(trigger) },
    credential: { type: credential.name, parameters: formsOf(credential.properties) },
  };
}

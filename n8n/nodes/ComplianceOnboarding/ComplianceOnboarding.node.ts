import {
  NodeConnectionTypes,
  type IDataObject,
  type IExecuteFunctions,
  type INodeExecutionData,
  type INodeProperties,
  type INodePropertyOptions,
  type INodeType,
  type INodeTypeDescription,
} from 'n8n-workflow';

import { countryChoices } from '../../../fields/country.ts';
import type { Binaries } from '../../adapter/binary.ts';
import { parametersOf } from '../../adapter/files.ts';
import { nodeError } from '../../adapter/errors.ts';
import { read } from '../../adapter/input.ts';
import { credentialTest, stepOf } from '../../adapter/node.ts';
import { runMethod } from '../../adapter/step.ts';
import { resourceOptions } from '../../catalogue.ts';
import parameters from '../../generated/parameters.json';
import { methodOf } from '../../methods.ts';

const properties = parameters.action as unknown as INodeProperties[];

/** The names of the parameters of each operation. */
const namesOf: Record<string, string[]> = {};
for (const { name, displayOptions } of properties) {
  for (const operation of (displayOptions?.show?.operation ?? []) as string[]) {
    (namesOf[operation] ??= []).push(name);
  }
}

export class ComplianceOnboarding implements INodeType {
  description: INodeTypeDescription = {
    displayName: 'Compliance Onboarding',
    name: 'complianceOnboarding',
    icon: {
      light: 'file:../../icons/complianceOnboarding.svg',
      dark: 'file:../../icons/complianceOnboarding.dark.svg',
    },
    group: ['transform'],
    version: 1,
    subtitle: '={{$parameter["operation"].replaceAll("_", " ")}}',
    description: 'Verify clients (KYC and KYB): cases, portal links, documents and decisions',
    defaults: { name: 'Compliance Onboarding' },
    usableAsTool: true,
    inputs: [NodeConnectionTypes.Main],
    outputs: [NodeConnectionTypes.Main],
    credentials: [{ name: 'complianceOnboardingApi', required: true, testedBy: 'testConnection' }],
    properties: [
      {
        displayName: 'Resource',
        name: 'resource',
        type: 'options',
        noDataExpression: true,
        options: resourceOptions,
        default: 'case',
      },
      ...properties,
    ],
  };

  methods = {
    loadOptions: {
      getCountries: async (): Promise<INodePropertyOptions[]> =>
        countryChoices().map(({ label, value }) => ({ name: label, value })),
    },
    credentialTest,
  };

  async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
    const items = this.getInputData();
    const step = await stepOf(this);
    const made: INodeExecutionData[] = [];
    for (const [itemIndex] of items.entries()) {
      try {
        const binaries: Binaries = new Map();
        const key = this.getNodeParameter('operation', itemIndex) as string;
        const inputData = read(await parametersOf(this, namesOf[key]!, itemIndex, binaries));
        const result = await runMethod<IDataObject | IDataObject[]>(
          methodOf(key),
          step,
          { inputData },
          { itemIndex, binaries },
        );
        for (const json of [result].flat()) made.push({ json, pairedItem: { item: itemIndex } });
      } catch (error) {
        const failure = nodeError(this.getNode(), error as Error, itemIndex);
        if (!this.continueOnFail()) throw failure;
        const { message } = failure;
        made.push({ json: { error: message }, pairedItem: { item: itemIndex } });
      }
    }
    return [made];
  }
}

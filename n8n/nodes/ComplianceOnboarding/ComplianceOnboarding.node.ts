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
import { fileAddress } from '../../adapter/files.ts';
import { nodeError } from '../../adapter/errors.ts';
import { read } from '../../adapter/input.ts';
import { credentialTest, stepOf } from '../../adapter/node.ts';
import { runMethod } from '../../adapter/step.ts';
import { resourceOptions } from '../../catalogue.ts';
import parameters from '../../generated/parameters.json';
import { methodOf } from '../../methods.ts';

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
      ...(parameters.action as unknown as INodeProperties[]),
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
    const made: INodeExecutionData[] = [];
    for (const [itemIndex] of items.entries()) {
      try {
        const step = await stepOf(this, itemIndex);
        const key = this.getNodeParameter('operation', itemIndex) as string;
        const inputData = read(await fileAddress(this, itemIndex, step.binaries));
        const result = await runMethod<IDataObject | IDataObject[]>(methodOf(key), step, {
          inputData,
        });
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

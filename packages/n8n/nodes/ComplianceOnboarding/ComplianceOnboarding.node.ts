import {
  NodeConnectionTypes,
  type IExecuteFunctions,
  type INodeExecutionData,
  type INodeProperties,
  type INodeType,
  type INodeTypeDescription,
} from 'n8n-workflow';

import { actionMethods } from '../../adapter/account-fields.ts';
import { credentialTest } from '../../adapter/node.ts';
import { runItems } from '../../adapter/items.ts';
import { queueNotice } from '../../adapter/queue-mode.ts';
import { resourceOptions, titles } from '../../places.ts';
import parameters from '../../generated/parameters.json';

const properties = parameters.action as unknown as INodeProperties[];

export class ComplianceOnboarding implements INodeType {
  description: INodeTypeDescription = {
    displayName: 'Compliance Onboarding',
    name: 'complianceOnboarding',
    icon: {
      light: 'file:../../icons/complianceOnboarding.svg',
      dark: 'file:../../icons/complianceOnboarding.dark.svg',
    },
    group: ['transform'],
    version: 2,
    subtitle: `={{ ${JSON.stringify(titles)}[$parameter["operation"]] }}`,
    description: 'Verify clients (KYC and KYB): cases, portal links, documents and decisions',
    defaults: { name: 'Compliance Onboarding' },
    usableAsTool: true,
    inputs: [NodeConnectionTypes.Main],
    outputs: [NodeConnectionTypes.Main],
    credentials: [{ name: 'complianceOnboardingApi', required: true, testedBy: 'testConnection' }],
    properties: [
      ...queueNotice,
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

  methods = { ...actionMethods, credentialTest };

  async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
    return [await runItems(this, properties)];
  }
}

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
import { resourceOptions } from '../../places.ts';
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
    // The titles of places.ts. n8n's rules want them written out.
    subtitle:
      '={{ {"start_onboarding":"Case: Start Onboarding","create_case":"Case: Create","find_case":"Case: Get","update_case":"Case: Update","submit_case":"Case: Submit","create_portal":"Portal: Create Link","add_related_person":"Related Party: Add Person","add_related_business":"Related Party: Add Business","find_related_persons":"Related Party: Get Many Persons","enrich_case":"Related Party: Enrich Case","upload_document":"Document: Upload","search_companies":"Company: Get Many","get_company":"Company: Get","record_decision":"Decision: Create","call_api":"API Request: Send"}[$parameter["operation"]] }}',
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

/**
 * The steps of other apps on Zapier, by the names that public pages show: this is the note of these
 * pages. A step without a source was found on none, and neither were the labels of most fields.
 * docs/first-push.md says so.
 */
import { dealFields } from './deal-fields.ts';
import type { Step } from './recipe.ts';

interface AppStep {
  /** The public page that names the step. */
  source?: string;
  fields: string[];
  /** It takes the fields of the deal, too. */
  takesDealFields?: true;
}

const zapier = 'https://zapier.com';
const help = 'https://help.zapier.com/hc/en-us/articles';

/** Pages of Zapier about what is not a step of an app. */
export const sources = {
  tasks: `${help}/8496196837261-Understand-tasks-in-Zapier`,
  plans: `${zapier}/help/account/`,
  salesforceApp: `${help}/44572745697421-Salesforce-administrator-prerequisites-for-Zapier-connection`,
};

/** HubSpot's steps return few properties by themselves. */
export const moreProperties = 'Additional properties to retrieve';

export const apps: Record<string, Record<string, AppStep>> = {
  HubSpot: {
    'Updated Deal Stage': {
      source: `${zapier}/apps/hubspot/integrations/sub-zap-by-zapier/1806144/trigger-sub-zaps-in-sub-zap-by-zapier-when-updated-deal-stages-occur-in-hubspot`,
      fields: ['Deal Stage', moreProperties],
    },
    'Find Associations': {
      source: `${zapier}/templates/details/45df7fb8c5c1fa2e8f744206880b8b7155e0c1fa1ab377333764fa5125603f9c`,
      fields: ['From Object Type', 'From Object ID', 'To Object Type'],
    },
    'Get Company': { fields: ['Company ID', moreProperties] },
    'Get Deal': {
      source: `${zapier}/templates/details/30d1a7a303fe093a22ba4d5bddeec560de07a0118582a47a05487e14d6e77a48`,
      fields: ['Deal ID', moreProperties],
    },
    'Update Deal': {
      source: `${zapier}/apps/getaccept/integrations/hubspot/22778/update-deals-in-hubspot-when-getaccept-documents-are-signed`,
      fields: ['Deal ID'],
      takesDealFields: true,
    },
  },
  Salesforce: {
    'Updated Field on Record': {
      source: 'https://docs.zapier.com/platform/build/troubleshoot-trigger-payload',
      fields: ['Salesforce Object', 'Field'],
    },
    'Find Record': {
      source: `${zapier}/templates/details/9c71214d2f4f4189f15bec1fb84f8c399fc4fc237ec82b554a10f13999fd635c`,
      fields: ['Salesforce Object', 'Record ID'],
    },
    'Update Record': {
      source: `${zapier}/templates/details/9c71214d2f4f4189f15bec1fb84f8c399fc4fc237ec82b554a10f13999fd635c`,
      fields: ['Salesforce Object', 'Record ID'],
      takesDealFields: true,
    },
  },
  Pipedrive: {
    'Updated Deal Stage': {
      source: `${zapier}/apps/gmail/integrations/pipedrive/177780/send-gmail-emails-for-new-updated-deals-stages-in-pipedrive`,
      fields: [],
    },
    'Find Organization': {
      source: `${zapier}/templates/details/c48fab7becc5bab90c8065aa80e0b2fe774f644f43c6503357872fc86965c759`,
      fields: ['Organization ID'],
    },
    'Find Deal': {
      source: `${zapier}/apps/pipedrive/integrations/signwell/192333/update-deals-in-pipedrive-when-documents-are-sent-in-signwell`,
      fields: ['Deal ID'],
    },
    'Update Deal': {
      source: `${zapier}/apps/pipedrive/integrations/signwell/192333/update-deals-in-pipedrive-when-documents-are-sent-in-signwell`,
      fields: ['Deal'],
      takesDealFields: true,
    },
  },
  Gmail: {
    'Send Email': {
      source: `${zapier}/apps/gmail/integrations/pipedrive/177780/send-gmail-emails-for-new-updated-deals-stages-in-pipedrive`,
      fields: ['To', 'From', 'Subject', 'Body'],
    },
  },
  'Email by Zapier': {
    'Send Outbound Email': {
      source:
        'https://community.zapier.com/troubleshooting-99/this-email-step-was-throttled-by-zapier-33294',
      fields: ['To', 'Subject', 'Body'],
    },
  },
  'Filter by Zapier': {
    'Only continue if': {
      source: `${help}/8496180919949-Filter-and-path-rules-in-Zaps`,
      fields: [],
    },
  },
  'Delay by Zapier': {
    'Delay For': {
      source: `${help}/8496288754829-Add-delays-to-Zaps`,
      fields: ['Time Delayed For (value)', 'Time Delayed For (unit)'],
    },
  },
  Slack: { 'Send Channel Message': { fields: ['Channel', 'Message Text'] } },
  Typeform: { 'New Entry': { fields: [] } },
  'Webhooks by Zapier': {
    'Catch Hook': {
      source: `${zapier}/apps/hubspot/integrations/webhook/70035/create-hubspot-deals-from-catch-hooks`,
      fields: [],
    },
    POST: { fields: ['URL', 'Link'] },
  },
};

const labels: string[] = Object.values(dealFields).map(({ label }) => label);

/** @throws Error for a step or a field that its app does not have. */
export function checkStep({ app, event, input = {} }: Step): AppStep {
  const step = apps[app]?.[event];
  if (!step) throw new Error(`${app} has no step "${event}".`);
  const known = [...step.fields, ...(step.takesDealFields ? labels : [])];
  const other = Object.keys(input).find((label) => !known.includes(label));
  if (other) throw new Error(`The step "${event}" of ${app} has no field "${other}".`);
  return step;
}

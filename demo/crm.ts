/** A CRM in memory: its deals with their clients, as the steps of the recipes read and write them. */
import type { Step } from './recipes/recipe.ts';

export interface CrmDeal {
  id: string;
  email: string;
  owner: string;
  company?: { name: string; country: string; registration_number?: string };
  person?: { first_name: string; last_name: string; birthday: string };
  /** The fields that the Zaps write, by their names in the CRM. */
  fields: Record<string, string>;
}

type Input = Record<string, string>;

/** A deal as each CRM hands it over. */
const hubspot = ({ id, owner, fields }: CrmDeal) => ({
  id,
  properties: { hubspot_owner_id: owner, link_sent: fields['Link Sent'] ?? '' },
});
const pipedrive = ({ id, owner, fields }: CrmDeal) => ({
  id,
  person_id: id,
  user_id: owner,
  link_sent: fields['Link Sent'] ?? '',
});

export function openCrm(deals: CrmDeal[]) {
  const tasks: { deal: string; owner: string; text: string }[] = [];
  const messages: string[] = [];
  /** @throws Error for an unknown deal. */
  const dealOf = (id: string | undefined): CrmDeal => {
    const found = deals.find((deal) => deal.id === id);
    if (!found) throw new Error(`The CRM has no deal "${id}".`);
    return found;
  };
  const task = (deal?: string, owner?: string, text?: string) => {
    tasks.push({ deal: dealOf(deal).id, owner: owner ?? '', text: text ?? '' });
    return {};
  };
  /** An empty value leaves a field as it is. */
  const update = ({ 'Deal ID': hubspotId, Deal, ...values }: Input) => {
    const written = Object.entries(values).filter(([, value]) => value !== '');
    Object.assign(dealOf(hubspotId ?? Deal).fields, Object.fromEntries(written));
    return {};
  };
  // A contact, a company and a person have the ID of their deal.
  const steps: Record<string, (input: Input) => object> = {
    'Find Associations (Deal to Contact)': (input) => ({ id: input['From Object ID'] }),
    'Find Associations (Deal to Company)': (input) => ({ id: input['From Object ID'] }),
    'Find Contact': (input) => ({ properties: { email: dealOf(input['Contact ID']).email } }),
    'Find Company': (input) => ({ properties: dealOf(input['Company ID']).company }),
    'Find Person'(input) {
      const { person, email } = dealOf(input['Person ID']);
      return { ...person, email: [{ value: email }] };
    },
    'Get Deal': (input) => hubspot(dealOf(input['Deal ID'])),
    'Find Deal': (input) => pipedrive(dealOf(input['Deal ID'])),
    'Update Deal': update,
    'Create Engagement (Task)': (input) => task(input['Deal IDs'], input.Owner, input.Subject),
    'Create Activity': (input) => task(input.Deal, input['Assigned To User'], input.Subject),
    'Send Channel Message'(input) {
      messages.push(input['Message Text']!);
      return {};
    },
  };
  return {
    deals,
    tasks,
    messages,
    /** The output of the trigger when the deal reaches its stage. */
    moved: (deal: CrmDeal) => (deal.person ? pipedrive(deal) : hubspot(deal)),
    /** @throws Error for a step that this CRM does not have. */
    async run({ event }: Step, input: Record<string, unknown>): Promise<object> {
      const step = steps[event];
      if (!step) throw new Error(`The CRM has no step "${event}".`);
      return step(input as Input);
    },
  };
}

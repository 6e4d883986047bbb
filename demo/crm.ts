/** A CRM in memory: its deals with their companies, as the steps of the recipes read and write them. */
import { apps, checkStep, moreProperties } from './recipes/apps.ts';
import type { Crm } from './recipes/crm.ts';
import type { Step } from './recipes/recipe.ts';

export interface CrmDeal {
  id: string;
  /** The deal is lost. */
  isLost?: boolean;
  company?: { organization_name: string; country: string; registration_number?: string };
  /** Its own fields, by their names in the CRM. */
  fields: Record<string, string>;
}

type Input = Record<string, string>;
type Output = Record<string, unknown>;

/** Sets the value at a path such as `properties.name`. */
function put(output: Output, path: string, value: unknown): void {
  const [key, ...rest] = path.split('.') as [string, ...string[]];
  if (!rest.length) output[key] = value;
  else put((output[key] ??= {}) as Output, rest.join('.'), value);
}

export function openCrm(crm: Crm, deals: CrmDeal[]) {
  /** A deal as a step outputs it. HubSpot hands over the properties that the step names. */
  function dealOf({ event, input = {} }: Step, { id, isLost, company, fields }: CrmDeal): Output {
    const isChosen = apps[crm.app]![event]!.fields.includes(moreProperties);
    const chosen = String(input[moreProperties]).split(', ');
    const output: Output = {};
    put(output, crm.id, id);
    put(output, crm.dealName, company?.organization_name);
    put(output, crm.stage.path, crm.stage.value);
    if (isLost) put(output, crm.lost.path, crm.lost.value);
    for (const [label, value] of Object.entries(fields))
      if (!isChosen || chosen.includes(label)) put(output, crm.pathOf(label), value);
    // A company has the ID of its deal.
    return { ...output, org_id: id, AccountId: id };
  }

  /** The company of the deal with this ID. */
  function companyOf(id: string | undefined): Output {
    const output: Output = { id };
    const { company } = deals.find((deal) => deal.id === id)!;
    for (const [key, path] of Object.entries(crm.companyPaths))
      put(output, path, company?.[key as keyof typeof company]);
    return output;
  }

  /** Writes fields of a deal. An empty value leaves a field as it is. */
  function update(id: string | undefined, input: Input): Output {
    const deal = deals.find((one) => one.id === id);
    if (!deal) throw new Error(`The CRM has no deal "${id}".`);
    const written = Object.entries(input).filter(
      ([label, value]) => label.startsWith('Onboarding') && value !== '',
    );
    Object.assign(deal.fields, Object.fromEntries(written));
    return {};
  }

  return {
    app: crm.app,
    deals,
    /** The output of the trigger when the deal reaches its stage. */
    moved: (deal: CrmDeal) => dealOf(crm.trigger, deal),
    /**
     * Runs a step of the CRM. @returns undefined where a search finds nothing.
     * @throws Error for a step or a field that it does not have, and for a deal that is gone.
     */
    async run(step: Step, input: Input): Promise<Output | undefined> {
      const { takesDealFields } = checkStep(step);
      const deal = input['Deal ID'] ?? input.Deal ?? input['Record ID'];
      if (takesDealFields) return update(deal, input);
      if (step.event === 'Find Associations') return { id: input['From Object ID'] };
      const isCompany = /Company|Organization/.test(step.event);
      if (isCompany || input['Salesforce Object'] === 'Account')
        return companyOf(input['Company ID'] ?? input['Organization ID'] ?? deal);
      const found = deals.find(({ id }) => id === deal);
      if (!found && step.event.startsWith('Get')) throw new Error(`The CRM has no deal "${deal}".`);
      return found && dealOf(step, found);
    },
  };
}

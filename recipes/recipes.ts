/**
 * Complete Zaps for the integration styles of the specification. docs/recipes/ is generated from
 * them; test/recipes.test.ts runs each chain from its first step to its last.
 */
import { crmRecipes } from './crm.ts';
import { letters, listRecipes, redirectionRecipes } from './lists.ts';
import type { Chain, Recipe } from './recipe.ts';

export const recipes: Recipe[] = [...crmRecipes, ...letters, ...listRecipes, ...redirectionRecipes];

const afterwards = ['information-requested', 'collect-reminder'];

export const chains: Chain[] = [
  {
    title: 'HubSpot, case first',
    recipes: ['hubspot-deal-to-case', ...afterwards, 'hubspot-decision'],
  },
  {
    title: 'Salesforce, case first',
    recipes: ['salesforce-opportunity-to-case', ...afterwards, 'salesforce-decision'],
  },
  {
    title: 'Pipedrive, case first',
    recipes: ['pipedrive-deal-to-case', ...afterwards, 'pipedrive-decision'],
  },
  ...['hubspot', 'salesforce', 'pipedrive'].map((crm) => ({
    title: `${recipes.find(({ key }) => key === `${crm}-decision`)!.steps[2]!.app}, portal first`,
    recipes: [`${crm}-portal-first`, `${crm}-case-submitted`, ...afterwards, `${crm}-decision`],
  })),
  { title: 'Staff without a CRM', recipes: ['staff-form-to-case', ...afterwards] },
  { title: 'A table of existing clients', recipes: ['table-remediation', ...afterwards] },
  {
    title: 'A spreadsheet of existing clients',
    recipes: ['spreadsheet-remediation', ...afterwards],
  },
  { title: 'Headless', recipes: ['headless-form', ...afterwards] },
  { title: 'The registry completes a company', recipes: ['registry-completes-company'] },
  {
    title: 'In-app redirection',
    recipes: ['app-redirects-to-portal', ...afterwards, 'activate-on-approval'],
  },
];

/**
 * Complete Zaps for the integration styles of the specification. docs/recipes/ is generated from
 * them; test/demo/recipes.test.ts runs each chain from its first step to its last.
 */
import { crmRecipes, crms } from './crm.ts';
import { followUps, listRecipes, redirectionRecipes } from './lists.ts';
import type { Chain, Recipe } from './recipe.ts';

export const recipes: Recipe[] = [
  ...crmRecipes,
  ...followUps,
  ...listRecipes,
  ...redirectionRecipes,
];

const afterwards = ['ready-for-decision', 'information-requested', 'collect-reminder'];

export const chains: Chain[] = [
  ...crms.map(([key, { deal, caseFirst }]) => ({
    title: `${deal.app}, case first`,
    recipes: [caseFirst.key, ...afterwards, `${key}-decision`],
  })),
  ...crms.map(([key, { deal }]) => ({
    title: `${deal.app}, portal first`,
    recipes: [`${key}-portal-first`, `${key}-case-submitted`, ...afterwards, `${key}-decision`],
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

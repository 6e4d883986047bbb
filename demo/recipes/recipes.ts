/**
 * Complete Zaps for the specification's integration styles. docs/recipes/ is generated from them,
 * and test/demo/recipes.test.ts runs each chain.
 */
import { crmRecipes, crms } from './crm.ts';
import { followUps, listRecipes, redirectionRecipes } from './lists.ts';
import type { Chain, Recipe, RecipePage } from './recipe.ts';

export const recipes: Recipe[] = [
  ...crmRecipes,
  ...followUps,
  ...listRecipes,
  ...redirectionRecipes,
];

const ready = 'ready-for-decision';
const afterwards = [ready, 'information-requested'];
const caseFirst = crms.map(([, crm]) => crm.caseFirst);
const ofEach = (kind: string) => crms.map(([name]) => `${name}-${kind}`);
/** The Zaps that keep the deal's fields true. */
const events = (name: string) => [
  `${name}-submitted`,
  `${name}-closed`,
  ready,
  `${name}-requested`,
  `${name}-decided`,
];

export const chains: Chain[] = [
  ...crms.map(([name, { deal, caseFirst: first }]) => ({
    title: `${deal.app}, case first`,
    recipes: [first, ...events(name)],
  })),
  ...crms.map(([name, { deal }]) => ({
    title: `${deal.app}, portal first`,
    recipes: [`${name}-portal-first`, ...events(name)],
  })),
  { title: 'Staff without a CRM', recipes: ['staff-form-to-case', ...afterwards] },
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

export const recipePages: RecipePage[] = [
  {
    key: 'deal-to-case',
    title: 'A deal becomes a case',
    why: 'For admins of a CRM. The deal reaches a stage. The Zap creates the case, sends the client the link and writes the case to the deal. Nobody has tried it in a real CRM account.',
    recipes: caseFirst,
    crms: crms.map(([, { deal }]) => deal),
    hasNotes: true,
  },
  {
    key: 'portal-first',
    title: 'The client gets a link before there is a case',
    why: 'For admins of a CRM who know little about the client. The client enters everything. The service creates the case when the client submits the page. The notes under [A deal becomes a case](deal-to-case.md) hold here too.',
    recipes: ofEach('portal-first'),
    crms: crms.map(([, { deal }]) => deal),
  },
  {
    key: 'deal-fields',
    title: 'The deal knows where its client stands',
    why: 'For admins of a CRM. Each Zap writes what its event says to the fields of the deal. It finds the deal by the custom field `deal_id`. In HubSpot’s *Get Deal*, choose *Deal owner* under *Additional properties to retrieve*.',
    recipes: [
      ...ofEach('submitted'),
      ...ofEach('requested'),
      ...ofEach('closed'),
      ...ofEach('decided'),
    ],
    crms: crms.map(([, { deal }]) => deal),
    hasFields: true,
  },
  {
    key: 'follow-up',
    title: 'Between the link and the decision',
    why: 'For everybody who builds Zaps: these Zaps need no CRM.',
    recipes: afterwards,
  },
  {
    key: 'lists',
    title: 'Forms, lists and the registry',
    why: 'For teams without a CRM, and for clients you have already.',
    recipes: ['staff-form-to-case', 'spreadsheet-remediation', 'registry-completes-company'],
  },
  {
    key: 'own-app',
    title: 'Your own app or form',
    why: 'For product teams. [Redirection](../redirection.md) and [headless](../headless.md) explain the two flows.',
    recipes: ['headless-form', 'app-redirects-to-portal', 'activate-on-approval'],
  },
];

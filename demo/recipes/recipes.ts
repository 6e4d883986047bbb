/**
 * Complete Zaps for the specification's integration styles. The guides of docs/ are generated from
 * them, and test/demo/ runs each.
 */
import { crms, recipesOf } from './crm.ts';
import { headless, ready, redirection } from './own-app.ts';
import { stepsOf, tasksOf, type Recipe } from './recipe.ts';

export type CrmName = keyof typeof crms;
export const crmNames = Object.keys(crms) as CrmName[];

export const recipes: Recipe[] = [
  ...crmNames.flatMap((name) => Object.values(recipesOf(name))),
  ready,
  ...redirection,
  headless,
];

/** The three Zaps to begin with. */
function threeZaps(name: CrmName): [Recipe, Recipe, Recipe] {
  const { business, requested, events } = recipesOf(name);
  return [business, requested, events];
}

/** The price of the three Zaps: what to build, and the tasks of one deal. */
export function priceOf(name: CrmName) {
  const [first, requested, events] = threeZaps(name);
  // A smooth deal is submitted and approved, and the filter of the reminder ends the run.
  const returning = 2 * tasksOf(events).all;
  return {
    steps: [first, requested, events].map(stepsOf),
    smooth: tasksOf(first).filtered + returning,
    reminded: tasksOf(first).all + returning,
    /** What a request to the client adds: the letter, its event and the next submission. */
    request: tasksOf(requested).all + 2 * tasksOf(events).all,
  };
}

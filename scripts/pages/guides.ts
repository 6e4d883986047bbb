/** The guides of the CRMs and of own apps, and the letters, from demo/recipes/ (`npm run docs`). */
import { readFileSync } from 'node:fs';

import { apps, sources } from '../../demo/recipes/apps.ts';
import { crms, type CrmName } from '../../demo/recipes/crm.ts';
import { dealFields, statusChoices } from '../../demo/recipes/deal-fields.ts';
import {
  atHand,
  ending,
  letters,
  ownNames,
  textOf,
  type LetterName,
} from '../../demo/recipes/letters.ts';
import { headless, redirection } from '../../demo/recipes/own-app.ts';
import { priceOf, recipesOf } from '../../demo/recipes/recipes.ts';
import { table } from './markdown.ts';
import { inputRows, stepTable, titleOf, type Labels } from './recipe-tables.ts';

/** Fills each `{{name}}` of a template. @throws Error for a name that has no value. */
function filled(template: string, values: Record<string, string | number>): string {
  const text = readFileSync(`scripts/pages/${template}.tpl`, 'utf8');
  return text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => {
    if (values[name] === undefined) throw new Error(`${template} names ${name}.`);
    return String(values[name]);
  });
}

const list = (lines: string[]) => lines.map((line) => `- ${line}`).join('\n');
const code = (text: string) => `\`\`\`text\n${text}\n\`\`\``;

/** What the three Zaps take. */
function head(name: CrmName): string {
  const { steps, smooth, reminded, request } = priceOf(name);
  const sum = steps.reduce((all, one) => all + one, 0);
  return list([
    `**Zaps**: 3, with ${sum} steps (${steps.join(', ')}), one of them in an error handler.`,
    `**[Tasks](${sources.tasks}) of a deal**: ${smooth}; ${reminded - smooth} more with the reminder, ${request} with each request to the client, 1 with each further status such as *In Review*.`,
    `**Plan**: a paid one, for [Zaps with several steps](${sources.plans}).`,
    `**The trigger** ${crms[name].looks}.`,
  ]);
}

/** The guide of a CRM, from its first line to its additions. */
export function crmGuide(name: CrmName, labels: Labels): string {
  const { app, words, notes, findCompany, stage, kinds } = crms[name];
  const { business, person, requested, events } = recipesOf(name);
  const start = findCompany.length + 3;
  const personal = inputRows(person[2]!, person, labels);
  return filled('crm-guide', {
    app,
    ...words,
    stage: stage.name,
    head: head(name),
    fieldTable: table(
      ['Name', 'Type', 'Filled in by'],
      Object.values(dealFields).map(({ label, kind, by }) => [label, kinds[kind], by]),
    ),
    choices: statusChoices.map((choice) => `\`${choice}\``).join(', '),
    text: kinds.text,
    notes: list(notes),
    start,
    write: start + 3,
    again: start + 5,
    ...sources,
    delay: apps['Delay by Zapier']!['Delay For']!.source!,
    business: stepTable(business, labels),
    requested: stepTable(requested, labels),
    events: stepTable(events, labels),
    person: list(personal.map(([label, value]) => `${label}: ${value}`)),
  });
}

/** The words to the clients. */
export const lettersPage = (): string =>
  filled('letters', {
    letters: (Object.keys(letters) as LetterName[])
      .map(
        (key) =>
          `## ${titleOf(key)}\n\nSubject: ${letters[key].subject}\n\n${code(textOf(key, 'business'))}`,
      )
      .join('\n\n'),
    ending: code(ending),
    ownNames: ownNames.map((text) => `\`${text}\``).join(' and '),
    atHand: atHand.person,
  });

/** The guide for product teams. */
export const ownAppGuide = (labels: Labels): string =>
  filled('own-app-guide', {
    link: stepTable(redirection[0], labels),
    activation: stepTable(redirection[1], labels),
    headless: stepTable(headless, labels),
  });

/** The guides of the CRMs and of own apps, and the letters, from demo/recipes/ (`npm run docs`). */
import { readFileSync } from 'node:fs';

import { sources } from '../../demo/recipes/apps.ts';
import { crms, type Crm, type CrmName } from '../../demo/recipes/crm.ts';
import { dealFields } from '../../demo/recipes/deal-fields.ts';
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
import { entriesOf, stepTable, titled, type Labels } from './recipe-tables.ts';

/** Fills each `{{name}}` of a template. @throws Error for a name that has no value. */
function filled(template: string, values: Record<string, string | number>): string {
  const text = readFileSync(`scripts/pages/${template}.tpl`, 'utf8');
  return text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => {
    if (values[name] === undefined) throw new Error(`${template} names ${name}.`);
    return String(values[name]);
  });
}

const withArticle = (word: string) => `${/^[aeiou]/.test(word) ? 'an' : 'a'} ${word}`;
const code = (text: string) => `\`\`\`text\n${text}\n\`\`\``;

/** The guide of a CRM, from its first letter to what it adds. */
export function crmGuide(name: CrmName, labels: Labels): string {
  const { app, words, notes, stage, kinds, isInstant } = crms[name] as Crm;
  const { firstLetter, client, company, writeBack, business, requested, events } = recipesOf(name);
  const { smooth, reminded, request } = priceOf(name);
  return filled('crm-guide', {
    app,
    ...words,
    aDeal: withArticle(words.deal),
    aCompany: withArticle(words.company),
    stage: stage.name,
    entries: entriesOf(firstLetter, labels).length,
    firstLetter: stepTable(firstLetter, labels),
    fieldTable: table(
      ['Name', 'Type', 'Filled in by'],
      Object.values(dealFields).map(({ label, kind, by }) => [label, kinds[kind], by]),
    ),
    text: kinds.text,
    notes: notes.map((line) => `- ${line}`).join('\n'),
    client: stepTable(client, labels, firstLetter),
    companySteps: stepTable(company, labels, client),
    writeBack: stepTable(writeBack, labels, company),
    reminder: stepTable(business, labels, writeBack),
    ...sources,
    requested: stepTable(requested, labels),
    events: stepTable(events, labels),
    smooth,
    reminded: reminded - smooth,
    request,
    looks: isInstant ? 'runs at once' : 'looks every 1 or 2 minutes, depending on the plan',
  });
}

/** The words to the clients. */
export const lettersPage = (): string =>
  filled('letters', {
    letters: (Object.keys(letters) as LetterName[])
      .map(
        (key) =>
          `## ${titled([key])}\n\nSubject: ${letters[key].subject}\n\n${code(textOf(key, 'business'))}`,
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

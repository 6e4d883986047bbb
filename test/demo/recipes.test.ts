/** The recipes as data: what they cost, whose steps they name, the words to the client, and the guides. */
import { readFileSync } from 'node:fs';

import app from '../../index.ts';
import { openCrm } from '../../demo/crm.ts';
import { apps, checkStep } from '../../demo/recipes/apps.ts';
import { crms } from '../../demo/recipes/crm.ts';
import { statusChoices } from '../../demo/recipes/deal-fields.ts';
import { ending, letters, textOf } from '../../demo/recipes/letters.ts';
import { ready } from '../../demo/recipes/own-app.ts';
import { mapped } from '../../demo/recipes/recipe.ts';
import { crmNames, recipes, recipesOf } from '../../demo/recipes/recipes.ts';
import { dealInput } from '../../demo/recipes/steps.ts';
import { crmGuide, lettersPage, ownAppGuide } from '../../scripts/pages/guides.ts';
import { entriesOf, inputRows, labelsOfApp } from '../../scripts/pages/recipe-tables.ts';

it.each(crmNames)('%s: three steps and at most 12 entries to the first letter', async (name) => {
  const { firstLetter } = recipesOf(name);
  expect(firstLetter).toHaveLength(3);
  const entries = entriesOf(firstLetter, await labelsOfApp(app));
  expect(entries.filter((one) => one.startsWith('test of'))).toHaveLength(3);
  expect(entries.length).toBeLessThanOrEqual(12);
});

it('no letter says a number or a time that nobody has set, and a person needs no extract', () => {
  for (const name of Object.keys(letters) as (keyof typeof letters)[]) {
    for (const subject of ['business', 'person'] as const) {
      const text = `${textOf(name, subject)}\n\n${ending}`;
      expect(text).not.toMatch(/\d|minute|hour|\bdays?\b/);
      if (subject === 'person') expect(text).not.toContain('register');
    }
  }
});

it('a case gets usual fields alone, as the contract lists them', () => {
  const { creates } = JSON.parse(readFileSync('test/contract/zapier.json', 'utf8')) as {
    creates: Record<string, { usual?: Record<string, string> }>;
  };
  for (const { operation = '', input = {} } of recipes.flat()) {
    const usual = creates[operation.split('.')[1]!]?.usual?.[String(input.subject)];
    if (!usual) continue;
    // A longer form is not read: a new usual field takes the place of another.
    expect(usual.split(' ').length).toBeLessThanOrEqual(9);
    const others = Object.keys(input).filter((key) => !usual.split(' ').includes(key));
    expect(others.filter((key) => key !== dealInput.key)).toEqual([]);
  }
});

describe('steps of other apps', () => {
  const others = recipes
    .flatMap((steps) => steps.flatMap((step) => (step.onError ? [step, step.onError] : [step])))
    .filter(({ operation }) => !operation);

  it('have names and fields that their apps have', () => {
    expect(others.length).toBeGreaterThan(60);
    for (const step of others) expect(() => checkStep(step)).not.toThrow();
  });

  it('are all used, and their sources are pages of Zapier; one page names those without', () => {
    const used = new Set(others.map((step) => `${step.app}: ${step.event}`));
    const page = readFileSync('docs/first-push.md', 'utf8');
    for (const [name, steps] of Object.entries(apps)) {
      for (const [event, { source }] of Object.entries(steps)) {
        expect(used).toContain(`${name}: ${event}`);
        if (source) expect(source).toMatch(/^https:\/\/(\w+\.)?zapier\.com\/\S+$/);
        else expect(page).toContain(`*${event}*`);
      }
    }
  });

  it.each(crmNames)('%s refuses other steps and fields', async (name) => {
    const crm = openCrm(crms[name], [{ id: '1', fields: {} }]);
    const run = ({ app: of, event }: { app: string; event: string }, input: object) =>
      crm.run({ app: of, event, input: { ...input } }, input as Record<string, string>);
    const update = crms[name].update('1', {});
    await expect(run({ ...update, event: 'Move Deal' }, {})).rejects.toThrow('has no step');
    const stage = { ...update.input, Stage: 'won' };
    await expect(run(update, stage)).rejects.toThrow('has no field "Stage"');
    await expect(run(update, { ...update.input, 'Onboarding Case': 'a' })).resolves.toEqual({});
  });
});

it('HubSpot hands over only the properties that a step names', () => {
  const fields = { 'Onboarding Email': 'a@a.example', 'Onboarding Summary': 'Approved' };
  expect(openCrm(crms.hubspot, []).moved({ id: '1', fields })).toEqual({
    id: '1',
    properties: { dealstage: 'contractsent', onboarding_email: 'a@a.example' },
    org_id: '1',
    AccountId: '1',
  });
});

it('Pipedrive: a filter compares the ID of each deal that a search found', () => {
  const steps = Object.values(recipesOf('pipedrive')).flatMap((recipe) =>
    recipe.map((step, at) => ({ ...step, at, next: recipe[at + 1] })),
  );
  const found = steps.filter(({ event }) => event === 'Find Deal');
  expect(found.length).toBeGreaterThan(3);
  for (const { at, input, next } of found) {
    const same = { value: `{{${at + 1}.id}}`, is: 'Exactly matches', than: input!['Deal ID'] };
    expect(next!.conditions).toContainEqual(same);
  }
});

it('shows the labels of the editor, and no key of a field', async () => {
  const labels = await labelsOfApp(app);
  const keys = [labels.input, labels.output].flatMap((group) =>
    Object.values(group).flatMap((fields) => Object.keys(fields)),
  );
  // The names of a custom field and of columns of the service's import.
  const columns = ['deal_id', 'external_reference'];
  const technicalNames = new Set(keys.filter((key) => key.includes('_') && !columns.includes(key)));
  expect(technicalNames.size).toBeGreaterThan(40);
  const guides = crmNames.map((name) => crmGuide(name, labels));
  const pages = [ownAppGuide(labels), lettersPage(), ...guides];
  for (const page of pages) {
    const words = [...page.matchAll(/\b[a-z]+(_[a-z]+)+\b/g)].map(([word]) => word);
    expect(words.filter((word) => technicalNames.has(word))).toEqual([]);
    expect(page).not.toMatch(/\{\{|undefined/);
  }
});

it('the pages for admins and sales name steps and statuses as the editor does', async () => {
  const ofSales = readFileSync('docs/for-sales.md', 'utf8');
  for (const one of statusChoices) expect(ofSales).toMatch(new RegExp(`^\\|.*\\b${one}\\b`, 'm'));
  const { portalFirst, registry, person } = recipesOf('hubspot');
  const labels = await labelsOfApp(app);
  const page = readFileSync('docs/for-admins.md', 'utf8');
  for (const [recipe, event] of [
    [ready, 'Updated Case Status'],
    [portalFirst, 'Create Portal Link'],
    [registry, 'Find Companies'],
    [person, 'Start Onboarding'],
  ] as const) {
    const rows = inputRows(
      recipe.find((step) => step.event === event)!,
      recipe,
      labels,
    );
    expect(rows.length).toBeGreaterThan(0);
    for (const words of [event, ...rows.map(([label]) => label)])
      expect(page).toContain(`*${words}*`);
  }
});

it('fails on a field that stays empty, unless it may', () => {
  const results = [{ custom_fields: { deal_id: '' } }];
  expect(() => mapped('{{1.custom_fields.deal_id}}', results)).toThrow(
    'hands over no custom_fields.deal_id',
  );
  expect(mapped('{{1.custom_fields.deal_id?}}', results)).toBe('');
});

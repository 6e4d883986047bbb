/** Finds everything that reads can show: country codes, definitions of the account, webhooks. */
import { isGood, isNoPath, isUnclear, listIn, type Answer } from '../exchange.ts';
import { franceIn, type CountryCodes } from '../likely-names.ts';
import { call, note, settle, standard, unclear, type Visit } from '../visit.ts';

/** Searches the registry of France with each form of codes. */
export async function findCountryCodes(visit: Visit): Promise<void> {
  const point = 'Country codes';
  const search = (form: CountryCodes) =>
    call(visit, { path: `/api/companies/${franceIn(form)}/search?q=sas` });
  const [three, two] = await Promise.all([search('alpha-3'), search('alpha-2')]);
  const evidence = `${three.line}, ${two.line}`;
  if (isUnclear(three) || isUnclear(two)) return unclear(visit, point, evidence);
  if (!isGood(three) && !isGood(two)) {
    return note(visit, point, 'not visible in look-ups', evidence);
  }
  const amount = (answer: Answer) =>
    isGood(answer) ? 1 + (listIn(answer, 'companies') ?? []).length : 0;
  const form: CountryCodes = amount(two) > amount(three) ? 'alpha-2' : 'alpha-3';
  visit.countries = form;
  return settle(visit, 'countries', form, point, form, evidence);
}

/** Likely paths of the account's lists, the default first. */
const lists = {
  custom_fields: {
    point: 'Custom fields',
    paths: [standard.custom_fields!, '/api/custom-fields', '/api/customFields'],
  },
  expected_documents: {
    point: 'Expected documents',
    paths: [
      standard.expected_documents!,
      '/api/expected_documents',
      '/api/expected-documents-configuration',
    ],
  },
};

/** The first suitable answer, and all answers. */
async function firstAt(visit: Visit, paths: string[], isRight: (answer: Answer) => boolean) {
  const answers: Answer[] = [];
  let absent: Answer | undefined;
  for (const path of paths) {
    const answer = await call(visit, { path });
    answers.push(answer);
    if (!isRight(answer)) continue;
    // A service that gives the same for any path proves nothing.
    absent ??= await call(visit, { path: '/api/doctor-no-such-path' });
    if (!isGood(absent) || absent.text !== answer.text) return { path, answer, answers };
  }
  return { answers };
}

const linesOf = (answers: Answer[]) => answers.map(({ line }) => line).join(', ');

/** The account's definitions, if the service lists them. */
export async function readLists(visit: Visit): Promise<void> {
  for (const key of ['custom_fields', 'expected_documents'] as const) {
    const { point, paths } = lists[key];
    const isList = (answer: Answer) => isGood(answer) && listIn(answer, key) !== undefined;
    const { path, answer, answers } = await firstAt(visit, paths, isList);
    if (path) {
      settle(visit, key, path, point, `${listIn(answer, key)!.length} at ${path}`, answer.line);
    } else if (answers.every(isNoPathForSure)) {
      settle(visit, key, null, point, 'not listed by the service', linesOf(answers));
    } else {
      unclear(visit, point, linesOf(answers));
    }
  }
}

const isNoPathForSure = (answer: Answer) => !isUnclear(answer) && isNoPath(answer);

/** Paths of registrations, the default first. */
const webhookPaths = [standard.webhooks!, '/api/webhook_endpoints', '/api/hooks'];

/** Finds the path of registrations. 405 means that it exists for other methods. */
export async function findWebhooks(visit: Visit): Promise<void> {
  const point = 'Registration of webhooks';
  const isThere = (answer: Answer) =>
    isGood(answer) || (answer.isApi && [405, 422].includes(answer.status));
  const { path, answer, answers } = await firstAt(visit, webhookPaths, isThere);
  if (path) settle(visit, 'webhooks', path, point, `at ${path}`, answer.line);
  else if (answers.every(isNoPathForSure)) {
    settle(visit, 'webhooks', null, point, 'none; register webhooks by hand', linesOf(answers));
  } else unclear(visit, point, linesOf(answers));
}

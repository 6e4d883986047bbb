/**
 * Finds everything that reads can show: country codes, look-ups, definitions of the account,
 * webhooks.
 */
import { isGood, isNoPath, isUnclear, listIn, type Answer } from '../exchange.ts';
import { isRecord } from '../../../client/exchange/json.ts';
import { franceIn, type CountryCodes } from '../likely-names.ts';
import { call, note, settle, standard, unclear, type Visit } from '../visit.ts';

/** Most registries have results for these searches. */
const queries = ['sas', 'a', 'bank'];

const companiesIn = (answer: Answer) => listIn(answer, 'companies') ?? [];

/**
 * Searches the registry of France with each form of codes.
 * @returns the answer that worked, if any.
 */
export async function findCountryCodes(visit: Visit): Promise<Answer | undefined> {
  const point = 'Country codes';
  const search = (form: CountryCodes, q = queries[0]!) =>
    call(visit, { path: `/api/companies/${franceIn(form)}/search?q=${q}` });
  const [three, two] = await Promise.all([search('alpha-3'), search('alpha-2')]);
  const evidence = `${three.line}, ${two.line}`;
  if (isUnclear(three) || isUnclear(two)) {
    unclear(visit, point, evidence);
    return undefined;
  }
  if (!isGood(three) && !isGood(two)) {
    note(visit, point, 'not visible in look-ups', evidence);
    return undefined;
  }
  const amount = (answer: Answer) => (isGood(answer) ? 1 + companiesIn(answer).length : 0);
  const form: CountryCodes = amount(two) > amount(three) ? 'alpha-2' : 'alpha-3';
  visit.countries = form;
  settle(visit, 'countries', form, point, form, evidence);
  for (const q of queries) {
    const answer = await search(form, q);
    if (companiesIn(answer).length) return answer;
  }
  return form === 'alpha-3' ? three : two;
}

const nameKeys = ['organization_name', 'name', 'legal_name'];
const keyIn = (thing: unknown, keys: string[]) =>
  isRecord(thing) ? keys.find((key) => typeof thing[key] === 'string') : undefined;

/** Reads candidates and one company, and checks the names of their fields. */
export async function readCompanies(visit: Visit, searched: Answer | undefined): Promise<void> {
  const point = 'Company look-up';
  if (!searched) {
    note(visit, point, 'not seen: Find Companies may find nothing', 'no search was answered');
    return;
  }
  const candidate = companiesIn(searched).find((item) => keyIn(item, ['registration_number']));
  if (!candidate) {
    const found = companiesIn(searched).length
      ? 'results have no registration_number, so none can be chosen'
      : 'exists; no search found a company';
    note(visit, point, found, searched.line);
    return;
  }
  const { registration_number } = candidate as { registration_number: string };
  const one = await call(visit, {
    path: `/api/companies/${franceIn(visit.countries)}/{registration_number}`,
    parameters: { registration_number },
  });
  const name = keyIn(one.data, nameKeys);
  const evidence = `${searched.line}, ${one.line}`;
  if (isUnclear(one)) unclear(visit, point, evidence);
  else if (isGood(one) && name) note(visit, point, `exists; names under ${name}`, evidence);
  else note(visit, point, 'exists; a company has no name under a known key', evidence);
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

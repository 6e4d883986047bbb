/** What can be found by reading: country codes, look-ups, what the account defines, webhooks. */
import { isGood, isRecord, listIn, type Answer } from '../http.ts';
import { call, defaultOf, note, problem, settle, type Visit } from '../visit.ts';

/** Form of country codes -> France in it. */
export const france = { 'alpha-3': 'FRA', 'alpha-2': 'FR' } as const;
export type CountryCodes = keyof typeof france;

/** Searches that most registries answer. */
const queries = ['sas', 'a', 'bank'];

/** A search in the registry of France in each form. @returns the answer that came, if one did. */
export async function findCountryCodes(visit: Visit): Promise<Answer | undefined> {
  const search = (form: CountryCodes, q = queries[0]!) =>
    call(visit, { path: `/api/companies/${france[form]}/search?q=${q}` });
  const [three, two] = await Promise.all([search('alpha-3'), search('alpha-2')]);
  const evidence = `${three.line}, ${two.line}`;
  if (!isGood(three) && !isGood(two)) {
    note(visit, 'Country codes', 'not to be told by reading', evidence);
    return undefined;
  }
  const found = (answer: Answer) => (isGood(answer) ? 1 + (listIn(answer)?.length ?? 0) : 0);
  const form: CountryCodes = found(two) > found(three) ? 'alpha-2' : 'alpha-3';
  visit.country = france[form];
  settle(visit, 'countryCodes', form, 'Country codes', form, evidence);
  for (const q of queries) {
    const answer = await search(form, q);
    if (listIn(answer)?.length) return answer;
  }
  return form === 'alpha-3' ? three : two;
}

const nameKeys = ['organization_name', 'name', 'legal_name'];
const hasAny = (thing: unknown, keys: string[]) =>
  isRecord(thing) && keys.find((key) => typeof thing[key] === 'string');

/** Candidates and one company of the registry: whether their fields have known names. */
export async function readCompanies(visit: Visit, searched: Answer | undefined): Promise<void> {
  const point = 'Company look-up';
  if (!searched) {
    note(visit, point, 'not there: Find Companies finds nothing', 'no search answered');
    return;
  }
  const candidate = listIn(searched)?.find((item) => hasAny(item, ['registration_number']));
  if (!candidate) {
    const found = listIn(searched)?.length
      ? 'candidates without a registration_number: they cannot be chosen by it'
      : 'there; none of the searches found a company';
    note(visit, point, found, searched.line);
    return;
  }
  const { registration_number } = candidate as { registration_number: string };
  const number = encodeURIComponent(registration_number);
  const one = await call(visit, { path: `/api/companies/${visit.country}/${number}` });
  const name = hasAny(one.data, nameKeys);
  const evidence = `${searched.line}, ${one.line}`;
  if (isGood(one) && name) note(visit, point, `there; names under ${name}`, evidence);
  else note(visit, point, 'there; a company has no name under a known key', evidence);
}

/** Lists of the account that have a default path. */
const lists = [
  { setting: 'customFieldsPath', point: 'Custom fields' },
  { setting: 'expectedDocumentsPath', point: 'Expected documents' },
] as const;

/** What the account defines, where the service tells it. */
export async function readLists(visit: Visit): Promise<void> {
  for (const { setting, point } of lists) {
    const path = defaultOf(setting);
    const answer = await call(visit, { path });
    const items = isGood(answer) ? listIn(answer) : undefined;
    if (items) settle(visit, setting, path, point, `${items.length} of them`, answer.line);
    else settle(visit, setting, 'none', point, 'not told by the service', answer.line);
  }
}

/** Paths of registrations, the default first. */
const webhookPaths = ['/api/webhooks', '/api/webhook_endpoints', '/api/hooks'];

/** Whether a path for registrations is there; 405 means that it takes other methods. */
export async function findWebhooks(visit: Visit): Promise<void> {
  const point = 'Registration of webhooks';
  const answers: string[] = [];
  for (const path of webhookPaths) {
    const answer = await call(visit, { path });
    answers.push(answer.line);
    if (isGood(answer) || (answer.isApi && [405, 422].includes(answer.status))) {
      settle(visit, 'webhooksPath', path, point, `at ${path}`, answer.line);
      return;
    }
    if (answer.isApi && answer.status === 403) {
      problem(visit, point, 'the key may not read it', answer.line);
      return;
    }
  }
  settle(visit, 'webhooksPath', 'none', point, 'none: by hand', answers.join(', '));
}

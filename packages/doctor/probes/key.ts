/** Finds the API and its form of the key. */
import { isUnclear, type Answer } from '../exchange.ts';
import { franceIn } from '../likely-names.ts';
import { ask, masked, note, settle, standard, Stop, type Visit } from '../visit.ts';

/** Likely forms, the default first. */
const forms: { header: string; prefix: string }[] = [
  { header: 'Authorization', prefix: '' },
  { header: 'Authorization', prefix: 'Bearer' },
  { header: 'Authorization', prefix: 'Token' },
  { header: 'X-Api-Key', prefix: '' },
  { header: 'Authorization', prefix: 'ApiKey' },
  { header: 'Api-Key', prefix: '' },
];
/** Paths that distinguish a valid key from another, the default first. */
const reads = [
  '/api/applications/connection-test',
  standard.custom_fields!,
  standard.expected_documents!,
  `/api/companies/${franceIn('alpha-3')}/search?q=sas`,
  `/api/companies/${franceIn('alpha-2')}/search?q=sas`,
];

const headerOf = ({ header, prefix }: (typeof forms)[number], key: string) => ({
  [header]: prefix ? `${prefix} ${key}` : key,
});

/** True if the path distinguishes a valid key from another. */
const tells = (right: Answer, wrong: Answer) =>
  right.isApi && !isUnclear(right) && [401, 403].includes(wrong.status);

/** Reads without the key. @throws Stop with a sentence if there is no API. */
async function reachApi(visit: Visit): Promise<void> {
  const base = masked(visit, visit.base);
  const answer = await ask(visit, { path: reads[0]! });
  const line = masked(visit, answer.line);
  if (answer.status === 0) throw new Stop(`${line}.`);
  if (answer.status >= 300 && answer.status < 400) {
    const address = masked(visit, answer.location) || 'another address';
    throw new Stop(`${base} redirects to ${address}. Use that address.`);
  }
  if (answer.isApi || isUnclear(answer)) return;
  throw new Stop(
    `${base} answers with web pages and not as an API (${line}). The base URL is the address before /api.`,
  );
}

/** Tries the likely forms of the key. @throws Stop if none works. */
export async function findKey(visit: Visit): Promise<void> {
  await reachApi(visit);
  const { base, key } = visit;
  const answers: Answer[] = [];
  for (const form of forms) {
    for (const path of reads) {
      const [right, wrong] = await Promise.all([
        ask(visit, { path, headers: headerOf(form, key) }),
        ask(visit, { path, headers: headerOf(form, 'doctor-no-such-key') }),
      ]);
      answers.push(right);
      // This address ignores the key, so it proves nothing.
      if (!tells(right, wrong)) continue;
      visit.auth = headerOf(form, key);
      const evidence = `${right.line}, and ${wrong.status} with a wrong key`;
      const { header, prefix } = form;
      settle(visit, 'auth_header', header, 'Header of the key', header, evidence);
      settle(visit, 'auth_prefix', prefix, 'In front of the key', prefix || 'nothing', evidence);
      note(visit, 'Test of the key', path, evidence);
      return;
    }
  }
  const address = masked(visit, base);
  const silent = answers.find((answer) => isUnclear(answer) && ![401, 403].includes(answer.status));
  throw new Stop(
    silent
      ? `The form of the key is unclear (${masked(visit, silent.line)}). Run the doctor again later.`
      : `${address} accepts this key in none of ${forms.length} forms (${answers.at(-1)!.line}). Check the key, and check that it belongs to this address.`,
  );
}

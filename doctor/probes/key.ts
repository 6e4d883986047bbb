/** Where the API is, and in which form it takes the key. */
import { ask, type Answer } from '../http.ts';
import { defaultOf, settle, Stop, type Visit } from '../visit.ts';

/** Likely forms, the default first. */
const forms: { header: string; prefix: string }[] = [
  { header: 'Authorization', prefix: 'none' },
  { header: 'Authorization', prefix: 'Bearer' },
  { header: 'Authorization', prefix: 'Token' },
  { header: 'X-Api-Key', prefix: 'none' },
  { header: 'Authorization', prefix: 'ApiKey' },
  { header: 'Api-Key', prefix: 'none' },
];
/** Reads that tell a key that is taken from one that is not. */
const reads = [defaultOf('connectionTestPath'), defaultOf('customFieldsPath')];

const headerOf = ({ header, prefix }: (typeof forms)[number], key: string) => ({
  [header]: prefix === 'none' ? key : `${prefix} ${key}`,
});
const takes = ({ isApi, status }: Answer) => isApi && ![401, 403].includes(status) && status < 500;

/** A read without the key. @throws Stop with a sentence where there is no API. */
async function reachApi({ base, seconds }: Visit): Promise<void> {
  const answer = await ask(base, { path: reads[0]!, seconds });
  if (answer.status >= 300 && answer.status < 400) {
    throw new Stop(
      `${base} sends on to ${answer.location || 'another address'}. Use that address.`,
    );
  }
  if (answer.isApi) return;
  throw new Stop(
    `${base} answers with web pages and not as an API (${answer.line}). The base URL is the address in front of /api.`,
  );
}

/** Tries the likely forms of the key. @throws Stop where none is taken. */
export async function findKey(visit: Visit): Promise<void> {
  await reachApi(visit);
  const { base, key, seconds } = visit;
  let last = '';
  for (const form of forms) {
    for (const path of reads) {
      const [right, wrong] = await Promise.all([
        ask(base, { path, seconds, headers: headerOf(form, key) }),
        ask(base, { path, seconds, headers: headerOf(form, `not-${key.length}-a-key`) }),
      ]);
      last = right.line;
      // An address that asks for no key says nothing about it.
      if (!takes(right) || takes(wrong)) continue;
      visit.auth = headerOf(form, key);
      const evidence = `${right.line}, and ${wrong.status} with a wrong key`;
      settle(visit, 'authHeader', form.header, 'Header of the key', form.header, evidence);
      const shown = form.prefix === 'none' ? 'nothing' : form.prefix;
      settle(visit, 'authPrefix', form.prefix, 'In front of the key', shown, evidence);
      return;
    }
  }
  throw new Stop(
    `${base} takes this key in none of ${forms.length} forms (${last}). Check the key, and that it belongs to this address.`,
  );
}

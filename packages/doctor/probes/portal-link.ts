/** Makes one portal: finds its path, its case and the address of its link. */
import { idIn, isGood, isNoPath, isUnclear, type Answer, type Request } from '../exchange.ts';
import { isRecord } from '../../../client/basics/json.ts';
import { blamed } from '../likely-names.ts';
import {
  ask,
  call,
  casePath,
  note,
  problem,
  settle,
  standard,
  unclear,
  type Visit,
} from '../visit.ts';

const linkOf = (data: unknown): string =>
  isRecord(data) ? String(data.link ?? data.url ?? '') : '';
/** The portal link in a case. */
const linkInCase = (data: unknown): string => {
  const { portals, portal } = isRecord(data) ? data : {};
  return linkOf([portals ?? portal].flat()[0]);
};

const redirect_url = 'https://example.com/doctor-check';

/** POST for a portal, with fewer options after a refusal. */
async function post(
  visit: Visit,
  request: Pick<Request, 'path' | 'parameters'>,
  own: object,
): Promise<Answer> {
  const wanted: Record<string, unknown> = { redirect_url, configuration: { redirect_url } };
  while (true) {
    const answer = await call(visit, { ...request, method: 'POST', json: { ...own, ...wanted } });
    const refused = [400, 422].includes(answer.status)
      ? blamed(answer).filter((name) => name in wanted)
      : [];
    if (!refused.length) return answer;
    refused.forEach((name) => delete wanted[name]);
  }
}

/**
 * Makes the portal below the case or at /api/portals.
 * @returns undefined if the result is unclear.
 */
async function makePortal(visit: Visit, application_id: string): Promise<Answer | undefined> {
  const point = 'Portal of a case';
  const path = standard.case_portal!;
  const own = await post(visit, { path, parameters: { application_id } }, {});
  if (isUnclear(own)) {
    unclear(visit, point, own.line);
    return undefined;
  }
  if (!isNoPath(own)) {
    settle(visit, 'case_portal', path, point, 'made under the case', own.line);
    return own;
  }
  const beside = await post(visit, { path: '/api/portals' }, { application_id });
  const evidence = `${own.line}, ${beside.line}`;
  if (isUnclear(beside)) {
    unclear(visit, point, evidence);
    return undefined;
  }
  settle(visit, 'case_portal', null, point, 'made at /api/portals', evidence);
  return beside;
}

/** Forms of a portal's address below its host, the default first. */
const forms = ['/portals/{link}', '/portal/{link}', '/p/{link}', '/{link}'];
const inventedLinks = ['doctor-no-such-portal', 'doctor-no-other-portal'] as const;

/** The likely hosts: the given one, else the API's and its neighbour. */
function hostsOf({ base, portalAddress }: Visit): string[] {
  const named = portalAddress ?? standard.portal_addresses[base];
  if (named) return [named];
  const { protocol, host } = new URL(base);
  const neighbour = host.replace(/^(app|api)\./, 'collect.');
  return [base, ...(neighbour === host ? [] : [`${protocol}//${neighbour}`])];
}

/** A page without links and without parts that change with each request. */
const withoutTokens = (text: string, links: string[]) =>
  links
    .flatMap((link) => [link, encodeURIComponent(link)])
    .reduce((page, link) => page.replaceAll(link, ''), text)
    .replace(/[\w-]{16,}/g, (word) => (/\d/.test(word) ? '' : word));

/**
 * True if the link has its own page: it differs from the pages of two invented links, which are
 * equal. They are fetched in turn, so a mark of the moment or of the link, such as a nonce, is no
 * difference.
 * @param address of portals, with {link} in it
 */
async function isOwnPage(visit: Visit, address: string, link: string) {
  const fetchOwn = () => ask(visit, { path: address, parameters: { link } });
  const fetchOther = (token: string) => ask(visit, { path: address.replace('{link}', token) });
  const own = await fetchOwn();
  if (own.status !== 200) return false;
  const [one, again, other] = [
    await fetchOther(inventedLinks[0]),
    await fetchOwn(),
    await fetchOther(inventedLinks[1]),
  ];
  const isSilent = ({ status }: Answer) => status === 0 || status === 429 || status >= 500;
  if ([one, again, other].some(isSilent)) return false;
  if ([one, other].every(({ status }) => status !== own.status)) return true;
  const pageOf = ({ status, text }: Answer) =>
    `${status} ${withoutTokens(text, [link, ...inventedLinks])}`;
  return (
    pageOf(own) === pageOf(again) && pageOf(one) === pageOf(other) && pageOf(own) !== pageOf(one)
  );
}

/** Finds the address that opens a token. */
async function findAddress(visit: Visit, token: string): Promise<void> {
  const point = 'Address of portals';
  const hosts = hostsOf(visit);
  for (const host of hosts) {
    for (const form of forms) {
      if (!(await isOwnPage(visit, host + form, token))) continue;
      const evidence = `its page at ${host} differs from the page of an invented link`;
      const link = `{portal_address}${form}`;
      settle(visit, 'portal_link', link, 'Form of a portal link', form, evidence);
      settleHost(visit, host, evidence);
      return;
    }
  }
  const evidence = 'no page there differs from the page of an invented link';
  if (visit.portalAddress) {
    unclear(visit, 'Form of a portal link', `at ${visit.portalAddress}: ${evidence}`);
    settleHost(visit, visit.portalAddress, 'as it was entered');
    return;
  }
  problem(
    visit,
    point,
    `not found at ${hosts.join(', ')}; run the doctor again with --portal-address and the address of a portal in the service`,
    `the link is a token, and ${evidence}`,
  );
}

/** The host of portals, in the dialect unless the base or its default gives it. */
function settleHost(visit: Visit, host: string, evidence: string): void {
  const point = 'Address of portals';
  visit.portalAddress = host;
  const isDefault = host === (standard.portal_addresses[visit.base] ?? visit.base);
  if (isDefault) note(visit, point, host, evidence);
  else settle(visit, 'portal_addresses', { [visit.base]: host }, point, host, evidence);
}

/** Checks the portal's case, from the answer or the case. */
async function checkOwner(visit: Visit, application_id: string, made: Answer): Promise<void> {
  const point = 'Case of the portal';
  const named = isRecord(made.data) ? made.data.application_id : undefined;
  if (named !== undefined && named !== null) {
    if (String(named) === application_id) note(visit, point, 'the same case', made.line);
    else problem(visit, point, 'another case: do not send its link', made.line);
    return;
  }
  const read = await call(visit, { path: casePath, parameters: { application_id } });
  if (isUnclear(read)) unclear(visit, point, read.line);
  else if (linkInCase(read.data) === linkOf(made.data)) {
    note(visit, point, 'the same case: the case shows the link', read.line);
  } else problem(visit, point, 'neither portal nor case names the other', made.line);
}

/** Makes a portal of the draft and examines it. */
export async function findPortal(visit: Visit, application_id: string): Promise<void> {
  const made = await makePortal(visit, application_id);
  if (!made) return;
  const link = linkOf(made.data);
  if (!isGood(made) || !link) {
    problem(visit, 'Portal', 'none can be made for a case', made.line);
    return;
  }
  note(visit, 'Id of a portal', idIn(made.data, 'portal_id')?.name ?? 'none', made.line);
  await checkOwner(visit, application_id, made);
  if (!/^https?:\/\//.test(link)) {
    await findAddress(visit, link);
    return;
  }
  const point = 'Link of a portal';
  const lastWord = /(?<![\w.~-])[\w.~-]+(?=[^\w.~-]*$)/;
  const [token] = lastWord.exec(link)!;
  const opens = await isOwnPage(visit, link.replace(lastWord, '{link}'), token);
  const { origin } = new URL(link);
  if (opens) note(visit, point, 'a complete address, which opens', `its page at ${origin}`);
  else unclear(visit, point, `a complete address; its page at ${origin} is the same for any link`);
}

/** One portal: where it is made, whose case it belongs to, where its link leads. */
import { ask, idIn, isGood, isRecord, NoAnswer, type Answer } from '../http.ts';
import { at, call, casePath, defaultOf, note, problem, settle, type Visit } from '../visit.ts';

const linkOf = (data: unknown): string =>
  isRecord(data) ? String(data.link ?? data.url ?? '') : '';
/** Links in what the service shows of a case. */
const linkInCase = (data: unknown): string => {
  const { portals, portal } = isRecord(data) ? data : {};
  return linkOf([portals ?? portal].flat()[0]);
};

/** Makes the portal under the case, or at /api/portals. */
async function makePortal(visit: Visit, application_id: string): Promise<Answer> {
  const point = 'Portal of a case';
  const path = defaultOf('casePortalPath');
  const own = await call(visit, { method: 'POST', path: at(path, application_id), json: {} });
  const isThere = own.isApi && ![404, 405].includes(own.status);
  if (isThere) {
    settle(visit, 'casePortalPath', path, point, 'made under the case', own.line);
    return own;
  }
  const json = { application_id };
  const beside = await call(visit, { method: 'POST', path: '/api/portals', json });
  const evidence = `${own.line}, ${beside.line}`;
  settle(visit, 'casePortalPath', 'none', point, 'made at /api/portals', evidence);
  return beside;
}

/** Forms of a portal's address behind its host, the default first. */
const forms = ['/portals/{link}', '/portal/{link}', '/p/{link}', '/{link}'];
const nobody = 'doctor-no-such-portal';

/** The portals' hosts that are likely: the one given, that of the API, and its neighbour. */
function hostsOf({ base, portalAddress }: Visit): string[] {
  if (portalAddress) return [portalAddress];
  const { protocol, host } = new URL(base);
  const neighbour = host.replace(/^(app|api)\./, 'collect.');
  return [base, ...(neighbour === host ? [] : [`${protocol}//${neighbour}`])];
}

/** A portal's page differs from what stands there for a link that nobody has. */
async function opens(url: string, foreign: string, seconds: number): Promise<string | undefined> {
  try {
    const [own, other] = await Promise.all([
      ask('', { path: url, seconds }),
      ask('', { path: foreign, seconds }),
    ]);
    const isPage = own.status === 200;
    const differs = other.status !== own.status || other.text !== own.text;
    return isPage && differs ? `the page of ${new URL(url).origin} for it is its own` : undefined;
  } catch (error) {
    if (error instanceof NoAnswer) return undefined;
    throw error;
  }
}

/** Finds where a token opens. */
async function findAddress(visit: Visit, token: string): Promise<void> {
  const point = 'Address of portals';
  for (const host of hostsOf(visit)) {
    for (const form of forms) {
      const to = (link: string) => host + form.replace('{link}', encodeURIComponent(link));
      const evidence = await opens(to(token), to(nobody), visit.seconds);
      if (!evidence) continue;
      const address = host === visit.base ? 'none' : host;
      settle(visit, 'portalAddress', address, point, host, evidence);
      settle(visit, 'portalUrl', `{portal_address}${form}`, 'Path of portals', form, evidence);
      return;
    }
  }
  const tried = hostsOf(visit).join(', ');
  problem(
    visit,
    point,
    `not found at ${tried}; run the doctor again with --portal-address, as a portal in the service shows it`,
    'the link is a token, and no page there differs from that of a wrong one',
  );
}

/** Whose case it is: named by the answer, or read from the case. */
async function checkOwner(visit: Visit, application_id: string, made: Answer): Promise<void> {
  const point = 'Case of the portal';
  const named = isRecord(made.data) ? made.data.application_id : undefined;
  if (named !== undefined && named !== null) {
    if (String(named) === application_id) note(visit, point, 'the one asked for', made.line);
    else problem(visit, point, 'another one: its link must not be sent', made.line);
    return;
  }
  const read = await call(visit, { path: at(casePath, application_id) });
  if (linkInCase(read.data) === linkOf(made.data)) {
    note(visit, point, 'the one asked for: the case shows the link', read.line);
  } else {
    problem(visit, point, 'not to be told: neither portal nor case names the other', made.line);
  }
}

/** Makes a portal of the draft and looks at what it is. */
export async function findPortal(visit: Visit, application_id: string): Promise<void> {
  const made = await makePortal(visit, application_id);
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
  const evidence = await opens(link, link.replace(/[^/]+$/, nobody), visit.seconds);
  const point = 'Link of a portal';
  if (evidence) note(visit, point, 'a whole address, which opens', evidence);
  else problem(visit, point, 'a whole address, which does not open', made.line);
}

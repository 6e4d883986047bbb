/**
 * `npm run check -- crash [cases rows]`: kills the sandbox with SIGKILL while cases are created,
 * submitted and delivered, and four times during an import. Then starts it again, repeats the
 * import and counts. No accepted case or event may be missing, and each client of the list has one
 * case and one letter.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

import { openStore } from '../../packages/sandbox/domain/store.ts';
import { freePort, listen } from '../../test/support/listen.ts';
import { startProcess, tsx } from '../../test/support/process.ts';

const [cases = 1000, rows = 5000] = process.argv.slice(2).map(Number);
const headers = { authorization: 'Bearer sandbox_key', 'content-type': 'application/json' };

/** Starts `npm start` with a folder. */
const start = (folder: string, port = 0) =>
  startProcess(process.execPath, [...tsx, 'packages/sandbox/main.ts'], /Base URL[\s\S]*Mail/, {
    env: { PORT: String(port), SANDBOX_FOLDER: folder },
  });

/** Creates and submits a case. Notes which requests were accepted. */
async function onboard(url: string, index: number, created: Set<string>, submitted: Set<string>) {
  const body = JSON.stringify({ is_draft: true, business: { organization_name: `C ${index}` } });
  const answer = await fetch(`${url}/api/applications`, { method: 'POST', headers, body });
  const { application_id: id } = (await answer.json()) as { application_id: string };
  created.add(id);
  const path = `${url}/api/applications/${id}/submit`;
  if ((await fetch(path, { method: 'PUT', headers })).ok) submitted.add(id);
}

/** Counts the accepted cases that are missing or changed. */
async function missingOf(url: string, created: Set<string>, submitted: Set<string>) {
  let missing = 0;
  for (const id of created) {
    const answer = await fetch(`${url}/api/applications/${id}`, { headers });
    const found = (await answer.json()) as { is_draft?: boolean };
    if (!answer.ok || (submitted.has(id) && found.is_draft !== false)) missing++;
  }
  return missing;
}

/** Kills the sandbox while many cases run. @returns true if nothing was lost. */
async function crashCases(folder: string): Promise<boolean> {
  const seen = new Set<string>();
  const receiver = await listen(({ content }, response) => {
    const { data } = JSON.parse(content) as { data: { object: { application_id: string } } };
    seen.add(data.object.application_id);
    response.end();
  });
  let running = await start(folder);
  const hook = { url: `${receiver.url}/`, events: ['application.review_updated'] };
  const body = JSON.stringify(hook);
  await fetch(`${running.url}/api/webhooks`, { method: 'POST', headers, body });
  const [created, submitted] = [new Set<string>(), new Set<string>()];
  let refused = 0;
  const all = Array.from({ length: cases }, (_, index) =>
    onboard(running.url, index, created, submitted).catch(() => refused++),
  );
  while (submitted.size < cases / 3) await wait(2);
  await running.end('SIGKILL');
  await Promise.all(all);
  const before = seen.size;
  running = await start(folder);
  const missing = await missingOf(running.url, created, submitted);
  const undelivered = () => [...submitted].filter((id) => !seen.has(id)).length;
  const deadline = Date.now() + 120_000;
  while (undelivered() && Date.now() < deadline) await wait(50);
  await running.end();
  receiver.close();
  console.log(`${cases} clients at once, killed in the middle: ${created.size} cases accepted, ${submitted.size} submitted, ${refused} refused.
After the restart: ${missing} accepted cases missing, ${undelivered()} events undelivered (${before} had arrived before, ${seen.size} in all).`);
  return !missing && !undelivered();
}

/** The moments to kill an import: after this many cases or letters. */
const kills = [
  { path: 'cases', count: 200 },
  { path: 'cases', count: 800 },
  { path: 'mails', count: 50 },
  { path: 'mails', count: 150 },
];

const post = (url: string, path: string, body?: FormData | URLSearchParams) =>
  fetch(`${url}/back-office/import${path}`, {
    method: 'POST',
    headers: { origin: url },
    body,
    redirect: 'manual',
  });

/** Imports the list from the beginning and writes to its clients. Presses each button twice. */
async function runList(url: string): Promise<void> {
  const lines = Array.from(
    { length: rows },
    (_, index) => `${index},Client ${index} Ltd,GB,client-${index}@list.example`,
  );
  const upload = new FormData();
  const content = ['id,company,country,email', ...lines].join('\n');
  upload.set('file', new File([content], 'list.csv'));
  const place = (await post(url, '', upload)).headers.get('location')!;
  const seq = place.slice(place.lastIndexOf('/'));
  const columns = ['external_reference', 'organization_name', 'country', 'email'];
  const chosen = columns.map((is, index) => [`column-${index}`, is]);
  await post(url, `${seq}/check`, new URLSearchParams(chosen));
  await Promise.all([1, 2].map(() => post(url, `${seq}/run`)));
  await Promise.all([1, 2].map(() => post(url, `${seq}/letters`)));
}

/** Waits for this many. Lists of the controls end at 1,000 cases and 200 letters. */
async function reached(url: string, { path, count }: (typeof kills)[number]): Promise<string> {
  for (;;) {
    const found = (await (await fetch(`${url}/_sandbox/${path}`)).json()) as object[];
    if (found.length >= count) return `${found.length} ${path}`;
    await wait(5);
  }
}

/** Kills several runs of an import. @returns true if each client has one case and one letter. */
async function crashImport(folder: string): Promise<boolean> {
  // Links in letters contain the port, so it must stay the same.
  const port = await freePort();
  const places: string[] = [];
  for (const kill of kills) {
    const running = await start(folder, port);
    const run = runList(running.url).catch(() => {});
    places.push(await reached(running.url, kill));
    await running.end('SIGKILL');
    await run;
  }
  const running = await start(folder, port);
  await runList(running.url);
  await running.end();
  const store = openStore(join(folder, 'sandbox.db'));
  const count = (sql: string) => store.get<{ n: number }>(`select ${sql} as n`)!.n;
  const found = {
    cases: count('(select count(*) from cases)'),
    clients: count('(select count(distinct external_reference) from cases)'),
    letters: count('(select count(*) from mails)'),
    receivers: count(`(select count(distinct json_extract(data, '$.to[0]')) from mails)`),
    portals: count('(select count(*) from portals)'),
  };
  store.close();
  console.log(`A list of ${rows} clients, killed at: ${places.join(', ')}.
After the last restart: ${Object.entries(found)
    .map(([what, n]) => `${n} ${what}`)
    .join(', ')}.`);
  return Object.values(found).every((n) => n === rows);
}

const folders = [mkdtempSync(join(tmpdir(), 'crash-')), mkdtempSync(join(tmpdir(), 'crash-'))];
const isWhole = (await crashCases(folders[0]!)) && (await crashImport(folders[1]!));
for (const folder of folders) rmSync(folder, { recursive: true, force: true });
process.exitCode = isWhole ? 0 : 1;

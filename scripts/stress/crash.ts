/**
 * `npm run test:crash [-- cases rows]`: kills the sandbox with SIGKILL while cases are created,
 * submitted and delivered, and ten times while a list is imported and its clients are written to;
 * starts it again and counts. No accepted case may be missing, no event undelivered; each client of
 * the list has one case and one letter.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

import { openStore } from '../../packages/sandbox/domain/store.ts';
import { freePort, listen } from '../../testing/listen.ts';
import { startProcess, tsx } from '../../testing/process.ts';

const [cases = 1000, rows = 5000] = process.argv.slice(2).map(Number);
const headers = { authorization: 'Bearer sandbox_key', 'content-type': 'application/json' };

/** Starts `npm start` on a folder. */
const start = (folder: string, port = 0) =>
  startProcess(process.execPath, [...tsx, 'packages/sandbox/main.ts'], /Base URL[\s\S]*Mail/, {
    env: { PORT: String(port), SANDBOX_FOLDER: folder },
  });

/** Creates and submits a case; what was accepted is kept. */
async function onboard(url: string, index: number, created: Set<string>, submitted: Set<string>) {
  const body = JSON.stringify({ is_draft: true, business: { organization_name: `C ${index}` } });
  const answer = await fetch(`${url}/api/applications`, { method: 'POST', headers, body });
  const { application_id: id } = (await answer.json()) as { application_id: string };
  created.add(id);
  const path = `${url}/api/applications/${id}/submit`;
  if ((await fetch(path, { method: 'PUT', headers })).ok) submitted.add(id);
}

/** How many of the accepted cases are not as they were. */
async function missingOf(url: string, created: Set<string>, submitted: Set<string>) {
  let missing = 0;
  for (const id of created) {
    const answer = await fetch(`${url}/api/applications/${id}`, { headers });
    const found = (await answer.json()) as { is_draft?: boolean };
    if (!answer.ok || (submitted.has(id) && found.is_draft !== false)) missing++;
  }
  return missing;
}

/** Cases at once, killed in the middle. @returns true when nothing was lost. */
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

/** The phases of an import, and how much of each is done when it is killed. */
const kills: Record<string, number[]> = {
  'Reading the file': [0],
  Checking: [0.2, 0.7],
  Importing: [0.1, 0.5, 0.8],
  Letters: [0, 0.3, 0.6, 0.9],
};
const phases = Object.keys(kills);

/** What the page of an import shows; `share` is how much of it is done, from 0 to 1. */
async function look(url: string) {
  const html = await (await fetch(`${url}/back-office/import/1`)).text();
  const phase = phases.find((name) => new RegExp(`<h[23]>${name}<`).test(html)) ?? '';
  const [, done = '0', total = '0'] = /([\d,]+) of ([\d,]+)(?: sent)?/.exec(html) ?? [];
  const count = (text: string) => Number(text.replaceAll(',', ''));
  return { phase, share: count(total) ? count(done) / count(total) : 0, html };
}

type Seen = Awaited<ReturnType<typeof look>>;

const post = (url: string, path: string, body: FormData | URLSearchParams) =>
  fetch(`${url}/back-office/import${path}`, {
    method: 'POST',
    headers: { origin: url },
    body,
    redirect: 'manual',
  });

/** Presses the button that comes next, as often as an impatient person would: twice. */
async function press(url: string, { html }: Seen): Promise<void> {
  const twice = (path: string, values: Record<string, string> = {}) =>
    Promise.all([1, 2].map(() => post(url, path, new URLSearchParams(values))));
  if (html.includes('no such import')) {
    const lines = Array.from(
      { length: rows },
      (_, index) => `${index},Client ${index} Ltd,GB,client-${index}@list.example`,
    );
    const upload = new FormData();
    const text = ['id,company,country,email', ...lines].join('\n');
    upload.set('file', new File([text], 'list.csv'));
    await post(url, '', upload);
  } else if (html.includes('<h2>Ready')) await twice('/1/run');
  else if (html.includes('Write to the clients')) await twice('/1/letters', { do: 'start' });
  else if (html.includes('<h2>What are the columns?')) {
    const columns = ['external_reference', 'organization_name', 'country', 'email'];
    const chosen = columns.map((is, index) => [`column-${index}`, is]);
    await post(url, '/1/check', new URLSearchParams(chosen));
  }
}

/** Goes on until the phase is that far, or over. @returns where it was. */
async function until(url: string, phase: string, share: number): Promise<string> {
  let pressing: Promise<void> | undefined;
  for (;;) {
    const seen = await look(url);
    const at = phases.indexOf(seen.phase);
    const wanted = phases.indexOf(phase);
    if (at > wanted || (at === wanted && seen.share >= share)) {
      return `${seen.phase} ${Math.round(seen.share * 100)} %`;
    }
    // A press may be under way when the phase is reached.
    pressing ??= press(url, seen)
      .catch(() => {})
      .finally(() => (pressing = undefined));
    await wait(15);
  }
}

/** A list whose import and letters are killed ten times. @returns true when each client has one of each. */
async function crashImport(folder: string): Promise<boolean> {
  // Links in letters hold the port, so that it stays the same.
  const port = await freePort();
  const places: string[] = [];
  for (const [phase, shares] of Object.entries(kills)) {
    for (const share of shares) {
      const running = await start(folder, port);
      places.push(await until(running.url, phase, share));
      await running.end('SIGKILL');
    }
  }
  const running = await start(folder, port);
  await until(running.url, 'Letters', 1);
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

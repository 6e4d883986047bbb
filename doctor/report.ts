/** What the doctor says: for people, and as JSON. */
import type { Visit } from './visit.ts';

/** As a shell takes it. */
const quoted = (text: string) =>
  /^[\w@%+=:,./-]*$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;

const section = (title: string, lines: string[]) =>
  lines.length ? [title, ...lines.map((line) => `  ${line}`), ''] : [];

/** What `--write` leaves behind, said before anything is sent. */
export const announcement = (decide: boolean): string[] => [
  'This leaves behind, made of made-up data: one draft case "Doctor Check Ltd", one related person,',
  'one small file, one document on the case, and one portal.',
  decide
    ? 'The case is then submitted and rejected; the staff of a live account see that.'
    : 'The case stays a draft; nothing is decided (--decide would).',
];

/** The settings as lines for Zapier and for n8n. */
function settingLines({ settings }: Visit): string[] {
  const pairs = Object.entries(settings);
  if (!pairs.length) return ['No setting is needed: the defaults fit.', ''];
  const push = settings.SERVICE_WEBHOOKS_PATH === 'none' ? 'SERVICE_WEBHOOKS_PATH=none ' : '';
  return [
    ...section('For Zapier (VERSION is that of package.json):', [
      ...(push ? [`${push}npm run zapier -- push`] : []),
      ...pairs.map(
        ([name, value]) => `npm run zapier -- env:set VERSION ${quoted(`${name}=${value}`)}`,
      ),
    ]),
    ...section(
      'For n8n, in the environment it is started with:',
      pairs.map(([name, value]) => `export ${name}=${quoted(value)}`),
    ),
  ];
}

/** The whole report, line by line. */
export function reportLines(visit: Visit): string[] {
  const { findings, problems, limits, write, base } = visit;
  const width = Math.max(0, ...findings.map(({ point }) => point.length));
  const holds = write
    ? 'The journey holds with these settings.'
    : 'Nothing stands against it. Only --write shows whether the journey holds.';
  return [
    ...section(
      `Found at ${base}:`,
      findings.map(
        ({ point, found, evidence }) => `${point.padEnd(width)}  ${found} (${evidence})`,
      ),
    ),
    ...(findings.length ? settingLines(visit) : []),
    ...section('No setting can express:', limits),
    ...section('In the way:', problems),
    ...(problems.length ? [] : [holds]),
  ];
}

/** `{settings, findings}`. */
export const reportJson = ({ settings, findings }: Visit): string =>
  JSON.stringify({ settings, findings }, null, 2);

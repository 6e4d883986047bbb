/** What the doctor says at the terminal. */
import { dialectOf, isOpen, masked, type Visit } from './visit.ts';

/** Quotes a text for a shell. */
const quoted = (text: string) =>
  /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;

const section = (title: string, lines: string[]) =>
  lines.length ? [title, ...lines.map((line) => `  ${line}`), ''] : [];

/** Announces, before any request, the things that `--write` leaves behind. */
export const announcement = (decide: boolean): string[] => [
  'This leaves test data behind: one draft case "Doctor Check Ltd", one related person',
  '(two if it has to try names again), one small file, one document on the case, one portal.',
  decide
    ? 'The doctor then submits and rejects the case. The staff of a live account see that.'
    : 'The case stays a draft without a decision. Add --decide to test a decision.',
];

/** The dialect as a file. */
export const dialectFile = (visit: Visit): string =>
  `${JSON.stringify(dialectOf(visit), null, 2)}\n`;

/** The places for the result: Zapier, n8n, and the tools of an assistant. */
function placeLines(visit: Visit, file: string | undefined): string[] {
  const dialect = dialectOf(visit);
  if (!Object.keys(dialect).length) {
    const nothing = visit.unclear.length ? 'No finding differs' : 'Nothing differs';
    return [`${nothing}: the defaults fit.`, ''];
  }
  const line = JSON.stringify(dialect);
  return [
    ...section(
      'The dialect of this service (its differences from the defaults):',
      dialectFile(visit).trimEnd().split('\n'),
    ),
    ...section('For Zapier:', [
      file === undefined
        ? 'Save it as dialect.json next to package.json (or add --out dialect.json), then run:'
        : `It is in ${file}. Move it next to package.json as dialect.json, then run:`,
      'npm run push',
    ]),
    ...section('For n8n, in the credential "Compliance Onboarding API":', [`Dialect: ${line}`]),
    ...section('For the MCP tools of an assistant, in their environment:', [
      `SERVICE_DIALECT=${quoted(line)}`,
    ]),
  ];
}

/** The points that this visit did not examine. */
function openWords({ write, decide }: Visit): string {
  if (!write) return ' Add --write to check names of fields, uploads, portals and decisions.';
  return decide ? '' : ' Add --decide to check the field for the reason of a decision.';
}

/** The whole report, line by line. */
export function reportLines(visit: Visit, file?: string): string[] {
  const { findings, problems, limits, unclear } = visit;
  const width = Math.max(0, ...findings.map(({ point }) => point.length));
  const holds = `With this dialect, no finding prevents onboarding.${openWords(visit)}`;
  const unsure =
    'Some points that a deal needs are unclear, so onboarding may not work. Run the doctor again later.';
  return [
    ...section(
      `Found at ${masked(visit, visit.base)}:`,
      findings.map(
        ({ point, found, evidence }) => `${point.padEnd(width)}  ${found} (${evidence})`,
      ),
    ),
    ...(findings.length ? placeLines(visit, file) : []),
    ...section('Unclear, so the default stays. Run the doctor again later:', unclear),
    ...section('The dialect has no key for:', limits),
    ...section('Problems that prevent onboarding:', problems),
    ...(problems.length ? [] : [isOpen(visit) ? unsure : holds]),
  ];
}

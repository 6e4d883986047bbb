/** The timeline of a case, in the words of its readers. */
import { address, keyOf, type Rows } from '../../../service/catalogue.ts';
import type { TimelineEntry } from '../domain/cases.ts';
import { dateInWords, textOf, texts } from '../portal/texts.ts';
import { labelOf } from './case-facts.tsx';
import { Card, levelWords, Moment } from './parts.tsx';

const labelOfPath = (path: string): string => {
  const names = path.split('.');
  const name = names.at(-1)!;
  if (names.at(-2) !== 'address') return labelOf(name);
  return labelOf(`address_${keyOf(name, (address as Rows)[name] ?? {})}`);
};

/**
 * `business.address.town: Paris → Lyon` -> `City: Paris → Lyon`, `type ID` -> `Identity document`.
 */
export const readable = (what: string): string =>
  what
    .replace(
      /\b(?:business|person|custom_fields|meta)(?:\.[\w-]+)+(?=:)|\b(?:external_reference|risk_level|risk_score)(?=:)/g,
      labelOfPath,
    )
    .replace(/(?<=^Changed: (?:.*; )?Risk level: )(-?\d) → (-?\d)/, (_, before, after) =>
      [before, after].map((level) => levelWords(Number(level))).join(' → '),
    )
    .replace(/(?<=^Document attached: )\w+(?= \()/, (type) => textOf(texts.en.types, type));

const Entry = ({ entry, day }: { entry: TimelineEntry; day?: string }) => (
  <li>
    <span dir="auto">{readable(entry.what)}</span>{' '}
    <span class="meta">
      {entry.who}, <Moment iso={entry.at} day={day} />
    </span>
  </li>
);

/** The entries by day, the newest first. */
export function Timeline({ timeline, follow }: { timeline: TimelineEntry[]; follow: string }) {
  const entries = timeline.toReversed();
  const days = [...new Set(entries.map(({ at }) => at.slice(0, 10)))];
  return (
    <Card title="Timeline" id="timeline">
      <p>
        <a href={follow}>Follow this deal</a>: its calls of the API, visits, events and deliveries
      </p>
      {days.map((day) => (
        <>
          <h3>{dateInWords(day, 'en')}</h3>
          <ol class="timeline">
            {entries
              .filter(({ at }) => at.startsWith(day))
              .map((entry) => (
                <Entry entry={entry} day={day} />
              ))}
          </ol>
        </>
      ))}
    </Card>
  );
}

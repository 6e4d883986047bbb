/** What happened to a case, in the words of those who read it. */
import { address, keyOf, type Rows } from '../../../service/catalogue.ts';
import type { TimelineEntry } from '../domain/cases.ts';
import { dateInWords, textOf, texts } from '../portal/texts.ts';
import { labelOf } from './case-facts.tsx';
import { Card, levelWords, Moment } from './parts.tsx';

/** What only engineers look for. */
const isTechnical = ({ who, what }: TimelineEntry) =>
  who === 'Service' && what.startsWith('Event ');

const labelOfPath = (path: string): string => {
  const names = path.split('.');
  const name = names.at(-1)!;
  if (names.at(-2) !== 'address') return labelOf(name);
  return labelOf(`address_${keyOf(name, (address as Rows)[name] ?? {})}`);
};

/** `business.address.town: Paris → Lyon` -> `City: Paris → Lyon`, `type ID` -> `Identity document`. */
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
      {entry.who}, <Moment at={entry.at} day={day} />
    </span>
  </li>
);

/** The newest first, by day; events of the service apart. */
export function Timeline({ timeline }: { timeline: TimelineEntry[] }) {
  const entries = timeline.toReversed();
  const people = entries.filter((entry) => !isTechnical(entry));
  const technical = entries.filter(isTechnical);
  const days = [...new Set(people.map(({ at }) => at.slice(0, 10)))];
  return (
    <Card title="Timeline" id="timeline">
      {days.map((day) => (
        <>
          <h3>{dateInWords(day, 'en')}</h3>
          <ol class="timeline">
            {people
              .filter(({ at }) => at.startsWith(day))
              .map((entry) => (
                <Entry entry={entry} day={day} />
              ))}
          </ol>
        </>
      ))}
      {technical.length > 0 && (
        <details>
          <summary>{`Technical events: ${technical.length}`}</summary>
          <ol class="timeline">
            {technical.map((entry) => (
              <Entry entry={entry} />
            ))}
          </ol>
        </details>
      )}
    </Card>
  );
}

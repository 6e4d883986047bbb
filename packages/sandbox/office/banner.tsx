/** The bar on every page of the office while faults are in force or the clock is moved. */
import { tryGetContext } from 'hono/context-storage';
import type { MiddlewareHandler } from 'hono';

import type { Faults } from '../api/faults.ts';
import type { Disturbance } from '../domain/delivery-faults.ts';
import { joined } from '../domain/plain.ts';
import type { Parts } from '../domain/services.ts';

/** What a fault does, by its kind. */
const effects: Record<string, string> = {
  drop: 'lose their connection',
  lost: 'are done, but lose their connection',
  cut: 'get half an answer',
  html: 'get a web page',
  huge: 'get 12 MB of JSON',
  'hang-up': 'are sent by half',
  down: 'find nobody',
};

/** The words for each part of a fault, in the order of the sentence. */
const words: Record<string, (value: any) => string> = {
  path: (path) => `Calls of ${path}`,
  method: (method) => `by ${method}`,
  event: (event) => `of ${event}`,
  webhook_id: (id) => `to ${id}`,
  kind: (kind) => effects[kind]!,
  status: (status) => `are answered with ${status}`,
  delay: (ms) => `after ${ms / 1000} s`,
  rate: (rate) => `in ${rate * 100}% of cases`,
  skip: (count) => `not the next ${count}`,
  times: (times) => (times === 1 ? 'the next time' : `the next ${times} times`),
  until: (time) => `until ${time}`,
};
const inWords = (fault: object): string =>
  joined(
    ' ',
    Object.entries(words).map(([name, say]) => {
      const value = (fault as Record<string, unknown>)[name];
      return value !== undefined && say(value);
    }),
  );

const disturbancesInWords = ({ copies = 1, reorder, faults = [] }: Disturbance): string[] => [
  ...(copies > 1 ? [`Each event is sent ${copies} times`] : []),
  ...(reorder ? ['Newer events are sent first'] : []),
  ...faults.map((fault) => `Deliveries ${inWords(fault)}`),
];

type Env = { Variables: { banner: () => string[] } };

/** Tells each page what is not as usual. */
export const banner =
  ({ clock, outbox }: Parts<'clock' | 'outbox'>, faults: Faults): MiddlewareHandler<Env> =>
  (c, next) => {
    c.set('banner', () => {
      const hours = Math.round(clock.ahead() / 3600_000);
      const [count, unit] = hours % 24 ? [hours, 'hour'] : [hours / 24, 'day'];
      const ahead = count.toLocaleString('en', { style: 'unit', unit, unitDisplay: 'long' });
      return [
        ...faults.list().map(inWords),
        ...disturbancesInWords(outbox.disturbance),
        ...(hours > 0 ? [`The clock is ${ahead} ahead`] : []),
      ];
    });
    return next();
  };

/** What is not as usual, and the button that undoes it. */
export function Banner() {
  const texts = tryGetContext<Env>()?.get('banner')?.() ?? [];
  if (!texts.length) return null;
  return (
    <form
      id="standing"
      method="post"
      action="/back-office/developer/undo"
      class="note warning actions justify-between"
    >
      <span>{texts.join('. ')}</span>
      <button class="outline small">Undo</button>
    </form>
  );
}

/** The faults on the developer page: their buttons and effects. */
import type { Fault } from '../api/faults.ts';
import type { Disturbance } from '../domain/delivery-faults.ts';
import { momentInWords } from '../portal/texts.ts';

interface Choice<F> {
  label: string;
  fault: F;
}

/** The wrong answers of an endpoint. */
export const answerFaults: Record<string, Choice<Partial<Fault>>> = {
  '429': { label: '429, wait 2 s', fault: { status: 429, headers: { 'retry-after': '2' } } },
  '500': { label: '500', fault: { status: 500 } },
  '503': { label: '503', fault: { status: 503 } },
  html: { label: 'Web page', fault: { kind: 'html' } },
  drop: { label: 'Nothing: connection dropped', fault: { kind: 'drop' } },
  cut: { label: 'Half of the body', fault: { kind: 'cut' } },
  delay: { label: 'After 5 s', fault: { delay: 5000 } },
};

/** The faults of deliveries. */
export const deliveryFaults: Record<string, Choice<Disturbance>> = {
  twice: { label: 'Each twice', fault: { copies: 2 } },
  reorder: { label: 'Newest first', fault: { reorder: true } },
  refused: { label: 'Next two refused (500)', fault: { faults: [{ status: 500, times: 2 }] } },
  garbled: { label: 'Next one garbled', fault: { faults: [{ kind: 'garbled', times: 1 }] } },
  'hang-up': { label: 'Next one hangs up', fault: { faults: [{ kind: 'hang-up', times: 1 }] } },
};

/** The remaining uses of a fault. */
const timesLeft = (times?: number) => (times === undefined ? 'until it ends' : `${times} left`);

/** A late answer in words. */
const late = (delay = 0) => `after ${delay / 1000} s`;

/** A fault in words. */
export const wordsOfFault = ({ method, path, status, kind, delay }: Fault): string =>
  `${path === '/' ? 'Any endpoint' : `${method ?? 'Any'} ${path}`}: ${status ?? kind ?? late(delay)}`;

/** A current fault in words. */
export const wordsOfActiveFault = (fault: Fault): string =>
  `${wordsOfFault(fault)}, ${timesLeft(fault.times)}`;

/** The current faults of deliveries in words. */
export const wordsOfDeliveryFaults = ({ copies, reorder, faults = [] }: Disturbance): string[] => [
  ...(copies ? [`Each event ${copies} times`] : []),
  ...(reorder ? ['Deliveries: newest first'] : []),
  ...faults.map(
    ({ event, webhook_id, times, status, kind, delay, until }) =>
      `${[event ?? 'Any event', webhook_id && `to ${webhook_id}`].filter(Boolean).join(' ')}: ${
        kind ?? status ?? late(delay)
      }, ${until ? `until ${momentInWords(until, 'en')}` : timesLeft(times)}`,
  ),
];

/** The rows of a table as the options of a field. */
export const optionsOf = (table: Record<string, Choice<unknown>>): [string, string][] =>
  Object.entries(table).map(([value, { label }]) => [value, label]);

/** Names of events: some services list them when they refuse a registration. */
import type { Dialect } from '../../../service/dialect.ts';
import { idIn, isGood, isNoPath, isUnclear } from '../exchange.ts';
import { call, note, settle, standard, unclear, type Visit } from '../visit.ts';

type Events = Dialect['events'];

const point = 'Names of events';
const lastOf = (name: string) => name.slice(name.lastIndexOf('.') + 1);

/** The event's own name in the list, or the only name with the same ending. */
function nameIn(names: string[], own: string): string | undefined {
  if (names.includes(own)) return own;
  const alike = names.filter((name) => lastOf(name) === lastOf(own));
  return alike.length === 1 ? alike[0] : undefined;
}

/** Registers an invalid address for an invalid event, which every service should refuse. */
export async function findEventNames(visit: Visit): Promise<void> {
  const path = visit.dialect.webhooks;
  if (!path) return;
  const json = { url: 'no-address', events: ['doctor.no_such_event'] };
  const answer = await call(visit, { method: 'POST', path, json });
  if (isUnclear(answer) || isNoPath(answer)) {
    unclear(visit, point, answer.line);
    return;
  }
  const id = isGood(answer) ? idIn(answer.data, 'webhook_id') : undefined;
  if (id) await call(visit, { method: 'DELETE', path: `${path}/${encodeURIComponent(id.id)}` });
  const sent = Object.values(json).flat();
  const names = [...new Set(answer.text.match(/\b[a-z]\w*[.]\w+\b/gi) ?? [])].filter(
    (name) => !sent.includes(name),
  );
  const found = Object.entries(standard.events).map(
    ([trigger, own]) => [trigger, nameIn(names, own)] as const,
  );
  if (!found.some(([, name]) => name)) {
    note(visit, point, 'not named by a refused registration', answer.line);
    return;
  }
  const events = Object.fromEntries(
    found.map(([trigger, name]) => [trigger, name ?? standard.events[trigger as keyof Events]]),
  ) as Events;
  settle(visit, 'events', events, point, names.join(', '), answer.line);
}

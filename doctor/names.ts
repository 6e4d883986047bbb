/**
 * Under which names the service takes fields. All likely names are sent at once; those it refuses
 * are left out until it takes the rest, and what can be read back tells which it keeps.
 */
import { isGood, isRecord, type Answer } from './http.ts';

export interface Likely {
  /** The known name, as in SERVICE_FIELD_NAMES. */
  known: string;
  /** Names it may go by, the known one first. */
  names: string[];
  value: string | number;
  /** The journey cannot do without it. */
  needed?: true;
  /** A list under the known name; any name may take it as a list or singly. */
  isList?: true;
}

/** A name, and whether it is sent as a list. */
interface Candidate {
  name: string;
  form: 'list' | 'single';
}
export type Candidates = Map<string, Candidate[]>;

/** For each name its forms in the order in which they are tried; the first is sent. */
export function candidatesOf(likely: Likely[]): Candidates {
  return new Map(
    likely.flatMap(({ names, isList }) =>
      names.map((name): [string, Candidate[]] => {
        const single: Candidate = { name, form: 'single' };
        const asList: Candidate = { name, form: 'list' };
        if (!isList) return [name, [single]];
        return [name, name.endsWith('s') ? [asList, single] : [single, asList]];
      }),
    ),
  );
}

/** The fields as they are sent now. */
export const fieldsOf = (likely: Likely[], candidates: Candidates): Record<string, unknown> =>
  Object.fromEntries(
    likely.flatMap(({ names, value }) =>
      names.flatMap((name) => {
        const [first] = candidates.get(name) ?? [];
        return first ? [[name, first.form === 'list' ? [value] : value]] : [];
      }),
    ),
  );

/** What an answer complains of: each text that may be the name of a field. */
export function blamed({ data, text }: Answer): string[] {
  const list = isRecord(data) ? [data.detail, data.errors].find(Array.isArray) : undefined;
  const located = (list ?? []).flatMap((item: unknown) => {
    if (!isRecord(item)) return [];
    const place = [item.loc ?? item.field ?? item.path ?? item.pointer ?? []].flat();
    const parts = place.flatMap((part) => String(part).split(/[/.]/));
    return parts.findLast((part) => part && !/^\d+$/.test(part)) ?? [];
  });
  return located.length ? located : (text.match(/\w+/g) ?? []);
}

/** Sends with fewer and fewer names until the service takes it, at most ten times. */
export async function takenBy(send: () => Promise<Answer>, candidates: Candidates) {
  let answer = await send();
  for (let tries = 1; tries < 10 && !isGood(answer); tries++) {
    const mayBeNames = answer.isApi && [400, 422].includes(answer.status);
    if (!mayBeNames) return answer;
    const refused = [...new Set(blamed(answer))].map((name) => candidates.get(name)?.shift());
    if (!refused.some(Boolean)) return answer;
    answer = await send();
  }
  return answer;
}

/** A field as it was kept: its name, and whether as a list. */
export interface Kept {
  likely: Likely;
  /** Undefined where it is under none of the names. */
  name?: string;
  isList?: boolean;
}

/** What of the fields can be read back. */
export function keptIn(likely: Likely[], candidates: Candidates, thing: unknown): Kept[] {
  const read = isRecord(thing) ? thing : {};
  return likely.map((one) => {
    const name = one.names.find(
      (tried) =>
        candidates.get(tried)?.length && [read[tried]].flat().some((value) => value === one.value),
    );
    return { likely: one, name, isList: name !== undefined && Array.isArray(read[name]) };
  });
}

/** The name of the setting's value: a list carries brackets. Undefined where it is the known one. */
export const renamed = ({ likely, name, isList }: Kept): string | undefined => {
  if (name === undefined) return undefined;
  const isKnown = name === likely.names[0] && isList === Boolean(likely.isList);
  return isKnown ? undefined : `${name}${isList ? '[]' : ''}`;
};

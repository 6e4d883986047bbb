/** A text that points at a file: its address, with or without its name. */
import { formatNamed } from '../service/file-formats.ts';

import { halt } from './basics/errors.ts';
import { parseJson, recordOf } from './basics/json.ts';

/** A file that a text names, with its address. */
export interface Pointer {
  name?: string;
  url: string;
}

const address = /^https?:\/\//i;

/** The pointer in a line such as "passport.pdf (https://…)". */
function pointerInLine(line: string): Pointer | undefined {
  const [name = '', ...others] = line.split(/\((?=https?:\/\/)/i);
  const [url = ''] = /^\S+(?=\)$)/.exec(others.join('(')) ?? [];
  return formatNamed(name.trim()) && url ? { name: name.trim(), url } : undefined;
}

/** The pointer in an entry of JSON, as other apps write attachments. */
function pointerInEntry(entry: unknown): Pointer | undefined {
  const { url, name, filename = name } = recordOf(entry);
  if (typeof url !== 'string' || typeof filename !== 'string') return undefined;
  return address.test(url) ? { name: filename, url } : undefined;
}

/** The pointers in a text that is nothing else. */
function pointersIn(text: string): Pointer[] {
  if (address.test(text)) return text.split(/[\s,;](?=https?:\/\/)/i).map((url) => ({ url }));
  const entries = /^[[{]/.test(text) ? [parseJson(text)].flat().map(pointerInEntry) : [];
  const all = entries.length ? entries : text.split(/(?<=\))\s*[,;\n]\s*/).map(pointerInLine);
  return all.every((one) => one !== undefined) ? all : [];
}

/**
 * The file at which a text points: an address, a line `NAME.ext (https://…)`, or one attachment in
 * JSON; undefined for any other text. @throws a halt for several files, and for a wrong address.
 */
export function pointerOf(text: string, label: string): Pointer | undefined {
  const [pointer, ...others] = pointersIn(text);
  if (others.length) {
    throw halt(
      `${label}: these are several addresses. {{Map}} the address of one file, and use another {{step}} for each other file.`,
    );
  }
  if (pointer && !URL.canParse(pointer.url)) {
    throw halt(`${label}: this is not a valid web address.`);
  }
  return pointer;
}

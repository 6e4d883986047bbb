/** What a refusal says: which case has the reference of a new one, which form a document takes. */
import { idText, isRecord, parseJson, type Answer } from './answer.ts';

/** "does not exist" says the opposite of what is looked for. */
const negated = /\b(not|no|never|n't|cannot|can't)\b[^.;"]{0,40}?\b(exist\w*|found|known)\b/gi;

/** True when the service says that the reference of a new case belongs to another one. */
export const namesDuplicate = ({ content }: Answer): boolean =>
  /reference/i.test(content) &&
  /exist|taken|already|unique|duplicat|in use/i.test(content.replace(negated, ''));

const ownKeys = /^((existing_)?(application|case)(_id)?|existing_id)$/;

/** Ids under keys that name a case; plain `id` only within such a key. */
function idsUnder(value: unknown, isCase = false): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => idsUnder(item, isCase));
  if (!isRecord(value)) return [];
  return Object.entries(value).flatMap(([key, item]) => {
    const names = ownKeys.test(key) || (isCase && key === 'id');
    const id = names ? idText(item) : undefined;
    return id === undefined ? idsUnder(item, names) : [id];
  });
}

/** Words of a text that may be ids: what follows "case", and what has a digit or a capital inside. */
const idsInText = (text: string): string[] => [
  ...[...text.matchAll(/\b(?:case|application)\W+([A-Za-z0-9][\w-]{3,})/gi)].map(
    ([, word]) => word!,
  ),
  ...[...text.matchAll(/[A-Za-z0-9][\w-]{3,}/g)]
    .map(([word]) => word)
    .filter((word) => /\d|[a-z][A-Z]/.test(word)),
];

/** Ids of cases that a refusal may name, the likely ones first; at most three. */
export function casesNamedIn(answer: Answer, reference: unknown): string[] {
  const { status, content, headers } = answer;
  const [, located] = /\/applications\/([^/?#]+)/.exec(headers.get('location') ?? '') ?? [];
  const isAboutCase = status === 409 || namesDuplicate(answer);
  const ids = [
    located ?? [],
    idsUnder(parseJson(content)),
    isAboutCase ? idsInText(content) : [],
  ].flat();
  return [...new Set(ids)].filter((id) => id !== reference).slice(0, 3);
}

/** Every path a validation list names, as its parts without "body" and numbers of a line. */
const pathsIn = (body: unknown): unknown[][] => {
  const list = isRecord(body) ? [body.detail, body.errors].find(Array.isArray) : undefined;
  return (list ?? []).map((item: unknown) => {
    const loc = isRecord(item) ? (item.loc ?? item.field ?? item.path ?? item.pointer) : undefined;
    return (Array.isArray(loc) ? loc : String(loc ?? '').split(/[/.]/)).filter(
      (part) => part !== '' && part !== 'body' && part !== '#',
    );
  });
};

/** Words for a key that the service does not know, in place of a value it does not take. */
const saysUnknown =
  /\bextra\b|extra_forbidden|should not exist|(propert\w+|fields?|keys?|inputs?|parameters?|arguments?|attributes?)\b.{0,60}\b(not (permitted|allowed)|unknown|unexpected|unrecogni[sz]ed)|\b(unknown|unexpected|unrecogni[sz]ed|additional) (propert|field|key|input|param|argument|attribute|name)/is;

/**
 * The form of a document that is left when the service refuses the keys of the other as unknown:
 * `file_id` is one of the flat form, `document_files` one of the other.
 */
export function documentFormLeft({ content }: Answer): 'flat' | 'files' | undefined {
  if (!saysUnknown.test(content)) return undefined;
  // A path that leads into a key is about a value in it.
  const refused = pathsIn(parseJson(content)).map((path) => (path.length > 1 ? 'value' : path[0]));
  const names = (key: string) =>
    refused.some(Boolean) ? refused.includes(key) : new RegExp(`\\b${key}\\b`).test(content);
  return names('document_files') ? 'flat' : names('file_id') ? 'files' : undefined;
}

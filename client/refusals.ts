/** Reads refusals: which case has the reference, which form a document takes. */
import { idText, isRecord, parseJson, type Answer } from './answer.ts';

/** "does not exist" means the opposite. */
const negated = /\b(not|no|never|n't|cannot|can't)\b[^.;"]{0,40}?\b(exist\w*|found|known)\b/gi;

/** True if the service says that another case has the reference. */
export const namesDuplicate = ({ content }: Answer): boolean =>
  /reference/i.test(content) &&
  /exist|taken|already|unique|duplicat|in use/i.test(content.replace(negated, ''));

const ownKeys = /^((existing_)?(application|case)(_id)?|existing_id)$/;

/** IDs under keys that name a case. Plain `id` counts only inside such a key. */
function idsUnder(value: unknown, isCase = false): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => idsUnder(item, isCase));
  if (!isRecord(value)) return [];
  return Object.entries(value).flatMap(([key, item]) => {
    const names = ownKeys.test(key) || (isCase && key === 'id');
    const id = names ? idText(item) : undefined;
    return id === undefined ? idsUnder(item, names) : [id];
  });
}

/** Words that may be IDs: after "case", or with a digit or capital inside. */
const idsInText = (text: string): string[] => [
  ...[...text.matchAll(/\b(?:case|application)\W+([A-Za-z0-9][\w-]{3,})/gi)].map(
    ([, word]) => word!,
  ),
  ...[...text.matchAll(/[A-Za-z0-9][\w-]{3,}/g)]
    .map(([word]) => word)
    .filter((word) => /\d|[a-z][A-Z]/.test(word)),
];

/** IDs of cases in a refusal, the likely ones first, at most three. */
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

/** All paths in a validation list, split, without "body" and line numbers. */
const pathsIn = (body: unknown): unknown[][] => {
  const list = isRecord(body) ? [body.detail, body.errors].find(Array.isArray) : undefined;
  return (list ?? []).map((item: unknown) => {
    const loc = isRecord(item) ? (item.loc ?? item.field ?? item.path ?? item.pointer) : undefined;
    return (Array.isArray(loc) ? loc : String(loc ?? '').split(/[/.]/)).filter(
      (part) => part !== '' && part !== 'body' && part !== '#',
    );
  });
};

/** Words for an unknown key, in contrast to an invalid value. */
const saysUnknown =
  /\bextra\b|extra_forbidden|should not exist|(propert\w+|fields?|keys?|inputs?|parameters?|arguments?|attributes?)\b.{0,60}\b(not (permitted|allowed)|unknown|unexpected|unrecogni[sz]ed)|\b(unknown|unexpected|unrecogni[sz]ed|additional) (propert|field|key|input|param|argument|attribute|name)/is;

/**
 * The other form of a document, if the service refuses the keys of this one as unknown. `file_id`
 * belongs to the flat form, `document_files` to the other.
 */
export function documentFormLeft({ content }: Answer): 'flat' | 'files' | undefined {
  if (!saysUnknown.test(content)) return undefined;
  // A path into a key concerns its value.
  const refused = pathsIn(parseJson(content)).map((path) => (path.length > 1 ? 'value' : path[0]));
  const names = (key: string) =>
    refused.some(Boolean) ? refused.includes(key) : new RegExp(`\\b${key}\\b`).test(content);
  return names('document_files') ? 'flat' : names('file_id') ? 'files' : undefined;
}

/** The External Reference of a case, which contains the deal and is unique in the account. */
import type { List, ListRow } from './list.ts';

/** A KYB case verifies a business, a KYC case a person. */
export const kinds = ['kyb', 'kyc'] as const;
type Kind = (typeof kinds)[number];

const placeholder = /\{([^}]*)\}/g;

/**
 * The references of a row, from a pattern: `{Deal ID}-{kind}` is `10482-kyb` for a business and
 * `10482-kyc` for a person. Without a pattern, a column contains the reference, or the ID of the
 * deal, which gets the kind behind it.
 * @throws Error for a pattern that names no column of the list.
 */
export function readReferences(list: List, pattern: string | undefined, column?: string) {
  const isWhole = column && /reference/i.test(column);
  const text = pattern ?? (column && `{${column}}${isWhole ? '' : '-{kind}'}`);
  if (!text) {
    throw new Error(
      `${list.file} has no column External Reference. Build it as in your Zaps: --reference "{${list.headers[0]}}-{kind}", where {kind} is kyb for a business and kyc for a person.`,
    );
  }
  const columns = [...text.matchAll(placeholder)].map(([, name]) => name!);
  const named = columns.filter((name) => name !== 'kind');
  const unknown = named.find((name) => !list.headers.includes(name));
  if (unknown !== undefined || !named.length) {
    throw new Error(
      `--reference "${text}" must name a column of ${list.file} in braces, such as {${list.headers[0]}}. Its columns are: ${list.headers.join(', ')}.`,
    );
  }
  return ({ cells }: ListRow, kind: Kind): { reference: string; problem?: string } => {
    const empty = named.find((name) => !cells[name]);
    if (empty) {
      const problem = `${empty} is empty, but the External Reference needs it.`;
      return { reference: '', problem };
    }
    const made = text.replace(placeholder, (_, name: string) =>
      name === 'kind' ? kind : cells[name]!,
    );
    return { reference: made.normalize('NFC') };
  };
}

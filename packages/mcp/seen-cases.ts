/**
 * The cases that this server made or read: for names in questions, and for searches that the
 * service lacks.
 */

interface SeenCase {
  name?: unknown;
  external_reference?: unknown;
}

const most = 5000;

/** Capitals, accents and spaces do not make another name. */
export const plain = (text: string) =>
  text.normalize('NFKD').replace(/\p{M}/gu, '').replace(/\s+/g, ' ').trim().toLowerCase();

/** Tests whether a case's name contains this text. */
export const hasName =
  (part: string) =>
  ({ name }: SeenCase) =>
    typeof name === 'string' && plain(name).includes(plain(part));

/** Tests whether a case has this reference, in any Unicode form. */
export const hasReference =
  (reference: string) =>
  ({ external_reference: own }: SeenCase) =>
    typeof own === 'string' && own.normalize('NFC') === reference;

export function openCases() {
  const cases = new Map<string, { name?: string; external_reference?: string }>();
  return {
    ids: () => [...cases.keys()],
    nameOf: (application_id: string) => cases.get(application_id)?.name,
    idsWhere: (fits: (one: SeenCase) => boolean) =>
      [...cases].filter(([, one]) => fits(one)).map(([id]) => id),
    /** Notes the case in a result, or the case of the result. */
    note({ application_id, name, external_reference }: Record<string, unknown>) {
      if (typeof application_id !== 'string') return;
      const isCase = external_reference !== undefined;
      const seen = cases.get(application_id) ?? {};
      // A map keeps the order of its keys, so the first case is the oldest.
      cases.delete(application_id);
      if (cases.size >= most) cases.delete(cases.keys().next().value!);
      cases.set(application_id, {
        name: isCase && typeof name === 'string' ? name : seen.name,
        external_reference:
          typeof external_reference === 'string' ? external_reference : seen.external_reference,
      });
    },
  };
}

export type Cases = ReturnType<typeof openCases>;

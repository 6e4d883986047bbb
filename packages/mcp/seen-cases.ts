/** The cases this server has made or read: for names in questions, and for what the service cannot search. */

interface SeenCase {
  name?: unknown;
  external_reference?: unknown;
}

const most = 5000;

/** Case, accents and spaces make no other name. */
export const plain = (text: string) =>
  text.normalize('NFKD').replace(/\p{M}/gu, '').replace(/\s+/g, ' ').trim().toLowerCase();

/** Whether a case has a name with this part in it. */
export const hasName =
  (part: string) =>
  ({ name }: SeenCase) =>
    typeof name === 'string' && plain(name).includes(plain(part));

/** Whether a case has this reference, in composed letters or others. */
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
    /** Notes the case that a result is, or is about. */
    note({ application_id, name, external_reference }: Record<string, unknown>) {
      if (typeof application_id !== 'string') return;
      const isCase = external_reference !== undefined;
      const seen = cases.get(application_id) ?? {};
      // A map keeps the order in which keys came: the first is the one seen longest ago.
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

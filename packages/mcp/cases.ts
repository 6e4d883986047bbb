/** The cases this server has made or read: for names in questions, and for what the service cannot search. */

interface SeenCase {
  name?: string;
  external_reference?: string;
}

const most = 5000;

/** Case, accents and spaces make no other name. */
const plain = (text: string) =>
  text.normalize('NFKD').replace(/\p{M}/gu, '').replace(/\s+/g, ' ').trim().toLowerCase();

export function openCases() {
  const cases = new Map<string, SeenCase>();
  const idsWhere = (fits: (one: SeenCase) => boolean) =>
    [...cases].filter(([, one]) => fits(one)).map(([id]) => id);
  return {
    ids: () => [...cases.keys()],
    nameOf: (application_id: string) => cases.get(application_id)?.name,
    withReference: (reference: string) =>
      idsWhere(({ external_reference }) => external_reference === reference.trim()),
    withName: (part: string) =>
      idsWhere(({ name }) => name !== undefined && plain(name).includes(plain(part))),
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

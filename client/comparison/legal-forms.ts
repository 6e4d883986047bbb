/** Legal forms of businesses, each with its short form. No kept list for this is published. */

/** Short form -> its other spellings, in small letters without accents and punctuation. */
const spellings: Record<string, string[]> = {
  ltd: ['limited'],
  'pvt ltd': ['private limited', 'private ltd', 'pvt limited'],
  inc: ['incorporated'],
  corp: ['corporation'],
  co: ['company', 'compagnie', 'cie'],
  llc: ['limited liability company'],
  llp: ['limited liability partnership'],
  lp: ['limited partnership'],
  plc: ['public limited company'],
  pty: ['proprietary'],
  sas: ['societe par actions simplifiee'],
  sasu: ['societe par actions simplifiee unipersonnelle'],
  sarl: ['societe a responsabilite limitee'],
  eurl: ['entreprise unipersonnelle a responsabilite limitee'],
  sa: ['societe anonyme', 'sociedad anonima', 'sociedade anonima'],
  sci: ['societe civile immobiliere'],
  snc: ['societe en nom collectif', 'societa in nome collettivo'],
  sl: ['sociedad limitada', 'sociedad de responsabilidad limitada'],
  slu: ['sociedad limitada unipersonal'],
  lda: ['limitada', 'ltda'],
  spa: ['societa per azioni', 'sociedad por acciones'],
  sapa: ['societa in accomandita per azioni'],
  srl: ['societa a responsabilita limitata'],
  srls: ['societa a responsabilita limitata semplificata'],
  gmbh: [
    'gesellschaft mit beschraenkter haftung',
    'gesellschaft mit beschrankter haftung',
    'ges mbh',
  ],
  ug: ['unternehmergesellschaft'],
  ag: ['aktiengesellschaft'],
  kg: ['kommanditgesellschaft'],
  ohg: ['offene handelsgesellschaft'],
  kgaa: ['kommanditgesellschaft auf aktien'],
  ev: ['eingetragener verein'],
  eg: ['eingetragene genossenschaft'],
  se: ['societas europaea'],
  bv: ['besloten vennootschap'],
  nv: ['naamloze vennootschap'],
  ab: ['aktiebolag'],
  as: ['aksjeselskap', 'aktieselskab'],
  aps: ['anpartsselskab'],
  oy: ['osakeyhtio', 'osakeyhtioe'],
  oyj: ['julkinen osakeyhtio', 'julkinen osakeyhtioe'],
  zoo: ['spolka z ograniczona odpowiedzialnoscia', 'sp zoo'],
  kk: ['株式会社', 'kabushiki kaisha'],
  ooo: ['ооо'],
};

const shortForms = new Map(
  Object.entries(spellings).flatMap(([short, others]) =>
    others.map((long): [string, string] => [long, short]),
  ),
);
/** The longest spelling first: some contain others. */
const longForms = [...shortForms.keys()].sort((one, other) => other.length - one.length);
// Japanese has no blanks.
const isUnspaced = (form: string) => /^\p{Script=Han}/u.test(form);
const longForm = new RegExp(
  `(?<= )(?:${longForms.filter((form) => !isUnspaced(form)).join('|')})(?= )|${longForms.filter(isUnspaced).join('|')}`,
  'g',
);

/** The words of a name with each legal form in its short form. */
export const withShortForms = (words: string): string =>
  ` ${words} `
    .replace(longForm, (form) =>
      isUnspaced(form) ? ` ${shortForms.get(form)} ` : shortForms.get(form)!,
    )
    .trim();

const allForms = new Set(Object.keys(spellings).flatMap((form) => form.split(' ')));
/** Forms that also stand in front of the name. */
const inFront = new Set(['sarl', 'sas', 'sasu', 'eurl', 'sci', 'snc', 'ooo', 'kk']);

/** Where the name itself is among its words: between its legal forms. */
export function placeOfName(words: string[]): [from: number, to: number] {
  const to = words.findLastIndex((word) => !allForms.has(word)) + 1;
  return [to > 0 && inFront.has(words[0]!) ? 1 : 0, to];
}

/** Signs as web pages write them: "Dupont &amp; Fils" for "Dupont & Fils". */

/** The names of signs in HTML 4 that a text may have, each number being the code of the next one. */
const names =
  '34 quot 38 amp apos 60 lt 62 gt 160 nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml 338 OElig oelig 352 Scaron scaron 376 Yuml 710 circ 732 tilde 913 Alpha Beta Gamma Delta Epsilon Zeta Eta Theta Iota Kappa Lambda Mu Nu Xi Omicron Pi Rho 931 Sigma Tau Upsilon Phi Chi Psi Omega 945 alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho sigmaf sigma tau upsilon phi chi psi omega 8194 ensp emsp 8201 thinsp 8204 zwnj zwj lrm rlm 8211 ndash mdash 8216 lsquo rsquo sbquo 8220 ldquo rdquo bdquo 8224 dagger Dagger bull 8230 hellip 8240 permil 8249 lsaquo rsaquo 8364 euro 8482 trade';
const codes = new Map<string, number>();
let code = 0;
for (const word of names.split(' ')) {
  if (/^\d/.test(word)) code = Number(word);
  else codes.set(word, code++);
}

const entity = /&(?:#(\d{1,7})|#[xX]([\da-fA-F]{1,6})|([A-Za-z]{2,7}[1-4]{0,2}));/g;
/** What no name has: the signs of a tag, and those that nobody sees. */
const unmeant = /[<>\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}]/u;

/** The text with its signs, decoded once. An unknown name stays, such as "&Co;". */
const decoded = (text: string): string =>
  text.replace(entity, (all, digits?: string, hex?: string, name = '') => {
    const found = digits ? Number(digits) : hex ? parseInt(hex, 16) : codes.get(name as string);
    return found === undefined || found > 0x10_ffff ? all : String.fromCodePoint(found);
  });

/** True for a text whose entities hold a sign that no name has. */
export const hasMarkup = (text: string): boolean =>
  text.includes('&') && (text.match(entity) ?? []).some((one) => unmeant.test(decoded(one)));

/** The text with its signs; the same text, if one of them is in no name. */
export const withoutMarkup = (text: string): string =>
  text.includes('&') && !hasMarkup(text) ? decoded(text) : text;

/** Signs as web pages write them: "Dupont &amp; Fils" for "Dupont & Fils". */

/** The names of the signs from the no-break space on, and of the others in a name. */
const latin =
  'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml';
const others = { quot: 34, amp: 38, apos: 39, lt: 60, gt: 62, ndash: 0x2013, rsquo: 0x2019 };
const codes = new Map(latin.split(' ').map((name, index) => [name, 160 + index]));
Object.entries(others).forEach(([name, code]) => codes.set(name, code));

const entity = /&(?:#(\d{1,7})|#[xX]([\da-fA-F]{1,6})|([A-Za-z]{2,6}[1-4]{0,2}));/g;
/** What no name has: the signs of a tag, and those that nobody sees. */
const unmeant = /[<>\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}]/u;

/** The text with its signs, decoded once. An unknown name stays, such as "&Co;". */
const decoded = (text: string): string =>
  text.replace(entity, (all, digits?: string, hex?: string, name = '') => {
    const code = digits ? Number(digits) : hex ? parseInt(hex, 16) : codes.get(name as string);
    return code === undefined || code > 0x10_ffff ? all : String.fromCodePoint(code);
  });

/** True for a text whose entities hold a sign that no name has. */
export const hasMarkup = (text: string): boolean =>
  text.includes('&') && (text.match(entity) ?? []).some((one) => unmeant.test(decoded(one)));

/** The text with its signs; the same text, if one of them is in no name. */
export const withoutMarkup = (text: string): string =>
  text.includes('&') && !hasMarkup(text) ? decoded(text) : text;

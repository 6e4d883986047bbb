/** The colours of a page, computed from one colour of the account. All text stays readable. */
import brand from '../domain/brand.json' with { type: 'json' };

type Rgb = [red: number, green: number, blue: number];
interface Theme {
  brand: string;
  /** The colour of text on `brand`. */
  onBrand: string;
  /** A colour for text on white, and for a background under white text. */
  dark: string;
  /** A light background. */
  accent: string;
}

/** The lowest contrast of text: WCAG 2.2, 1.4.3. */
const readable = 4.5;
const white = '#ffffff';
/** The background of a page (style.css). */
const page = '#f4f6f8';
const black = '#000000';

const parts = (colour: string): Rgb =>
  [1, 3, 5].map((start) => parseInt(colour.slice(start, start + 2), 16)) as Rgb;

/** A colour between two. `share` is the part of the second. */
function between(from: string, to: string, share: number): string {
  const [a, b] = [parts(from), parts(to)];
  const mixed = a.map((value, index) => Math.round(value + (b[index]! - value) * share));
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}

/** "Relative luminance" in WCAG 2.2. */
const luminance = (colour: string): number => {
  const [red, green, blue] = parts(colour).map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as Rgb;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};

/** "Contrast ratio" in WCAG 2.2: 1 to 21. */
export function contrast(one: string, other: string): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light! + 0.05) / (dark! + 0.05);
}

/** Black or white, whichever has more contrast. One of them is always readable. */
export const textOn = (colour: string): string =>
  contrast(colour, white) >= readable || contrast(colour, white) >= contrast(colour, black)
    ? white
    : black;

/** The theme for a colour. */
export function themeOf(colour: string): Theme {
  if (colour === brand.colour) {
    return { brand: colour, onBrand: white, dark: brand.colourDark, accent: brand.accent };
  }
  const accent = between(colour, white, 0.9);
  let share = 0.25;
  let dark = between(colour, black, share);
  // White is the lightest background under this text, so the others have less contrast.
  while (Math.min(contrast(dark, accent), contrast(dark, page)) < readable)
    dark = between(colour, black, (share += 0.05));
  return { brand: colour, onBrand: textOn(colour), dark, accent };
}

/** The style sheet of a theme. Pages load it after the common one. */
export const themeSheet = ({ brand: ground, onBrand, dark, accent }: Theme): string =>
  `:root{--brand:${ground};--brand-dark:${dark};--accent:${accent}}
button,.button{color:${onBrand};border-color:${dark}}
button.plain,.button.plain{color:${dark}}
button.danger{color:var(--bad);border-color:var(--bad)}
button:not(.plain,.danger):hover,.button:not(.plain):hover{color:${white}}
input[type='checkbox']{accent-color:${dark}}
`;

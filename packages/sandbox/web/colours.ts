/** The colours of a page, computed from one colour of the account. All text stays readable. */
import brand from '../domain/brand.json' with { type: 'json' };

type Rgb = [red: number, green: number, blue: number];

/** The lowest contrast of text: WCAG 2.2, 1.4.3. */
const readable = 4.5;
const white = '#ffffff';
const black = '#000000';
/** The lowest contrast of links: on a light page and its notes, and on a dark card (style.css). */
const lightest = '#f1f4f6';
const darkest = '#242d36';

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

/** The colour, moved towards another one until it is readable on this ground. */
function readableOn(ground: string, colour: string, towards: string): string {
  for (let share = 0; share < 1; share += 0.05) {
    const moved = between(colour, towards, share);
    if (contrast(moved, ground) >= readable) return moved;
  }
  return towards;
}

/** The style sheet of an account's colour, for light and dark pages. */
export function themeSheet(colour: string = brand.colour): string {
  const bright = readableOn(darkest, colour, white);
  return `:root {
  --brand: ${colour};
  --on-brand: ${textOn(colour)};
  --brand-dark: ${readableOn(lightest, colour, black)};
  --brand-bright: ${bright};
  --on-bright: ${textOn(bright)};
}
`;
}

/** Colours of an account. */

/** `#1F5` or `#1f5fbf` -> `#1f5fbf`; undefined for an invalid colour. */
export function colourOf(text: string): string | undefined {
  const whole = text.replace(/^#([0-9a-f])([0-9a-f])([0-9a-f])$/i, '#$1$1$2$2$3$3');
  return /^#[0-9a-f]{6}$/i.test(whole) ? whole.toLowerCase() : undefined;
}

/** "risk_level (integer enum)": as a number and by its name. */
import { riskLevels, type Application } from '../service/contract.ts';
import { halt } from '../client/errors.ts';
import { toId } from './values.ts';
import { excerpt } from '../service/excerpt.ts';

const byValue = Object.fromEntries(
  Object.entries(riskLevels).map(([name, value]) => [String(value), name]),
);

/** "HIGH" for 2; null for an unknown level. */
export const riskLevelName = (level: unknown): string | null => byValue[String(level)] ?? null;

/** The level of a case, by number or name; undefined for an unknown one. */
export const riskLevelIn = (level: unknown): Application['risk_level'] => {
  const text = String(level).toUpperCase();
  const name = Object.keys(riskLevels).find(
    (one) => one === text || String(riskLevels[one as keyof typeof riskLevels]) === text,
  );
  return name === undefined ? undefined : riskLevels[name as keyof typeof riskLevels];
};

export const riskLevelChoices = (): Record<string, string> =>
  Object.fromEntries(
    Object.entries(byValue).map(([value, name]) => [
      value,
      name.charAt(0) + name.slice(1).toLowerCase(),
    ]),
  );

/** "HIGH", "High" or "2" -> 2. @throws a halt for any other text. */
export function toRiskLevel(value: unknown, label: string): Application['risk_level'] {
  const text = toId(value, label)?.toUpperCase();
  if (text === undefined) return undefined;
  const name = Object.hasOwn(riskLevels, text) ? text : riskLevelName(text);
  if (name === null) {
    throw halt(
      `${label}: "${excerpt(text)}" is not a risk level. Use one of ${Object.keys(riskLevels).join(', ')}.`,
    );
  }
  return riskLevels[name as keyof typeof riskLevels];
}

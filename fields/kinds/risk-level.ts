/** "risk_level (integer enum)": as a number and by its name. */
import { riskLevels } from '../../service/contract.ts';
import { halt } from '../../client/basics/errors.ts';
import { choicesOf, toLabel } from './choices.ts';
import { ofText } from './values.ts';
import { excerpt } from '../../service/excerpt.ts';

type Level = (typeof riskLevels)[keyof typeof riskLevels];
/** Each level by its name for people: "High". */
const levels = Object.entries(riskLevels).map(([name, level]) => [
  toLabel(name.toLowerCase()),
  level,
]) as [name: string, level: Level][];

/** "High" for 2; null for an unknown level. */
export const riskLevelName = (level: unknown): string | null =>
  levels.find(([, one]) => String(one) === String(level))?.[0] ?? null;

/** The level of a case, by number or name; undefined for an unknown one. */
export const riskLevelIn = (level: unknown): Level | undefined => {
  const text = String(level).toLowerCase();
  return levels.find(([name, one]) => name.toLowerCase() === text || String(one) === text)?.[1];
};

export const riskLevelChoices = () =>
  choicesOf(Object.fromEntries(levels.map(([name, level]) => [level, name])));

/** "HIGH", "High" or "2" -> 2. @throws a halt for any other text. */
export const toRiskLevel = ofText((text, label) => {
  const level = riskLevelIn(text);
  if (level !== undefined) return level;
  throw halt(
    `${label}: "${excerpt(text)}" is not a risk level. Use one of ${levels.map(([name]) => name).join(', ')}.`,
  );
});

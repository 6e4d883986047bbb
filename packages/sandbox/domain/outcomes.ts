/** Simulated compliance work: assesses the risk of each case. A name can force the outcome. */
import { riskLevels, type Application } from '../../../service/contract.ts';

/** Words in the client's name -> outcome, for tests of a Zap without the back office. */
const forcedOutcomes = [
  { word: 'autoapprove', risk_level: riskLevels.LOW, risk_score: 5, decision: 'approved' },
  { word: 'autoreject', risk_level: riskLevels.HIGH, risk_score: 90, decision: 'rejected' },
  { word: 'highrisk', risk_level: riskLevels.HIGH, risk_score: 80, decision: undefined },
  // The automatic assessment fails: the case waits for a reviewer, without a risk.
  { word: 'autofail', risk_level: riskLevels.UNSET, risk_score: null, decision: undefined },
  { word: 'forbidden', risk_level: riskLevels.FORBIDDEN, risk_score: 100, decision: undefined },
] as const;

const watched = new Set(['AF', 'BY', 'IR', 'KP', 'MM', 'RU', 'SY', 'YE']);

/** Risk level (-1 to 3), risk score (0 to 100) and any forced decision of a case. */
export function assess({ business, person }: Application) {
  const text = JSON.stringify([business?.organization_name, person?.given_names, person?.last_name])
    .toLowerCase()
    .replace(/\s/g, '');
  const forced = forcedOutcomes.find(({ word }) => text.includes(word));
  if (forced) {
    const { word, risk_level, risk_score, decision } = forced;
    return { risk_level, risk_score, decision, hasFailed: word === 'autofail' };
  }
  const country = business?.country ?? person?.nationalities?.[0] ?? person?.address?.country;
  if (country && watched.has(country)) return { risk_level: riskLevels.HIGH, risk_score: 75 };
  return country
    ? { risk_level: riskLevels.LOW, risk_score: 12 }
    : { risk_level: riskLevels.MEDIUM, risk_score: 45 };
}

/** What spreadsheets and other tools leave in place of a value, one row each. */
import { isDecodedWrongly, repaired } from '../../client/decoding.ts';
import { excerpt } from '../../service/excerpt.ts';
import { formulaError } from '../../service/formula-errors.ts';
import { hasMarkup } from './markup.ts';

/** A free text; a value such as a name or a date; a number, a telephone number or a reference. */
export type Place = 'text' | 'value' | 'number';

/** As the whole of any text, and beside other text in a number: "1.54839E+11-kyb". */
const ofPrograms = {
  [formulaError]:
    'is the error of a spreadsheet formula. Correct the formula, or leave the field empty.',
  [String.raw`\[object [A-Z]\w*\]`]:
    'is what a program writes for a group of values. {{Map}} a single value of the group.',
};
/** The same, but not in a free text. */
const ofSheets = {
  [String.raw`(?:Loading|Chargement|Cargando|Wird geladen) ?(?:\.{3}|…)`]:
    'is what a spreadsheet shows before it has its values. Wait until they are there.',
};
/** Anywhere in a value: of n8n and Zapier, Liquid, Salesforce, Marketing Cloud, Mailchimp, Ruby, JavaScript. */
const ofTemplates = {
  [String.raw`\{\{(?:(?!\{\{).)*\}\}|%7B%7B(?:(?!%7B).)*%7D%7D|\{%[^{}]*%\}|<%[^%]*%>|\{![\w.$]+\}|%%[\w.]+%%|\*\|\w+\|\*|\$\{[\w.]+\}`]:
    'contains an expression that was not filled in. {{Map}} its value from {{earlier_step}}, and see there why it is empty.',
};
/** In numbers: "5.52101E+13", the first digits alone, and "55210055400013.0". */
const ofNumbers = {
  [String.raw`(?<![\p{L}\p{N}.,])\d(?:[.,]\d+E[+\-]?|E\+)\d{1,3}(?![\p{L}\p{N}])`]:
    'looks like a number that a spreadsheet shortened. Format the column as text, and enter the whole number.',
  [String.raw`(?:^|[+\p{Pd}_:/#|])\d+[.,]0{1,2}(?:$|[\p{Pd}_:/#|])`]:
    'looks like a number that a program turned into a decimal. Format the column as text, and enter the number without its decimals.',
};

type Rows = [found: RegExp, says: string][];
const anywhere = (all: Record<string, string>, form = (found: string) => found): Rows =>
  Object.entries(all).map(([found, says]) => [new RegExp(form(found), 'isu'), says]);
const alone = (all: Record<string, string>) => anywhere(all, (found) => `^(?:${found}[,;\\s]*)+$`);

const text = alone(ofPrograms);
const value = [...text, ...alone(ofSheets), ...anywhere(ofTemplates)];
const number = [...value, ...anywhere({ ...ofPrograms, ...ofSheets, ...ofNumbers })];
const table: Record<Place, Rows> = { text, value, number };

/** The end of a message about a damaged text; undefined for any other. */
export function damageOf(written: string, place: Place): string | undefined {
  const better = repaired(written);
  if (better) {
    return `was decoded in a wrong character set. It should be "${excerpt(better)}". Correct it where it comes from.`;
  }
  if (isDecodedWrongly(written)) {
    return 'has letters that were decoded in a wrong character set. Correct it where it comes from.';
  }
  if (place !== 'text' && hasMarkup(written)) {
    return 'has signs of a web page in it. Enter it as plain text.';
  }
  // Each pattern has one of these signs, and most values none.
  if (!/[#[{%*$….,+]/.test(written)) return undefined;
  // Longer values are refused anyway.
  const start = written.slice(0, 2000);
  return table[place].find(([found]) => found.test(start))?.[1];
}

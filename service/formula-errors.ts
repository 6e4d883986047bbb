/** What a spreadsheet shows in place of the value of a formula, such as "#REF!". */
const error = String.raw`#(?:N/A|REF!|NAME\?|VALUE!|DIV/0!|NUM!|NULL!|SPILL!|CALC!|FIELD!|ERROR!|BLOCKED!|CONNECT!|BUSY!|UNKNOWN!|GETTING_DATA)`;

export const isFormulaError = new RegExp(`^${error}$`, 'i');
/** Also beside other text. */
export const hasFormulaError = new RegExp(error, 'i');

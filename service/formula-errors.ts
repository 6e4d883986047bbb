/** What a spreadsheet shows in place of the value of a formula, such as "#REF!". */
export const formulaError = String.raw`#(?:N/A|REF!|NAME\?|VALUE!|DIV/0!|NUM!|NULL!|SPILL!|CALC!|FIELD!|ERROR!|BLOCKED!|CONNECT!|BUSY!|UNKNOWN!|GETTING_DATA)`;

export const isFormulaError = new RegExp(`^${formulaError}$`, 'i');
/** Also beside other text. */
export const hasFormulaError = new RegExp(formulaError, 'i');

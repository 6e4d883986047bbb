/** Reports that a check passed, or its problem. After a problem the process exits with 1. */
export function report(what: string, isGood: boolean, problem = ''): void {
  console.log(`${isGood ? 'ok' : 'WRONG'}  ${what}`);
  if (isGood) return;
  process.exitCode = 1;
  if (problem) console.error(problem.slice(-5000));
}

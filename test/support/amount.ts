/** How many inputs the tests try. */

/** With `TESTS=all`, as in .ci/run, the tests leave out no similar case. */
export const all = process.env.TESTS === 'all';

/**
 * The number of runs of a random test. Without `TESTS=all` it is a tenth, in which each part of an
 * input still occurs many times. Items of a list are examples, too, so the test tries all of them.
 */
export const runs = (most: number) => (all ? most : most / 10);

/**
 * The parameters of a random test for fast-check. The same commit draws the same inputs, so a
 * failure comes from the tested change. Another `TESTS_SEED` draws other inputs, and `TESTS_RUNS`
 * sets the number of runs.
 */
export const random = (most: number) => ({
  numRuns: Number(process.env.TESTS_RUNS ?? runs(most)),
  seed: Number(process.env.TESTS_SEED ?? 1),
});

/** How much a run of the tests tries. */

/** With `TESTS=all`, as in .ci/run, the tests that try much alike leave nothing out. */
export const all = process.env.TESTS === 'all';

/**
 * How often a random test runs: a tenth as often where not all is asked for, in which each part of
 * an input still comes up many times. What is drawn from a list is an example as well, so that all
 * of the list is tried.
 */
export const runs = (most: number) => (all ? most : most / 10);

/**
 * The parameters of a random test for fast-check. The same commit draws the same inputs, so that a
 * red run is about the change it tests; another `TESTS_SEED` looks for what nobody has seen yet, and
 * `TESTS_RUNS` says how often every one of them runs.
 */
export const random = (most: number) => ({
  numRuns: Number(process.env.TESTS_RUNS ?? runs(most)),
  seed: Number(process.env.TESTS_SEED ?? 1),
});

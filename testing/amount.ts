/** How much a run of the tests tries. */

/** With `TESTS=all`, as in .ci/run, the tests that try much alike leave nothing out. */
export const all = process.env.TESTS === 'all';

/**
 * How often a random test runs: a fifth as often where not all is asked for, in which each part of
 * an input still comes up many times. What is drawn from a list is an example as well, so that all
 * of the list is tried.
 */
export const runs = (most: number) => (all ? most : most / 5);

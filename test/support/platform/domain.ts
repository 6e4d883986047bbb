/**
 * The platform runs each step in a domain of Node's, so that an error in a callback ends the step.
 * The first one makes every later promise of the worker dearer. Without it such an error ends the
 * file of tests, which is as well: no step of ours may have one.
 */
export const create = () => ({ on: () => {}, run: (work: () => unknown) => work() });

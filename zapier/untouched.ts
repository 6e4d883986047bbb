/**
 * Parts of the definition that Zapier's core passes on as they are. It copies, walks and freezes the
 * whole definition twice on each call, and the samples and headings, which no step reads, are more
 * than half of it.
 */
class Untouched {
  /** lodash copies no object with a tag of its own; core walks no object with a class of its own. */
  get [Symbol.toStringTag]() {
    return 'Untouched';
  }
}

/**
 * Data without functions that core does not copy. It serialises as before. A core that copies it all
 * the same gets the plain data, later.
 */
export const untouched = <Part extends object>(part: Part): Part =>
  Object.freeze(Object.assign(new Untouched(), part));

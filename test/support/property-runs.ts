/**
 * How many cases a property is tried with, by what one case costs. Every run of the tests draws other cases, so that what is
 * rare is found over many runs; and a failure prints the seed that brings it back.
 */
export const RUNS = {
  /** Microseconds: a function of a text or a number. */
  quick: 500,
  /** Up to some milliseconds: a document, an index of a small catalogue. */
  usual: 80,
  /** Tens of milliseconds. */
  slow: 25,
} as const;

/**
 * Number of cases for a property, by the cost of one case. Every run of the tests draws new cases, so that many runs
 * find rare failures; a failure prints the seed that reproduces it.
 */
export const RUNS = {
  /** Microseconds: a function of a text or a number. */
  quick: 500,
  /** Up to some milliseconds: a document, an index of a small catalogue. */
  usual: 80,
  /** Tens of milliseconds. */
  slow: 25,
} as const;

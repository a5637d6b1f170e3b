/**
 * Number of cases per property, by the cost of a case. Each run of the tests draws new cases, so that many runs find
 * rare failures. A failure prints the seed that reproduces it.
 */
export const RUNS = {
  /** Microseconds: a function of a text or a number. */
  quick: 500,
  /** Up to a few milliseconds: a document, an index of a small catalogue. */
  usual: 80,
  /** Tens of milliseconds. */
  slow: 25,
  /** A tenth of a second: several pages that are validated, a history of imports. */
  slowest: 10,
} as const;

import type { LocatedProblem } from './problem.ts';

/** Nobody would read more; the rest is counted. */
const PROBLEM_LIMIT = 100;

/** Collects problems up to a limit, and counts the rest. */
export class ProblemList {
  readonly #limit: number;
  readonly #problems: LocatedProblem[] = [];
  #more = 0;

  constructor(limit: number = PROBLEM_LIMIT) {
    this.#limit = limit;
  }

  get problems(): readonly LocatedProblem[] {
    return this.#problems;
  }

  /** Problems beyond the limit. */
  get more(): number {
    return this.#more;
  }

  get isEmpty(): boolean {
    return this.#problems.length === 0 && this.#more === 0;
  }

  add(problems: Iterable<LocatedProblem>): void {
    for (const problem of problems) {
      if (this.#problems.length < this.#limit) this.#problems.push(problem);
      else this.#more++;
    }
  }

  /** Adds a problem before all others, within the limit. */
  addFirst(problem: LocatedProblem): void {
    this.#problems.unshift(problem);
    if (this.#problems.length > this.#limit) {
      this.#problems.pop();
      this.#more++;
    }
  }

  addAll({ problems, more }: Pick<ProblemList, 'problems' | 'more'>): void {
    this.add(problems);
    this.count(more);
  }

  /** Counts problems that were not kept. */
  count(more: number): void {
    this.#more += more;
  }
}

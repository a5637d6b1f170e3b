import type { Problem } from '#catalogue/problem.js';
import { secondsOf, timestampOf } from '#catalogue/timestamp.js';
import type { Timestamp } from '#catalogue/timestamp.js';
import type { SourceBatch, SourceProblem } from './format.js';
import { Notes } from './notes.js';
import type { SourceTalk } from './source-talk.js';

/** Talks that are handed on together. */
const STRETCH = 200;

/** Thrown while one entry of a file is read: why it can be no talk. The rest of the file is read all the same. */
export class BadEntry extends Error {
  override readonly name = 'BadEntry';
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(problem.what);
    this.problem = problem;
  }
}

/** What a reader that holds its whole file has found in it so far. */
export class Findings {
  readonly notes = new Notes();
  readonly #talks: SourceTalk[] = [];
  readonly #problems: SourceProblem[] = [];
  #failure: SourceProblem | undefined;

  get hasProblems(): boolean {
    return this.#problems.length > 0;
  }

  get hasFailed(): boolean {
    return this.#failure !== undefined;
  }

  /** Takes what `read` makes of an entry, or the BadEntry that it throws. @param key of the talk; `''` when none can be told */
  entry(line: number, key: string, read: () => readonly SourceTalk[]): void {
    try {
      this.#talks.push(...read());
    } catch (error) {
      if (!(error instanceof BadEntry)) throw error;
      this.problem({ ...error.problem, line, ...(key === '' ? {} : { key }) });
    }
  }

  problem(problem: SourceProblem): void {
    this.#problems.push(problem);
  }

  /** The first one counts. */
  fail(failure: SourceProblem): void {
    this.#failure ??= failure;
  }

  *batches(): Generator<SourceBatch> {
    for (let at = 0; at < this.#talks.length; at += STRETCH) yield { talks: this.#talks.slice(at, at + STRETCH) };
    const failure = this.#failure;
    yield {
      talks: [],
      problems: this.#problems,
      notes: this.notes.take(),
      ...(failure === undefined ? {} : { failure }),
    };
  }
}

/** The last moment that a timestamp can say. */
const LAST = secondsOf('9999-12-31T23:59:59Z');

/** So many seconds later, or as late as can be. */
export function laterBy(start: Timestamp, seconds: number): Timestamp {
  return timestampOf(Math.min(secondsOf(start) + Math.max(0, Math.floor(seconds)), LAST));
}

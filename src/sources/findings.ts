import type { Problem } from '#catalogue/problem.ts';
import { shownValue } from '#catalogue/shown-value.ts';
import { secondsOf, timestampOf } from '#catalogue/timestamp.ts';
import type { Timestamp } from '#catalogue/timestamp.ts';
import type { SourceBatch, SourceProblem } from './format.ts';
import { Notes } from './notes.ts';
import type { SourceTalk } from './source-talk.ts';

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

/** Of an entry that says no start. @param hint how it is given one in such a file */
export function noStart(where: string, hint: string): BadEntry {
  return new BadEntry({ code: 'missing-start', where, what: 'It has no start.', hint });
}

/** Of an entry with a time that is none. @param hint how it is mended in such a file */
export function noSuchTime(where: string, written: string, hint: string): BadEntry {
  return new BadEntry({ code: 'bad-value', where, what: `${shownValue(written)} is not a valid time.`, hint });
}

/** What a reader has found in its file so far, and not yet handed on. */
export class Findings {
  readonly notes = new Notes();
  #talks: SourceTalk[] = [];
  #problems: SourceProblem[] = [];
  #failure: SourceProblem | undefined;

  get hasProblems(): boolean {
    return this.#problems.length > 0;
  }

  get hasFailed(): boolean {
    return this.#failure !== undefined;
  }

  /** A talk, or what is wrong with the entry that would be one. */
  add(made: SourceTalk | SourceProblem): void {
    if ('code' in made) this.#problems.push(made);
    else this.#talks.push(made);
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

  /** Takes over what was wrong with what the file is written in. */
  addWrong({ problems = [], failure }: Pick<SourceBatch, 'problems' | 'failure'>): void {
    for (const problem of problems) this.problem(problem);
    if (failure !== undefined) this.fail(failure);
  }

  /** The first one counts. */
  fail(failure: SourceProblem): void {
    this.#failure ??= failure;
  }

  /** What has been found since the last call. */
  *batches(): Generator<SourceBatch> {
    const talks = this.#talks;
    const rest = { problems: this.#problems, notes: this.notes.take() };
    this.#talks = [];
    this.#problems = [];
    for (let at = 0; at < talks.length; at += STRETCH) yield { talks: talks.slice(at, at + STRETCH) };
    yield { talks: [], ...rest, ...(this.#failure === undefined ? {} : { failure: this.#failure }) };
  }

  /** The same, once there is enough of it to be worth handing on: so that what a large file holds is not held as talks too. */
  *enough(): Generator<SourceBatch> {
    if (this.#talks.length + this.#problems.length >= STRETCH) yield* this.batches();
  }
}

/** The last moment that a timestamp can say. */
const LAST = secondsOf('9999-12-31T23:59:59Z');

/** So many seconds later, or as late as can be. */
export function laterBy(start: Timestamp, seconds: number): Timestamp {
  return timestampOf(Math.min(secondsOf(start) + Math.max(0, Math.floor(seconds)), LAST));
}

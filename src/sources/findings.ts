import type { Problem } from '#catalogue/problem.ts';
import { shownValue } from '#catalogue/shown-value.ts';
import { secondsOf, timestampOf } from '#catalogue/timestamp.ts';
import type { Timestamp } from '#catalogue/timestamp.ts';
import type { SourceBatch, SourceProblem } from './source-format.ts';
import type { Hidden } from './hidden.ts';
import { Notes, noteHidden } from './notes.ts';
import type { SourceTalk } from './source-talk.ts';

/** Talks in a batch. */
const BATCH = 200;

/** Its line is that of the entry, unless it says otherwise. */
type EntryProblem = Problem & { readonly line?: number };

/** Thrown while one entry of a file is read: it cannot become a talk. The rest of the file is still read. */
export class BadEntry extends Error {
  override readonly name = 'BadEntry';
  readonly problem: EntryProblem;

  constructor(problem: EntryProblem) {
    super(problem.what);
    this.problem = problem;
  }
}

/** An entry without a start. */
export function noStart(where: string, hint: string): BadEntry {
  return new BadEntry({ code: 'missing-start', where, what: 'It has no start.', hint });
}

/** An entry with a time, or a `noun`, that cannot be read. */
export function badTime(where: string, written: string, hint: string, noun = 'time'): BadEntry {
  return new BadEntry({ code: 'bad-value', where, what: `${shownValue(written)} is not a valid ${noun}.`, hint });
}

/** An entry in a time zone that nobody knows. */
export function unknownZone(where: string, name: string, hint: string): BadEntry {
  return new BadEntry({ code: 'unknown-time-zone', where, what: `Unknown time zone ${shownValue(name)}.`, hint });
}

/** An entry that ends before it starts. */
export function endsBeforeStart(
  where: string,
  { start, end, title, ...at }: Pick<SourceTalk, 'start' | 'end' | 'title'> & { readonly line?: number },
  hint: string,
): BadEntry {
  const what = `It ends at ${end}, before it begins at ${start} (${shownValue(title)}).`;
  return new BadEntry({ code: 'ends-before-start', where, what, hint, ...at });
}

/** What a reader has found in its file and not handed on yet. */
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

  talk(talk: SourceTalk): void {
    this.#talks.push(talk);
  }

  /**
   * Adds the talks that `read` returns, or the BadEntry that it throws.
   *
   * @param key of the talk; `''` when unknown
   * @param hidden why it must not be published: what is wrong with it does not matter then
   */
  entry(line: number, key: string, read: () => readonly SourceTalk[], hidden?: Hidden): void {
    try {
      this.#talks.push(...read());
    } catch (error) {
      if (!(error instanceof BadEntry)) throw error;
      if (hidden !== undefined) noteHidden(this.notes, hidden);
      else this.problem({ line, ...error.problem, ...(key === '' ? {} : { key }) });
    }
  }

  problem(problem: SourceProblem): void {
    this.#problems.push(problem);
  }

  /** Adds what a parser of the underlying syntax reports. */
  addWrong({ problems = [], failure }: Pick<SourceBatch, 'problems' | 'failure'>): void {
    for (const problem of problems) this.problem(problem);
    if (failure !== undefined) this.fail(failure);
  }

  /** Only the first failure counts. */
  fail(failure: SourceProblem): void {
    this.#failure ??= failure;
  }

  /** Everything found since the last call. */
  *batches(): Generator<SourceBatch> {
    const talks = this.#talks;
    const rest = { problems: this.#problems, notes: this.notes.take() };
    this.#talks = [];
    this.#problems = [];
    for (let at = 0; at < talks.length; at += BATCH) yield { talks: talks.slice(at, at + BATCH) };
    yield { talks: [], ...rest, ...(this.#failure === undefined ? {} : { failure: this.#failure }) };
  }

  /** The same once a batch is full, so that the talks of a large file are not all held. */
  *enough(): Generator<SourceBatch> {
    if (this.#talks.length + this.#problems.length >= BATCH) yield* this.batches();
  }
}

/** The last moment that a timestamp can express. */
const LAST = secondsOf('9999-12-31T23:59:59Z');

/** So many seconds later, or the last timestamp there is. */
export function laterBy(start: Timestamp, seconds: number): Timestamp {
  return timestampOf(Math.min(secondsOf(start) + Math.max(0, Math.floor(seconds)), LAST));
}

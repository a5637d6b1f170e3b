import type { Problem } from '#catalogue/problem.ts';
import { shownValue } from '#catalogue/shown-value.ts';
import { secondsOf, timestampOf, type Timestamp } from '#catalogue/timestamp.ts';
import type { Hidden } from './hidden.ts';
import { Notes, noteHidden } from './notes.ts';
import type { Columns, EntryKeys, PartRead, RecurringEvent, SourceBatch, SourceProblem } from './source-format.ts';
import type { SourceTalk } from './source-talk.ts';
import type { Zone } from './wall-clock.ts';

/** Distinct names of members that are counted in a batch, and the longest, in characters. */
const MAX_NAMES = 500;
const LONGEST_NAME = 60;

/** Talks and problems in a batch. */
const BATCH = 200;

/** `line` defaults to the line of the entry. */
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

/** The entry has no start. */
export function noStart(where: string, hint: string): BadEntry {
  return new BadEntry({ code: 'missing-start', where, what: 'It has no start.', hint });
}

/** The entry has a time, or other `noun`, that cannot be read. */
export function badTime(where: string, written: string, hint: string, noun = 'time'): BadEntry {
  return new BadEntry({ code: 'bad-value', where, what: `${shownValue(written)} is not a valid ${noun}.`, hint });
}

/** The time zone of the entry is unknown. */
export function unknownZone(where: string, name: string, hint: string): BadEntry {
  return new BadEntry({ code: 'unknown-time-zone', where, what: `Unknown time zone ${shownValue(name)}.`, hint });
}

const IN_WORDS: Readonly<Record<PartRead, string>> = {
  'first-time': 'Only its first time is imported.',
  'without-end': 'It is imported without an end.',
};

/** Marks the problem of an entry that is imported in part, and says which part. */
export function mended<P extends Problem>(problem: P, read: PartRead): P & { readonly read: PartRead } {
  return { ...problem, what: `${problem.what} ${IN_WORDS[read]}`, read };
}

/** Called with the error when an entry is imported in part. */
export type Mend = (error: unknown, read: PartRead) => void;

/** The end that `read` returns; `otherwise` if it throws. */
export function endOr<T>(otherwise: T, mend: Mend, read: () => T): T {
  try {
    return read();
  } catch (error) {
    mend(error, 'without-end');
    return otherwise;
  }
}

/** Talks, problems and notes that a reader has found and not yet yielded. */
export class Findings {
  readonly notes = new Notes();
  #talks: SourceTalk[] = [];
  #problems: SourceProblem[] = [];
  #withheldUnread: EntryKeys[] = [];
  #recurring: RecurringEvent[] = [];
  #names = new Map<string, number>();
  #columns: Columns | undefined;
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
   * @param more `hidden`: why it must not be published; its problems are then not reported. `mayBe`: keys that the
   *   talk may have, if not just `key`
   */
  entry(
    line: number,
    key: string,
    read: (mend: Mend) => readonly SourceTalk[],
    { hidden, mayBe }: { readonly hidden?: Hidden | undefined; readonly mayBe?: readonly string[] } = {},
  ): void {
    this.notes.at(line);
    const of = { ...(key === '' ? {} : { key }), ...(mayBe === undefined ? {} : { mayBe }) };
    const mend: Mend = (error, part) => {
      const problem = mended({ line, ...problemOf(error), ...of }, part);
      if (hidden === undefined) this.problem(problem);
    };
    try {
      // An entry may have more talks than a call may have arguments.
      for (const talk of read(mend)) this.#talks.push(talk);
    } catch (error) {
      this.problem({ line, ...problemOf(error), ...of }, hidden);
    }
  }

  /** @param hidden why the entry must not be published; the problem is then not reported */
  problem(problem: SourceProblem, hidden?: Hidden): void {
    if (hidden === undefined) {
      this.#problems.push(problem);
      return;
    }
    this.notes.at(problem.line);
    noteHidden(this.notes, hidden);
    this.#withheldUnread.push(problem);
  }

  /** Counts the names of an entry's properties, members or elements. */
  named(names: Iterable<string>): void {
    for (const name of new Set(names)) {
      if (name.length > LONGEST_NAME || (this.#names.size >= MAX_NAMES && !this.#names.has(name))) continue;
      this.#names.set(name, (this.#names.get(name) ?? 0) + 1);
    }
  }

  /** Where the fields of a table come from. */
  mapped(columns: Columns): void {
    this.#columns = columns;
  }

  /** All occurrences of the event are among the talks. */
  recurring(event: RecurringEvent): void {
    this.#recurring.push(event);
  }

  /** An entry that is not even an object. */
  notAnEvent(entry: unknown, line: number, hint = 'Export the events again.'): void {
    this.problem({ code: 'not-an-event', where: '', what: `${shownValue(entry)} is not an event.`, hint, line });
  }

  /** A file without a list of entries. @param where the list should be */
  noEvents(hint: string, where = 'events'): void {
    this.fail({ code: 'no-events', where, what: `It contains no ${where}.`, hint, line: 0 });
  }

  /** Leaves out an entry that is not public, and withdraws its talk if it was published. @param why for the summary */
  withhold(why: string, entry: EntryKeys & { readonly key: string }): void {
    this.notes.leave(`${why}: left out`);
    if (entry.key !== '') this.#withheldUnread.push(entry);
  }

  /** Adds problems that the parser of the underlying syntax reports. */
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
    const withheld = this.#withheldUnread.length === 0 ? {} : { withheldUnread: this.#withheldUnread };
    const recurring = this.#recurring.length === 0 ? {} : { recurring: this.#recurring };
    const names = this.#names.size === 0 ? {} : { names: this.#names };
    const columns = this.#columns === undefined ? {} : { columns: this.#columns };
    const rest = {
      problems: this.#problems,
      notes: this.notes.take(),
      ...withheld,
      ...recurring,
      ...names,
      ...columns,
    };
    this.#talks = [];
    this.#names = new Map();
    this.#columns = undefined;
    this.#recurring = [];
    this.#problems = [];
    this.#withheldUnread = [];
    for (let at = 0; at < talks.length; at += BATCH) yield { talks: talks.slice(at, at + BATCH) };
    yield { talks: [], ...rest, ...(this.#failure === undefined ? {} : { failure: this.#failure }) };
  }

  /** Yields like `batches`, but only once a batch is full, so that a large file is not held in memory. */
  *enough(): Generator<SourceBatch> {
    if (this.#talks.length + this.#problems.length >= BATCH) yield* this.batches();
  }
}

function problemOf(error: unknown): EntryProblem {
  if (error instanceof BadEntry) return error.problem;
  throw error;
}

/** The last moment that a timestamp can express. */
const LAST = secondsOf('9999-12-31T23:59:59Z');

/** The next midnight, if it is midnight in the zone, where a day may have 23 or 25 hours; else 24 hours later. */
export function nextDay(start: Timestamp, zone: Zone): Timestamp {
  const seconds = secondsOf(start);
  const wall = zone.toWall(seconds);
  return laterBy(start, wall % DAY === 0 ? zone.toUtc(wall + DAY) - seconds : DAY);
}

const DAY = 86_400;

/** So many seconds later, or the last timestamp there is. */
export function laterBy(start: Timestamp, seconds: number): Timestamp {
  return timestampOf(Math.min(secondsOf(start) + Math.max(0, Math.floor(seconds)), LAST));
}

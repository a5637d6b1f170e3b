import type { ReadOptions, SourceBatch, SourceProblem } from '../format.js';
import { Notes } from '../notes.js';
import type { SourceTalk } from '../source-talk.js';
import { TableKeys } from './table-keys.js';
import { TableMapping, shownHeaders } from './table-mapping.js';
import type { TableHeader, TableRow } from './table-mapping.js';
import { TableTalks } from './table-talks.js';
import type { KeylessTalk } from './table-talks.js';
import { TableTimes } from './table-times.js';

export interface Table extends TableHeader {
  readonly rows: AsyncIterable<TableRow> | Iterable<TableRow>;
  /** What there is to say of it before its rows. */
  readonly notes: Notes;
}

/** Thrown by rows when there is no reading on. */
export class TableFailure extends Error {
  override readonly name = 'TableFailure';
  readonly problem: SourceProblem;

  constructor(problem: SourceProblem) {
    super(problem.what);
    this.problem = problem;
  }
}

/** Characters of rows by which it is decided how dates are written, and which rows share an address; most tables are smaller. */
const LOOKED_AT = 8 * 1024 * 1024;
/** What a cell costs besides its characters. */
const CELL = 16;
/** Talks that are handed on together. */
const STRETCH = 200;

/** Reads a table whose columns have headers. Its first rows are held until it is clear what they mean; the others go through. */
export async function* readTable(table: Table, options: ReadOptions): AsyncGenerator<SourceBatch> {
  const mapping = TableMapping.of(table, options.mapping);
  if ('code' in mapping) {
    yield { talks: [], failure: mapping };
    return;
  }
  const reading = new TableReading(mapping, options, table.notes);
  let failure: SourceProblem | undefined;
  try {
    for await (const row of table.rows) {
      reading.take(row);
      if (reading.hasFailed) break;
      if (reading.isFull) yield* reading.batches();
    }
    reading.end();
  } catch (error) {
    if (!(error instanceof TableFailure)) throw error;
    failure = error.problem;
  }
  yield* reading.batches();
  if (failure !== undefined) yield { talks: [], failure };
}

class TableReading {
  /** For the summary: which field comes from where. */
  readonly #how: string;
  readonly #notes: Notes;
  readonly #times: TableTimes;
  readonly #talks: TableTalks;
  readonly #keys = new TableKeys();
  /** Undefined when it has been decided what they mean. */
  #held: TableRow[] | undefined = [];
  #size = 0;
  #ready: SourceTalk[] = [];
  #problems: SourceProblem[] = [];
  #failure: SourceProblem | undefined;

  constructor(mapping: TableMapping, options: ReadOptions, notes: Notes) {
    this.#how = `read with ${mapping.inWords}`;
    this.#notes = notes;
    this.#times = new TableTimes(mapping, options, notes);
    this.#talks = new TableTalks(mapping, this.#times, options, notes);
    const { leftOut } = mapping;
    if (leftOut.length > 0) notes.add(`a column that is left out: ${shownHeaders(leftOut)}`, leftOut.length);
  }

  get hasFailed(): boolean {
    return this.#failure !== undefined;
  }

  get isFull(): boolean {
    return this.#held === undefined && this.#ready.length + this.#problems.length >= STRETCH;
  }

  take(row: TableRow): void {
    if (this.#held === undefined) {
      const talk = this.#read(row);
      if (talk !== undefined) this.#hand(talk);
      return;
    }
    this.#times.observe(row);
    this.#held.push(row);
    for (const cell of row.cells) this.#size += CELL + cell.length;
    if (this.#size > LOOKED_AT) this.#decide();
  }

  end(): void {
    if (this.#held !== undefined) this.#decide();
  }

  #decide(): void {
    const held = this.#held ?? [];
    this.#held = undefined;
    this.#failure = this.#times.decide();
    if (this.#failure !== undefined) return;
    const talks = held.map((row) => this.#read(row)).filter((talk) => talk !== undefined);
    for (const talk of talks) this.#keys.observe(talk);
    for (const talk of talks) this.#hand(talk);
  }

  #hand(talk: KeylessTalk): void {
    talk.key = this.#keys.keyOf(talk);
    this.#ready.push(talk);
  }

  /** Undefined when the row is empty, or has problems, which are kept. */
  #read(row: TableRow): KeylessTalk | undefined {
    const talk = this.#talks.talk(row);
    if (talk === undefined) return undefined;
    this.#notes.add(this.#how);
    if (!('code' in talk)) return talk;
    this.#problems.push(talk);
    return undefined;
  }

  /** What there is since the last call. */
  *batches(): Generator<SourceBatch> {
    const talks = this.#ready;
    const rest = { problems: this.#problems, notes: this.#notes.take() };
    this.#ready = [];
    this.#problems = [];
    for (let at = 0; at < talks.length; at += STRETCH) yield { talks: talks.slice(at, at + STRETCH) };
    yield { talks: [], ...rest, ...(this.#failure === undefined ? {} : { failure: this.#failure }) };
  }
}

import { SlugTable, grown } from './slug-table.ts';
import { RECORD_TYPES, byType, recordKey, typeOf } from './record.ts';
import type { RecordType, Identifier, LocatedRecord } from './record.ts';
import type { LocatedProblem } from './problem.ts';
import { referencesOf } from './references.ts';
import { shownValue } from './shown-value.ts';

/** Position of a record in the files; lines start at 1. */
interface Position {
  readonly file: number;
  readonly line: number;
}

/** The identifiers of one type in an import: their numbers, positions, and whether they are in the store. */
class IdentifierTable {
  readonly #numbers: SlugTable | Map<string, number>;
  /** By number; 0 where no file has the record. */
  #lines = new Uint32Array(1024);
  #files = new Uint32Array(1024);
  #existing = new Uint32Array(1024);

  constructor(type: RecordType) {
    this.#numbers = type === 'place' || type === 'topic' ? new Map() : new SlugTable();
  }

  /** 0: unknown. */
  numberOf(key: string): number {
    return this.#numbers.get(key) ?? 0;
  }

  /** Adds an identifier. `exists`: the store has its record, and will keep it. */
  add(key: string, number: number, exists: boolean): void {
    this.#numbers.set(key, number);
    if (number >= this.#lines.length) {
      const length = Math.max(number + 1, this.#lines.length * 2);
      this.#lines = grown(this.#lines, length);
      this.#files = grown(this.#files, length);
      this.#existing = grown(this.#existing, length);
    }
    this.#existing[number] = exists ? 1 : 0;
  }

  /** Allows references to a record that neither a file nor the store has. */
  excuse(number: number): void {
    this.#existing[number] = 1;
  }

  place(number: number, { file, line }: Position): void {
    this.#lines[number] = line;
    this.#files[number] = file;
  }

  /** Undefined: no file has the record. */
  position(number: number): Position | undefined {
    const line = this.#lines[number] ?? 0;
    return line === 0 ? undefined : { file: this.#files[number] ?? 0, line };
  }

  /** Whether a reference to the record is valid, as far as the files have been read. */
  isThere(number: number): boolean {
    return this.#lines[number] !== 0 || this.#existing[number] === 1;
  }

  /** Whether a file has the record. */
  isNamed(number: number): boolean {
    return (this.#lines[number] ?? 0) !== 0;
  }
}

/** A reference to a record that has not been read yet. */
interface Mention {
  readonly type: RecordType;
  readonly number: number;
  readonly key: string;
  readonly field: string;
  readonly file: number;
  readonly line: number;
}

/** 32-bit words for a mention: number, line, file, and type with field. */
const WORDS = 4;

/** Unresolved references in 16 bytes each: a file with its talks first has millions. */
class PendingMentions implements Iterable<Mention> {
  #words = new Uint32Array(256 * WORDS);
  #size = 0;
  readonly #fields: string[] = [];
  readonly #keys = new Map<string, string>();

  add({ type, number, key, field, file, line }: Mention): void {
    if (this.#size === this.#words.length) this.#words = grown(this.#words, this.#size * 2);
    const kind = this.#fieldNumber(field) * RECORD_TYPES.length + RECORD_TYPES.indexOf(type);
    this.#words.set([number, line, file, kind], this.#size);
    this.#size += WORDS;
    this.#keys.set(`${type} ${number}`, key);
  }

  *[Symbol.iterator](): Generator<Mention> {
    for (let at = 0; at < this.#size; at += WORDS) {
      const [number = 0, line = 0, file = 0, kind = 0] = this.#words.subarray(at, at + WORDS);
      const type = RECORD_TYPES[kind % RECORD_TYPES.length] ?? 'place';
      const field = this.#fields[Math.floor(kind / RECORD_TYPES.length)] ?? '';
      yield { type, number, key: this.#keys.get(`${type} ${number}`) ?? '', field, file, line };
    }
  }

  #fieldNumber(field: string): number {
    const known = this.#fields.indexOf(field);
    return known === -1 ? this.#fields.push(field) - 1 : known;
  }
}

/**
 * Cycles among parents: each once, as the numbers on it from one place up to the one below it. `starts` are examined
 * with all their ancestors; `parentOf` is 0 for none.
 */
function* parentCycles(starts: Iterable<number>, parentOf: (place: number) => number): Generator<number[]> {
  const settled = new Set<number>();
  for (const start of starts) {
    const path: number[] = [];
    const onPath = new Set<number>();
    let place = start;
    while (place !== 0 && !settled.has(place) && !onPath.has(place)) {
      path.push(place);
      onPath.add(place);
      place = parentOf(place);
    }
    if (onPath.has(place)) yield path.slice(path.indexOf(place));
    for (const seen of path) settled.add(seen);
  }
}

/** What the store has before an import. */
export interface ExistingRecords {
  /**
   * The number of an identifier, and whether records may refer to it: it has a record, perhaps of a removed talk.
   * Undefined when it never had a number.
   */
  find(type: RecordType, key: string): { readonly number: number; readonly present: boolean } | undefined;
  /** The highest number ever assigned to the type; 0 when none was. */
  lastNumber(type: RecordType): number;
  /** Number of a place's parent; 0 for none. */
  parentOf(place: number): number;
}

export const NO_EXISTING_RECORDS: ExistingRecords = { find: () => undefined, lastNumber: () => 0, parentOf: () => 0 };

/** An entered record. */
export interface Entry {
  readonly number: number;
  /** In the order of `referencesOf`. */
  readonly references: readonly number[];
}

/**
 * Tracks the records of an import as they stream by: assigns a number to each identifier, and finds errors that only
 * show in the whole, which are duplicate identifiers, dangling references and cycles of parents. It keeps a few bytes
 * for each identifier, and no records.
 */
export class IntegrityChecker {
  readonly #existing: ExistingRecords;
  readonly #replace: boolean;
  readonly #tables = byType((type) => new IdentifierTable(type));
  readonly #last: Record<RecordType, number>;
  readonly #files: string[] = [];
  readonly #parents = new Map<number, number>();
  readonly #places = new Map<number, string>();
  readonly #pending = new PendingMentions();

  /** `replace`: the existing records will be deleted, so that only records of the files can be referred to. */
  constructor(existing: ExistingRecords, replace: boolean) {
    this.#existing = existing;
    this.#replace = replace;
    this.#last = byType((type) => existing.lastNumber(type));
  }

  /** Enters a record and its references, unless its identifier is a duplicate. */
  enter(located: LocatedRecord): Entry | LocatedProblem {
    const { record, line } = located;
    const key = recordKey(record);
    const type = typeOf(record);
    const number = this.#numberOf(type, key);
    const table = this.#tables[type];
    const first = table.position(number);
    if (first !== undefined) return this.#duplicate(located, first);
    const file = this.#fileNumber(located.file);
    table.place(number, { file, line });
    const references = referencesOf(record, (field, type, to) => this.#refer({ field, type, file, line }, to));
    if (record.type === 'place') {
      this.#places.set(number, key);
      this.#parents.set(number, references[0] ?? 0);
    }
    return { number, references };
  }

  /** Enters a record that could not be read, so that references to it are not reported too. */
  enterUnread({ type, key }: Identifier): void {
    this.#tables[type].excuse(this.#numberOf(type, key));
  }

  /** Whether the checker has met this identifier, and will not look it up again. */
  knows(type: RecordType, key: string): boolean {
    return this.#tables[type].numberOf(key) !== 0;
  }

  /** Whether the files contain the record with this number. */
  isNamed(type: RecordType, number: number): boolean {
    return this.#tables[type].isNamed(number);
  }

  /** Problems with the whole, once all records are entered. Lazy, because there may be millions. */
  *problems(): Generator<LocatedProblem> {
    yield* this.#danglingReferences();
    yield* this.#cycles();
  }

  #numberOf(type: RecordType, key: string): number {
    const table = this.#tables[type];
    const known = table.numberOf(key);
    if (known !== 0) return known;
    const existing = this.#existing.find(type, key);
    const number = existing?.number ?? ++this.#last[type];
    table.add(key, number, existing !== undefined && existing.present && !this.#replace);
    return number;
  }

  #refer(from: Omit<Mention, 'number' | 'key'>, key: string | null): number {
    if (key === null) return 0;
    const number = this.#numberOf(from.type, key);
    if (!this.#tables[from.type].isThere(number)) this.#pending.add({ ...from, number, key });
    return number;
  }

  #fileNumber(file: string): number {
    const known = this.#files.lastIndexOf(file);
    return known === -1 ? this.#files.push(file) - 1 : known;
  }

  #duplicate({ record, file, line }: LocatedRecord, first: Position): LocatedProblem {
    const firstFile = this.#files[first.file] ?? '';
    const type = typeOf(record);
    const elsewhere = firstFile === file ? '' : ` of ${firstFile}`;
    return {
      code: 'duplicate-record',
      where: IDENTIFIER_FIELDS[type] ?? 'slug',
      what: `Duplicate ${type} ${shownValue(recordKey(record))}: first defined on line ${first.line}${elsewhere}.`,
      hint: 'Keep one of the two, or give one another identifier.',
      file,
      line,
    };
  }

  *#danglingReferences(): Generator<LocatedProblem> {
    for (const { type, number, key, field, file, line } of this.#pending) {
      if (this.#tables[type].isThere(number)) continue;
      yield {
        code: 'missing-reference',
        where: field,
        what: `There is no ${type} ${shownValue(key)} in the files${this.#replace ? '' : ' or in the catalogue'}.`,
        hint: `Add a record of that ${type}, or remove the reference.`,
        file: this.#files[file] ?? '',
        line,
      };
    }
  }

  *#cycles(): Generator<LocatedProblem> {
    const parentOf = (place: number) =>
      this.#parents.get(place) ?? (this.#replace ? 0 : this.#existing.parentOf(place));
    for (const cycle of parentCycles(this.#parents.keys(), parentOf)) {
      for (const [index, place] of cycle.entries()) {
        const position = this.#tables.place.position(place);
        if (position === undefined) continue;
        const loop = [...cycle.slice(index), ...cycle.slice(0, index + 1)].map(
          (number) => this.#places.get(number) ?? '…',
        );
        yield {
          code: 'parent-cycle',
          where: 'parent',
          what: `The place is its own ancestor: ${shownLoop(loop)}.`,
          hint: 'Give one of them a parent outside the loop, or none.',
          file: this.#files[position.file] ?? '',
          line: position.line,
        };
      }
    }
  }
}

const IDENTIFIER_FIELDS: Readonly<Partial<Record<RecordType, string>>> = { place: 'id', topic: 'uri' };

const LONGEST_LOOP = 8;

function shownLoop(loop: readonly string[]): string {
  const shown = loop.length <= LONGEST_LOOP ? loop : [...loop.slice(0, LONGEST_LOOP - 1), '…', ...loop.slice(-1)];
  return shown.join(' → ');
}

import { SlugTable, grown } from './slug-table.ts';
import type { RecordType } from './record.ts';

/** Position of a record in the files; lines start at 1. */
export interface Position {
  readonly file: number;
  readonly line: number;
}

/** The identifiers of one type in an import: their numbers, positions, and whether they are in the store. */
export class IdentifierTable {
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

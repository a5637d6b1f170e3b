import { SlugTable, grown } from './slug-table.ts';
import type { RecordType } from './record.ts';

/** Where in the files a record stands; lines begin with 1. */
export interface Position {
  readonly file: number;
  readonly line: number;
}

/** The identifiers of one type that an import names: the number of each, where it stands, whether it is kept already. */
export class Register {
  readonly #numbers: SlugTable | Map<string, number>;
  /** By number; 0 where no file has the record. */
  #lines = new Uint32Array(1024);
  #files = new Uint32Array(1024);
  #kept = new Uint32Array(1024);

  constructor(type: RecordType) {
    this.#numbers = type === 'place' || type === 'topic' ? new Map() : new SlugTable();
  }

  /** 0 when it has not been named yet. */
  numberOf(key: string): number {
    return this.#numbers.get(key) ?? 0;
  }

  /** Names it. `isKept`: the store has it, and will go on having it. */
  add(key: string, number: number, isKept: boolean): void {
    this.#numbers.set(key, number);
    if (number >= this.#lines.length) {
      const length = Math.max(number + 1, this.#lines.length * 2);
      this.#lines = grown(this.#lines, length);
      this.#files = grown(this.#files, length);
      this.#kept = grown(this.#kept, length);
    }
    this.#kept[number] = isKept ? 1 : 0;
  }

  /** References to it are in order, though no file and no store has it. */
  excuse(number: number): void {
    this.#kept[number] = 1;
  }

  place(number: number, { file, line }: Position): void {
    this.#lines[number] = line;
    this.#files[number] = file;
  }

  /** Where in the files the record with this number stands; undefined when none has it. */
  position(number: number): Position | undefined {
    const line = this.#lines[number] ?? 0;
    return line === 0 ? undefined : { file: this.#files[number] ?? 0, line };
  }

  /** Whether a reference to it leads somewhere, as far as has been read. */
  isThere(number: number): boolean {
    return this.#lines[number] !== 0 || this.#kept[number] === 1;
  }

  /** Whether a file has the record with this number. */
  isNamed(number: number): boolean {
    return (this.#lines[number] ?? 0) !== 0;
  }
}

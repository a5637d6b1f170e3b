import { RECORD_TYPES } from './record.ts';
import type { RecordType } from './record.ts';
import { grown } from './slug-table.ts';

/** A reference to a record that has not been read yet. */
export interface Mention {
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
export class PendingMentions implements Iterable<Mention> {
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

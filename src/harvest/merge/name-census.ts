import { createHash } from 'node:crypto';

/** Bits of each table: two mebibytes, a sixteenth filled by a million names. */
const BITS = 2 ** 24;

/**
 * Finds names that occur more than once, in four mebibytes for any number of names. May report a unique name as
 * repeated, so callers check again.
 */
export class NameCensus {
  readonly #once = new Uint8Array(BITS / 8);
  readonly #again = new Uint8Array(BITS / 8);

  /** Ignores ''. */
  count(name: string): void {
    if (name === '') return;
    const [byte, bit] = placeOf(name);
    if (((this.#once[byte] ?? 0) & bit) === 0) this.#once[byte] = (this.#once[byte] ?? 0) | bit;
    else this.#again[byte] = (this.#again[byte] ?? 0) | bit;
  }

  isRepeated(name: string): boolean {
    const [byte, bit] = placeOf(name);
    return ((this.#again[byte] ?? 0) & bit) !== 0;
  }
}

function placeOf(name: string): readonly [byte: number, bit: number] {
  const place = createHash('sha1').update(name).digest().readUInt32BE() % BITS;
  return [place >> 3, 1 << (place & 7)];
}

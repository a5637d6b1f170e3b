import { createHash } from 'node:crypto';

/** Bits of each table: two mebibytes, of which a million names fill a sixteenth. */
const BITS = 2 ** 24;

/**
 * Which names are there more than once, in four mebibytes however many there are. It may take a name for repeated that is not:
 * who asks looks at those again.
 */
export class NameCensus {
  readonly #once = new Uint8Array(BITS / 8);
  readonly #again = new Uint8Array(BITS / 8);

  /** Nothing for ''. */
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

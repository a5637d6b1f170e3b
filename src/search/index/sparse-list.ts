/** A sorted array as a list: the elements from index `start` to before `end`. */
export class SparseList {
  readonly #positions: Uint32Array;
  readonly #start: number;
  readonly #end: number;

  constructor(positions: Uint32Array, start: number, end: number) {
    this.#positions = positions;
    this.#start = start;
    this.#end = end;
  }

  get size(): number {
    return this.#end - this.#start;
  }

  /** Memory used. */
  get bytes(): number {
    return this.#positions.byteLength;
  }

  /** The positions from `from` to before `to`. */
  within(from: number, to: number): SparseList {
    const start = lowerBound(this.#positions, from, this.#start, this.#end);
    return new SparseList(this.#positions, start, lowerBound(this.#positions, to, start, this.#end));
  }

  /** Skips `skip` positions, and returns the next `count`. */
  slice(skip: number, count: number): Uint32Array {
    const start = Math.min(this.#start + skip, this.#end);
    return this.#positions.slice(start, Math.min(start + count, this.#end));
  }

  /** Of the first `size` candidates (ascending), moves those that are in this list to the front. @returns how many */
  keepCommon(candidates: Uint32Array, size: number): number {
    const positions = this.#positions;
    const end = this.#end;
    let next = this.#start;
    let kept = 0;
    for (let index = 0; index < size && next < end; index += 1) {
      const position = candidates[index] ?? 0;
      next = gallop(positions, position, next, end);
      if (next < end && positions[next] === position) candidates[kept++] = position;
    }
    return kept;
  }

  /** Sets the bit of each position in `words`, whose first word has the number `firstWord`. */
  setBits(words: Uint32Array, firstWord: number): void {
    for (let at = this.#start; at < this.#end; at += 1) {
      const position = this.#positions[at] ?? 0;
      const word = (position >>> 5) - firstWord;
      words[word] = (words[word] ?? 0) | (1 << (position & 31));
    }
  }

  /** The union of both lists. */
  mergedWith(other: SparseList): SparseList {
    const merged = new Uint32Array(this.size + other.size);
    const a = this.#positions;
    const b = other.#positions;
    let i = this.#start;
    let j = other.#start;
    let taken = 0;
    while (i < this.#end && j < other.#end) {
      const left = a[i] ?? 0;
      const right = b[j] ?? 0;
      merged[taken++] = left < right ? left : right;
      if (left <= right) i += 1;
      if (right <= left) j += 1;
    }
    while (i < this.#end) merged[taken++] = a[i++] ?? 0;
    while (j < other.#end) merged[taken++] = b[j++] ?? 0;
    return new SparseList(merged, 0, taken);
  }
}

/** The first index from `low` to before `high` whose position is not less than `position`; `high` if there is none. */
export function lowerBound(positions: Uint32Array, position: number, low: number, high: number): number {
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((positions[middle] ?? 0) < position) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Like lowerBound, but in doubling steps from `low`: fast if the position is near. */
function gallop(positions: Uint32Array, position: number, low: number, high: number): number {
  let step = 1;
  let probe = low;
  while (probe < high && (positions[probe] ?? 0) < position) {
    low = probe + 1;
    probe += step;
    step *= 2;
  }
  return lowerBound(positions, position, low, Math.min(probe, high));
}

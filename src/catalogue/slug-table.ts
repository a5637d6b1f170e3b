import type { Slug } from './slug.ts';

/** 32-bit words of a UUID. */
const WORDS = 4;

/** Slug → number in a few bytes each: a million take some 30 MB, where a Map of strings takes 150. */
export class SlugTable {
  /** Open addressing: 1 + index of the entry, 0 for a free slot. At most half of the slots are used. */
  #slots = new Int32Array(1024);
  #words = new Uint32Array(512 * WORDS);
  #values = new Uint32Array(512);
  #size = 0;

  /** 0 when absent. */
  get(slug: Slug): number {
    const entry = this.#slots[this.#slotOf(wordsOf(slug))] ?? 0;
    return entry === 0 ? 0 : (this.#values[entry - 1] ?? 0);
  }

  /** The slug must be absent. */
  set(slug: Slug, value: number): void {
    if (this.#size === this.#values.length) this.#grow();
    const words = wordsOf(slug);
    this.#words.set(words, this.#size * WORDS);
    this.#values[this.#size] = value;
    this.#size++;
    this.#slots[this.#slotOf(words)] = this.#size;
  }

  /** The slot that has these words, or would. */
  #slotOf(words: Uint32Array): number {
    const mask = this.#slots.length - 1;
    let slot = hashOf(words) & mask;
    for (;;) {
      const entry = this.#slots[slot] ?? 0;
      if (entry === 0 || this.#holds(entry - 1, words)) return slot;
      slot = (slot + 1) & mask;
    }
  }

  #holds(entry: number, words: Uint32Array): boolean {
    const at = entry * WORDS;
    const kept = this.#words;
    return kept[at] === words[0] && kept[at + 1] === words[1] && kept[at + 2] === words[2] && kept[at + 3] === words[3];
  }

  #grow(): void {
    const entries = this.#values.length * 2;
    this.#values = grown(this.#values, entries);
    this.#words = grown(this.#words, entries * WORDS);
    this.#slots = new Int32Array(entries * 2);
    for (let entry = 0; entry < this.#size; entry++) {
      const words = this.#words.subarray(entry * WORDS, (entry + 1) * WORDS);
      let slot = hashOf(words) & (this.#slots.length - 1);
      while (this.#slots[slot] !== 0) slot = (slot + 1) & (this.#slots.length - 1);
      this.#slots[slot] = entry + 1;
    }
  }
}

/** A longer copy. */
export function grown(array: Uint32Array, length: number): Uint32Array<ArrayBuffer> {
  const copy = new Uint32Array(length);
  copy.set(array);
  return copy;
}

/** Reused; callers copy it. */
const scratch = new Uint32Array(WORDS);

function wordsOf(slug: Slug): Uint32Array {
  let word = 0;
  let digits = 0;
  for (let index = 0; index < slug.length; index++) {
    const code = slug.charCodeAt(index);
    if (code === 45) continue; // a hyphen
    word = (word << 4) | (code < 58 ? code - 48 : code - 87);
    if (++digits % 8 === 0) scratch[digits / 8 - 1] = word;
  }
  return scratch;
}

/** Sequential and name-based slugs must be distributed as well as random ones. */
function hashOf(words: Uint32Array): number {
  let hash = 0;
  for (let index = 0; index < WORDS; index++) {
    hash = Math.imul(hash ^ (words[index] ?? 0), 0x9e3779b1);
    hash ^= hash >>> 15;
  }
  return hash;
}

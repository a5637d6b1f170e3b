/*
 * What a word is, for all engines: each finds the same talks. Letters and digits of any script (Unicode's L and N, and
 * private ones), without case and accents.
 */

const WORD = /[\p{L}\p{N}\p{Co}]+/gu;
const MARKS = /\p{M}+/gu;
/** Beyond ASCII and the dashes and quotation marks that parts of sentences are set off with. */
const NOT_PLAIN = /[^\0-\x7f\u2010-\u2027]/;
const BEYOND_ASCII = /[^\0-\x7f]/;

/** More than anybody types; each costs a look-up. */
const MOST_WORDS = 32;

/** The words of a text, in order. */
export function wordsOf(text: string): string[] {
  return folded(text).match(WORD) ?? [];
}

/**
 * What is typed to find texts: a text must hold every one of these phrases. A phrase is one word as it was typed, which
 * punctuation may part into several words that follow each other.
 */
export function phrasesOf(text: string): string[][] {
  return text
    .split(/[\s\0]+/u)
    .filter((word) => word !== '')
    .slice(0, MOST_WORDS)
    .map(wordsOf)
    .filter((phrase) => phrase.length > 0);
}

/** A text whose words anybody finds who takes ASCII letters and digits for words, and does not tell their case. */
export function asciiText(text: string): string {
  return NOT_PLAIN.test(text) ? wordsOf(text).map(asciiWord).join(' ') : text;
}

/** Behind a sign that no word in ASCII has: no two words become the same. */
export function asciiWord(word: string): string {
  return BEYOND_ASCII.test(word) ? `\ue000${Buffer.from(word).toString('hex')}` : word;
}

function folded(text: string): string {
  if (!NOT_PLAIN.test(text)) return text.toLowerCase();
  // There and back: ß and SS, s and the long s, sigma at the end and in the middle are then one.
  return text.normalize('NFD').replace(MARKS, '').toUpperCase().toLowerCase().replaceAll('ς', 'σ');
}

/** FNV-1a (draft-eastlake-fnv) over UTF-16, which tells nearly all words apart: who looks for words must compare them too. */
export function hashOfWord(word: string): number {
  let hash = OFFSET_BASIS;
  for (let at = 0; at < word.length; at++) hash = Math.imul(hash ^ word.charCodeAt(at), PRIME);
  return hash | 0;
}

const OFFSET_BASIS = 0x811c9dc5;
const PRIME = 0x01000193;

/** Gathers the hashes of a text's words, each once, in 32-bit integers. */
export class WordHashes {
  /** Open addressing; a slot is taken when it has the stamp of the gathering that is going on. */
  #hashes = new Int32Array(4096);
  #stamps = new Uint32Array(4096);
  #stamp = 0;
  #gathered = new Int32Array(1024);
  #count = 0;

  /** Good until the next call. */
  of(...texts: readonly string[]): Int32Array {
    this.#stamp++;
    this.#count = 0;
    for (const text of texts) {
      if (NOT_PLAIN.test(text)) for (const word of wordsOf(text)) this.#add(hashOfWord(word));
      else this.#addPlain(text);
    }
    return this.#gathered.subarray(0, this.#count);
  }

  /** Most texts are such, and most of an import's time for texts is spent here. */
  #addPlain(text: string): void {
    let hash = OFFSET_BASIS;
    let isInWord = false;
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at);
      const small = code >= 65 && code <= 90 ? code | 32 : code;
      if ((small >= 97 && small <= 122) || (small >= 48 && small <= 57)) {
        hash = Math.imul(hash ^ small, PRIME);
        isInWord = true;
      } else if (isInWord) {
        this.#add(hash | 0);
        hash = OFFSET_BASIS;
        isInWord = false;
      }
    }
    if (isInWord) this.#add(hash | 0);
  }

  #add(hash: number): void {
    const mask = this.#hashes.length - 1;
    let slot = (hash ^ (hash >>> 15)) & mask;
    while (this.#stamps[slot] === this.#stamp) {
      if (this.#hashes[slot] === hash) return;
      slot = (slot + 1) & mask;
    }
    this.#stamps[slot] = this.#stamp;
    this.#hashes[slot] = hash;
    if (this.#count === this.#gathered.length) this.#gathered = copied(this.#gathered, this.#count * 2);
    this.#gathered[this.#count++] = hash;
    if (this.#count * 2 > this.#hashes.length) this.#grow();
  }

  #grow(): void {
    const gathered = this.#gathered.slice(0, this.#count);
    this.#hashes = new Int32Array(this.#hashes.length * 4);
    this.#stamps = new Uint32Array(this.#hashes.length);
    this.#count = 0;
    for (const hash of gathered) this.#add(hash);
  }
}

function copied(array: Int32Array, length: number): Int32Array<ArrayBuffer> {
  const copy = new Int32Array(length);
  copy.set(array);
  return copy;
}

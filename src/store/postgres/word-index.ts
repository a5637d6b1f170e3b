import { withAccents } from '#catalogue/tex-accents.ts';
import { CopyData } from '../copy-data.ts';
import { MENTIONED_TYPES, NAME_FIELDS } from '../entity-type.ts';
import type { MentionedType } from '../entity-type.ts';
import { talkFieldsFrom } from '../record-json.ts';
import { LONGEST_KEPT, UNTITLED, isPlain, wordsOf } from '../words.ts';
import type { Connection, Row } from './connection.ts';

/** Milliseconds that the server may take for the next words. */
const NEXT_WORDS = 10_000;

const FIRST_SLOTS = 2 ** 14;

/**
 * The words of a catalogue, each with its number. In memory, a word is two hashes of 32 bits: with only one, some words
 * of any large catalogue would collide.
 */
export class Vocabulary {
  /**
   * Open addressing; a slot with number 0 is free. The length is a power of two; at most half of the slots are used.
   */
  #hashes = new Int32Array(FIRST_SLOTS);
  #others = new Int32Array(FIRST_SLOTS);
  #numbers = new Int32Array(FIRST_SLOTS);
  #size = 0;
  #last = 0;
  #fresh: { readonly number: number; readonly word: string }[] = [];
  #gathered = new Int32Array(1024);
  #count = 0;

  /** Reads all stored words. */
  static async read(connection: Connection): Promise<Vocabulary> {
    const vocabulary = new Vocabulary();
    const copy = 'COPY lectern.word (number, word) TO STDOUT (FORMAT binary)';
    const rows = connection.copyOut(
      copy,
      (bytes, at) => {
        const wordAt = at + 8;
        const end = wordAt + 4 + bytes.readInt32BE(wordAt);
        return { number: bytes.readInt32BE(at + 4), word: bytes.toString('utf8', wordAt + 4, end) };
      },
      NEXT_WORDS,
    );
    for await (const batch of rows) for (const { number, word } of batch) vocabulary.#enter(number, word);
    return vocabulary;
  }

  /** Numbers of a text's indexed words, in order; valid until the next call. New words get the next numbers. */
  numbersOf(written: string): Int32Array {
    this.#count = 0;
    const text = withAccents(written);
    if (isPlain(text)) this.#gatherPlain(text);
    else for (const word of wordsOf(text)) this.#gatherWord(word);
    return this.#gathered.subarray(0, this.#count);
  }

  /** Writes the words that are new since the last call. */
  async writeFresh(connection: Connection): Promise<void> {
    const data = new CopyData(2);
    for (const { number, word } of this.#fresh) {
      data.row();
      data.int32(number);
      data.text(word);
    }
    this.#fresh = [];
    const rows = data.end();
    if (rows !== undefined)
      await connection.copyIn('COPY lectern.word (number, word) FROM STDIN (FORMAT binary)', rows);
  }

  #enter(number: number, word: string): void {
    const [hash, other] = hashesOf(word);
    this.#set(this.#slotOf(hash, other), hash, other, number);
    this.#last = Math.max(this.#last, number);
  }

  #gatherWord(whole: string): void {
    // Do not cut a surrogate pair: half of one cannot be stored.
    const word = whole.slice(0, LONGEST_KEPT).replace(/[\ud800-\udbff]$/, '');
    const [hash, other] = hashesOf(word);
    const slot = this.#slotOf(hash, other);
    const known = this.#numbers[slot] ?? 0;
    this.#gather(known === 0 ? this.#add(slot, hash, other, word) : known);
  }

  /** Fast path for plain texts: most are, and most of an import's time for texts is spent here. */
  #gatherPlain(text: string): void {
    let start = -1;
    let hash = 0;
    let other = 0;
    for (let at = 0; at <= text.length; at++) {
      const code = at < text.length ? text.charCodeAt(at) : 0;
      const small = code >= 65 && code <= 90 ? code | 32 : code;
      if ((small >= 97 && small <= 122) || (small >= 48 && small <= 57)) {
        if (start === -1) [start, hash, other] = [at, BASIS, OTHER_BASIS];
        if (at - start < LONGEST_KEPT) {
          hash = Math.imul(hash ^ small, PRIME);
          other = Math.imul(other ^ small, OTHER_PRIME);
        }
      } else if (start !== -1) {
        const slot = this.#slotOf(hash, other);
        const known = this.#numbers[slot] ?? 0;
        this.#gather(known === 0 ? this.#addPlain(slot, hash, other, text.slice(start, at)) : known);
        start = -1;
      }
    }
  }

  #addPlain(slot: number, hash: number, other: number, written: string): number {
    return this.#add(slot, hash, other, written.slice(0, LONGEST_KEPT).toLowerCase());
  }

  #gather(number: number): void {
    if (this.#count === this.#gathered.length) {
      const larger = new Int32Array(this.#count * 2);
      larger.set(this.#gathered);
      this.#gathered = larger;
    }
    this.#gathered[this.#count++] = number;
  }

  #add(slot: number, hash: number, other: number, word: string): number {
    const number = ++this.#last;
    this.#fresh.push({ number, word });
    this.#set(slot, hash, other, number);
    return number;
  }

  /** The slot that has the word with these hashes, or would have it. */
  #slotOf(hash: number, other: number): number {
    const mask = this.#numbers.length - 1;
    let slot = (hash ^ (hash >>> 15)) & mask;
    while (this.#numbers[slot] !== 0 && (this.#hashes[slot] !== hash || this.#others[slot] !== other))
      slot = (slot + 1) & mask;
    return slot;
  }

  #set(slot: number, hash: number, other: number, number: number): void {
    this.#hashes[slot] = hash;
    this.#others[slot] = other;
    this.#numbers[slot] = number;
    if (++this.#size * 2 > this.#numbers.length) this.#grow();
  }

  #grow(): void {
    const [hashes, others, numbers] = [this.#hashes, this.#others, this.#numbers];
    this.#hashes = new Int32Array(hashes.length * 4);
    this.#others = new Int32Array(hashes.length * 4);
    this.#numbers = new Int32Array(hashes.length * 4);
    for (const [index, number] of numbers.entries()) {
      if (number === 0) continue;
      const [hash, other] = [hashes[index] ?? 0, others[index] ?? 0];
      const slot = this.#slotOf(hash, other);
      this.#hashes[slot] = hash;
      this.#others[slot] = other;
      this.#numbers[slot] = number;
    }
  }
}

/** FNV-1a (draft-eastlake-fnv) over UTF-16, and the same with other constants. */
const BASIS = 0x811c9dc5 | 0;
const PRIME = 0x01000193;
const OTHER_BASIS = 0x2f0b4c47;
const OTHER_PRIME = 0x85ebca6b;

function hashesOf(word: string): [number, number] {
  let hash = BASIS;
  let other = OTHER_BASIS;
  for (let at = 0; at < word.length; at++) {
    const code = word.charCodeAt(at);
    hash = Math.imul(hash ^ code, PRIME);
    other = Math.imul(other ^ code, OTHER_PRIME);
  }
  return [hash, other];
}

/** Records per batch. */
const BATCH = 1000;

/** Fills the empty word tables of an older catalogue. */
export async function fillWords(connection: Connection): Promise<void> {
  const vocabulary = await Vocabulary.read(connection);
  for (const type of MENTIONED_TYPES) {
    const text = `SELECT number, convert_from(record, 'UTF8')::json ->> '${NAME_FIELDS[type]}' FROM lectern.${type} WHERE record IS NOT NULL AND number > $1`;
    for await (const rows of inBatches(connection, text)) await fillNames(connection, vocabulary, type, rows);
  }
  const text = `
    SELECT number, CASE WHEN refs IS NOT NULL THEN convert_from(record, 'UTF8') END
    FROM lectern.talk JOIN lectern.talk_record USING (number) WHERE number > $1`;
  for await (const rows of inBatches(connection, text)) await fillWording(connection, vocabulary, rows);
  await vocabulary.writeFresh(connection);
}

export async function* inBatches(connection: Connection, text: string): AsyncGenerator<readonly Row[]> {
  for (let last = 0; ;) {
    const rows = await connection.patiently(`${text} ORDER BY 1 LIMIT ${BATCH}`, [last]);
    if (rows.length === 0) return;
    yield rows;
    last = Number(rows.at(-1)?.[0]);
  }
}

async function fillNames(
  connection: Connection,
  vocabulary: Vocabulary,
  type: MentionedType,
  rows: readonly Row[],
): Promise<void> {
  const words = rows.map(([, name]) => `{${vocabulary.numbersOf(name ?? '').join(',')}}`);
  await connection.patiently(
    `UPDATE lectern.${type} kept SET words = named.words::integer[]
    FROM unnest($1::integer[], $2::text[]) named (number, words) WHERE kept.number = named.number`,
    [rows.map(([number]) => Number(number)), words],
  );
}

/** Rebuilds the word tables, when a later version splits texts into other words. */
export async function fillWordsAnew(connection: Connection): Promise<void> {
  await connection.patiently('TRUNCATE lectern.wording');
  await fillWords(connection);
}

/** A removed talk keeps a row without words. */
async function fillWording(connection: Connection, vocabulary: Vocabulary, rows: readonly Row[]): Promise<void> {
  const data = new CopyData(3);
  for (const [number, record] of rows) {
    const { title, description } =
      typeof record === 'string' ? talkFieldsFrom(Buffer.from(record)) : { title: '', description: '' };
    data.row();
    data.int32(Number(number));
    data.int32s(vocabulary.numbersOf(title || (record === null ? '' : UNTITLED)));
    data.int32s(vocabulary.numbersOf(description));
  }
  const wording = data.end();
  const copy = 'COPY lectern.wording (number, title, description) FROM STDIN (FORMAT binary)';
  if (wording !== undefined) await connection.copyIn(copy, wording);
}

import type { EntityType } from '#store/entity-type.ts';
import { sharedUint32, slotsFor } from './columns.ts';

/** Slugs as four 32-bit words each, big-endian, so that comparing the words in order compares the slugs. */

/** Where the sixteen-bit groups of a UUID begin in its text. */
const GROUPS = [0, 4, 9, 14, 19, 24, 28, 32] as const;

/** Writes a slug, given as text, into four words. */
function writeSlugText(slug: string, words: Uint32Array): void {
  for (let word = 0; word < 4; word += 1) {
    const high = readGroup(slug, GROUPS[word * 2] ?? 0);
    words[word] = (high << 16) | readGroup(slug, GROUPS[word * 2 + 1] ?? 0);
  }
}

/** Writes a slug, given as 16 bytes, into four words. */
export function writeSlugBytes(bytes: Uint8Array, words: Uint32Array): void {
  for (let word = 0; word < 4; word += 1) {
    const at = word * 4;
    const high = ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0);
    words[word] = (high << 16) | ((bytes[at + 2] ?? 0) << 8) | (bytes[at + 3] ?? 0);
  }
}

/** The text of the `index`th slug. */
export function slugAt(words: Uint32Array, index: number): string {
  const digits = Array.from(words.subarray(index * 4, index * 4 + 4), (word) => word.toString(16).padStart(8, '0'));
  return digits.join('').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

/** Whether records of a type have slugs as keys, which an index packs. */
export function isKeyedBySlug(type: EntityType): boolean {
  return type !== 'place' && type !== 'topic';
}

/** A slug's 16 bytes as a string of eight UTF-16 units: a shorter key. */
export function packSlug(slug: string): string {
  return String.fromCharCode(...GROUPS.map((at) => readGroup(slug, at)));
}

/** The inverse of packSlug. */
export function unpackSlug(packed: string): string {
  const words = new Uint32Array(4);
  for (let word = 0; word < 4; word += 1)
    words[word] = (packed.charCodeAt(word * 2) << 16) | packed.charCodeAt(word * 2 + 1);
  return slugAt(words, 0);
}

/** Negative, zero or positive: the `i`th slug of `a` is before, equal to or after the `j`th of `b`. */
export function compareSlugs(a: Uint32Array, i: number, b: Uint32Array, j: number): number {
  for (let word = 0; word < 4; word += 1) {
    const difference = (a[i * 4 + word] ?? 0) - (b[j * 4 + word] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** Hashes all four words, because slugs may differ in only one. */
function hashSlug(words: Uint32Array, index: number): number {
  let hash = 0;
  for (let word = 0; word < 4; word += 1) {
    hash = Math.imul(hash ^ (words[index * 4 + word] ?? 0), 0x9e3779b1);
    hash ^= hash >>> 15;
  }
  return hash >>> 0;
}

function readGroup(slug: string, at: number): number {
  const high = (digit(slug, at) << 12) | (digit(slug, at + 1) << 8);
  return high | (digit(slug, at + 2) << 4) | digit(slug, at + 3);
}

/** '0' to '9' have the codes 48 to 57, 'a' to 'f' 97 to 102. */
function digit(slug: string, at: number): number {
  const code = slug.charCodeAt(at);
  return code < 58 ? code - 48 : code - 87;
}

/** Builds an open-addressing table from slug to position + 1. */
export function fillTalkSlots(slugs: Uint32Array): Uint32Array {
  const talks = slugs.length / 4;
  const slots = sharedUint32(slotsFor(talks));
  const mask = slots.length - 1;
  for (let position = 0; position < talks; position += 1) {
    let slot = hashSlug(slugs, position) & mask;
    while (slots[slot] !== 0) slot = (slot + 1) & mask;
    slots[slot] = position + 1;
  }
  return slots;
}

const sought = new Uint32Array(4);

/** The position of the talk with this slug; -1 if there is none. */
export function positionOf(slug: string, slots: Uint32Array, slugs: Uint32Array): number {
  writeSlugText(slug, sought);
  const mask = slots.length - 1;
  let slot = hashSlug(sought, 0) & mask;
  for (;;) {
    const position = (slots[slot] ?? 0) - 1;
    if (position === -1 || compareSlugs(slugs, position, sought, 0) === 0) return position;
    slot = (slot + 1) & mask;
  }
}

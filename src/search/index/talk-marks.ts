import { TALK_TRAITS, traitBit, type TalkTrait, type TalkTraits } from '#catalogue/talk-traits.ts';
import { TALK_STATUSES } from '#catalogue/talk.ts';
import type { TalkStatus } from '#catalogue/talk.ts';

/*
 * When a talk last changed, its status and its traits, in two words: one with the lowest 32 bits of the seconds since the
 * year 0, and one (the mark) with two bits of status, a bit for each trait, and the higher bits of the seconds.
 */

/** 0000-01-01T00:00:00Z, the earliest timestamp, in seconds since 1970. */
const YEAR_0 = -62_167_219_200;
const WORD = 2 ** 32;
const STATUS_BITS = 2;
const STATUS_MASK = 2 ** STATUS_BITS - 1;
/** The number of bits of status and traits. The year 9999 needs seven bits above them. */
const MARK_BITS = STATUS_BITS + TALK_TRAITS.length;
/** The lowest bits: status, and the traits that facets count, which are those before `long`. */
export const COUNTED_BITS = STATUS_BITS + TALK_TRAITS.indexOf('long');
const CANCELLED = TALK_STATUSES.indexOf('cancelled');

/** The word of `updates`. @param updated seconds since 1970-01-01T00:00:00Z */
export function updatedWord(updated: number): number {
  return (updated - YEAR_0) % WORD;
}

/** The mark. @param updated seconds since 1970-01-01T00:00:00Z */
export function markOf(updated: number, status: TalkStatus, traits: TalkTraits): number {
  return (Math.floor((updated - YEAR_0) / WORD) << MARK_BITS) | (traits << STATUS_BITS) | TALK_STATUSES.indexOf(status);
}

export function hasTrait(mark: number, trait: TalkTrait): boolean {
  return ((mark >>> STATUS_BITS) & traitBit(trait)) !== 0;
}

export function hasStatus(mark: number, status: TalkStatus): boolean {
  return (mark & STATUS_MASK) === TALK_STATUSES.indexOf(status);
}

/** Seconds since 1970-01-01T00:00:00Z. */
export function updatedFrom(word: number, mark: number): number {
  return (mark >>> MARK_BITS) * WORD + word + YEAR_0;
}

export function isCancelled(mark: number): boolean {
  return (mark & STATUS_MASK) === CANCELLED;
}

import { TALK_STATUSES } from '#catalogue/talk.ts';
import type { TalkStatus } from '#catalogue/talk.ts';

/*
 * When a talk last changed, and its status, in six bytes: a word with the lowest 32 bits of the seconds since the year 0,
 * and half a word (the mark) with the higher bits above the status.
 */

/** 0000-01-01T00:00:00Z, the earliest timestamp, in seconds since 1970. */
const YEAR_0 = -62_167_219_200;
const WORD = 2 ** 32;
const STATUS_BITS = 2;
const STATUS_MASK = 2 ** STATUS_BITS - 1;
const CANCELLED = TALK_STATUSES.indexOf('cancelled');

/** The word. @param updated seconds since 1970-01-01T00:00:00Z */
export function updatedWord(updated: number): number {
  return (updated - YEAR_0) % WORD;
}

/** The half word. @param updated seconds since 1970-01-01T00:00:00Z */
export function markOf(updated: number, status: TalkStatus): number {
  return (Math.floor((updated - YEAR_0) / WORD) << STATUS_BITS) | TALK_STATUSES.indexOf(status);
}

/** Seconds since 1970-01-01T00:00:00Z. */
export function updatedFrom(word: number, mark: number): number {
  return (mark >>> STATUS_BITS) * WORD + word + YEAR_0;
}

export function isCancelled(mark: number): boolean {
  return (mark & STATUS_MASK) === CANCELLED;
}

import { TALK_TRAITS, type TalkTraits } from '#catalogue/talk-traits.ts';
import type { TalkStatus } from '#catalogue/talk.ts';

/**
 * A column of a talk's row has its status and, in the bits above, its traits, so that the index need not read the
 * record. The order is stored, and must not change.
 */
const STATUSES = ['published', 'preparation', 'cancelled'] as const satisfies readonly TalkStatus[];
const STATUS_BITS = 2;
const STATUS_MASK = 2 ** STATUS_BITS - 1;
const TRAITS_MASK = 2 ** TALK_TRAITS.length - 1;

export function statusCode(status: TalkStatus, traits: TalkTraits): number {
  return STATUSES.indexOf(status) | (traits << STATUS_BITS);
}

export function statusFrom(code: number): TalkStatus {
  return STATUSES[code & STATUS_MASK] ?? 'published';
}

export function traitsFrom(code: number): TalkTraits {
  return (code >>> STATUS_BITS) & TRAITS_MASK;
}

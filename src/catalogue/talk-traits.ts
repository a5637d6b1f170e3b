import { audienceKind } from './audience-kind.ts';
import { isOnlineOnly } from './online-place.ts';
import type { Talk } from './talk.ts';
import { lengthOf } from './talk-length.ts';

/** Yes-or-no properties that a talk's own record tells. The position of each is its bit, so only append to the list. */
export const TALK_TRAITS = [
  'online',
  'located',
  'free',
  'bookingRequired',
  'recording',
  'slides',
  'public',
  'members',
  'long',
  'allDay',
] as const;
export type TalkTrait = (typeof TALK_TRAITS)[number];

/** A set of traits, as bits. */
export type TalkTraits = number;

type Telling = Pick<
  Talk,
  'onlineUrl' | 'locationDetails' | 'cost' | 'bookingRequired' | 'materials' | 'audience' | 'start' | 'end' | 'allDay'
>;

export function traitsOf(talk: Telling): TalkTraits {
  const { onlineUrl, locationDetails, cost, bookingRequired, materials } = talk;
  const isOnline = onlineUrl !== '';
  const audience = audienceKind(talk.audience);
  return (
    (isOnline ? traitBit('online') : 0) |
    (locationDetails !== '' && !isOnlineOnly(locationDetails) ? traitBit('located') : 0) |
    (isFree(cost) ? traitBit('free') : 0) |
    (BOOKING_REQUIRED.test(bookingRequired) ? traitBit('bookingRequired') : 0) |
    (materials.some(({ type }) => type === 'recording') ? traitBit('recording') : 0) |
    (materials.some(({ type }) => type === 'slides') ? traitBit('slides') : 0) |
    (audience === undefined ? 0 : traitBit(audience)) |
    (isLong(talk) ? traitBit('long') : 0) |
    (talk.allDay ? traitBit('allDay') : 0)
  );
}

export function traitBit(trait: TalkTrait): TalkTraits {
  return 1 << TALK_TRAITS.indexOf(trait);
}

const FREE = /^\W*(?:free(?:\s+of\s+charge|\s+entry|\s+admission)?|no\s+charge|none|nil|0(?:\.00)?)\W*$/i;
const BOOKING_REQUIRED = /^\s*required\W*$/i;

/** Whether a cost in words means that the talk is free. */
export function isFree(cost: string): boolean {
  return FREE.test(cost);
}

/** Seconds from which on a talk may take several days. */
export const LONG = 12 * 3600;

/** Whether a talk may take several days; one evening that ends after midnight does not. */
export function isLong(talk: Pick<Talk, 'start' | 'end'>): boolean {
  return lengthOf(talk) >= LONG;
}

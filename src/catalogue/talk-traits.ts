import { audienceKind } from './audience-kind.ts';
import { isOnlineOnly } from './online-place.ts';
import type { Talk } from './talk.ts';
import { lengthOf } from './talk-length.ts';

/**
 * Yes-or-no properties that a talk's own record tells. The position of each is its bit, so only append to the list.
 * Facets count the first ones.
 */
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
  'untitled',
  'withoutSpeaker',
  'withoutAbstract',
] as const;
export type TalkTrait = (typeof TALK_TRAITS)[number];

/** A set of traits, as bits. */
export type TalkTraits = number;

type Telling = Pick<
  Talk,
  | 'onlineUrl'
  | 'locationDetails'
  | 'cost'
  | 'bookingRequired'
  | 'materials'
  | 'audience'
  | 'start'
  | 'end'
  | 'allDay'
  | 'title'
  | 'speakers'
  | 'variousSpeakers'
  | 'description'
>;

export function traitsOf(talk: Telling): TalkTraits {
  const { onlineUrl, locationDetails, cost, bookingRequired, materials } = talk;
  const audience = audienceKind(talk.audience);
  const told: Readonly<Record<TalkTrait, boolean>> = {
    online: onlineUrl !== '',
    located: locationDetails !== '' && !isOnlineOnly(locationDetails),
    free: isFree(cost),
    bookingRequired: BOOKING_REQUIRED.test(bookingRequired),
    recording: materials.some(({ type }) => type === 'recording'),
    slides: materials.some(({ type }) => type === 'slides'),
    public: audience === 'public',
    members: audience === 'members',
    long: isLong(talk),
    allDay: talk.allDay,
    untitled: talk.title === '',
    withoutSpeaker: talk.speakers.length === 0 && !talk.variousSpeakers,
    withoutAbstract: talk.description === '',
  };
  return TALK_TRAITS.reduce((bits, trait, at) => (told[trait] ? bits | (1 << at) : bits), 0);
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

import type { CorrectedField } from '#catalogue/correction.ts';

/** Names of fields in a corrections file. */
export const CORRECTION_KEYS = {
  title: 'title',
  start: 'start',
  end: 'end',
  venue: 'venue',
  locationDetails: 'room',
  onlineUrl: 'online_url',
  description: 'description',
  specialMessage: 'special_message',
  cancelled: 'cancelled',
  hidden: 'hidden',
  featured: 'featured',
} as const satisfies Readonly<Record<CorrectedField, string>>;

export const FIELD_OF_KEY: ReadonlyMap<string, CorrectedField> = new Map([
  ['title', 'title'],
  ['start', 'start'],
  ['end', 'end'],
  ['venue', 'venue'],
  ['room', 'locationDetails'],
  ['online_url', 'onlineUrl'],
  ['description', 'description'],
  ['special_message', 'specialMessage'],
  ['cancelled', 'cancelled'],
  ['hidden', 'hidden'],
  ['featured', 'featured'],
]);

import { TEXT } from './field.ts';
import type { Fields } from './field.ts';

/** `<scheme word>:<digits>`, the word lower-case letters and digits beginning with a letter, e.g. `place:23232534`. */
export type PlaceId = string;

const PLACE_ID = /^[a-z][a-z0-9]*:[0-9]+$/;

export function isPlaceId(text: string): text is PlaceId {
  return PLACE_ID.test(text);
}

export const PLACE_KINDS = ['venue', 'organisation'] as const;
export type PlaceKind = (typeof PLACE_KINDS)[number];

/** A venue (site, building, room) or an organisation (university, department, group). Parents form trees. */
export interface Place {
  readonly type: 'place';
  readonly id: PlaceId;
  readonly kind: PlaceKind;
  readonly name: string;
  readonly address: string;
  readonly parent: PlaceId | null;
  /** Degrees north, WGS 84; null when unknown. Given with `longitude` or not at all. */
  readonly latitude: number | null;
  /** Degrees east, WGS 84; null when unknown. */
  readonly longitude: number | null;
  /** For people: steps, lifts, hearing loops. That of a building applies to rooms without their own. */
  readonly accessibility: string;
}

export const PLACE_FIELDS = {
  id: { kind: 'key', to: 'place' },
  kind: { kind: 'choice', choices: PLACE_KINDS },
  name: { kind: 'name' },
  address: TEXT,
  parent: { kind: 'reference', to: 'place', empty: null },
  latitude: { kind: 'degrees', limit: 90, empty: null, isOptional: true },
  longitude: { kind: 'degrees', limit: 180, empty: null, isOptional: true },
  accessibility: { kind: 'text', empty: '', isOptional: true },
} as const satisfies Fields<Place>;

import type { Place } from './place.ts';

/** A place with the venues that it is part of, innermost first. A department is taken to be in none. */
export interface LocatedPlace extends Place {
  readonly above: readonly Place[];
}

/** Where a venue lies. What a room does not say of itself, the building that it is in says. */
export interface VenueLocation {
  /** Names of the venues above it, innermost first, up to and with the first that has an address; none if it has one itself. */
  readonly within: readonly string[];
  /** Its address, or that of the nearest venue above it that has one; `''` if unknown. */
  readonly address: string;
  /** Its coordinates, or those of the nearest venue above it that has some; null if unknown. */
  readonly coordinates: Coordinates | null;
  /** For people; likewise. `''` if unknown. */
  readonly accessibility: string;
}

/** Degrees, WGS 84. */
export interface Coordinates {
  readonly latitude: number;
  readonly longitude: number;
}

/** @param above the venues that it is part of, innermost first */
export function venueLocation(venue: Place, above: readonly Place[]): VenueLocation {
  const within: string[] = [];
  let { address, accessibility } = venue;
  let coordinates = coordinatesOf(venue);
  for (const place of above) {
    if (address.trim() === '') {
      within.push(place.name);
      ({ address } = place);
    }
    coordinates ??= coordinatesOf(place);
    if (accessibility === '') ({ accessibility } = place);
  }
  return { within, address: address.trim() === '' ? '' : address, coordinates, accessibility };
}

function coordinatesOf({ latitude, longitude }: Place): Coordinates | null {
  return latitude === null || longitude === null ? null : { latitude, longitude };
}

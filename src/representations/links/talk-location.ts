import type { Place } from '#catalogue/place.ts';
import type { TalkDetails } from '#catalogue/talk-details.ts';
import { venueLocation, type VenueLocation } from '#catalogue/venue-location.ts';
import type { Publication } from '../representation.ts';
import { encoded } from './links.ts';

const OPEN_STREET_MAP = '//www.openstreetmap.org/';
/** The zoom level that shows a building. */
const ZOOM = 18;

/**
 * A place on a map, protocol-relative as in OxTalks' API; if its location is unknown, a search for its name.
 * @param above the venues that it is part of, innermost first
 */
export function mapLink(publication: Publication, place: Place, above: readonly Place[]): string {
  return known(publication, place, venueLocation(place, above)) ?? searchLink(place.name);
}

/**
 * Address of a map of a place: on the maps service, else by its coordinates or its address on OpenStreetMap, which
 * needs no key and no account. Null if its location is unknown.
 */
export function mapAddress(publication: Publication, place: Place, location: VenueLocation): string | null {
  const link = known(publication, place, location);
  if (link === undefined) return null;
  return publication.mapsUrl === null ? `https:${link}` : link;
}

/** Address of directions on OpenStreetMap, to coordinates or an address. Null if the location is unknown. */
export function directionsAddress({ coordinates, address }: VenueLocation): string | null {
  const to = coordinates === null ? oneLine(address) : `${coordinates.latitude},${coordinates.longitude}`;
  return to === '' ? null : `https:${OPEN_STREET_MAP}directions?to=${encoded(to)}`;
}

function known({ mapsUrl }: Publication, { id }: Place, { coordinates, address }: VenueLocation): string | undefined {
  if (mapsUrl !== null) return mapsUrl + id;
  if (coordinates !== null) {
    const [north, east] = [String(coordinates.latitude), String(coordinates.longitude)];
    return `${OPEN_STREET_MAP}?mlat=${north}&mlon=${east}#map=${String(ZOOM)}/${north}/${east}`;
  }
  return address === '' ? undefined : searchLink(address);
}

function searchLink(text: string): string {
  return `${OPEN_STREET_MAP}search?query=${encoded(oneLine(text))}`;
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/**
 * Venue, details, what a venue without an address is part of, and the address: those that there are, joined by `, `;
 * null without a venue.
 */
export function locationSummary({ talk, venue, venuesAbove }: TalkDetails): string | null {
  if (venue === null) return null;
  const { within, address } = venueLocation(venue, venuesAbove);
  let summary = venue.name;
  if (talk.locationDetails !== '') summary += `, ${talk.locationDetails}`;
  for (const name of within) summary += `, ${name}`;
  if (address !== '') summary += `, ${address}`;
  return summary;
}

import type { Place } from '#catalogue/place.ts';
import { encoded } from './links.ts';
import type { Publication } from '../representation.ts';

const OPEN_STREET_MAP = '//www.openstreetmap.org/';
/** The zoom level that shows a building. */
const ZOOM = 18;

/** A place on a map, protocol-relative as in OxTalks' API; if its location is unknown, a search for its name. */
export function mapLink(publication: Publication, place: Place): string {
  return known(publication, place, place) ?? searchLink(place.name);
}

/**
 * Address of a map of a place: on the maps service, else by its coordinates or its address on OpenStreetMap, which
 * needs no key and no account. Null if its location is unknown.
 * @param mapped what stands for it on OpenStreetMap: itself, or what it is in
 */
export function mapAddress(publication: Publication, place: Place, mapped = place): string | null {
  const link = known(publication, place, mapped);
  if (link === undefined) return null;
  return publication.mapsUrl === null ? `https:${link}` : link;
}

/**
 * Address of directions to a place on OpenStreetMap, by its coordinates or its address. Null if its location is
 * unknown.
 */
export function directionsAddress({ latitude, longitude, address }: Place): string | null {
  const to = latitude === null || longitude === null ? oneLine(address) : `${String(latitude)},${String(longitude)}`;
  return to === '' ? null : `https:${OPEN_STREET_MAP}directions?to=${encoded(to)}`;
}

function known({ mapsUrl }: Publication, { id }: Place, mapped: Place): string | undefined {
  if (mapsUrl !== null) return mapsUrl + id;
  const { latitude, longitude, address } = mapped;
  if (latitude !== null && longitude !== null) {
    const [north, east] = [String(latitude), String(longitude)];
    return `${OPEN_STREET_MAP}?mlat=${north}&mlon=${east}#map=${String(ZOOM)}/${north}/${east}`;
  }
  return address.trim() === '' ? undefined : searchLink(address);
}

function searchLink(text: string): string {
  return `${OPEN_STREET_MAP}search?query=${encoded(oneLine(text))}`;
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

import type { Place } from '#catalogue/place.ts';
import { encoded, mapLink } from './links.ts';
import type { Publication } from '../representation.ts';

/** The maps service that is set where nobody has set one. It leads nowhere: the name is reserved for examples (RFC 2606). */
export const EXAMPLE_MAPS = '//maps.example.org/#/places/';

const OPEN_STREET_MAP = 'https://www.openstreetmap.org/';
/** At which a building fills some of the picture. */
const ZOOM = 18;

/**
 * Where people see a place on a map: on the maps service, else by its coordinates or its address on OpenStreetMap,
 * which needs no key and no account. Null where nothing says where it is.
 * @param mapped what stands for it on OpenStreetMap: itself, or what it is in
 */
export function mapAddress(publication: Publication, place: Place, mapped = place): string | null {
  if (publication.mapsUrl !== EXAMPLE_MAPS) return mapLink(publication, place.id);
  const { latitude, longitude } = mapped;
  if (latitude !== null && longitude !== null) {
    const [north, east] = [String(latitude), String(longitude)];
    return `${OPEN_STREET_MAP}?mlat=${north}&mlon=${east}#map=${String(ZOOM)}/${north}/${east}`;
  }
  const address = mapped.address.replace(/\s+/g, ' ').trim();
  return address === '' ? null : `${OPEN_STREET_MAP}search?query=${encoded(address)}`;
}

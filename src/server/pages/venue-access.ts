import type { Place, PlaceId } from '#catalogue/place.ts';
import type { Named } from '#search/names/directory.ts';
import type { TalkIndex } from '#search/index/talk-index.ts';
import { VENUE } from '../api/listing.ts';
import type { Snapshot } from '../documents/snapshot.ts';

/** Information about a building applies to its rooms, unless they have their own. */
interface VenueAccess {
  /** Accessibility information; `''` if unknown. */
  readonly accessibility: string;
  /** The place to show on a map: the venue, or a place that it is part of; null without a venue. */
  readonly mapped: Place | null;
}

const NOWHERE: VenueAccess = { accessibility: '', mapped: null };

/** Cached for venues with missing information, by the index that says which places contain them. */
const found = new WeakMap<TalkIndex, Map<PlaceId, VenueAccess>>();

/** @param above the places the venue is part of, outermost first */
export async function venueAccessOf(
  snapshot: Snapshot,
  venue: Place | null,
  above: readonly Named[],
): Promise<VenueAccess> {
  if (venue === null) return NOWHERE;
  if (venue.accessibility !== '' && isPinned(venue)) return { accessibility: venue.accessibility, mapped: venue };
  let known = found.get(snapshot.index);
  if (known === undefined) found.set(snapshot.index, (known = new Map<PlaceId, VenueAccess>()));
  let whereabouts = known.get(venue.id);
  if (whereabouts === undefined) {
    const places = [venue, ...(await placesAbove(snapshot, above))];
    const accessibility = places.find((place) => place.accessibility !== '')?.accessibility ?? '';
    known.set(venue.id, (whereabouts = { accessibility, mapped: mappedOf(venue, places) }));
  }
  return whereabouts;
}

/** The records of the places around a venue, innermost first. */
async function placesAbove(snapshot: Snapshot, above: readonly Named[]): Promise<Place[]> {
  const places = await Promise.all(above.map(({ key }) => VENUE.find(snapshot, key)));
  return places.reverse().filter((place) => place !== undefined);
}

/**
 * The nearest place with coordinates, unless its address differs from that of the nearest place with an address: the
 * coordinates of a whole site do not lead to one of its buildings.
 */
function mappedOf(venue: Place, places: readonly Place[]): Place {
  let addressed: Place | undefined;
  for (const place of places) {
    if (addressed !== undefined && addressOf(place) !== addressOf(addressed)) return addressed;
    if (isPinned(place)) return place;
    if (addressOf(place) !== '') addressed ??= place;
  }
  return addressed ?? venue;
}

function isPinned({ latitude, longitude }: Place): boolean {
  return latitude !== null && longitude !== null;
}

function addressOf({ address }: Place): string {
  return address.replace(/\s+/g, ' ').trim();
}

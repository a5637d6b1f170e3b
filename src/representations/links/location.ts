import type { TalkDetails } from '#catalogue/talk-details.ts';
import { venueLocation } from '#catalogue/venue-location.ts';

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

import type { TalkDetails } from '#catalogue/talk-details.ts';

/** Venue, details and the venue's address, those that there are, joined by `, `; null without a venue. */
export function locationSummary(details: TalkDetails): string | null {
  const { venue, talk } = details;
  if (venue === null) return null;
  let summary = venue.name;
  if (talk.locationDetails !== '') summary += `, ${talk.locationDetails}`;
  if (venue.address !== '') summary += `, ${venue.address}`;
  return summary;
}

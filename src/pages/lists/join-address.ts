import type { TalkDetails } from '#catalogue/talk-details.ts';
import { webAddress } from '#representations/feeds/feed-text.ts';

/** The web address to join a talk at: its `onlineUrl`, or else an address given as its place; null if there is none. */
export function joinAddress({ talk, venue }: TalkDetails): string | null {
  const places = [talk.locationDetails, venue?.address ?? '', venue?.name ?? ''].map((place) => place.trim());
  return webAddress(
    [talk.onlineUrl, ...places.filter((place) => ONLY_AN_ADDRESS.test(place))].find((one) => one !== '') ?? '',
  );
}

const ONLY_AN_ADDRESS = /^https?:\/\/\S+$/i;

import type { FeedHead } from '../feeds/feed.ts';

/** CSS3 colour names on which white text is readable. */
const COLOURS = [
  'brown',
  'crimson',
  'darkblue',
  'darkgreen',
  'darkmagenta',
  'darkolivegreen',
  'darkred',
  'darkslateblue',
  'darkslategray',
  'darkviolet',
  'firebrick',
  'forestgreen',
  'indigo',
  'maroon',
  'mediumvioletred',
  'midnightblue',
  'purple',
  'rebeccapurple',
  'royalblue',
  'saddlebrown',
  'seagreen',
  'sienna',
  'steelblue',
  'teal',
] as const;

/**
 * A colour for a list (RFC 7986, 5.9), so that subscriptions look different. It depends only on the path of the list's
 * page: renaming the list or moving the service to another host keeps it.
 */
export function colourOf({ page, self }: FeedHead): string {
  const address = page ?? self;
  const { pathname, search } = URL.canParse(address) ? new URL(address) : { pathname: address, search: '' };
  // Newer versions of Node encode this character; decoding it keeps colours stable.
  const same = pathname.replaceAll('%5E', '^') + search;
  let hash = 0x811c9dc5;
  for (const byte of Buffer.from(same)) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  return COLOURS[hash % COLOURS.length] ?? COLOURS[0];
}

import type { FeedHead } from '../feeds/feed.ts';

/** Names of CSS3 that white text can be read on. */
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
 * A colour for a list (RFC 7986, 5.9), so that several subscriptions look different. It hangs on where the list's page
 * is, without the host: renaming a list, or moving the service, leaves its colour.
 */
export function colourOf({ page, self }: FeedHead): string {
  const address = page ?? self;
  const { pathname, search } = URL.canParse(address) ? new URL(address) : { pathname: address, search: '' };
  // Newer versions of Node encode this character in a path: a list keeps its colour.
  const same = pathname.replaceAll('%5E', '^') + search;
  let hash = 0x811c9dc5;
  for (const byte of Buffer.from(same)) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  return COLOURS[hash % COLOURS.length] ?? COLOURS[0];
}

import { channelsOf, contrast } from './accent.ts';
import { asset, type Asset } from './asset.ts';

/** The icon of a service without a logo: an open book on a lectern. */
const source = ({
  ground,
  book,
  stand,
}: Colours): string => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">
<rect width="32" height="32" rx="6" fill="${ground}"/>
<path d="M5 9.5c4-1.6 8-1.2 11 1.4 3-2.6 7-3 11-1.4v11c-4-1.6-8-1.2-11 1.4-3-2.6-7-3-11-1.4z" fill="${book}"/>
<path d="M16 11v11M16 22v5M11 27.5h10" stroke="${stand}" stroke-width="2" stroke-linecap="round"/>
</svg>
`;

const OURS: Colours = { ground: '#14545f', book: '#fbfaf6', stand: '#f2b544' };
const [LIGHT, DARK] = ['#fbfaf6', '#1c1b1a'] as const;

/** @param colour `#rrggbb`; null for the default */
export function iconOf(colour: string | null): Asset {
  if (colour === null) return asset(source(OURS), 'svg', 'image/svg+xml');
  const isDark = contrast(channelsOf(colour), channelsOf(LIGHT)) >= contrast(channelsOf(colour), channelsOf(DARK));
  const ink = isDark ? LIGHT : DARK;
  return asset(source({ ground: colour, book: ink, stand: ink }), 'svg', 'image/svg+xml');
}

interface Colours {
  readonly ground: string;
  readonly book: string;
  readonly stand: string;
}

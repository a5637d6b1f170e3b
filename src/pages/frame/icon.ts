import { asset } from './asset.ts';

/** The icon of a service without a logo: an open book on a lectern. */
const SOURCE = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">
<rect width="32" height="32" rx="6" fill="#14545f"/>
<path d="M5 9.5c4-1.6 8-1.2 11 1.4 3-2.6 7-3 11-1.4v11c-4-1.6-8-1.2-11 1.4-3-2.6-7-3-11-1.4z" fill="#fbfaf6"/>
<path d="M16 11v11M16 22v5M11 27.5h10" stroke="#f2b544" stroke-width="2" stroke-linecap="round"/>
</svg>
`;

export const ICON = asset(SOURCE, 'svg', 'image/svg+xml');

import { readFileSync } from 'node:fs';
import { GRID_RULES } from '../calendar/grid-rules.ts';
import { asset, assetPart, type Asset } from './asset.ts';

/** In cascade order: print overrides everything else. */
const PARTS = [
  'base',
  'site',
  'parts',
  'pictures',
  'talk',
  'prose',
  'talk-list',
  'search',
  'facets',
  'suggest',
  'lists',
  'follow',
  'calendar',
  'time-grid',
  'mine',
  'display',
  'builder',
  'strips',
  'print',
];

/**
 * The typeface of the pages, which the cards of talks have, too: Noto Sans, in all weights, for Latin. Null without its
 * optional package; pages are then in the typeface of the reader's system.
 */
export const FONT: Asset | null = fontOf('@fontsource-variable/noto-sans/files/noto-sans-latin-wght-normal.woff2');

function fontOf(file: string): Asset | null {
  try {
    return asset(readFileSync(new URL(import.meta.resolve(file))), 'woff2', 'font/woff2');
  } catch {
    return null;
  }
}

/** What the file has: Latin-1 and common punctuation. */
const LATIN = 'U+0000-00FF, U+0131, U+0152-0153, U+02C6, U+02DA, U+02DC, U+2000-206F, U+20AC, U+2122, U+2212';

/** The address is relative to the stylesheet's. */
const FONT_RULES =
  FONT === null
    ? ''
    : `@font-face { font-family: 'Lectern Sans'; src: url(${FONT.name}) format('woff2'); font-weight: 100 900; font-display: optional; unicode-range: ${LATIN}; }
${assetPart('../style/typeface.css')}`;

/** The stylesheet of every page. It loads no images, and a font only if it is there at once. */
export const STYLES = GRID_RULES + PARTS.map((name) => assetPart(`../style/${name}.css`)).join('') + FONT_RULES;

/** The stylesheet of lists in frames on other sites. */
export const FRAME_STYLES = assetPart('../style/base.css') + assetPart('../style/frame.css') + FONT_RULES;

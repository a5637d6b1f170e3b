import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { GRID_RULES } from '../calendar/grid-rules.ts';

/** A file that pages load. Its name contains a hash of its content, so it can be cached indefinitely. */
export interface Asset {
  /** File name, without the folder. */
  readonly name: string;
  readonly content: Buffer;
  readonly contentType: string;
}

/** @param ending the file extension, without the dot */
export function asset(content: string | Buffer, ending: string, contentType: string): Asset {
  const bytes = Buffer.from(content);
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 12);
  return { name: `lectern-${hash}.${ending}`, content: bytes, contentType };
}

/** The comment at the top of a file. */
const HEADING = /^\/\*[\s\S]*?\*\/\s*/;

/** Reads a part of an asset from its file, without the leading comment. @param path relative to this module */
export function assetPart(path: string): string {
  return readFileSync(new URL(path, import.meta.url), 'utf8').replace(HEADING, '');
}

/**
 * The browser's script, one file per feature. Each finds its elements by a `data-` attribute, enhances what works
 * without it, and inserts text only as text. All messages come from the page.
 */
const PIECES = [
  'own-time',
  'own-times',
  'share',
  'copy',
  'follow',
  'calendar',
  'display',
  'suggest',
  'narrow',
  'builder',
  'my-talks',
  'soon',
];

/** A module, so that it neither blocks the page nor runs before the page is parsed. */
export const SCRIPT = asset(
  PIECES.map((name) => `{\n${assetPart(`../script/${name}.js`).trim()}\n}\n`).join(''),
  'js',
  'text/javascript; charset=utf-8',
);

/** The script of lists in frames on other sites. */
export const FRAME_SCRIPT = asset(assetPart('../script/frame-height.js'), 'js', 'text/javascript; charset=utf-8');

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

import { assetPart } from './asset.ts';

/** In the order in which they apply: print has the last word. */
const PARTS = ['base', 'site', 'parts', 'talk', 'prose', 'talk-list', 'search', 'lists', 'calendar', 'print'];

/** What every page is set in. It loads nothing: no font, no picture. */
export const STYLES = PARTS.map((name) => assetPart(`../style/${name}.css`)).join('');

import { asset, assetPart } from './asset.ts';

/**
 * What runs in the browser, a piece a file. A piece finds what it is for by a `data-` attribute, makes better what
 * works without it, and puts no text of anybody's into a page but as text. All words come from the page.
 */
const PIECES = ['own-time', 'share', 'calendar'];

/** The one script: a module, so that it neither holds up the page nor runs before it is there. */
export const SCRIPT = asset(
  PIECES.map((name) => `{\n${assetPart(`../script/${name}.js`).trim()}\n}\n`).join(''),
  'js',
  'text/javascript; charset=utf-8',
);

import { asset, assetPart } from './asset.ts';

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

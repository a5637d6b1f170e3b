import { assetPart } from './asset.ts';

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
  'suggest',
  'lists',
  'calendar',
  'mine',
  'display',
  'print',
];

/** The stylesheet of every page. It loads no fonts or images. */
export const STYLES = PARTS.map((name) => assetPart(`../style/${name}.css`)).join('');

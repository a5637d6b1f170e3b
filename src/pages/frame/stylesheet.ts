import { GRID_RULES } from '../calendar/grid-rules.ts';
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

/** The stylesheet of every page. It loads no fonts or images. */
export const STYLES = GRID_RULES + PARTS.map((name) => assetPart(`../style/${name}.css`)).join('');

/** The stylesheet of lists in frames on other sites. */
export const FRAME_STYLES = assetPart('../style/base.css') + assetPart('../style/frame.css');

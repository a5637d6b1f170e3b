import { asset } from './asset.ts';
import { CALENDAR } from '../script/calendar.ts';
import { OWN_TIME } from '../script/own-time.ts';
import { SHARE } from '../script/share.ts';

/**
 * What runs in the browser, a piece a file. A piece finds what it is for by a `data-` attribute, makes better what
 * works without it, and puts no text of anybody's into a page but as text. All words come from the page.
 */
const PIECES: readonly string[] = [OWN_TIME, SHARE, CALENDAR];

/** The one script: a module, so that it neither holds up the page nor runs before it is there. */
export const SCRIPT = asset(
  PIECES.map((piece) => `{\n${piece.trim()}\n}\n`).join(''),
  'js',
  'text/javascript; charset=utf-8',
);

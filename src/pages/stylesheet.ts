import { BASE } from './style/base.js';
import { CALENDAR_STYLE } from './style/calendar.js';
import { LISTS } from './style/lists.js';
import { PARTS } from './style/parts.js';
import { PRINT } from './style/print.js';
import { PROSE } from './style/prose.js';
import { SEARCH } from './style/search.js';
import { SITE } from './style/site.js';
import { TALK } from './style/talk.js';

/** What every page is set in, a part a file; print has the last word. It loads nothing: no font, no picture. */
export const STYLES = [BASE, SITE, PARTS, TALK, PROSE, SEARCH, LISTS, CALENDAR_STYLE, PRINT].join('');

import { BASE } from '../style/base.ts';
import { CALENDAR_STYLE } from '../style/calendar.ts';
import { LISTS } from '../style/lists.ts';
import { PARTS } from '../style/parts.ts';
import { PRINT } from '../style/print.ts';
import { PROSE } from '../style/prose.ts';
import { SEARCH } from '../style/search.ts';
import { SITE } from '../style/site.ts';
import { TALK } from '../style/talk.ts';

/** What every page is set in, a part a file; print has the last word. It loads nothing: no font, no picture. */
export const STYLES = [BASE, SITE, PARTS, TALK, PROSE, SEARCH, LISTS, CALENDAR_STYLE, PRINT].join('');

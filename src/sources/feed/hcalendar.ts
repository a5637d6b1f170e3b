import { readHtml } from '../html-reader.ts';

/** An event marked up with HTML classes (hCalendar, h-event); absent properties are `''`. */
interface Hcalendar {
  readonly start: string;
  readonly end: string;
  readonly location: string;
}

/**
 * The first event in the HTML. Times are read only from attributes, because texts are for people.
 *
 * @param html the description of a feed item
 */
export function hcalendarOf(html: string): Hcalendar {
  const found = { start: '', end: '', location: '' };
  let depth = 0;
  /** Depth of the open element with the location; 0 when there is none. */
  let inLocation = 0;
  readHtml(html, {
    onopentag(_name, { class: classes = '', datetime, title = '' }) {
      depth++;
      const names = classes.slice(0, LONGEST_CLASSES).split(/\s+/);
      const time = (datetime ?? title).trim();
      if (found.start === '' && names.some((name) => name === 'dtstart' || name === 'dt-start')) found.start = time;
      else if (found.end === '' && names.some((name) => name === 'dtend' || name === 'dt-end')) found.end = time;
      const isLocation = names.some((name) => name === 'location' || name === 'p-location');
      if (isLocation && found.location === '' && inLocation === 0) inLocation = depth;
    },
    ontext(text) {
      if (inLocation > 0) found.location += text;
    },
    onclosetag() {
      if (depth === inLocation) inLocation = 0;
      depth--;
    },
  });
  return { ...found, location: found.location.replace(/\s+/g, ' ').trim() };
}

/** Limit on the `class` of an element, in characters. */
const LONGEST_CLASSES = 1000;

import { HtmlReader } from '../html-reader.ts';

/** What a piece of HTML says of an event by the classes of its elements (hCalendar, h-event); `''` of what it does not say. */
export interface Hcalendar {
  readonly start: string;
  readonly end: string;
  readonly location: string;
}

/**
 * Of the first event in it. Times are taken from attributes only, since texts are for people.
 *
 * @param html as it stands in the description of a feed's item
 */
export function hcalendarOf(html: string): Hcalendar {
  const found = { start: '', end: '', location: '' };
  let depth = 0;
  /** How deep the element of the location is open; 0 when it is not. */
  let inLocation = 0;
  const reader = new HtmlReader({
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
  reader.write(html);
  reader.end();
  return { ...found, location: found.location.replace(/\s+/g, ' ').trim() };
}

/** Characters of an element's classes that are looked at. */
const LONGEST_CLASSES = 1000;

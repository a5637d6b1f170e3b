import { element } from '../json/xml-text.ts';

/** A picture in a feed, as Media RSS has it. The few entries with one declare its namespace themselves. */
export function mediaThumbnail(url: string): string {
  return element('media:thumbnail', { 'xmlns:media': 'http://search.yahoo.com/mrss/', url });
}

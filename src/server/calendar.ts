export const CALENDAR_TYPE = 'text/calendar; charset=utf-8';

const SUFFIX = '.ics';

/** What stands before `.ics`; undefined when the address is not one of a calendar. */
export function calendarSlug(id: string): string | undefined {
  return id.endsWith(SUFFIX) ? id.slice(0, -SUFFIX.length) : undefined;
}

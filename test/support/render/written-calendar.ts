import type { DatedTalk } from '#catalogue/talk-details.ts';
import type { FeedHead, FeedOptions } from '#representations/feeds/feed-format.ts';
import { icalendar } from '#representations/calendar/icalendar-feed.ts';
import { assemble } from '#representations/representation.ts';
import { publication } from '../catalogue/publication.ts';
import { bareTalk as talkWithNothing, richTalk as talkWithEverything } from '../catalogue/talk-details.ts';

/** Talks, and calendars with them. */

export const bareTalk: DatedTalk = {
  ...talkWithNothing,
  history: { created: '2015-07-01T00:00:00Z', sequence: 0, previousStart: null },
};

/** A talk that was moved once and then cancelled. */
export const richTalk: DatedTalk = {
  ...talkWithEverything,
  history: { created: '2015-08-01T00:00:00Z', sequence: 2, previousStart: '2015-10-05T10:00:00Z' },
};

export const OPTIONS: FeedOptions = { cancelled: 'title', alarm: null };
export const calendar = icalendar(publication, OPTIONS);

export const HEAD: FeedHead = {
  kind: 'collection',
  title: 'Garden talks',
  description: '',
  self: 'https://talks.example.org/api/collections/id/f6e6d9e6-d166-47d9-a894-35bc2f4a4580.ics',
  page: null,
  updated: null,
  span: { first: '2015-10-06T10:00:00Z', last: '2015-10-06T11:30:00Z' },
  size: 1,
};

/** A calendar with a talk. */
export function written(details: DatedTalk, head: FeedHead = HEAD): Buffer {
  return assemble(calendar.frame(head), [calendar.entry(details)]);
}

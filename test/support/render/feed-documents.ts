import type { DatedTalk } from '#catalogue/talk-details.ts';
import { secondsOf } from '#catalogue/timestamp.ts';
import type { CancelledForm } from '#search/query/value-forms.ts';
import type { Feed, FeedHead, FeedOptions, Steps, WholeFeed } from '#representations/feeds/feed-format.ts';
import { assemble, type Publication } from '#representations/representation.ts';
import { publication } from '../catalogue/publication.ts';
import { bareTalk, richTalk } from '../catalogue/talk-details.ts';

/** A published talk with a value in every field, moved by a week. */
export const movedTalk: DatedTalk = {
  ...richTalk,
  talk: { ...richTalk.talk, uid: '', status: 'published' },
  history: { created: '2015-08-01T09:00:00Z', sequence: 1, previousStart: '2015-09-29T10:00:00Z' },
  venue: richTalk.venue && { ...richTalk.venue, latitude: 51.75, longitude: -1.25 },
};

export const cancelledTalk: DatedTalk = { ...movedTalk, talk: { ...movedTalk.talk, status: 'cancelled' } };

/** A talk with required fields only, and no duration. */
export const plainTalk: DatedTalk = {
  ...bareTalk,
  talk: { ...bareTalk.talk, uid: '' },
  history: { created: '2015-07-01T00:00:00Z', sequence: 0, previousStart: null },
};

/** The head of a feed of these talks, by default of a series. */
function headOf(talks: readonly DatedTalk[], fields: Partial<FeedHead> = {}): FeedHead {
  const times = talks.flatMap(({ talk }) => [talk.start, talk.end]).sort((a, b) => secondsOf(a) - secondsOf(b));
  const [first] = times;
  const last = times.at(-1);
  return {
    kind: 'series',
    title: 'Plants & people',
    description: 'Every week.\n\nAll are welcome.',
    self: 'https://talks.example.org/api/series/d95be2ef-10bb-43d3-a46c-99dccf7151a0.x',
    page: 'https://talks.example.org/talks/series/id/d95be2ef-10bb-43d3-a46c-99dccf7151a0',
    updated:
      talks
        .map(({ talk }) => talk.updated)
        .sort()
        .at(-1) ?? null,
    span: first === undefined || last === undefined ? null : { first, last },
    size: talks.length,
    ...fields,
  };
}

type Create<T> = (publication: Publication, options: FeedOptions) => T;

/**
 * Returns a function that writes documents in a format. Tests can set the base address and how cancelled talks are
 * shown.
 */
export function documents(create: Create<Feed>, { baseUrl = publication.baseUrl, cancelled = 'status' }: Under = {}) {
  const feed = create({ ...publication, baseUrl }, { cancelled, alarm: null });
  return (talks: readonly DatedTalk[], fields: Partial<FeedHead> = {}): Buffer =>
    assemble(
      feed.frame(headOf(talks, fields)),
      talks.map((talk) => feed.entry(talk)),
    );
}

/** Like `documents`, for a format that writes all talks at once. */
export function wholeDocuments(create: Create<WholeFeed>, { cancelled = 'status' }: Under = {}) {
  const feed = create(publication, { cancelled, alarm: null });
  return (talks: readonly DatedTalk[], fields: Partial<FeedHead> = {}): Buffer =>
    finished(feed.document(headOf(talks, fields), talks));
}

function finished<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

interface Under {
  readonly baseUrl?: string;
  readonly cancelled?: CancelledForm;
}

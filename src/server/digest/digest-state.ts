import type { TalkDetails } from '#catalogue/talk-details.ts';
import type { Timestamp } from '#catalogue/timestamp.ts';
import type { AnnouncedChange, AnnouncedTime, DigestChanges, DroppedTalk } from '#pages/digest/digest-words.ts';
import { oneLine } from '#representations/feeds/feed-text.ts';

/** State of the last digest, from which the next one finds changes. */
export interface DigestState {
  /** When it was made. */
  readonly made: Timestamp;
  /** It covered the talks that start before this time. */
  readonly until: Timestamp;
  /** By slug. */
  readonly talks: ReadonlyMap<string, KnownTalk>;
}

export interface KnownTalk extends AnnouncedTime {
  readonly title: string;
  readonly place: string;
  readonly isCancelled: boolean;
}

const LONGEST_TEXT = 300;

/** When a talk is announced for; `allDay` only if it is. */
export function timeOf({ start, allDay }: TalkDetails['talk']): AnnouncedTime {
  return allDay ? { start, allDay } : { start };
}

export function knownTalk({ talk, venue }: TalkDetails): KnownTalk {
  const places = [venue?.name ?? '', talk.locationDetails].filter((place) => place !== '');
  return {
    title: oneLine(talk.title).slice(0, LONGEST_TEXT).toWellFormed(),
    ...timeOf(talk),
    place: oneLine(places.join(', ')).slice(0, LONGEST_TEXT).toWellFormed(),
    isCancelled: talk.status === 'cancelled',
  };
}

/** What has changed about a talk; undefined: nothing. */
export function changeOf(details: TalkDetails, { until, talks }: DigestState): AnnouncedChange | undefined {
  const { talk } = details;
  const before = talks.get(talk.slug);
  if (before === undefined) return talk.start < until ? { kind: 'new' } : undefined;
  const now = knownTalk(details);
  if (now.isCancelled) return before.isCancelled ? undefined : { kind: 'cancelled' };
  const time = isSameTime(now, before) ? undefined : before;
  if (time === undefined && now.place === before.place) return undefined;
  return { kind: 'moved', time, place: now.place === before.place ? undefined : before.place };
}

export function isSameTime(one: AnnouncedTime, other: AnnouncedTime): boolean {
  return one.start === other.start && (one.allDay ?? false) === (other.allDay ?? false);
}

export function changesIn(
  changes: readonly (AnnouncedChange | undefined)[],
  gone: readonly DroppedTalk[],
  { made }: DigestState,
): DigestChanges {
  const count = (kind: AnnouncedChange['kind']): number => changes.filter((change) => change?.kind === kind).length;
  return { since: made, added: count('new'), moved: count('moved'), cancelled: count('cancelled'), gone };
}

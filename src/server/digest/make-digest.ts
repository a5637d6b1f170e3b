import type { TalkDetails } from '#catalogue/talk-details.ts';
import { secondsOf, type Timestamp, timestampOf } from '#catalogue/timestamp.ts';
import type {
  AnnouncedChange,
  AnnouncedTime,
  DigestChanges,
  DigestContent,
  DigestTalk,
  DroppedTalk,
} from '#pages/digest/digest-words.ts';
import type { Snapshot } from '#replica/snapshot.ts';
import { oneLine } from '#representations/feeds/feed-text.ts';
import type { TalkIndex } from '#search/index/talk-index.ts';
import { dateText } from '#search/query/civil-days.ts';
import type { DigestQuestion } from '#search/query/digest-question.ts';
import type { Question } from '#search/query/question.ts';
import { subjectsOf } from '../pages/display-names.ts';

/** How far ahead a digest remembers talks, so that the next can list new ones; seconds. */
const REMEMBERED = 100 * 86_400;
/** Talks. */
const MAX_REMEMBERED = 2_000;
/** How many talks that are no longer in a digest's days are listed. */
const MAX_GONE = 25;
export interface MadeDigest {
  readonly content: Omit<DigestContent, 'unsubscribe'>;
  /** Saved for the next digest. */
  readonly state: DigestState;
}

/** The current talks of a digest. */
export function digestContent(snapshot: Snapshot, digest: DigestQuestion): Omit<DigestContent, 'unsubscribe'> {
  const { question } = digest;
  const { talks, total } = snapshot.index.answer({ ...question, order: 'date' });
  const details = snapshot.talks(talks);
  const shown = details.map((one): DigestTalk => ({ ...placed(one, snapshot.index, question), change: undefined }));
  return { ...headOf(digest, snapshot.index), talks: shown, total, changes: undefined };
}

/** The digest with changes since the last one, and the state for the next. */
export function digestSince(
  snapshot: Snapshot,
  digest: DigestQuestion,
  { before, now }: { readonly before: DigestState | undefined; readonly now: Date },
): MadeDigest {
  const { window, count } = digest.question;
  const known = knownAhead(snapshot, digest);
  const end = timestampOf(window.to);
  const inWindow = known.details.filter(({ talk }) => talk.start < end);
  const changes = inWindow.map((one) => (before === undefined ? undefined : changeOf(one, before)));
  const shown = inWindow
    .slice(0, count)
    .map((one, at): DigestTalk => ({ ...placed(one, snapshot.index, digest.question), change: changes[at] }));
  const gone = before === undefined ? [] : goneTalks(snapshot, before, { ...digest.question, found: inWindow });
  return {
    content: {
      ...headOf(digest, snapshot.index),
      talks: shown,
      total: snapshot.index.answer(digest.question).total,
      changes: before === undefined ? undefined : changesIn(changes, gone, before),
    },
    state: {
      made: timestampOf(Math.floor(now.getTime() / 1000)),
      until: known.until,
      talks: new Map(known.details.map((one) => [one.talk.slug, knownTalk(one)])),
    },
  };
}

/** The talks within a digest's days, and after them. */
function knownAhead(
  snapshot: Snapshot,
  { question }: DigestQuestion,
): { readonly details: readonly TalkDetails[]; readonly until: Timestamp } {
  const { window } = question;
  const end = Math.max(window.to, window.from + REMEMBERED);
  const ahead = { ...question, window: { ...window, to: end }, order: 'date' as const, page: 1, count: MAX_REMEMBERED };
  const { talks, total } = snapshot.index.answer(ahead);
  const details = snapshot.talks(talks);
  const last = details.at(-1)?.talk.start;
  return { details, until: total > details.length && last !== undefined ? last : timestampOf(end) };
}

interface Found {
  readonly window: { readonly from: number; readonly to: number };
  readonly found: readonly TalkDetails[];
}

/** Talks of these days that the last digest listed, and that are gone. */
function goneTalks(snapshot: Snapshot, before: DigestState, { window, found }: Found): DroppedTalk[] {
  const still = new Set(found.map(({ talk }) => talk.slug));
  const [from, to] = [timestampOf(window.from), timestampOf(window.to)];
  const missing = [...before.talks]
    .filter(([slug, { start, isCancelled }]) => start >= from && start < to && !isCancelled && !still.has(slug))
    .slice(0, MAX_GONE);
  const numbers = missing.map(([slug]) => snapshot.index.talkNumber(slug));
  const there = snapshot.talks(Uint32Array.from(numbers.filter((number) => number !== 0)));
  const starts = new Map(there.map(({ talk }) => [talk.slug, talk.status === 'cancelled' ? null : timeOf(talk)]));
  return missing.map(([slug, { title, ...time }]) => {
    const now = starts.get(slug) ?? null;
    return { title, time, now: now !== null && isSameTime(now, time) ? null : now };
  });
}

function headOf(
  { from, to, asked }: DigestQuestion,
  index: TalkIndex,
): Pick<DigestContent, 'subjects' | 'from' | 'to' | 'asked'> {
  return { subjects: subjectsOf(asked, index), from: dateText(from), to: dateText(to), asked };
}

function placed(details: TalkDetails, index: TalkIndex, { window }: Question): Omit<DigestTalk, 'change'> {
  const { talk, venue } = details;
  const venueAround = venue === null ? '' : index.places.venueAround(venue.id);
  return { details, venueAround, isOngoing: secondsOf(talk.start) < window.from };
}

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
function timeOf({ start, allDay }: TalkDetails['talk']): AnnouncedTime {
  return allDay ? { start, allDay } : { start };
}

function knownTalk({ talk, venue }: TalkDetails): KnownTalk {
  const places = [venue?.name ?? '', talk.locationDetails].filter((place) => place !== '');
  return {
    title: oneLine(talk.title).slice(0, LONGEST_TEXT).toWellFormed(),
    ...timeOf(talk),
    place: oneLine(places.join(', ')).slice(0, LONGEST_TEXT).toWellFormed(),
    isCancelled: talk.status === 'cancelled',
  };
}

/** What has changed about a talk; undefined: nothing. */
function changeOf(details: TalkDetails, { until, talks }: DigestState): AnnouncedChange | undefined {
  const { talk } = details;
  const before = talks.get(talk.slug);
  if (before === undefined) return talk.start < until ? { kind: 'new' } : undefined;
  const now = knownTalk(details);
  if (now.isCancelled) return before.isCancelled ? undefined : { kind: 'cancelled' };
  const time = isSameTime(now, before) ? undefined : before;
  if (time === undefined && now.place === before.place) return undefined;
  return { kind: 'moved', time, place: now.place === before.place ? undefined : before.place };
}

function isSameTime(one: AnnouncedTime, other: AnnouncedTime): boolean {
  return one.start === other.start && (one.allDay ?? false) === (other.allDay ?? false);
}

function changesIn(
  changes: readonly (AnnouncedChange | undefined)[],
  gone: readonly DroppedTalk[],
  { made }: DigestState,
): DigestChanges {
  const count = (kind: AnnouncedChange['kind']): number => changes.filter((change) => change?.kind === kind).length;
  return { since: made, added: count('new'), moved: count('moved'), cancelled: count('cancelled'), gone };
}

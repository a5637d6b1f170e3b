import { latestTimes } from '#catalogue/all-day.ts';
import { wordsOf } from '#catalogue/folding.ts';
import { partitionPoint } from '#catalogue/partition-point.ts';
import type { Slug } from '#catalogue/slug.ts';
import type { TalkRecord } from '#catalogue/talk.ts';
import type { Timestamp } from '#catalogue/timestamp.ts';
import type { SourceTalk } from '#sources/source-talk.ts';
import type { StoreBefore } from '../corrections/corrected-import.ts';
import { withNames } from '../merge/merge-rewriter.ts';
import { RecordsOfTalks } from '../reading/records-of-talks.ts';
import { NOTHING_SAME, type SameLines } from '../reading/same-lines.ts';
import type { SourceOptions, SourceReading } from '../reading/source-reading.ts';
import { isAlike, type KeyedTalk, type MatchingFeature, matchingFeatures, RECOGNISED_BY } from './matching-features.ts';
import { storedKey } from './remembered-keys.ts';

/**
 * Runs when a whole source has been read: gives talks with new keys their old slugs, and withdraws those that must no
 * longer be published. If unread entries may be any talk, the missing ones are unknown, and all new keys are new talks.
 * @throws StoreUnavailable; the signal's reason when that is aborted
 */
export async function recogniseMoved(
  store: Pick<StoreBefore, 'sourceTalks'>,
  source: SourceReading,
  { additions, same = NOTHING_SAME, read: { now } }: SourceOptions,
  signal: AbortSignal | undefined,
): Promise<void> {
  const { identity, held, heldWithheld, moved } = source;
  const [talks, hidden] = [held.takeAll(), heldWithheld.takeAll()];
  if (talks.length + hidden.length === 0 || source.isPartial) return;
  const { owns } = await source.before();
  const absent = [...owns].filter(
    ([slug, key]) =>
      !isThere(slug, source, same) && !(key === '' && !same.isKept(slug)) && !source.unread.has(slug, key),
  );
  const missing = new Set(absent.map(([slug]) => slug));
  if (missing.size === 0) return;
  const trial = new RecordsOfTalks(identity, additions);
  const keyed = (given: readonly SourceTalk[]): KeyedTalk[] =>
    given.flatMap((talk): KeyedTalk[] => {
      const made = trial.take(talk, source.file);
      if ('problems' in made) return [];
      const firstSlug = identity.firstSlug(talk.key);
      return [{ key: storedKey(talk.key), firstSlug, record: withNames(made.record, same) }];
    });
  const request = { owns, missing, fresh: keyed(talks), withheld: keyed(hidden), now, signal };
  for (const { slug, key, by, isWithheld } of await movedTalks(store.sourceTalks(new Set(owns.keys())), request)) {
    if (isWithheld) {
      source.withheld.add(slug);
      continue;
    }
    identity.changeKey(slug, key);
    moved.set(slug, by);
  }
}

/** Whether a talk has come, under this slug or one merged with it. */
function isThere(slug: Slug, { records, left, withheld }: SourceReading, same: SameLines): boolean {
  if (same.keepOf(slug) !== undefined) return true;
  return [slug, ...same.dropsOf(slug)].some((name) => records.has(name) || left.has(name) || withheld.has(name));
}

/** Milliseconds that a talk can move. */
const FARTHEST = 180 * 86_400_000;
/** The same for a talk whose title has changed too. */
const FARTHEST_RENAMED = 60 * 86_400_000;
/** With at least so many talks, all of them under new keys, keys are taken to mean nothing. */
const MIN_NEW = 3;

/** A talk that has come under a new key. */
interface MovedTalk {
  readonly slug: Slug;
  readonly key: string;
  readonly by: MatchingFeature;
  /** Whether it must no longer be published. */
  readonly isWithheld: boolean;
}

interface MoveRequest {
  /** Keys of all talks that the source had, by slug. */
  readonly owns: ReadonlyMap<Slug, string>;
  /** Talks that have not come under their keys. */
  readonly missing: ReadonlySet<Slug>;
  /** Talks that have come under new keys. */
  readonly fresh: readonly KeyedTalk[];
  /** The same for talks that must not be published. */
  readonly withheld?: readonly KeyedTalk[];
  readonly now: Timestamp;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Finds which missing talks of a source have come under new keys: those that share a feature with one new talk, and with
 * no other talk that the source had or has. Published talks are matched before those that must not be published.
 * @param records those of `owns` that are in the catalogue
 * @throws the signal's reason when that is aborted
 */
export async function movedTalks(
  records: AsyncIterable<TalkRecord>,
  { owns, missing, fresh, withheld = [], now, signal }: MoveRequest,
): Promise<readonly MovedTalk[]> {
  if (missing.size === 0 || fresh.length + withheld.length === 0) return [];
  const areKeysNew = missing.size === owns.size && missing.size >= MIN_NEW && fresh.length >= MIN_NEW;
  const published = new Sightings(fresh, areKeysNew);
  const hidden = new Sightings(withheld, areKeysNew);
  const positions = new SeriesPositions();
  const lost: TalkRecord[] = [];
  for await (const record of records) {
    signal?.throwIfAborted();
    const talk = { key: owns.get(record.slug) ?? '', record };
    for (const [feature, value] of matchingFeatures(talk, { areKeysNew })) {
      for (const sightings of [published, hidden]) sightings.find(feature, value)?.known.push(record);
    }
    for (const { occurrences } of [published, hidden]) occurrences.add(talk);
    if (missing.has(record.slug)) lost.push(record);
    else positions.add(record);
  }
  const taken = new Set<string>();
  return [published, hidden].flatMap((sightings) => {
    sightings.addPositions(positions, lost);
    return pairsOf(sightings, { missing, taken, now, isWithheld: sightings === hidden });
  });
}

/** All talks that share a feature. */
interface Sighting {
  readonly fresh: KeyedTalk[];
  readonly known: TalkRecord[];
}

class Sightings {
  readonly #all = new Map<MatchingFeature, Map<string, Sighting>>();
  readonly occurrences: MovedOccurrences;
  readonly #fresh: readonly KeyedTalk[];

  constructor(fresh: readonly KeyedTalk[], areKeysNew: boolean) {
    this.#fresh = fresh;
    this.occurrences = new MovedOccurrences(fresh);
    for (const talk of fresh) {
      for (const [feature, value] of matchingFeatures(talk, { areKeysNew })) this.#of(feature, value).fresh.push(talk);
    }
  }

  /** Adds positions in series as features of new and lost talks. @param positions from the talks that stayed */
  addPositions(positions: SeriesPositions, lost: readonly TalkRecord[]): void {
    for (const talk of this.#fresh) {
      const position = positions.of(talk.record);
      if (position !== undefined) this.#of('position', position).fresh.push(talk);
    }
    for (const record of lost) this.find('position', positions.of(record))?.known.push(record);
  }

  find(feature: MatchingFeature, value: string | undefined): Sighting | undefined {
    return value === undefined ? undefined : this.#all.get(feature)?.get(value);
  }

  /** Pairs of one old and one new talk that alone share a feature. */
  *pairs(feature: MatchingFeature): Generator<{ readonly before: TalkRecord; readonly talk: KeyedTalk }> {
    for (const { fresh, known } of this.#all.get(feature)?.values() ?? []) {
      const [talk, before] = [fresh[0], known[0]];
      if (talk !== undefined && before !== undefined && fresh.length + known.length === 2) yield { before, talk };
    }
  }

  #of(feature: MatchingFeature, value: string): Sighting {
    const byValue = this.#all.get(feature) ?? new Map<string, Sighting>();
    const found = byValue.get(value) ?? { fresh: [], known: [] };
    this.#all.set(feature, byValue.set(value, found));
    return found;
  }
}

/** Strongest first. */
const FEATURES = Object.keys(RECOGNISED_BY).filter((feature): feature is MatchingFeature => feature in RECOGNISED_BY);

interface PairRequest extends Pick<MoveRequest, 'missing' | 'now'>, Pick<MovedTalk, 'isWithheld'> {
  /** Slugs of paired talks, old and new. */
  readonly taken: Set<string>;
}

function pairsOf(sightings: Sightings, { missing, now, isWithheld, taken }: PairRequest): readonly MovedTalk[] {
  const moved: MovedTalk[] = [];
  const isLost = (slug: Slug): boolean => missing.has(slug) && !taken.has(slug);
  const isFree = (slug: Slug): boolean => !taken.has(slug);
  const take = (by: MatchingFeature, before: TalkRecord, talk: KeyedTalk): void => {
    taken.add(before.slug).add(talk.record.slug);
    moved.push({ slug: before.slug, key: talk.key, by, isWithheld });
  };
  for (const by of FEATURES) {
    if (by === 'occurrence') {
      for (const { before, talk } of sightings.occurrences.pairs(isLost, isFree, now)) take(by, before, talk);
    }
    for (const { before, talk } of sightings.pairs(by)) {
      if (!isLost(before.slug) || !isFree(talk.record.slug)) continue;
      if (by === 'key' || canBecome(by, before, talk.record, now)) take(by, before, talk);
    }
  }
  return moved;
}

/**
 * Whether one talk can have become the other. A talk that has begun does not move, and a talk that resembles a
 * cancelled one is its replacement.
 */
function canBecome(by: MatchingFeature, before: TalkRecord, talk: TalkRecord, now: Timestamp): boolean {
  if (before.status === 'cancelled' && talk.status !== 'cancelled' && by !== 'timeAndTitle') return false;
  const farthest = by === 'speakers' ? FARTHEST_RENAMED : FARTHEST;
  return (before.start === talk.start || isNear(before, talk, { now, farthest })) && isAlike(by, before, talk);
}

function isNear(
  before: TalkRecord,
  talk: TalkRecord,
  { now, farthest }: { readonly now: Timestamp; readonly farthest: number },
): boolean {
  if (latestTimes(before).start <= now || latestTimes(talk).end <= now) return false;
  return Math.abs(Date.parse(before.start) - Date.parse(talk.start)) <= farthest;
}

/** Positions of talks in their series, by the neighbouring talks that stayed. */
class SeriesPositions {
  readonly #bySeries = new Map<Slug, TalkRecord[]>();
  #isSorted = true;

  /** Adds a talk that stayed. */
  add(talk: TalkRecord): void {
    if (talk.series === null) return;
    const others = this.#bySeries.get(talk.series);
    if (others === undefined) this.#bySeries.set(talk.series, [talk]);
    else others.push(talk);
    this.#isSorted = false;
  }

  /** Slugs of the talks before and after it. Undefined for the first and the last, since a series goes on. */
  of({ series, start }: TalkRecord): string | undefined {
    this.#sort();
    const talks = series === null ? [] : (this.#bySeries.get(series) ?? []);
    const next = countUntil(talks, start);
    const [before, after] = [talks[next - 1], talks[next]];
    return before === undefined || after === undefined ? undefined : `${before.slug} ${after.slug}`;
  }

  #sort(): void {
    if (this.#isSorted) return;
    for (const talks of this.#bySeries.values()) talks.sort((a, b) => (a.start < b.start ? -1 : 1));
    this.#isSorted = true;
  }
}

/** Number of talks that start at or before the moment. @param talks in order of their starts */
function countUntil(talks: readonly TalkRecord[], moment: Timestamp): number {
  return partitionPoint(0, talks.length, (index) => (talks[index]?.start ?? '') <= moment);
}

/** Key of an occurrence: the key of its event, and its time by the event's rule. */
const OCCURRENCE = /^(?<event>.*)\/(?<year>\d{4})(?<month>\d\d)(?<day>\d\d)(?:T(?<hour>\d\d)(?<minute>\d\d)\d\dZ?)?$/s;

/** Suffix in Google UIDs of an event that goes on at other times; without it, the UID is that of the earlier event. */
const CONTINUED = /_R\d{8}(?:T\d{6}Z?)?(?=@|$)/;

interface Occurrence {
  readonly talk: KeyedTalk;
  /** Milliseconds since 1970. */
  readonly moment: number;
}

interface OccurrencePair {
  readonly before: TalkRecord;
  readonly talk: KeyedTalk;
}

/** Recurring events with occurrences new to the source: their rules may have moved from Tuesdays to Wednesdays. */
class MovedOccurrences {
  readonly #events = new Map<string, { readonly fresh: Occurrence[]; readonly known: Occurrence[] }>();

  constructor(fresh: readonly KeyedTalk[]) {
    for (const talk of fresh) {
      const { event, moment } = occurrenceOf(talk.key) ?? {};
      if (event === undefined || moment === undefined) continue;
      const found = this.#events.get(event) ?? { fresh: [], known: [] };
      found.fresh.push({ talk, moment });
      this.#events.set(event, found);
    }
  }

  /** Adds a talk that the source had before. */
  add(talk: KeyedTalk): void {
    if (this.#events.size === 0) return;
    const { event, moment } = occurrenceOf(talk.key) ?? {};
    if (event !== undefined && moment !== undefined) this.#events.get(event)?.known.push({ talk, moment });
  }

  /** Pairs each missing talk with the nearest new one of its event, between the talks before and after it. */
  *pairs(
    isMissing: (slug: Slug) => boolean,
    isFree: (slug: Slug) => boolean,
    now: Timestamp,
  ): Generator<OccurrencePair> {
    for (const { fresh, known } of this.#events.values()) {
      known.sort(byMoment);
      fresh.sort(byMoment);
      let first = 0;
      for (const [index, { talk, moment }] of known.entries()) {
        const [from, to] = spanOf(moment, known[index - 1]?.moment, known[index + 1]?.moment);
        while ((fresh[first]?.moment ?? Number.POSITIVE_INFINITY) <= from) first++;
        if (!isMissing(talk.record.slug)) continue;
        const best = nearest(fresh, { first, to, moment }, (one) => {
          return isFree(one.talk.record.slug) && isSame(talk.record, one.talk.record, now);
        });
        if (best !== undefined) yield { before: talk.record, talk: best.talk };
      }
    }
  }
}

function occurrenceOf(key: string): { readonly event: string; readonly moment: number } | undefined {
  const { event = '', year, month, day, hour = 0, minute = 0 } = OCCURRENCE.exec(key)?.groups ?? {};
  if (event === '') return undefined;
  const moment = Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute));
  return { event: event.replace(CONTINUED, ''), moment };
}

function byMoment(a: Occurrence, b: Occurrence): number {
  return a.moment - b.moment;
}

/** Milliseconds that an occurrence without neighbours can move. */
const WEEK = 7 * 86_400_000;

/** From the occurrence before to the one after; symmetric if one is missing. */
function spanOf(moment: number, before: number | undefined, after: number | undefined): readonly [number, number] {
  const [earlier, later] = [before && moment - before, after && after - moment];
  return [moment - (earlier ?? later ?? WEEK), moment + (later ?? earlier ?? WEEK)];
}

function nearest(
  fresh: readonly Occurrence[],
  { first, to, moment }: { readonly first: number; readonly to: number; readonly moment: number },
  isFit: (one: Occurrence) => boolean,
): Occurrence | undefined {
  let best: Occurrence | undefined;
  for (let at = first; at < fresh.length; at++) {
    const one = fresh[at];
    if (one === undefined || one.moment >= to) break;
    const isNearer = best === undefined || Math.abs(one.moment - moment) < Math.abs(best.moment - moment);
    if (isNearer && isFit(one)) best = one;
  }
  return best;
}

/** Whether two talks can be the same: a talk that has begun or was cancelled does not move. */
function isSame(before: TalkRecord, talk: TalkRecord, now: Timestamp): boolean {
  if (latestTimes(before).start <= now && latestTimes(talk).end > now) return false;
  if (before.status === 'cancelled' && talk.status !== 'cancelled') return false;
  return wordsOf(before.title).join(' ') === wordsOf(talk.title).join(' ') || isAlike('uid', before, talk);
}

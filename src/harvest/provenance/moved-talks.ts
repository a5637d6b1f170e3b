import { latestTimes } from '#catalogue/all-day.ts';
import type { Slug } from '#catalogue/slug.ts';
import type { TalkRecord } from '#catalogue/talk.ts';
import type { Timestamp } from '#catalogue/timestamp.ts';
import { partitionPoint } from '#catalogue/partition-point.ts';
import { MovedOccurrences } from './moved-occurrences.ts';
import { RECOGNISED_BY, isAlike, matchingFeatures } from './matching-features.ts';
import type { KeyedTalk, MatchingFeature } from './matching-features.ts';

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

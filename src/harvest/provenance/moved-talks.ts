import type { FileRecord } from '#catalogue/record.ts';
import type { Slug } from '#catalogue/slug.ts';
import type { TalkRecord } from '#catalogue/talk.ts';
import type { Timestamp } from '#catalogue/timestamp.ts';
import { MovedOccurrences } from './moved-occurrences.ts';
import { SeriesPositions } from './series-positions.ts';
import { RECOGNISED_BY, isAlike, traitsOf } from './talk-traits.ts';
import type { KeyedTalk, Trait } from './talk-traits.ts';

/** Milliseconds that a talk can move. */
const FARTHEST = 180 * 86_400_000;
/** The same for a talk whose title has changed too. */
const FARTHEST_RENAMED = 60 * 86_400_000;
/** With at least so many talks, all of them under new keys, keys are taken to mean nothing. */
const LEAST_NEW = 3;

/** A talk that has come under a new key. */
interface MovedTalk {
  readonly slug: Slug;
  readonly key: string;
  readonly by: Trait;
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
 * Finds which missing talks of a source have come under new keys: those that share a trait with one new talk, and with
 * no other talk that the source had or has. Published talks are matched before those that must not be published.
 * @param records records of the catalogue, with complete talks
 * @throws the signal's reason when that is aborted
 */
export async function movedTalks(
  records: AsyncIterable<FileRecord>,
  { owns, missing, fresh, withheld = [], now, signal }: MoveRequest,
): Promise<readonly MovedTalk[]> {
  if (missing.size === 0 || fresh.length + withheld.length === 0) return [];
  const areKeysNew = missing.size === owns.size && missing.size >= LEAST_NEW && fresh.length >= LEAST_NEW;
  const published = new Sightings(fresh, areKeysNew);
  const hidden = new Sightings(withheld, areKeysNew);
  const positions = new SeriesPositions();
  const lost: TalkRecord[] = [];
  for await (const talk of talksOf(records, owns)) {
    signal?.throwIfAborted();
    for (const [trait, value] of traitsOf(talk, { areKeysNew })) {
      for (const sightings of [published, hidden]) sightings.find(trait, value)?.known.push(talk.record);
    }
    for (const { occurrences } of [published, hidden]) occurrences.add(talk);
    if (missing.has(talk.record.slug)) lost.push(talk.record);
    else positions.add(talk.record);
  }
  const taken = new Set<string>();
  return [published, hidden].flatMap((sightings) => {
    sightings.addPositions(positions, lost);
    return pairsOf(sightings, { missing, taken, now, isWithheld: sightings === hidden });
  });
}

/** The talks of the source, with their keys. */
async function* talksOf(
  records: AsyncIterable<FileRecord>,
  owns: ReadonlyMap<Slug, string>,
): AsyncGenerator<KeyedTalk> {
  for await (const record of records) {
    const key = record.type === 'talk' ? owns.get(record.slug) : undefined;
    if (record.type === 'talk' && key !== undefined) yield { key, record };
  }
}

/** All talks that share a trait. */
interface Sighting {
  readonly fresh: KeyedTalk[];
  readonly known: TalkRecord[];
}

class Sightings {
  readonly #all = new Map<Trait, Map<string, Sighting>>();
  readonly occurrences: MovedOccurrences;
  readonly #fresh: readonly KeyedTalk[];

  constructor(fresh: readonly KeyedTalk[], areKeysNew: boolean) {
    this.#fresh = fresh;
    this.occurrences = new MovedOccurrences(fresh);
    for (const talk of fresh) {
      for (const [trait, value] of traitsOf(talk, { areKeysNew })) this.#of(trait, value).fresh.push(talk);
    }
  }

  /** Adds positions in series as traits of new and lost talks. @param positions from the talks that stayed */
  addPositions(positions: SeriesPositions, lost: readonly TalkRecord[]): void {
    for (const talk of this.#fresh) {
      const position = positions.of(talk.record);
      if (position !== undefined) this.#of('position', position).fresh.push(talk);
    }
    for (const record of lost) this.find('position', positions.of(record))?.known.push(record);
  }

  find(trait: Trait, value: string | undefined): Sighting | undefined {
    return value === undefined ? undefined : this.#all.get(trait)?.get(value);
  }

  /** Pairs of one old and one new talk that alone share a trait. */
  *pairs(trait: Trait): Generator<{ readonly before: TalkRecord; readonly talk: KeyedTalk }> {
    for (const { fresh, known } of this.#all.get(trait)?.values() ?? []) {
      const [talk, before] = [fresh[0], known[0]];
      if (talk !== undefined && before !== undefined && fresh.length + known.length === 2) yield { before, talk };
    }
  }

  #of(trait: Trait, value: string): Sighting {
    const byValue = this.#all.get(trait) ?? new Map<string, Sighting>();
    const found = byValue.get(value) ?? { fresh: [], known: [] };
    this.#all.set(trait, byValue.set(value, found));
    return found;
  }
}

/** Strongest first. */
const TRAITS = Object.keys(RECOGNISED_BY).filter((trait): trait is Trait => trait in RECOGNISED_BY);

interface PairRequest extends Pick<MoveRequest, 'missing' | 'now'>, Pick<MovedTalk, 'isWithheld'> {
  /** Slugs of paired talks, old and new. */
  readonly taken: Set<string>;
}

function pairsOf(sightings: Sightings, { missing, now, isWithheld, taken }: PairRequest): readonly MovedTalk[] {
  const moved: MovedTalk[] = [];
  const isLost = (slug: Slug): boolean => missing.has(slug) && !taken.has(slug);
  const isFree = (slug: Slug): boolean => !taken.has(slug);
  const take = (by: Trait, before: TalkRecord, talk: KeyedTalk): void => {
    taken.add(before.slug).add(talk.record.slug);
    moved.push({ slug: before.slug, key: talk.key, by, isWithheld });
  };
  for (const by of TRAITS) {
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
function canBecome(by: Trait, before: TalkRecord, talk: TalkRecord, now: Timestamp): boolean {
  if (before.status === 'cancelled' && talk.status !== 'cancelled' && by !== 'timeAndTitle') return false;
  const farthest = by === 'speakers' ? FARTHEST_RENAMED : FARTHEST;
  return (before.start === talk.start || isNear(before, talk, { now, farthest })) && isAlike(by, before, talk);
}

function isNear(
  before: TalkRecord,
  { start, end }: TalkRecord,
  { now, farthest }: { readonly now: Timestamp; readonly farthest: number },
): boolean {
  return before.start > now && end > now && Math.abs(Date.parse(before.start) - Date.parse(start)) <= farthest;
}

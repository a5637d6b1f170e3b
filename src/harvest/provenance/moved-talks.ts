import type { FileRecord } from '#catalogue/record.ts';
import type { Slug } from '#catalogue/slug.ts';
import type { TalkRecord } from '#catalogue/talk.ts';
import type { Timestamp } from '#catalogue/timestamp.ts';
import { SeriesPositions } from './series-positions.ts';
import { RECOGNISED_BY, isAlike, traitsOf } from './talk-traits.ts';
import type { KeyedTalk, Trait } from './talk-traits.ts';

/** How far a talk can move, in milliseconds. */
const FARTHEST = 180 * 86_400_000;

/** A talk that has come under a new key. */
export interface MovedTalk {
  readonly slug: Slug;
  readonly key: string;
  readonly by: Trait;
}

export interface MoveRequest {
  /** Keys of all talks that the source had, by slug. */
  readonly owns: ReadonlyMap<Slug, string>;
  /** Those that have not come under their keys. */
  readonly missing: ReadonlySet<Slug>;
  /** Those that have come under keys that the source did not have. */
  readonly fresh: readonly KeyedTalk[];
  readonly now: Timestamp;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Finds which of a source's missing talks have come under new keys: those that share a trait with one fresh talk, and with
 * no other talk that the source had or has.
 * @param records what the catalogue has, talks in one piece
 * @throws the signal's reason when that is aborted
 */
export async function movedTalks(
  records: AsyncIterable<FileRecord>,
  { owns, missing, fresh, now, signal }: MoveRequest,
): Promise<readonly MovedTalk[]> {
  if (missing.size === 0 || fresh.length === 0) return [];
  const sightings = new Sightings();
  for (const talk of fresh) for (const [trait, value] of traitsOf(talk)) sightings.of(trait, value).fresh.push(talk);
  const positions = new SeriesPositions();
  const lost: TalkRecord[] = [];
  for await (const talk of talksOf(records, owns)) {
    signal?.throwIfAborted();
    for (const [trait, value] of traitsOf(talk)) sightings.find(trait, value)?.known.push(talk.record);
    if (missing.has(talk.record.slug)) lost.push(talk.record);
    else positions.add(talk.record);
  }
  for (const talk of fresh) {
    const position = positions.of(talk.record);
    if (position !== undefined) sightings.of('position', position).fresh.push(talk);
  }
  for (const record of lost) sightings.find('position', positions.of(record))?.known.push(record);
  return pairsOf(sightings, missing, now);
}

/** The talks among these records that have keys. */
async function* talksOf(
  records: AsyncIterable<FileRecord>,
  owns: ReadonlyMap<Slug, string>,
): AsyncGenerator<KeyedTalk> {
  for await (const record of records) {
    const key = record.type === 'talk' ? owns.get(record.slug) : undefined;
    if (record.type === 'talk' && key !== undefined) yield { key, record };
  }
}

/** All talks that have a trait in common. */
interface Sighting {
  readonly fresh: KeyedTalk[];
  readonly known: TalkRecord[];
}

class Sightings {
  readonly #all = new Map<Trait, Map<string, Sighting>>();

  of(trait: Trait, value: string): Sighting {
    const byValue = this.#all.get(trait) ?? new Map<string, Sighting>();
    const found = byValue.get(value) ?? { fresh: [], known: [] };
    this.#all.set(trait, byValue.set(value, found));
    return found;
  }

  find(trait: Trait, value: string | undefined): Sighting | undefined {
    return value === undefined ? undefined : this.#all.get(trait)?.get(value);
  }

  /** Strongest trait first. */
  *pairs(): Generator<{ readonly by: Trait; readonly before: TalkRecord; readonly talk: KeyedTalk }> {
    for (const by of TRAITS) {
      for (const { fresh, known } of this.#all.get(by)?.values() ?? []) {
        const [talk, before] = [fresh[0], known[0]];
        if (talk === undefined || before === undefined || fresh.length + known.length > 2) continue;
        yield { by, before, talk };
      }
    }
  }
}

const TRAITS = Object.keys(RECOGNISED_BY).filter((trait): trait is Trait => trait in RECOGNISED_BY);

function pairsOf(sightings: Sightings, missing: ReadonlySet<Slug>, now: Timestamp): readonly MovedTalk[] {
  const moved: MovedTalk[] = [];
  const taken = new Set<string>();
  for (const { by, before, talk } of sightings.pairs()) {
    if (!missing.has(before.slug) || taken.has(before.slug) || taken.has(talk.record.slug)) continue;
    if (by !== 'key' && !canBecome(by, before, talk.record, now)) continue;
    taken.add(before.slug).add(talk.record.slug);
    moved.push({ slug: before.slug, key: talk.key, by });
  }
  return moved;
}

/**
 * Talks that have begun are history, and what resembles them at another time is another talk; so is what takes place instead
 * of a talk that was cancelled.
 */
function canBecome(by: Trait, before: TalkRecord, talk: TalkRecord, now: Timestamp): boolean {
  if (before.status === 'cancelled' && talk.status !== 'cancelled' && by !== 'timeAndTitle') return false;
  return (before.start === talk.start || isNear(before, talk, now)) && isAlike(by, before, talk);
}

function isNear(before: TalkRecord, { start, end }: TalkRecord, now: Timestamp): boolean {
  return before.start > now && end > now && Math.abs(Date.parse(before.start) - Date.parse(start)) <= FARTHEST;
}

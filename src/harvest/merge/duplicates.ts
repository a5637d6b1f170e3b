import { setImmediate as nextTurn } from 'node:timers/promises';
import { createHash } from 'node:crypto';
import { rememberedStart, secondsInZone, type Midnights } from '#catalogue/all-day.ts';
import type { TalkDetails } from '#catalogue/talk-details.ts';
import { traitBit } from '#catalogue/talk-traits.ts';
import type { Store } from '#store/store.ts';
import { DuplicateCandidates, type LikelyPair } from './duplicate-candidates.ts';
import type { ComparedTalk } from './compared-talk.ts';
import { isNamed, nameKey, nameLikeness, namePair, type NamedRecord, type NamePair } from './likely-names.ts';
import { oneByOne } from '../sync/one-by-one.ts';
import type { SameLines } from '../reading/same-lines.ts';
import { Starts } from './starts.ts';

export type Duplicate =
  | { readonly of: 'talks'; readonly pair: LikelyPair }
  | { readonly of: 'names'; readonly pair: NamePair };

interface DuplicatesRequest {
  /** Pairs that are merged already, which are skipped. */
  readonly same: SameLines;
  /** Seconds since 1970-01-01T00:00:00Z: talks that begin at or after `from`, and before `to`; null: no limit. */
  readonly from: number | null;
  readonly to: number | null;
  /** Of the zone in which days begin. */
  readonly calendar: Midnights;
}

const ALL_DAY = traitBit('allDay');

/** What comparing records reads of a store. */
export type ComparedStore = Pick<Store, 'changes' | 'record' | 'talks'>;

/** Talks per read. */
const BATCH = 200;

/**
 * Duplicate candidates of a whole catalogue: people, places, series and topics with equal names, then talks in order of
 * their starts. Keeps a few bytes of each talk in memory, and the talks of two days. @throws StoreUnavailable
 */
export async function* duplicatesIn(store: ComparedStore, request: DuplicatesRequest): AsyncGenerator<Duplicate> {
  for await (const pair of alikeNames(store, request.same)) yield { of: 'names', pair };
  const isAskedFor = (a: ComparedTalk, b: ComparedTalk): boolean => !request.same.areSame(a.slug, b.slug);
  const found = new DuplicateCandidates(isAskedFor);
  for await (const talk of talksInOrder(store, await numbersInOrder(store, request))) {
    for (const pair of found.add(talk)) yield { of: 'talks', pair };
  }
}

async function numbersInOrder(store: ComparedStore, { from, to, calendar }: DuplicatesRequest): Promise<Uint32Array> {
  const starts = new Starts();
  const changes = await store.changes(null);
  try {
    for await (const talk of oneByOne(changes.talks)) {
      const { start: begin } = (talk.traits & ALL_DAY) === 0 ? talk : secondsInZone(talk, calendar);
      if (begin >= (from ?? -Infinity) && begin < (to ?? Infinity)) starts.add(talk.start, talk.number);
    }
  } finally {
    changes.close();
  }
  return starts.numbers();
}

/** @param numbers in the wanted order; talks removed meanwhile are skipped */
export async function* talksInOrder(store: Pick<Store, 'talks'>, numbers: Uint32Array): AsyncGenerator<ComparedTalk> {
  for (let at = 0; at < numbers.length; at += BATCH) {
    // Yield, so that a signal can be aborted.
    await nextTurn();
    const talks = await store.talks([...numbers.subarray(at, at + BATCH)]);
    for (const details of talks) if (details !== undefined) yield comparedTalk(details);
  }
}

function comparedTalk({ talk, venue, speakers }: TalkDetails): ComparedTalk {
  const { slug, title, start, end, status, locationDetails } = talk;
  return {
    slug,
    title,
    start,
    end,
    remembered: rememberedStart(talk),
    isCancelled: status === 'cancelled',
    places: [venue?.name ?? '', locationDetails],
    people: speakers.map(({ name }) => name),
  };
}

async function* alikeNames(store: ComparedStore, same: SameLines): AsyncGenerator<NamePair> {
  const census = new NameCensus();
  for await (const { type, name } of entitiesOf(store)) if (isNamed(type)) census.count(nameKey(type, name));
  const first = new Map<string, NamedRecord>();
  for await (const { type, name, key } of entitiesOf(store)) {
    const called = isNamed(type) ? nameKey(type, name) : '';
    if (called === '' || !isNamed(type) || !census.isRepeated(called)) continue;
    const named = await store.record(type, key);
    if (named === undefined) continue;
    const known = first.get(called);
    if (known === undefined) {
      first.set(called, named);
      continue;
    }
    const why = nameLikeness(known, named);
    const pair = why === undefined ? undefined : namePair(known, named, why);
    if (pair !== undefined && !same.areSame(pair.keep, pair.drop)) yield pair;
  }
}

async function* entitiesOf(store: ComparedStore): AsyncGenerator<{ type: string; name: string; key: string }> {
  const changes = await store.changes(null);
  try {
    yield* oneByOne(changes.entities);
  } finally {
    changes.close();
  }
}

/** Bits of each table: two mebibytes, a sixteenth filled by a million names. */
const BITS = 2 ** 24;

/**
 * Finds names that occur more than once, in four mebibytes for any number of names. May report a unique name as
 * repeated, so callers check again.
 */
class NameCensus {
  readonly #once = new Uint8Array(BITS / 8);
  readonly #again = new Uint8Array(BITS / 8);

  /** Ignores ''. */
  count(name: string): void {
    if (name === '') return;
    const [byte, bit] = placeOf(name);
    if (((this.#once[byte] ?? 0) & bit) === 0) this.#once[byte] = (this.#once[byte] ?? 0) | bit;
    else this.#again[byte] = (this.#again[byte] ?? 0) | bit;
  }

  isRepeated(name: string): boolean {
    const [byte, bit] = placeOf(name);
    return ((this.#again[byte] ?? 0) & bit) !== 0;
  }
}

function placeOf(name: string): readonly [byte: number, bit: number] {
  const place = createHash('sha1').update(name).digest().readUInt32BE() % BITS;
  return [place >> 3, 1 << (place & 7)];
}

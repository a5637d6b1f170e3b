import { setImmediate as nextTurn } from 'node:timers/promises';
import { UTC, ianaZone, type Zone } from '#sources/wall-clock.ts';
import type { ChangedEntity } from '#store/store.ts';
import { talksInOrder, type ComparedStore } from './duplicates.ts';
import type { IncomingTalks } from './incoming-talks.ts';
import { DuplicateCandidates, NEAR, type LikelyPair } from './duplicate-candidates.ts';
import type { ComparedTalk } from './compared-talk.ts';
import {
  nameRecordKey,
  nameLikeness,
  namePair,
  asNamed,
  called,
  isNamed,
  nameKey,
  type NamePair,
  type NamedRecord,
} from './likely-names.ts';
import type { SameLines } from '../reading/same-lines.ts';
import type { SourceReading } from '../reading/source-reading.ts';
import { Starts } from './starts.ts';

/** Duplicate candidates of an import. */
export interface DuplicateReport {
  /** At most MAX_SHOWN. */
  readonly talks: readonly LikelyPair[];
  readonly moreTalks: number;
  readonly names: readonly NamePair[];
  readonly moreNames: number;
  /** Number of talks that were not compared, since there were too many. */
  readonly left: number;
  /** Number of pairs of equal names that were not compared further, since there were too many. */
  readonly leftNames: number;
}

export const NOTHING_ALIKE: DuplicateReport = {
  talks: [],
  moreTalks: 0,
  names: [],
  moreNames: 0,
  left: 0,
  leftNames: 0,
};

const MAX_SHOWN = 20;
/** Talks or names between checks of the signal. */
const BATCH = 500;
/** Maximum number of pairs of equal names that are looked up in the store. */
const MAX_LOOKED_UP = 20_000;

/** The sources of an import, by name, and their talks. */
interface ComparedSources {
  readonly incoming: IncomingTalks;
  readonly bySource: ReadonlyMap<string, SourceReading>;
}

interface Comparing {
  readonly lines: SameLines;
  /** True: the previous catalogue is ignored. */
  readonly isAlone: boolean;
  /** IANA zone in which days begin. */
  readonly zone: string;
  /** Stops the comparison with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

/** Compares the records of the sources with each other, and with the catalogue. @throws StoreUnavailable */
export async function compareSources(
  store: ComparedStore,
  { incoming, bySource }: ComparedSources,
  comparing: Comparing,
): Promise<DuplicateReport> {
  if (incoming.size === 0) return NOTHING_ALIKE;
  const named = new IncomingNames(bySource);
  const there = new Starts();
  const alike = new Alikes(comparing.signal);
  await alike.take(named.amongThemselves());
  if (!comparing.isAlone) {
    const near = new NearStarts(incoming, ianaZone(comparing.zone) ?? UTC);
    const changes = await store.changes(null);
    try {
      for await (const batch of changes.entities) await alike.take(named.likeAny(batch));
      for await (const batch of changes.talks) there.addAll(batch.filter(({ start }) => near.has(start)));
    } finally {
      changes.close();
    }
  }
  const names = await likelyNames(store, named, alike, comparing);
  const talks = await likelyTalks(store, { incoming, bySource, there }, comparing);
  return {
    talks: talks.shown,
    moreTalks: talks.more,
    names: names.shown,
    moreNames: names.more,
    left: incoming.left,
    leftNames: alike.left,
  };
}

/** Pairs of equal names, at most MAX_LOOKED_UP. */
class Alikes {
  readonly pairs: Alike[] = [];
  left = 0;
  readonly #signal: AbortSignal | undefined;
  #taken = 0;

  constructor(signal: AbortSignal | undefined) {
    this.#signal = signal;
  }

  /** @throws the signal's reason */
  async take(pairs: Iterable<Alike>): Promise<void> {
    this.#signal?.throwIfAborted();
    for (const pair of pairs) {
      if (this.pairs.length < MAX_LOOKED_UP) this.pairs.push(pair);
      else this.left++;
      if (++this.#taken % BATCH === 0) await hear(this.#signal);
    }
  }
}

async function likelyNames(
  store: ComparedStore,
  named: IncomingNames,
  { pairs }: Alikes,
  { lines, signal }: Comparing,
): Promise<Shown<NamePair>> {
  const names = new Shown<NamePair>();
  for (const [index, { one, other: of }] of pairs.entries()) {
    if (index % BATCH === 0) await hear(signal);
    const other = named.withKey(of.key) ?? (await store.record(of.type, of.key));
    const why = other === undefined ? undefined : nameLikeness(one, other);
    if (other !== undefined && why !== undefined && !lines.areSame(nameRecordKey(one), of.key)) {
      names.add(namePair(one, other, why));
    }
  }
  return names;
}

/** Yields to the event loop, so that the signal can be aborted. @throws its reason */
async function hear(signal: AbortSignal | undefined): Promise<void> {
  await nextTurn();
  signal?.throwIfAborted();
}

interface Compared extends ComparedSources {
  /** Stored talks that begin near an incoming one. */
  readonly there: Starts;
}

async function likelyTalks(
  store: ComparedStore,
  { incoming, bySource, there }: Compared,
  { lines, signal }: Comparing,
): Promise<Shown<LikelyPair>> {
  const pairs = new Shown<LikelyPair>();
  if (there.size === 0 && bySource.size === 1) return pairs;
  const isIncoming = (slug: string): boolean => [...bySource.values()].some(({ records }) => records.has(slug));
  const own = await ownTalks(bySource);
  let compared = 0;
  const found = new DuplicateCandidates((a, b) => a.source !== b.source && !lines.areSame(a.slug, b.slug));
  for await (const talk of inOrder(incoming, talksInOrder(store, there.numbers()))) {
    if (++compared % BATCH === 0) await hear(signal);
    // Skip stored versions of incoming talks.
    if (talk.source === undefined && isIncoming(talk.slug)) continue;
    for (const pair of found.add(talk)) if (!own(pair)) pairs.add(pair);
  }
  return pairs;
}

/** Merges incoming and stored talks, in order of their starts. */
async function* inOrder(incoming: IncomingTalks, there: AsyncGenerator<ComparedTalk>): AsyncGenerator<ComparedTalk> {
  let next = await there.next();
  for (const number of incoming.starts.numbers()) {
    const talk = incoming.get(number);
    for (; next.done !== true && next.value.start <= talk.start; next = await there.next()) yield next.value;
    yield talk;
  }
  for (; next.done !== true; next = await there.next()) yield next.value;
}

/** Whether both talks of a pair are of one source: a talk that is gone from it is no duplicate of one that it has. */
async function ownTalks(bySource: ReadonlyMap<string, SourceReading>): Promise<(pair: LikelyPair) => boolean> {
  const owned = new Map<string, ReadonlyMap<string, string>>();
  for (const [name, source] of bySource) owned.set(name, (await source.before()).owns);
  return ({ keep, drop }) => {
    if (keep.source !== undefined && drop.source !== undefined) return false;
    const [incoming, there] = keep.source === undefined ? [drop, keep] : [keep, drop];
    return owned.get(incoming.source ?? '')?.has(there.slug) === true;
  };
}

/** The first MAX_SHOWN items, and the number of others. */
class Shown<T> {
  readonly shown: T[] = [];
  more = 0;

  add(item: T): void {
    if (this.shown.length < MAX_SHOWN) this.shown.push(item);
    else this.more++;
  }
}

/** An incoming record, and another of the same type and name. */
interface Alike {
  readonly one: NamedRecord;
  readonly other: { readonly type: NamedRecord['type']; readonly key: string };
}

/** People, places, series and topics of incoming talks, by name. */
class IncomingNames {
  readonly #byName = new Map<string, NamedRecord[]>();
  readonly #byKey = new Map<string, NamedRecord>();
  readonly #sources = new Map<NamedRecord, string>();

  constructor(sources: ReadonlyMap<string, SourceReading>) {
    for (const [source, { records }] of sources) {
      for (const { record } of records.entities()) this.#add(asNamed(record), source);
    }
  }

  /** Undefined: not among the incoming records. */
  withKey(key: string): NamedRecord | undefined {
    return this.#byKey.get(key);
  }

  /** Equal names of different sources: records that one source tells apart are not the same. */
  *amongThemselves(): Generator<Alike> {
    for (const [one, ...others] of this.#byName.values()) {
      if (one === undefined) continue;
      const elsewhere = others.filter((other) => this.#sources.get(other) !== this.#sources.get(one));
      for (const other of elsewhere) yield { one, other: { type: other.type, key: nameRecordKey(other) } };
    }
  }

  /** Other stored records with the name of an incoming one. */
  *likeAny(entities: readonly ChangedEntity[]): Generator<Alike> {
    for (const { type, key, name } of entities) {
      if (!isNamed(type) || this.#byKey.has(key)) continue;
      const [one] = this.#byName.get(nameKey(type, name)) ?? [];
      if (one !== undefined) yield { one, other: { type, key } };
    }
  }

  #add(named: NamedRecord | undefined, source: string): void {
    if (named === undefined) return;
    const key = nameRecordKey(named);
    if (this.#byKey.has(key)) return;
    this.#byKey.set(key, named);
    this.#sources.set(named, source);
    const name = nameKey(named.type, called(named));
    const known = this.#byName.get(name);
    if (known === undefined && name !== '') this.#byName.set(name, [named]);
    else known?.push(named);
  }
}

const DAY = 86_400;

/** Tells roughly which starts are near that of an incoming talk. Other talks need not be read. */
class NearStarts {
  readonly #slots = new Set<number>();
  readonly #days = new Set<number>();

  /** @param zone in which days begin at midnight */
  constructor(incoming: IncomingTalks, zone: Zone) {
    for (const start of incoming.starts.all()) {
      const midnight = zone.toWall(start) % DAY === 0;
      if (midnight) for (const day of [0, 1]) this.#days.add(Math.floor(start / DAY) + day);
      // For stored talks of which only the day is known.
      this.#add(zone.toUtc(Math.floor(zone.toWall(start) / DAY) * DAY));
      this.#add(start);
    }
  }

  has(start: number): boolean {
    return this.#slots.has(Math.floor(start / NEAR)) || this.#days.has(Math.floor(start / DAY));
  }

  #add(start: number): void {
    const slot = Math.floor(start / NEAR);
    for (const each of [slot - 1, slot, slot + 1]) this.#slots.add(each);
  }
}

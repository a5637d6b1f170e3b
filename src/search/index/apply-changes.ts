import type { PlaceKind } from '#catalogue/place.ts';
import { byEntityType, type EntityType, MENTIONED_TYPES, type MentionedType } from '#store/entity-type.ts';
import type { ChangedTalk, ChangesSince, RemovedTalkNumber } from '#store/store.ts';
import { Directory } from '../names/directory.ts';
import { changeOrder } from '../names/name-order.ts';
import {
  DEPARTMENT_REF,
  FIRST_TOPIC,
  type IndexColumns,
  type IndexState,
  type KeyColumns,
  SERIES_REF,
  sharedUint32,
  type TalkColumns,
  TOPIC_COUNT,
  VENUE_REF,
  type VersionColumns,
} from './columns.ts';
import { changeKeys, hasNumber, highestNumber, NO_KEYS } from './keys.ts';
import { type BrowseType, recordTypeOf } from './list-type.ts';
import { NumberSet } from './number-set.ts';
import { buildPostings } from './postings-builder.ts';
import { changeRemovedTalks, NO_REMOVED_TALKS } from './removed-talks.ts';
import { fillTalkSlots, isKeyedBySlug, packSlug } from './slug-words.ts';
import { mergeTalks, sortTalks } from './talk-columns.ts';
import { changeTexts, NO_TEXTS } from './texts.ts';

/** Records other than talks that were added, changed or removed. A private collection counts as removed. */
interface ChangedEntities {
  readonly keys: Readonly<Record<EntityType, Map<number, string>>>;
  readonly names: Readonly<Record<EntityType, Map<number, string>>>;
  /** By number of a changed place. */
  readonly kinds: ReadonlyMap<number, PlaceKind>;
  /** By number of a changed place: the number of its parent. */
  readonly parents: ReadonlyMap<number, number>;
  /** By number: the version of the store in which a record was added or changed. */
  readonly versions: Readonly<Record<EntityType, ReadonlyMap<number, number>>>;
  readonly removed: Readonly<Record<EntityType | 'talk', NumberSet>>;
}

/** Reads the changed records other than talks. `hidden`: numbers of the private collections among them. */
async function gatherEntities(
  entities: ChangesSince['entities'],
): Promise<Omit<ChangedEntities, 'removed'> & { readonly hidden: readonly number[] }> {
  const keys = byEntityType(() => new Map<number, string>());
  const names = byEntityType(() => new Map<number, string>());
  const versions = byEntityType(() => new Map<number, number>());
  const kinds = new Map<number, PlaceKind>();
  const parents = new Map<number, number>();
  const hidden: number[] = [];
  for await (const batch of entities) {
    for (const { type, number, key, name, kind, isPublic, parent, version } of batch) {
      if (!isPublic) {
        hidden.push(number);
        continue;
      }
      keys[type].set(number, key);
      names[type].set(number, name);
      versions[type].set(number, version);
      if (type === 'place') parents.set(number, parent);
      if (kind !== null) kinds.set(number, kind);
    }
  }
  return { keys, names, kinds, parents, versions, hidden };
}

/** Reads what was removed. @param hidden numbers of private collections, which clients see as removed */
async function gatherRemoved(
  removed: ChangesSince['removed'],
  hidden: readonly number[],
): Promise<{ readonly numbers: ChangedEntities['removed']; readonly talks: readonly RemovedTalkNumber[] }> {
  const talks: RemovedTalkNumber[] = [];
  const numbers = { ...byEntityType(() => new NumberSet()), talk: new NumberSet() };
  for (const number of hidden) numbers.collection.add(number);
  for await (const batch of removed) {
    for (const record of batch) {
      if (record.type === 'talk') talks.push(record);
      numbers[record.type].add(record.number);
    }
  }
  return { numbers, talks };
}

type Names = IndexColumns['names'];
type Orders = IndexColumns['orders'];

const NO_NAMES: Names = byEntityType(() => NO_TEXTS);

const NO_ORDERS: Orders = byBrowseType(() => sharedUint32(0));

function changeNames(old: Names, { names, removed }: ChangedEntities): Names {
  return byEntityType((type) => changeTexts(old[type], names[type], removed[type]));
}

/** @param directory after the changes */
function changeOrders(old: Orders, { names, kinds, removed }: ChangedEntities, directory: Directory): Orders {
  return byBrowseType((type) => {
    const recordType = recordTypeOf(type);
    const numbers = [...names[recordType].keys()];
    const dropped = new NumberSet(numbers, removed[recordType].toNumbers());
    const fresh = recordType === 'place' ? numbers.filter((number) => kinds.get(number) === KINDS[type]) : numbers;
    return changeOrder(old[type], dropped, fresh, directory.orderedBy(recordType));
  });
}

const KINDS: Partial<Record<BrowseType, PlaceKind>> = { department: 'organisation', venue: 'venue' };

function byBrowseType<T>(make: (type: BrowseType) => T): Record<BrowseType, T> {
  return {
    person: make('person'),
    series: make('series'),
    topic: make('topic'),
    department: make('department'),
    venue: make('venue'),
    collection: make('collection'),
  };
}

/** What an index takes of changes. */
type IndexChanges = Pick<ChangesSince, 'state' | 'complete' | 'history' | 'entities' | 'talks' | 'removed'>;

interface AppliedChanges extends IndexState {
  /** Whether talks refer to records that do not exist. */
  readonly isDamaged: boolean;
}

type Entities = Pick<IndexColumns, 'keys' | 'names' | 'orders' | 'parents'>;

const NO_ENTITIES: Entities = {
  keys: byEntityType(() => NO_KEYS),
  names: NO_NAMES,
  orders: NO_ORDERS,
  parents: sharedUint32(1),
};

/** Builds columns: from complete changes alone, or else by applying the changes to those of `previous`. */
export async function applyChanges(previous: IndexState | undefined, changes: IndexChanges): Promise<AppliedChanges> {
  if (previous === undefined && !changes.complete) throw new Error('incomplete changes need an index to apply them to');
  const old = changes.complete ? undefined : previous;
  const gathered = await gatherEntities(changes.entities);
  const { numbers: removed, talks: removedNow } = await gatherRemoved(changes.removed, gathered.hidden);
  const changed = new Map<number, number>();
  const given = await sortTalks(notingVersions(changes.talks, changed));
  const entities = changeEntities(old?.columns ?? NO_ENTITIES, { ...gathered, removed });
  const fresh = fitting(given, entities, changes.complete);
  const dropped = new NumberSet(removed.talk.toNumbers(), fresh.numbers);
  const talks = old === undefined ? fresh : mergeTalks(old.columns.talks, dropped, fresh);
  const versions = changeVersions(old?.columns.versions ?? NO_VERSIONS, talks, entities.parents, {
    ...gathered.versions,
    talk: changed,
  });
  const gone = old?.columns.removedTalks ?? NO_REMOVED_TALKS;
  const removedTalks = changeRemovedTalks(gone, removedNow, (number) => changed.has(number));
  const versionTimes = withVersions(old?.columns.versionTimes, changes.history);
  const columns = { ...arrange(talks, entities, old?.columns), ...entities, versions, removedTalks, versionTimes };
  return { state: changes.state, columns, isDamaged: fresh !== given };
}

/** The columns derived from the talks and the tree of places, reusing those of `old` that are still valid. */
function arrange(
  talks: TalkColumns,
  entities: Entities,
  old: IndexColumns | undefined,
): Pick<IndexColumns, 'talks' | 'talkSlots' | 'talkPositions' | 'postings'> {
  if (old?.talks === talks && old.parents === entities.parents) return old;
  const postings = buildPostings(talks, entities.parents, {
    person: highestNumber(entities.keys.person),
    series: highestNumber(entities.keys.series),
    topic: highestNumber(entities.keys.topic),
  });
  const { talkSlots, talkPositions } =
    old?.talks === talks
      ? old
      : { talkSlots: fillTalkSlots(talks.slugs), talkPositions: fillTalkPositions(talks.numbers) };
  return { talks, talkSlots, talkPositions, postings };
}

/** Drops references to missing records: damage if the catalogue is complete. @throws RangeError if it is not */
function fitting(given: TalkColumns, { keys }: Entities, isComplete: boolean): TalkColumns {
  const fresh = withKnownRefs(given, keys);
  if (!isComplete && fresh !== given) throw new RangeError('a talk refers to a record that does not exist');
  return fresh;
}

function changeEntities(old: Entities, changes: ChangedEntities): Entities {
  const keys = byEntityType((type) => {
    const changed = isKeyedBySlug(type) ? packed(changes.keys[type]) : changes.keys[type];
    return changeKeys(old.keys[type], changed, changes.removed[type]);
  });
  const names = changeNames(old.names, changes);
  const orders = changeOrders(old.orders, changes, new Directory({ keys, names }));
  const isTreeSame = keys.place === old.keys.place;
  const parents = isTreeSame ? old.parents : changeParents(old.parents, changes.parents, keys.place);
  return { keys, names, orders, parents };
}

function changeParents(old: Uint32Array, changed: ReadonlyMap<number, number>, places: KeyColumns): Uint32Array {
  const parents = sharedUint32(highestNumber(places) + 1);
  parents.set(old);
  for (const [place, parent] of changed) parents[place] = hasNumber(places, parent) ? parent : 0;
  return parents;
}

function packed(slugs: ReadonlyMap<number, string>): Map<number, string> {
  return new Map(Array.from(slugs, ([number, slug]) => [number, packSlug(slug)]));
}

type Keys = IndexColumns['keys'];

/** Drops references to missing records, which only a damaged store has. Returns `talks` itself if there are none. */
function withKnownRefs(talks: TalkColumns, keys: Keys): TalkColumns {
  const refsOf = (position: number): Uint32Array =>
    talks.refs.subarray(talks.refOffsets[position] ?? 0, talks.refOffsets[position + 1] ?? 0);
  const isDamaged = talks.numbers.some((_, position) => knownRefs(refsOf(position), keys) !== undefined);
  if (!isDamaged) return talks;
  const refOffsets = sharedUint32(talks.refOffsets.length);
  // At most as long as before.
  const refs = sharedUint32(talks.refs.length);
  let end = 0;
  for (let position = 0; position < talks.numbers.length; position += 1) {
    const own = refsOf(position);
    const known = knownRefs(own, keys) ?? own;
    refs.set(known, end);
    end += known.length;
    refOffsets[position + 1] = end;
  }
  return { ...talks, refOffsets, refs };
}

/** The references without those to missing records; undefined if all records exist. */
function knownRefs(refs: Uint32Array, { series, place, topic, person }: Keys): Uint32Array | undefined {
  const topicsEnd = FIRST_TOPIC + (refs[TOPIC_COUNT] ?? 0);
  const speakersEnd = topicsEnd + 1 + (refs[topicsEnd] ?? 0);
  const end = refs.length - 1;
  const hostsEnd = speakersEnd + (refs[end] ?? 0);
  const isCount = (at: number): boolean => at === TOPIC_COUNT || at === topicsEnd || at === end;
  const isKnown = (keys: KeyColumns, number: number): boolean => number === 0 || hasNumber(keys, number);
  const areAllKnown = refs.every((number, at) => isCount(at) || isKnown(keysAt(at), number));
  if (areAllKnown) return undefined;
  const one = (keys: KeyColumns, at: number): number => (isKnown(keys, refs[at] ?? 0) ? (refs[at] ?? 0) : 0);
  const some = (keys: KeyColumns, from: number, to: number): Uint32Array =>
    refs.subarray(from, to).filter((number) => isKnown(keys, number));
  const [ofTopics, ofSpeakers] = [some(topic, FIRST_TOPIC, topicsEnd), some(person, topicsEnd + 1, speakersEnd)];
  const [ofHosts, ofOrganisers] = [some(person, speakersEnd, hostsEnd), some(person, hostsEnd, end)];
  return Uint32Array.of(
    ...[one(series, SERIES_REF), one(place, VENUE_REF), one(place, DEPARTMENT_REF)],
    ...[ofTopics.length, ...ofTopics, ofSpeakers.length, ...ofSpeakers],
    ...[...ofHosts, ...ofOrganisers, ofHosts.length],
  );

  function keysAt(at: number): KeyColumns {
    if (at === SERIES_REF) return series;
    if (at < TOPIC_COUNT) return place;
    return at < topicsEnd ? topic : person;
  }
}

/** By number: the version of the store in which a record last changed. */
type ChangedVersions = Readonly<Record<'talk' | MentionedType, ReadonlyMap<number, number>>>;

const NO_VERSIONS: VersionColumns = {
  talk: sharedUint32(0),
  person: sharedUint32(0),
  series: sharedUint32(0),
  place: sharedUint32(0),
  topic: sharedUint32(0),
};

const NO_VERSION_TIMES = sharedUint32(1);

/** Adds the times of later versions. A time that is damaged counts as a second after the one before. */
function withVersions(old: Uint32Array | undefined, made: ChangesSince['history']): Uint32Array {
  const known = old ?? NO_VERSION_TIMES;
  const last = made.at(-1);
  if (last === undefined) return known;
  const times = sharedUint32(Math.max(known.length, last.version + 1));
  times.set(known);
  for (const { version, time } of made) times[version] = Math.max(time, (times[version - 1] ?? 0) + 1);
  return times;
}

/** Passes talks through, and records their versions in `versions`. */
async function* notingVersions(
  talks: ChangesSince['talks'],
  versions: Map<number, number>,
): AsyncGenerator<readonly ChangedTalk[]> {
  for await (const batch of talks) {
    for (const { number, version } of batch) versions.set(number, version);
    yield batch;
  }
}

/** Applies changes. Returns `old` itself if there are none. @param talks, parents after the changes */
function changeVersions(
  old: VersionColumns,
  talks: TalkColumns,
  parents: Uint32Array,
  changed: ChangedVersions,
): VersionColumns {
  const types = ['talk', ...MENTIONED_TYPES] as const;
  if (types.every((type) => changed[type].size === 0)) return old;
  const versions = {
    talk: changedColumn(old.talk, changed.talk),
    person: changedColumn(old.person, changed.person),
    series: changedColumn(old.series, changed.series),
    place: changedColumn(old.place, changed.place),
    topic: changedColumn(old.topic, changed.topic),
  };
  const latest = { ...versions, place: latestAbove(versions.place, parents) };
  // Versions only grow, and a talk with other references, or a place with another parent, has a new one: nothing has to
  // be undone.
  for (let position = 0; position < talks.numbers.length; position += 1) {
    const number = talks.numbers[position] ?? 0;
    versions.talk[number] = Math.max(versions.talk[number] ?? 0, latestOfRefs(talks, position, latest));
  }
  return versions;
}

/** By number of a place: the latest version of it and of every place above it. */
function latestAbove(places: Uint32Array, parents: Uint32Array): Uint32Array {
  const latest = places.slice();
  const isDone = new Uint8Array(places.length);
  const path: number[] = [];
  for (let place = 1; place < places.length; place += 1) {
    let at = place;
    for (; at !== 0 && isDone[at] === 0; at = parents[at] ?? 0) {
      path.push(at);
      // An undamaged store has no cycles; here one would end.
      isDone[at] = 1;
    }
    for (let above = latest[at] ?? 0; ;) {
      const below = path.pop();
      if (below === undefined) break;
      above = Math.max(above, latest[below] ?? 0);
      latest[below] = above;
    }
  }
  return latest;
}

function changedColumn(old: Uint32Array, changed: ReadonlyMap<number, number>): Uint32Array {
  let length = old.length;
  for (const number of changed.keys()) length = Math.max(length, number + 1);
  const column = sharedUint32(length);
  column.set(old);
  for (const [number, version] of changed) column[number] = version;
  return column;
}

function latestOfRefs(talks: TalkColumns, position: number, versions: VersionColumns): number {
  const { refs, refOffsets } = talks;
  const first = refOffsets[position] ?? 0;
  const speakerCount = first + FIRST_TOPIC + (refs[first + TOPIC_COUNT] ?? 0);
  return Math.max(
    versions.series[refs[first + SERIES_REF] ?? 0] ?? 0,
    versions.place[refs[first + VENUE_REF] ?? 0] ?? 0,
    versions.place[refs[first + DEPARTMENT_REF] ?? 0] ?? 0,
    latestOf(versions.topic, refs, first + FIRST_TOPIC, speakerCount),
    // Speakers, hosts and organisers, without the number of hosts.
    latestOf(versions.person, refs, speakerCount + 1, (refOffsets[position + 1] ?? 0) - 1),
  );
}

function latestOf(versions: Uint32Array, refs: Uint32Array, from: number, to: number): number {
  let latest = 0;
  for (let at = from; at < to; at += 1) latest = Math.max(latest, versions[refs[at] ?? 0] ?? 0);
  return latest;
}

/** By number of a talk: position + 1, or 0. */
function fillTalkPositions(numbers: Uint32Array): Uint32Array {
  const highest = numbers.reduce((most, number) => Math.max(most, number), 0);
  const positions = sharedUint32(highest + 1);
  for (let position = 0; position < numbers.length; position += 1) positions[numbers[position] ?? 0] = position + 1;
  return positions;
}

import type { Changes, StoreState } from '#store/store.ts';
import { buildPostings } from '../index/build-postings.ts';
import { sharedUint32 } from '../index/columns.ts';
import type { IndexColumns, KeyColumns, TalkColumns } from '../index/columns.ts';
import { Directory } from '../names/directory.ts';
import { changeKeys, hasNumber, highestNumber, NO_KEYS } from '../index/keys.ts';
import { withKnownRefs } from '../index/known-refs.ts';
import { NO_REMOVED_TALKS, changeRemovedTalks } from '../index/removed-talks.ts';
import { packSlug } from '../index/slug-words.ts';
import { NO_NAMES, NO_ORDERS, changeNames, changeOrders } from '../names/names.ts';
import { mergeTalks, sortTalks } from '../index/talk-columns.ts';
import { fillTalkPositions, fillTalkSlots } from '../index/talk-slots.ts';
import { gatherEntities, gatherRemoved, staleTalks } from './changed-entities.ts';
import type { ChangedEntities } from './changed-entities.ts';
import { NO_VERSIONS, changeVersions, notingVersions } from '../index/versions.ts';

/** The columns of an index, and the state of the store that they show. */
export interface IndexState {
  readonly state: StoreState;
  readonly columns: IndexColumns;
}

export interface AppliedChanges extends IndexState {
  /** Numbers of the talks whose own record, or anything they refer to, was added, changed or removed; 'all' when everything may have been. */
  readonly stale: Uint32Array | 'all';
  /** Whether talks refer to records that are not among the changes, nor were there before. */
  readonly isDamaged: boolean;
}

type Entities = Keys & Pick<IndexColumns, 'names' | 'orders' | 'parents'>;
type Keys = Pick<IndexColumns, 'people' | 'series' | 'places' | 'topics' | 'collections'>;

const NO_ENTITIES: Entities = {
  people: NO_KEYS,
  series: NO_KEYS,
  places: NO_KEYS,
  topics: NO_KEYS,
  collections: NO_KEYS,
  names: NO_NAMES,
  orders: NO_ORDERS,
  parents: sharedUint32(1),
};

/** Makes the columns that follow from changes: those of `previous` with the changes made, or of the changes alone where they are complete. */
export async function applyChanges(previous: IndexState | undefined, changes: Changes): Promise<AppliedChanges> {
  if (previous === undefined && !changes.complete)
    throw new Error('changes that are not complete need what they change');
  const old = changes.complete ? undefined : previous?.columns;
  const gathered = await gatherEntities(changes.entities);
  const { numbers: removed, talks: removedNow } = await gatherRemoved(changes.removed, gathered.hidden);
  const changed = new Map<number, number>();
  const given = await sortTalks(notingVersions(changes.talks, changed));
  const entities = changeEntities(old ?? NO_ENTITIES, { ...gathered, removed });
  const fresh = fitting(given, entities, changes.complete);
  if (old !== undefined) for (const number of fresh.numbers) removed.talk.add(number);
  const talks = old === undefined ? fresh : mergeTalks(old.talks, removed.talk, fresh);
  const stale = old === undefined ? 'all' : staleTalks(talks, entities.parents, removed.talk, { ...gathered, removed });
  const arranged = arrange(talks, entities, old);
  const versions = changeVersions(old?.versions ?? NO_VERSIONS, talks, entities.parents, {
    talks: changed,
    entities: gathered.versions,
  });
  const gone = old?.removedTalks ?? NO_REMOVED_TALKS;
  const removedTalks = changeRemovedTalks(gone, removedNow, (number) => changed.has(number));
  const columns = { ...arranged, ...entities, versions, removedTalks };
  return { state: changes.state, columns, stale, isDamaged: fresh !== given };
}

/** All that follows from the talks and the tree of places; what `old` has where neither is new. */
function arrange(
  talks: TalkColumns,
  entities: Entities,
  old: IndexColumns | undefined,
): Omit<IndexColumns, keyof Entities | 'versions' | 'removedTalks'> {
  if (old?.talks === talks && old.parents === entities.parents) return old;
  const postings = buildPostings(talks, entities.parents, {
    person: highestNumber(entities.people),
    series: highestNumber(entities.series),
    topic: highestNumber(entities.topics),
  });
  const { talkSlots, talkPositions } =
    old?.talks === talks
      ? old
      : { talkSlots: fillTalkSlots(talks.slugs), talkPositions: fillTalkPositions(talks.numbers) };
  return { talks, talkSlots, talkPositions, ...postings };
}

/** Talks without references to what there is not. Of all that there is, that is damage; a part does not fit the rest. */
function fitting(given: TalkColumns, entities: Entities, isComplete: boolean): TalkColumns {
  const fresh = withKnownRefs(given, entities);
  if (!isComplete && fresh !== given) throw new RangeError('a talk refers to a record that there is not');
  return fresh;
}

function changeEntities(old: Entities, touched: ChangedEntities): Entities {
  const keys = changeAllKeys(old, touched);
  const names = changeNames(old.names, touched);
  const orders = changeOrders(old.orders, touched, new Directory({ ...keys, names }));
  const { places } = keys;
  const parents = places === old.places ? old.parents : changeParents(old.parents, touched.parents, places);
  return { ...keys, names, orders, parents };
}

function changeAllKeys(old: Keys, { keys, removed }: ChangedEntities): Keys {
  return {
    people: changeKeys(old.people, packed(keys.person), removed.person),
    series: changeKeys(old.series, packed(keys.series), removed.series),
    places: changeKeys(old.places, keys.place, removed.place),
    topics: changeKeys(old.topics, keys.topic, removed.topic),
    collections: changeKeys(old.collections, packed(keys.collection), removed.collection),
  };
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

import type { PlaceKind } from '#catalogue/place.ts';
import type { ChangedEntity, Changes, RemovedTalkNumber } from '#store/store.ts';
import { byEntityType } from '#store/entity-type.ts';
import type { TalkColumns } from '../index/columns.ts';
import { NumberSet } from '../index/number-set.ts';
import { treeWithoutCircles } from '../index/place-lists.ts';
import { DEPARTMENT_REF, FIRST_TOPIC, SERIES_REF, TOPIC_COUNT, VENUE_REF } from '../index/talk-refs.ts';

export type ChangedType = ChangedEntity['type'];

/** What talks refer to. */
type MentionedType = Exclude<ChangedType, 'collection'>;

/** Everything but talks that was added or changed, and what went. A private collection counts as gone. */
export interface ChangedEntities {
  readonly keys: Readonly<Record<ChangedType, Map<number, string>>>;
  readonly names: Readonly<Record<ChangedType, Map<number, string>>>;
  /** By number of a changed place. */
  readonly kinds: ReadonlyMap<number, PlaceKind>;
  /** By number of a changed place: the number of its parent. */
  readonly parents: ReadonlyMap<number, number>;
  /** By number of what was added or changed: the version of the store in which it was. */
  readonly versions: Readonly<Record<ChangedType, ReadonlyMap<number, number>>>;
  readonly removed: Readonly<Record<ChangedType | 'talk', NumberSet>>;
}

/** Reads the entities of changes. `hidden`: numbers of the private collections among them. */
export async function gatherEntities(
  entities: Changes['entities'],
): Promise<Omit<ChangedEntities, 'removed'> & { readonly hidden: readonly number[] }> {
  const keys = byEntityType(() => new Map<number, string>());
  const names = byEntityType(() => new Map<number, string>());
  const versions = byEntityType(() => new Map<number, number>());
  const kinds = new Map<number, PlaceKind>();
  const parents = new Map<number, number>();
  const hidden: number[] = [];
  for await (const stretch of entities) {
    for (const { type, number, key, name, kind, isPublic, parent, version } of stretch) {
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

/** Reads what went. @param hidden numbers of the collections that are private now: gone for whoever asks */
export async function gatherRemoved(
  removed: Changes['removed'],
  hidden: readonly number[],
): Promise<{ readonly numbers: ChangedEntities['removed']; readonly talks: readonly RemovedTalkNumber[] }> {
  const talks: RemovedTalkNumber[] = [];
  const numbers = { ...byEntityType(() => new NumberSet()), talk: new NumberSet() };
  for (const number of hidden) numbers.collection.add(number);
  for await (const stretch of removed) {
    for (const record of stretch) {
      if (record.type === 'talk') talks.push(record);
      numbers[record.type].add(record.number);
    }
  }
  return { numbers, talks };
}

/**
 * Numbers of the talks whose own record (`changed`), or anything they refer to, was added, changed or removed, or any
 * place that their venue or department is in.
 * @param parents by number of a place, as they are now
 */
export function staleTalks(
  talks: TalkColumns,
  parents: Uint32Array,
  changed: NumberSet,
  touched: ChangedEntities,
): Uint32Array {
  const stale = new NumberSet();
  for (const number of changed.toNumbers()) stale.add(number);
  const entities = {
    place: withAllInside(touchedNumbers(touched, 'place'), parents),
    person: touchedNumbers(touched, 'person'),
    topic: touchedNumbers(touched, 'topic'),
    series: touchedNumbers(touched, 'series'),
  };
  if (Object.values(entities).every((numbers) => numbers.isEmpty)) return stale.toNumbers();
  for (let position = 0; position < talks.numbers.length; position += 1) {
    if (refersToAny(talks, position, entities)) stale.add(talks.numbers[position] ?? 0);
  }
  return stale.toNumbers();
}

/** Places, and all that are in them, as far down as there are any. Work is linear in the number of places. */
function withAllInside(places: NumberSet, parents: Uint32Array): NumberSet {
  if (places.isEmpty) return places;
  const tree = treeWithoutCircles(parents);
  const isInside = new Uint8Array(tree.length);
  const isKnown = new Uint8Array(tree.length);
  for (let place = 1; place < tree.length; place += 1) {
    const way: number[] = [];
    let above = place;
    for (; above !== 0 && isKnown[above] === 0 && !places.has(above); above = tree[above] ?? 0) way.push(above);
    const found = above !== 0 && (places.has(above) || isInside[above] === 1) ? 1 : 0;
    for (const each of way) {
      isInside[each] = found;
      isKnown[each] = 1;
    }
  }
  const all = new NumberSet();
  for (const place of places.toNumbers()) all.add(place);
  for (const [place, inside] of isInside.entries()) if (inside === 1) all.add(place);
  return all;
}

function refersToAny(talks: TalkColumns, position: number, entities: Record<MentionedType, NumberSet>): boolean {
  const { refs, refOffsets } = talks;
  const first = refOffsets[position] ?? 0;
  const speakerCount = first + FIRST_TOPIC + (refs[first + TOPIC_COUNT] ?? 0);
  return (
    entities.series.has(refs[first + SERIES_REF] ?? 0) ||
    entities.place.has(refs[first + VENUE_REF] ?? 0) ||
    entities.place.has(refs[first + DEPARTMENT_REF] ?? 0) ||
    hasAny(entities.topic, refs, first + FIRST_TOPIC, speakerCount) ||
    // Speakers, hosts and organisers alike.
    hasAny(entities.person, refs, speakerCount + 1, refOffsets[position + 1] ?? 0)
  );
}

function touchedNumbers({ keys, removed }: ChangedEntities, type: ChangedType): NumberSet {
  const numbers = new NumberSet();
  for (const number of keys[type].keys()) numbers.add(number);
  for (const number of removed[type].toNumbers()) numbers.add(number);
  return numbers;
}

function hasAny(numbers: NumberSet, refs: Uint32Array, from: number, to: number): boolean {
  for (let at = from; at < to; at += 1) if (numbers.has(refs[at] ?? 0)) return true;
  return false;
}

import type { PlaceKind } from '#catalogue/place.ts';
import { byEntityType, type EntityType } from '#store/entity-type.ts';
import type { ChangesSince, RemovedTalkNumber } from '#store/store.ts';
import { NumberSet } from './number-set.ts';

/** Records other than talks that were added, changed or removed. A private collection counts as removed. */
export interface ChangedEntities {
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
export async function gatherEntities(
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
export async function gatherRemoved(
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

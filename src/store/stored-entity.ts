import type { StoredEntity } from './stored-rows.ts';
import type { CatalogueRecord } from '#catalogue/record.ts';
import { DamageFound, damagedRecord } from './damage.ts';
import type { EntityType } from './entity-type.ts';
import type { ExistingJson } from './record-json.ts';
import { collectionFrom, personFrom, placeFrom, seriesFrom, topicFrom } from './record-json.ts';
import { entitySum, isWhole } from './record-sum.ts';
import type { ChangedEntity } from './store.ts';

export type EntityOf = { readonly [Type in EntityType]: Extract<CatalogueRecord, { type: Type }> };

/** A record, and the version in which it last changed. */
export interface EntityAtVersion<Type extends EntityType> {
  readonly version: number;
  /** Number of a place's parent; else 0. */
  readonly parent: number;
  readonly record: EntityOf[Type];
}

const FROM: { readonly [Type in EntityType]: (key: string, json: ExistingJson) => EntityOf[Type] } = {
  place: placeFrom,
  person: personFrom,
  topic: topicFrom,
  series: seriesFrom,
  collection: collectionFrom,
};

/** Whether the record is intact. */
export function isWholeEntity(stored: StoredEntity): boolean {
  return isWhole(stored.sum, () => entitySum(stored));
}

/** @throws DamageFound */
export function entityFrom<Type extends EntityType>(type: Type, stored: StoredEntity): EntityOf[Type] {
  if (!isWholeEntity(stored)) throw new DamageFound(damagedRecord(type, stored.number, stored.key));
  return FROM[type](stored.key, stored.record);
}

/** @throws DamageFound */
export function entityAtVersion<Type extends EntityType>(type: Type, stored: StoredEntity): EntityAtVersion<Type> {
  return { version: stored.version, parent: stored.parent, record: entityFrom(type, stored) };
}

/** The index's view of a record. @throws DamageFound */
export function changedEntity(type: EntityType, stored: StoredEntity): ChangedEntity {
  const { number, key, parent, version } = stored;
  const record = entityFrom(type, stored);
  const name = 'name' in record ? record.name : 'label' in record ? record.label : record.title;
  const kind = record.type === 'place' ? record.kind : null;
  const isPublic = record.type !== 'collection' || record.public;
  return { type, number, key, name, kind, isPublic, parent, version, stored };
}

import type { StoredEntity } from './stored-rows.ts';
import { DamageFound, damagedRecord } from './damage.ts';
import type { EntityOf, EntityType } from './entity-type.ts';
import { entityFromJson } from './record-json.ts';
import { entitySum, isWhole } from './record-sum.ts';
import type { ChangedEntity } from './store.ts';

/** A record that talks refer to. */
export interface LinkedEntity<Type extends EntityType> {
  /** Number of a place's parent; else 0. */
  readonly parent: number;
  readonly record: EntityOf[Type];
}

/** Whether the record is intact. */
export function isWholeEntity(stored: StoredEntity): boolean {
  return isWhole(stored.sum, () => entitySum(stored));
}

/** @throws DamageFound */
export function entityFrom<Type extends EntityType>(type: Type, stored: StoredEntity): EntityOf[Type] {
  if (!isWholeEntity(stored)) throw new DamageFound(damagedRecord(type, stored.number, stored.key));
  return entityFromJson(type, stored.key, stored.record);
}

/** @throws DamageFound */
export function linkedEntity<Type extends EntityType>(type: Type, stored: StoredEntity): LinkedEntity<Type> {
  return { parent: stored.parent, record: entityFrom(type, stored) };
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

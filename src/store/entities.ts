import type { StoredEntity, EntityOf, EntityType, MentionedType } from './entity-type.ts';
import { damagedRecord, DamageFound } from './damage.ts';
import { entityFromJson } from './record-json.ts';
import { entityChecksum, isWhole } from './checksum.ts';
import { type Ask, inParts, parameters } from './sql.ts';
import type { ChangedEntity } from './store.ts';

/** Numbers of the records that some talks refer to. */
export type Mentions = Readonly<Record<MentionedType, ReadonlySet<number>>>;

/** The records that some talks refer to, by number, and the places that their venues are part of. */
export type LookUp = { readonly [Type in MentionedType]: ReadonlyMap<number, LinkedEntity<Type>> };

/** SQL for the rows of a type that have a record, or have lost one to damage. */
export function storedEntities(type: EntityType): string {
  const parent = type === 'place' ? 'parent' : '0 AS parent';
  return `
    SELECT number, key, ${parent}, version, sum, record FROM lectern.${type}
    WHERE (record IS NOT NULL OR sum IS NOT NULL)`;
}

/** @throws DamageFound */
export async function entityWithKey<Type extends EntityType>(
  ask: Ask,
  type: Type,
  key: string,
): Promise<EntityOf[Type] | undefined> {
  const [row] = await ask<StoredEntity>(`${storedEntities(type)} AND key = $1`, [key]);
  return row && entityFrom(type, row);
}

/** The mentioned records, and the places that places are part of. @throws DamageFound */
export async function linkedEntities(ask: Ask, mentions: Mentions): Promise<LookUp> {
  return {
    place: await linkedOf(ask, 'place', mentions.place),
    person: await linkedOf(ask, 'person', mentions.person),
    topic: await linkedOf(ask, 'topic', mentions.topic),
    series: await linkedOf(ask, 'series', mentions.series),
  };
}

async function linkedOf<Type extends MentionedType>(
  ask: Ask,
  type: Type,
  numbers: ReadonlySet<number>,
): Promise<ReadonlyMap<number, LinkedEntity<Type>>> {
  const linked = new Map<number, LinkedEntity<Type>>();
  await inParts([...numbers], async (some) => {
    const wanted = parameters(some.length);
    const text = `${storedEntities(type)} AND number IN ${type === 'place' ? withParents(wanted) : wanted}`;
    for (const row of await ask<StoredEntity>(text, some)) linked.set(row.number, linkedEntity(type, row));
  });
  return linked;
}

/** Numbers of places, and of those that they are part of. UNION ends even where damage has made a circle. */
function withParents(numbers: string): string {
  return `(
    WITH RECURSIVE above(number) AS (
      SELECT number FROM lectern.place WHERE number IN ${numbers}
      UNION SELECT parent FROM lectern.place JOIN above USING (number) WHERE parent <> 0
    ) SELECT number FROM above)`;
}

/** A record that talks refer to. */
export interface LinkedEntity<Type extends EntityType> {
  /** Number of a place's parent; else 0. */
  readonly parent: number;
  readonly record: EntityOf[Type];
}

/** Whether the record is intact. */
export function isWholeEntity(stored: StoredEntity): boolean {
  return isWhole(stored.sum, () => entityChecksum(stored));
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

import type { EntityOf, EntityType, MentionedType } from './entity-type.ts';
import { inParts, parameters } from './sql.ts';
import type { Ask } from './sql.ts';
import { entityFrom, linkedEntity } from './stored-entity.ts';
import type { LinkedEntity } from './stored-entity.ts';
import type { StoredEntity } from './stored-rows.ts';
import type { LookUp, Mentions } from './talk-details.ts';

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

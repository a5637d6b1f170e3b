import type { EntityOf, EntityType, MentionedType } from '../entity-type.ts';
import type { StoreState } from '../store.ts';
import { entityFrom, linkedEntity } from '../stored-entity.ts';
import type { LinkedEntity } from '../stored-entity.ts';
import type { StoredEntity } from '../stored-rows.ts';
import type { LookUp, Mentions } from '../talk-details.ts';
import type { Ask, Cell } from './connection.ts';

/** SQL condition for rows with a record, including those that have lost a part to damage. */
export const IS_STORED = '(record IS NOT NULL OR sum IS NOT NULL)';

/** The columns of a type's table that `storedEntity` reads. */
export function entityColumns(type: EntityType): readonly string[] {
  return ['number', 'key', type === 'place' ? 'parent' : '0', 'version', 'sum', "encode(record, 'hex')"];
}

export function storedEntity([number, key, parent, version, sum, record]: readonly (Cell | undefined)[]): StoredEntity {
  return {
    number: Number(number),
    key: key ?? '',
    parent: Number(parent),
    version: Number(version),
    sum: sumFrom(sum),
    record: bytesFrom(record),
  };
}

/** The checksum in a cell. */
export function sumFrom(cell: Cell | undefined): number | null {
  return typeof cell === 'string' ? Number(cell) : null;
}

/** The bytes of a cell in hexadecimal; none for null. */
export function bytesFrom(cell: Cell | undefined): Buffer {
  return Buffer.from(cell ?? '', 'hex');
}

/** @throws DamageFound */
export async function entityWithKey<Type extends EntityType>(
  ask: Ask,
  type: Type,
  key: string,
): Promise<EntityOf[Type] | undefined> {
  const text = `SELECT ${entityColumns(type).join(', ')} FROM lectern.${type} WHERE key = $1 AND ${IS_STORED}`;
  const [cells] = await ask(text, [key]);
  return cells && entityFrom(type, storedEntity(cells));
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
  if (numbers.size === 0) return new Map();
  const wanted = 'SELECT unnest($1::integer[])';
  const text = `
    SELECT ${entityColumns(type).join(', ')} FROM lectern.${type}
    WHERE number IN (${type === 'place' ? withParents(wanted) : wanted}) AND ${IS_STORED}`;
  const rows = (await ask(text, [[...numbers]])).map(storedEntity);
  return new Map(rows.map((stored) => [stored.number, linkedEntity(type, stored)]));
}

/** Numbers of places, and of those that they are part of. UNION ends even where damage has made a circle. */
function withParents(numbers: string): string {
  return `
    WITH RECURSIVE above(number) AS (
      ${numbers} UNION SELECT parent FROM lectern.place JOIN above USING (number) WHERE parent <> 0
    ) SELECT number FROM above`;
}

export function stateFrom(version: string | null | undefined, token: string | null | undefined): StoreState {
  return { version: Number(version), token: token ?? '' };
}

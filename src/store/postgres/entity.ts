import { MENTIONED_TYPES } from '../entity-type.ts';
import type { EntityType, MentionedType } from '../entity-type.ts';
import type { SinceVersion, StoreState } from '../store.ts';
import { entityAtVersion } from '../stored-entity.ts';
import type { EntityAtVersion, EntityOf } from '../stored-entity.ts';
import type { StoredEntity } from '../stored-rows.ts';
import type { Mentions } from '../talk-details.ts';
import { STATE } from './connection.ts';
import type { Ask, Cell } from './connection.ts';

/** Records to keep in memory: a page of talks has most of its places, topics and series in common with others. */
const MAX_KEPT = 10_000;

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
): Promise<SinceVersion<EntityOf[Type] | undefined>> {
  const text = `
    SELECT state.version, entity.*
    FROM ${STATE} state LEFT JOIN (SELECT ${entityColumns(type).join(', ')} FROM lectern.${type} WHERE key = $1 AND ${IS_STORED}) entity ON true`;
  const [[version, ...cells] = []] = await ask(text, [key]);
  const found = typeof cells[0] === 'string' ? entityAtVersion(type, storedEntity(cells)) : undefined;
  return { version: Number(version), since: found?.version ?? Number(version), value: found?.record };
}

type KeptRecords = { readonly [Type in MentionedType]: Map<number, EntityAtVersion<Type>> };

/** Records of one state of the store, kept in memory. */
export class KeptEntities implements KeptRecords {
  readonly token: string;
  readonly place = new Map<number, EntityAtVersion<'place'>>();
  readonly person = new Map<number, EntityAtVersion<'person'>>();
  readonly topic = new Map<number, EntityAtVersion<'topic'>>();
  readonly series = new Map<number, EntityAtVersion<'series'>>();

  constructor(token: string) {
    this.token = token;
  }

  get isFull(): boolean {
    return this.place.size + this.person.size + this.topic.size + this.series.size > MAX_KEPT;
  }

  /**
   * Reads the mentioned records that are not in memory, and the places that places are part of. False: the store is in another state by now. @throws
   * DamageFound
   */
  async readMissing(ask: Ask, mentions: Mentions): Promise<boolean> {
    const parts: string[] = [];
    const values: number[][] = [];
    for (const [code, type] of MENTIONED_TYPES.entries()) {
      const missing = [...mentions[type]].filter((number) => !this[type].has(number));
      if (missing.length === 0) continue;
      values.push(missing);
      const numbers = `unnest($${values.length}::integer[])`;
      parts.push(
        `SELECT ${code} AS code, ${entityColumns(type).join(', ')} FROM lectern.${type} WHERE number IN (${type === 'place' ? withParents(numbers) : `SELECT ${numbers}`}) AND ${IS_STORED}`,
      );
    }
    if (parts.length === 0) return true;
    const text = `
      SELECT state.token, entity.*
      FROM ${STATE} state LEFT JOIN (${parts.join(' UNION ALL ')}) entity ON true`;
    for (const [token, code, ...cells] of await ask(text, values)) {
      if (token !== this.token) return false;
      const type = MENTIONED_TYPES[Number(code)];
      if (type !== undefined && typeof cells[0] === 'string') keep(this, type, storedEntity(cells));
    }
    return true;
  }
}

/** Numbers of places, and of those that they are part of. UNION ends even where damage has made a circle. */
function withParents(numbers: string): string {
  return `
    WITH RECURSIVE above(number) AS (
      SELECT ${numbers} UNION SELECT parent FROM lectern.place JOIN above USING (number) WHERE parent <> 0
    ) SELECT number FROM above`;
}

function keep<Type extends MentionedType>(kept: Pick<KeptRecords, Type>, type: Type, stored: StoredEntity): void {
  kept[type].set(stored.number, entityAtVersion(type, stored));
}

export function stateFrom(version: string | null | undefined, token: string | null | undefined): StoreState {
  return { version: Number(version), token: token ?? '' };
}

import { RECORD_TYPES, byType, recordKey, typeOf } from '#catalogue/record.ts';
import type { CatalogueRecord, RecordKind, RecordType } from '#catalogue/record.ts';
import { referencesOf } from '#catalogue/references.ts';
import { describe } from '../address.ts';
import type { PostgresAddress } from '../address.ts';
import type { EntityType } from '../entity-type.ts';
import { existingEntity, existingTalk } from '../existing-rows.ts';
import type { ExistingRemovedTalk } from '../existing-history.ts';
import type { ExistingRows, ExistingTalk } from '../existing-rows.ts';
import type { ExistingJson } from '../record-json.ts';
import { Connection } from './connection.ts';
import type { Cell, Row } from './connection.ts';
import { IS_STORED, entityColumns, storedEntity } from './entity.ts';
import { IS_STORED_TALK, TALKS, TALK_COLUMNS, storedTalk } from './talk.ts';
import { explained } from './trouble.ts';

/** Numbers per batch. */
const BATCH = 10_000;

/** @throws StoreUnavailable */
export async function openExistingRows(address: PostgresAddress, place: number): Promise<ExistingRows> {
  try {
    const connection = await Connection.open(address, place);
    try {
      return new PostgresExistingRows(connection, describe(address), await lastNumbers(connection));
    } catch (error) {
      await connection.close();
      throw error;
    }
  } catch (error) {
    throw explained(error, describe(address));
  }
}

interface Found {
  readonly number: number;
  readonly present: boolean;
}

/** The stored rows for a batch of records. */
interface Prepared {
  readonly found: Readonly<Record<RecordType, ReadonlyMap<string, Found>>>;
  /** Records of entities. */
  readonly records: Readonly<Record<RecordType, ReadonlyMap<number, ExistingJson>>>;
  readonly talks: ReadonlyMap<number, ExistingTalk>;
  readonly removedTalks: ReadonlyMap<number, ExistingRemovedTalk>;
}

/** Fetches stored rows over a connection of its own, for a batch of records at a time. */
class PostgresExistingRows implements ExistingRows {
  readonly #connection: Connection;
  readonly #where: string;
  readonly #lastNumbers: Readonly<Record<RecordType, number>>;
  #prepared: Prepared | undefined;
  #parents: ReadonlyMap<number, number> = new Map();

  constructor(connection: Connection, where: string, lastNumbers: Readonly<Record<RecordType, number>>) {
    this.#connection = connection;
    this.#where = where;
    this.#lastNumbers = lastNumbers;
  }

  async prepare(
    records: readonly CatalogueRecord[],
    isKnown: (type: RecordType, key: string) => boolean,
  ): Promise<() => void> {
    const prepared = await this.#lookUp(wantedOf(records, isKnown));
    return () => {
      this.#prepared = prepared;
    };
  }

  async prepareParents(): Promise<void> {
    const rows = await this.#ask('SELECT number, parent FROM lectern.place WHERE parent <> 0');
    this.#parents = new Map(rows.map(([number, parent]) => [Number(number), Number(parent)]));
  }

  find(type: RecordType, key: string): Found | undefined {
    return this.#prepared?.found[type].get(key);
  }

  lastNumber(type: RecordType): number {
    return this.#lastNumbers[type];
  }

  parentOf(place: number): number {
    return this.#parents.get(place) ?? 0;
  }

  talk(number: number): ExistingTalk | undefined {
    return this.#prepared?.talks.get(number);
  }

  removedTalk(number: number): ExistingRemovedTalk | undefined {
    return this.#prepared?.removedTalks.get(number);
  }

  record(type: EntityType, number: number): ExistingJson | undefined {
    return this.#prepared?.records[type].get(number);
  }

  async *numbers(kind: RecordKind): AsyncGenerator<readonly number[]> {
    const [table, there] =
      kind === 'removed_talk'
        ? ['talk', 'refs IS NULL AND removed IS NOT NULL']
        : [kind, kind === 'talk' ? 'refs IS NOT NULL' : 'record IS NOT NULL'];
    const text = `SELECT number FROM lectern.${table} WHERE ${there} AND number > $1 ORDER BY number LIMIT ${BATCH}`;
    for (let last = 0; ;) {
      const numbers = (await this.#ask(text, [last])).map(([number]) => Number(number));
      yield numbers;
      if (numbers.length < BATCH) return;
      last = numbers.at(-1) ?? 0;
    }
  }

  async close(): Promise<void> {
    await this.#connection.close();
  }

  async #lookUp(wanted: Wanted): Promise<Prepared> {
    const prepared = {
      found: byType(() => new Map<string, Found>()),
      records: byType(() => new Map<number, ExistingJson>()),
      talks: new Map<number, ExistingTalk>(),
      removedTalks: new Map<number, ExistingRemovedTalk>(),
    };
    const { text, values } = lookUpStatement(wanted, this.#lastNumbers);
    const rows = text === '' ? [] : await this.#ask(text, values);
    for (const [code, present, kind, ...cells] of rows) {
      const type = RECORD_TYPES[Number(code)] ?? 'place';
      const number = Number(cells[0]);
      prepared.found[type].set(cells[1] ?? '', { number, present: present === 't' });
      if (kind === 'talk') prepared.talks.set(number, existingTalk(storedTalk(cells)));
      else if (kind === 'removed') prepared.removedTalks.set(number, removedTalk(cells));
      else if (kind === 'entity') prepared.records[type].set(number, existingEntity(storedEntity(cells)));
    }
    return prepared;
  }

  async #ask(text: string, values: readonly unknown[] = []): Promise<readonly Row[]> {
    try {
      return await this.#connection.patiently(text, values);
    } catch (error) {
      throw explained(error, this.#where);
    }
  }
}

async function lastNumbers(connection: Connection): Promise<Record<RecordType, number>> {
  const columns = RECORD_TYPES.map((type) => `(SELECT coalesce(max(number), 0) FROM lectern.${type})`);
  const [row] = await connection.patiently(`SELECT ${columns.join(', ')}`);
  return byType((type) => Number(row?.[RECORD_TYPES.indexOf(type)]));
}

/** Identifiers to look up: of the records to compare, and of the records that they refer to. */
interface Wanted {
  readonly own: Readonly<Record<RecordType, Set<string>>>;
  readonly others: Readonly<Record<RecordType, Set<string>>>;
}

function wantedOf(records: readonly CatalogueRecord[], isKnown: (type: RecordType, key: string) => boolean): Wanted {
  const own = byType(() => new Set<string>());
  const others = byType(() => new Set<string>());
  for (const record of records) own[typeOf(record)].add(recordKey(record));
  for (const record of records) {
    referencesOf(record, (_field, type, key) => {
      if (key !== null && !own[type].has(key) && !others[type].has(key) && !isKnown(type, key)) others[type].add(key);
      return 0;
    });
  }
  return { own, others };
}

/** SQL for what a row has: a talk, a removed talk, a record of another type, or nothing (null). */
const TALK_KIND = `CASE WHEN ${IS_STORED_TALK} THEN 'talk' WHEN talk.removed IS NOT NULL THEN 'removed' END`;
const ENTITY_KIND = `CASE WHEN ${IS_STORED} THEN 'entity' END`;

/** Rows of all types are read as the same number of text columns, so that one statement can fetch them all. */
const TALK_CELLS = [...TALK_COLUMNS, 'talk.removed'];

function asText(columns: readonly string[]): string {
  return TALK_CELLS.map((_, at) => `(${columns[at] ?? 'NULL'})::text`).join(', ');
}

function removedTalk(cells: readonly Cell[]): ExistingRemovedTalk {
  return { ...storedTalk(cells), removed: Number(cells[TALK_COLUMNS.length]) };
}

/** One statement for all identifiers; '' if the catalogue has no record of their types. */
function lookUpStatement(
  { own, others }: Wanted,
  lastNumbers: Readonly<Record<RecordType, number>>,
): { text: string; values: unknown[] } {
  const parts: string[] = [];
  const values: unknown[] = [];
  for (const [code, type] of RECORD_TYPES.entries()) {
    if (lastNumbers[type] === 0) continue;
    const [identifier, array, present] =
      type === 'talk'
        ? ['talk.slug', 'uuid[]', '(talk.refs IS NOT NULL OR talk.removed IS NOT NULL)']
        : ['key', 'text[]', 'record IS NOT NULL'];
    const ask = (keys: ReadonlySet<string>, kind: string, cells: readonly string[], from: string): void => {
      values.push([...keys]);
      parts.push(
        `SELECT ${code}, ${present}, ${kind}, ${asText(cells)} FROM ${from} WHERE ${identifier} = ANY($${values.length}::${array})`,
      );
    };
    if (own[type].size > 0) {
      if (type === 'talk') ask(own[type], TALK_KIND, TALK_CELLS, TALKS);
      else ask(own[type], ENTITY_KIND, entityColumns(type), `lectern.${type}`);
    }
    if (others[type].size > 0) {
      if (type === 'talk') ask(others[type], 'NULL::text', ['talk.number', 'talk.slug'], 'lectern.talk talk');
      else ask(others[type], 'NULL::text', ['number', 'key'], `lectern.${type}`);
    }
  }
  return { text: parts.join(' UNION ALL '), values };
}

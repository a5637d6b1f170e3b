import type { ExistingRecords } from '#catalogue/integrity-checker.ts';
import {
  RECORD_TYPES,
  byKind,
  byType,
  recordKey,
  typeOf,
  type CatalogueRecord,
  type RecordKind,
  type RecordType,
} from '#catalogue/record.ts';
import { referencesOf } from '#catalogue/references.ts';
import { byEntityType, type EntityType, type StoredEntity } from './entity-type.ts';
import type { ExistingHistory, ExistingRemovedTalk, StoredTalkRow } from './existing-history.ts';
import type { ExistingJson } from './record-json.ts';
import { inBatches, inParts, parameters, type Ask, type Reader, type Value } from './sql.ts';
import { isWholeEntity } from './entities.ts';
import { isWholeTalk, slugBytes, slugText, TALK_COLUMNS, TALKS } from './talks.ts';

/** A stored talk. */
export interface ExistingTalk extends ExistingHistory {
  readonly uid: string;
  /** Seconds since 1970-01-01T00:00:00Z. */
  readonly updated: number;
  /** In the format of `refsBlob`. */
  readonly refs: Buffer;
  readonly record: ExistingJson;
  /** False: it is damaged, and none of its values can be trusted. */
  readonly isWhole: boolean;
}

/** A talk with its UID; `''`: calendars have its slug. */
export interface TalkUid {
  readonly number: number;
  readonly slug: string;
  readonly uid: string;
}

const NOTHING = Buffer.alloc(0);

/** Numbers per batch. */
const BATCH = 10_000;

/** Whether a row has a record of a kind, as SQL. */
const IS_THERE = byKind((kind) => {
  if (kind === 'removed_talk') return 'refs IS NULL AND removed IS NOT NULL';
  return kind === 'talk' ? 'refs IS NOT NULL' : 'record IS NOT NULL';
});

interface Found {
  readonly number: number;
  readonly present: boolean;
}

/** The stored rows for a batch of records. */
interface Prepared {
  readonly found: Readonly<Record<RecordType, Map<string, Found>>>;
  readonly records: Readonly<Record<EntityType, Map<number, ExistingJson>>>;
  readonly talks: Map<number, ExistingTalk>;
  readonly removedTalks: Map<number, ExistingRemovedTalk>;
}

/**
 * The stored records that an import compares with: as before the import, since nobody else may write meanwhile. Fetches
 * them for a batch of records at a time.
 */
export class ExistingRows implements ExistingRecords {
  readonly #reader: Reader;
  readonly #lastNumbers: Readonly<Record<RecordType, number>>;
  #prepared: Prepared | undefined;
  #parents: ReadonlyMap<number, number> = new Map();

  private constructor(reader: Reader, lastNumbers: Readonly<Record<RecordType, number>>) {
    this.#reader = reader;
    this.#lastNumbers = lastNumbers;
  }

  /** Closes the reader in the end, even after an error. @throws StoreUnavailable */
  static async open(reader: Reader): Promise<ExistingRows> {
    try {
      const columns = RECORD_TYPES.map((type) => `(SELECT coalesce(max(number), 0) FROM lectern.${type}) AS ${type}`);
      const [last] = await reader.ask<Record<RecordType, number>>(`SELECT ${columns.join(', ')}`);
      return new ExistingRows(reader, last ?? byType(() => 0));
    } catch (error) {
      await reader.close();
      throw reader.asStoreError(error);
    }
  }

  /**
   * Fetches in one go whatever the other methods need to know of these records and the records that they refer to.
   * Call it, then the function that it resolves with, before any other method: that function switches to these records
   * and drops the previous ones. `isKnown`: identifiers that need not be looked up again. @throws StoreUnavailable
   */
  async prepare(
    records: readonly CatalogueRecord[],
    isKnown: (type: RecordType, key: string) => boolean,
  ): Promise<() => void> {
    const prepared: Prepared = {
      found: byType(() => new Map()),
      records: byEntityType(() => new Map()),
      talks: new Map(),
      removedTalks: new Map(),
    };
    const { own, others } = wantedOf(records, isKnown);
    for (const type of RECORD_TYPES) {
      if (this.#lastNumbers[type] === 0) continue;
      if (type === 'talk') await this.#lookUpTalks(own.talk, prepared);
      else await this.#lookUpEntities(type, own[type], prepared);
      await this.#lookUpOthers(type, others[type], prepared);
    }
    return () => {
      this.#prepared = prepared;
    };
  }

  /** Must be called before `parentOf`. @throws StoreUnavailable */
  async prepareParents(): Promise<void> {
    const text = 'SELECT number, parent FROM lectern.place WHERE parent <> 0';
    const rows = await this.#ask<{ number: number; parent: number }>(text);
    this.#parents = new Map(rows.map(({ number, parent }) => [number, parent]));
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

  /** Undefined: not found, or removed. The same for `record`. */
  talk(number: number): ExistingTalk | undefined {
    return this.#prepared?.talks.get(number);
  }

  /** Undefined: not found, or nothing is kept of it. */
  removedTalk(number: number): ExistingRemovedTalk | undefined {
    return this.#prepared?.removedTalks.get(number);
  }

  /** Empty for a damaged record. */
  record(type: EntityType, number: number): ExistingJson | undefined {
    return this.#prepared?.records[type].get(number);
  }

  /** Numbers of all records of a kind, in batches. @throws StoreUnavailable */
  async *numbers(kind: RecordKind): AsyncGenerator<readonly number[]> {
    const table = kind === 'removed_talk' ? 'talk' : kind;
    const text = `SELECT number FROM lectern.${table} WHERE ${IS_THERE[kind]} AND number > $1 ORDER BY number`;
    const ask: Ask = (sql, values) => this.#ask(sql, values);
    const after = (last: Found) => [last.number];
    for await (const rows of inBatches<Found>(ask, { text, size: BATCH, first: [0], after }))
      yield rows.map(({ number }) => number);
  }

  /** UIDs of all talks. @throws StoreUnavailable */
  async *uids(): AsyncGenerator<TalkUid> {
    const text = `SELECT number, slug, uid FROM lectern.talk WHERE ${IS_THERE.talk} AND number > $1 ORDER BY number`;
    const ask: Ask = (sql, values) => this.#ask(sql, values);
    const after = (last: UidRow) => [last.number];
    for await (const rows of inBatches<UidRow>(ask, { text, size: BATCH, first: [0], after }))
      for (const row of rows) yield { ...row, slug: slugText(row.slug) };
  }

  /** May be called again. */
  close(): Promise<void> {
    return this.#reader.close();
  }

  async #lookUpTalks(slugs: ReadonlySet<string>, { found, talks, removedTalks }: Prepared): Promise<void> {
    await inParts([...slugs], async (some) => {
      const text = `SELECT ${TALK_COLUMNS}, removed FROM ${TALKS} WHERE slug IN ${parameters(some.length)}`;
      for (const row of await this.#ask<TalkRow>(text, some.map(slugBytes))) {
        const { number, removed } = row;
        found.talk.set(slugText(row.slug), { number, present: row.refs !== null || removed !== null });
        if (isStored(row)) talks.set(number, existingTalk(row));
        else if (removed !== null) removedTalks.set(number, { ...row, removed });
      }
    });
  }

  async #lookUpEntities(type: EntityType, keys: ReadonlySet<string>, { found, records }: Prepared): Promise<void> {
    await inParts([...keys], async (some) => {
      const parent = type === 'place' ? 'parent' : '0 AS parent';
      const text = `
        SELECT number, key, ${parent}, version, sum, record FROM lectern.${type}
        WHERE key IN ${parameters(some.length)}`;
      for (const row of await this.#ask<EntityRow>(text, some)) {
        found[type].set(row.key, { number: row.number, present: row.record !== null });
        if (row.record !== null || row.sum !== null)
          records[type].set(row.number, existingEntity({ ...row, record: row.record ?? NOTHING }));
      }
    });
  }

  async #lookUpOthers(type: RecordType, keys: ReadonlySet<string>, { found }: Prepared): Promise<void> {
    await inParts([...keys], async (some) => {
      const isTalk = type === 'talk';
      const isThere = isTalk ? `(${IS_THERE.talk}) OR (${IS_THERE.removed_talk})` : IS_THERE[type];
      const text = `
        SELECT number, ${isTalk ? 'slug AS key' : 'key'}, CASE WHEN ${isThere} THEN 1 ELSE 0 END AS present
        FROM lectern.${type} WHERE ${isTalk ? 'slug' : 'key'} IN ${parameters(some.length)}`;
      const rows = await this.#ask<OtherRow>(text, isTalk ? some.map(slugBytes) : some);
      for (const { number, key, present } of rows)
        found[type].set(typeof key === 'string' ? key : slugText(key), { number, present: present === 1 });
    });
  }

  async #ask<Row>(text: string, values?: readonly Value[]): Promise<readonly Row[]> {
    try {
      return await this.#reader.ask<Row>(text, values);
    } catch (error) {
      throw this.#reader.asStoreError(error);
    }
  }
}

type UidRow = Omit<TalkUid, 'slug'> & { readonly slug: Buffer };
type TalkRow = Omit<StoredTalkRow, 'refs'> & { readonly refs: Buffer | null; readonly removed: number | null };
type EntityRow = Omit<StoredEntity, 'record'> & { readonly record: ExistingJson | null };

interface OtherRow {
  readonly number: number;
  readonly key: string | Buffer;
  readonly present: number;
}

/** Includes talks that have lost a part to damage. */
function isStored(row: TalkRow): row is TalkRow & StoredTalkRow {
  return row.refs !== null || row.sum !== null;
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

function existingTalk(stored: StoredTalkRow): ExistingTalk {
  return { ...stored, record: stored.record ?? NOTHING, isWhole: isWholeTalk(stored) };
}

function existingEntity(stored: StoredEntity): ExistingJson {
  return isWholeEntity(stored) ? stored.record : NOTHING;
}

import { RECORD_TYPES, byType, recordKey, typeOf } from '#catalogue/record.ts';
import type { CatalogueRecord, RecordKind, RecordType } from '#catalogue/record.ts';
import { referencesOf } from '#catalogue/references.ts';
import { describe } from '../address.ts';
import type { PostgresAddress } from '../address.ts';
import type { ExistingRemovedTalk, ExistingRows, ExistingTalk } from '../existing-rows.ts';
import { Connection } from './connection.ts';
import type { Cell, Row } from './connection.ts';
import { explained } from './trouble.ts';

/** Numbers that are read together. */
const STRETCH = 10_000;

/** @throws StoreUnavailable */
export async function openExistingRows(address: PostgresAddress, place: number): Promise<ExistingRows> {
  try {
    const connection = await Connection.open(address, place);
    try {
      return new PostgresKeptRows(connection, describe(address), await lastNumbers(connection));
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

/** What was looked up for a stretch of records. */
interface Prepared {
  readonly found: Readonly<Record<RecordType, ReadonlyMap<string, Found>>>;
  /** Of entities. */
  readonly records: Readonly<Record<RecordType, ReadonlyMap<number, string>>>;
  readonly talks: ReadonlyMap<number, ExistingTalk>;
  readonly removedTalks: ReadonlyMap<number, ExistingRemovedTalk>;
}

/** Looks up what is kept over a connection of its own, a stretch of records at a time. */
class PostgresKeptRows implements ExistingRows {
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

  record(type: RecordType, number: number): string | undefined {
    return this.#prepared?.records[type].get(number);
  }

  async *numbers(kind: RecordKind): AsyncGenerator<readonly number[]> {
    const [table, there] =
      kind === 'removed_talk'
        ? ['talk', 'refs IS NULL AND removed IS NOT NULL']
        : [kind, kind === 'talk' ? 'refs IS NOT NULL' : 'record IS NOT NULL'];
    const text = `SELECT number FROM lectern.${table} WHERE ${there} AND number > $1 ORDER BY number LIMIT ${STRETCH}`;
    for (let last = 0; ;) {
      const numbers = (await this.#ask(text, [last])).map(([number]) => Number(number));
      yield numbers;
      if (numbers.length < STRETCH) return;
      last = numbers.at(-1) ?? 0;
    }
  }

  async close(): Promise<void> {
    await this.#connection.close();
  }

  async #lookUp(wanted: Wanted): Promise<Prepared> {
    const prepared = {
      found: byType(() => new Map<string, Found>()),
      records: byType(() => new Map<number, string>()),
      talks: new Map<number, ExistingTalk>(),
      removedTalks: new Map<number, ExistingRemovedTalk>(),
    };
    const { text, values } = lookUpStatement(wanted, this.#lastNumbers);
    const rows = text === '' ? [] : await this.#ask(text, values);
    for (const [code, number, key, present, record, ...cells] of rows) {
      const type = RECORD_TYPES[Number(code)] ?? 'place';
      const found = { number: Number(number), present: present === 't' };
      prepared.found[type].set(key ?? '', found);
      const { talk, removedTalk } = keptTalk(record, cells);
      if (talk !== undefined) prepared.talks.set(found.number, talk);
      else if (removedTalk !== undefined) prepared.removedTalks.set(found.number, removedTalk);
      else if (typeof record === 'string') prepared.records[type].set(found.number, record);
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

/** Identifiers: of records that are to be compared, and of what they refer to. */
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

/** A talk's record, if it is there, and its cells; and none of these. */
const TALK = `
  CASE WHEN t.refs IS NOT NULL THEN convert_from(r.record, 'UTF8') END, encode(t.refs, 'hex'), t.uid,
  t.created, t.sequence, t.previous_start, t.updated, t.removed`;
const NO_TALK = 'NULL::text, NULL::text, NULL::bigint, NULL::integer, NULL::bigint, NULL::bigint, NULL::bigint';

/** What the cells of a row say: a talk, a removed one, or neither. */
function keptTalk(
  record: Cell | undefined,
  [refs, uid, created, sequence, previousStart, updated, removed]: readonly Cell[],
): { talk?: ExistingTalk; removedTalk?: ExistingRemovedTalk } {
  if (typeof uid !== 'string') return {};
  const history = {
    created: Number(created),
    sequence: Number(sequence),
    previousStart: typeof previousStart === 'string' ? Number(previousStart) : null,
  };
  if (typeof record === 'string') {
    return { talk: { uid, ...history, updated: Number(updated), refs: Buffer.from(refs ?? '', 'hex'), record } };
  }
  return typeof removed === 'string' ? { removedTalk: { uid, ...history, removed: Number(removed) } } : {};
}

/** One statement for all of them; '' when nothing is kept that it could find. */
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
        ? ['t.slug', 'uuid[]', '(t.refs IS NOT NULL OR t.removed IS NOT NULL)']
        : ['t.key', 'text[]', 't.record IS NOT NULL'];
    const columns = `SELECT ${code}, t.number, ${identifier}::text, ${present}`;
    if (own[type].size > 0) {
      const [from, rest] =
        type === 'talk'
          ? ['lectern.talk t JOIN lectern.talk_record r ON r.number = t.number', TALK]
          : [`lectern.${type} t`, `convert_from(t.record, 'UTF8'), ${NO_TALK}`];
      values.push([...own[type]]);
      parts.push(`${columns}, ${rest} FROM ${from} WHERE ${identifier} = ANY($${values.length}::${array})`);
    }
    if (others[type].size > 0) {
      values.push([...others[type]]);
      parts.push(
        `${columns}, NULL::text, ${NO_TALK} FROM lectern.${type} t WHERE ${identifier} = ANY($${values.length}::${array})`,
      );
    }
  }
  return { text: parts.join(' UNION ALL '), values };
}

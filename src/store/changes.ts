import { describe, type StoreAddress } from './address.ts';
import { isWhole, type SummedTalk, talkChecksum } from './checksum.ts';
import { type Damage, damagedRecord, DamageFound } from './damage.ts';
import { changedEntity, storedEntities } from './entities.ts';
import { ENTITY_TYPES, type StoredEntity } from './entity-type.ts';
import type { StoredTalkRow } from './existing-history.ts';
import { refNumbers, statusFrom, traitsFrom } from './packed-columns.ts';
import type { Ask, Reader } from './sql.ts';
import {
  type ChangedEntity,
  type ChangedTalk,
  type ChangesSince,
  type MadeVersion,
  type RemovedRecord,
  type RemovedTalkNumber,
  type StoreState,
  StoreUnavailable,
} from './store.ts';
import { IS_STORED_TALK, isWholeTalk, slugText, STORED_TALKS, STORED_TALKS_ALONE } from './talks.ts';

/** Called for each damaged record, which is then left out. */
export type OnDamage = (damage: Damage) => void;

/** How changes are read. */
interface ChangesOptions {
  readonly address: StoreAddress;
  /** Default: throws DamageFound. */
  readonly onDamage?: OnDamage | undefined;
  /** Also reads the record of each talk. */
  readonly withRecords?: boolean | undefined;
}

/** The state that a statement sees; version 0 before the first import that changed something. */
export async function stateIn(ask: Ask): Promise<StoreState> {
  const [state] = await ask<StoreState>('SELECT version, token FROM lectern.import ORDER BY version DESC LIMIT 1');
  return state ?? { version: 0, token: '' };
}

/** What changed after `since`, read lazily over `reader`, which is closed when everything has been read. */
export async function changesSince(
  reader: Reader,
  since: StoreState | null,
  { address, onDamage = refuseDamage, withRecords = false }: ChangesOptions,
): Promise<ChangesSince> {
  const { ask } = reader;
  try {
    const state = await stateIn(ask);
    const known = since !== null && (await wasIn(ask, since)) ? since.version : undefined;
    // A primary that does not know a state was restored from a backup; a standby merely lags behind.
    if (since !== null && known === undefined && reader.isReplica && state.version < since.version)
      throw new StoreUnavailable(
        `The catalogue at ${describe(address)} was reached on a standby that is behind what was seen before.`,
      );
    const lists = new Lists(reader);
    return {
      state,
      complete: known === undefined,
      history: await historyAfter(reader, known ?? 0),
      entities: lists.of(() => changedEntities(reader, known, onDamage)),
      talks: lists.of(() => (withRecords ? changedWholeTalks : changedTalks)(reader, known, onDamage)),
      removed: lists.of(() => removedRecords(reader, known, onDamage)),
      close: () => {
        lists.close();
      },
    };
  } catch (error) {
    await reader.close();
    throw reader.asStoreError(error);
  }
}

/** @throws DamageFound */
function refuseDamage(damage: Damage): never {
  throw new DamageFound(damage);
}

/** Every store was in version 0. */
async function wasIn(ask: Ask, { version, token }: StoreState): Promise<boolean> {
  if (version === 0) return token === '';
  return (await ask('SELECT 1 FROM lectern.import WHERE version = $1 AND token = $2', [version, token])).length > 0;
}

async function historyAfter({ ask, secondsOf }: Reader, version: number): Promise<readonly MadeVersion[]> {
  const text = `
    SELECT version, token, coalesce(${secondsOf('time')}, 0) AS time FROM lectern.import
    WHERE version > $1 ORDER BY version`;
  return ask<MadeVersion>(text, [version]);
}

/** SQL for the rows of later versions than a known one. Without, the table is read in its own order, else by the index of versions. */
function laterThan(known: number | undefined): string {
  return known === undefined ? '' : `AND version > ${known}`;
}

async function* changedEntities(
  reader: Reader,
  known: number | undefined,
  onDamage: OnDamage,
): AsyncGenerator<readonly ChangedEntity[]> {
  for (const type of ENTITY_TYPES) {
    for await (const rows of reader.rows<StoredEntity>(`${storedEntities(type)} ${laterThan(known)}`))
      yield withoutDamaged(rows, (row) => changedEntity(type, row), onDamage);
  }
}

/** A stored talk without its record. */
type TalkRow = SummedTalk & { readonly refs: Buffer; readonly sum: number | null };

async function* changedTalks(
  reader: Reader,
  known: number | undefined,
  onDamage: OnDamage,
): AsyncGenerator<readonly ChangedTalk[]> {
  const text = `
    SELECT number, slug, start, length, updated, status, version, refs, sum FROM lectern.talk
    WHERE ${IS_STORED_TALK} ${laterThan(known)}`;
  for await (const rows of reader.rows<TalkRow>(text)) yield withoutDamaged(rows, changedTalk, onDamage);
}

/** The index's view of a talk. @throws DamageFound */
function changedTalk(row: TalkRow): ChangedTalk {
  const { number, slug, start, length, updated, version } = row;
  if (!isWhole(row.sum, () => talkChecksum(row))) throw new DamageFound(damagedRecord('talk', number, slugText(slug)));
  return {
    number,
    slug,
    start,
    length,
    updated,
    status: statusFrom(row.status),
    traits: traitsFrom(row.status),
    version,
    refs: refNumbers(row.refs),
  };
}

/** Talks that lie in a page of the database that cannot be read are read without their records. */
async function* changedWholeTalks(
  reader: Reader,
  known: number | undefined,
  onDamage: OnDamage,
): AsyncGenerator<readonly ChangedTalk[]> {
  const later = laterThan(known);
  const whole = (rows: readonly StoredTalkRow[]) =>
    withoutDamaged(rows, (row) => changedWholeTalk(row, onDamage), onDamage);
  try {
    for await (const rows of reader.rows<StoredTalkRow>(`${STORED_TALKS} ${later}`)) yield whole(rows);
  } catch (error) {
    if ((await reader.lostPage(error)) === undefined) throw error;
    for await (const rows of talksAroundDamage(reader, later)) yield whole(rows);
  }
}

/** A damaged record is reported, and left out. @throws DamageFound */
function changedWholeTalk(row: StoredTalkRow, onDamage: OnDamage): ChangedTalk {
  const talk = changedTalk(row);
  const isIntact = isWholeTalk(row);
  if (!isIntact) onDamage(damagedRecord('talk', row.number, slugText(row.slug)));
  return { ...talk, stored: isIntact ? row : { ...row, record: null, recordSum: null } };
}

/** Numbers that are read together after a page could not be read. */
const RANGE = 1_024;
/** The most attempts that may fail; each is a line in the log of PostgreSQL. */
const MAX_FAILURES = 10_000;

/**
 * Reads the talks again in ranges of numbers, halving those that cannot be read, until each talk whose record is in an
 * unreadable page is read without it. Throws if the talks themselves cannot be read, or too many records cannot.
 */
async function* talksAroundDamage({ ask, lostPage }: Reader, later: string): AsyncGenerator<readonly StoredTalkRow[]> {
  const [row] = await ask<{ last: number }>('SELECT coalesce(max(number), 0) AS last FROM lectern.talk');
  const last = row?.last ?? 0;
  let failures = 0;
  for (let from = 1, size = RANGE; from <= last;) {
    const range = `${later} AND talk.number BETWEEN ${from} AND ${from + size - 1}`;
    try {
      yield await ask<StoredTalkRow>(`${STORED_TALKS} ${range}`);
    } catch (error) {
      failures += 1;
      if ((await lostPage(error)) === undefined || failures > MAX_FAILURES) throw error;
      if (size > 1) {
        size /= 2;
        continue;
      }
      yield await ask<StoredTalkRow>(`${STORED_TALKS_ALONE} ${range}`);
      from += 1;
      continue;
    }
    from += size;
    size = Math.min(RANGE, size * 2);
  }
}

async function* removedRecords(
  reader: Reader,
  known: number | undefined,
  onDamage: OnDamage,
): AsyncGenerator<readonly RemovedRecord[]> {
  const text = `SELECT number, slug, version FROM lectern.talk WHERE refs IS NULL AND sum IS NULL ${laterThan(known)}`;
  for await (const rows of reader.rows<Omit<RemovedTalkNumber, 'type'>>(text))
    yield withoutDamaged(rows, removedTalkNumber, onDamage);
  if (known === undefined) return;
  for (const type of ENTITY_TYPES) {
    const removed = `SELECT number FROM lectern.${type} WHERE record IS NULL AND sum IS NULL ${laterThan(known)}`;
    for await (const rows of reader.rows<{ readonly number: number }>(removed))
      yield rows.map(({ number }) => ({ type, number }));
  }
}

/** A removed talk has no checksum. @throws DamageFound */
function removedTalkNumber({ number, slug, version }: Omit<RemovedTalkNumber, 'type'>): RemovedTalkNumber {
  const isGood = Buffer.isBuffer(slug) && slug.length === 16 && Number.isSafeInteger(version);
  if (!isGood) throw new DamageFound(damagedRecord('talk', number, slugText(slug)));
  return { type: 'talk', number, slug, version };
}

/** The values of intact rows; damaged ones go to `onDamage`. */
function withoutDamaged<Row, T>(rows: readonly Row[], make: (row: Row) => T, onDamage: OnDamage): readonly T[] {
  return rows.flatMap((row) => {
    try {
      return [make(row)];
    } catch (error) {
      if (!(error instanceof DamageFound)) throw error;
      onDamage(error);
      return [];
    }
  });
}

/** Lists that are read over one connection, which is closed when all of them have been read, or one cannot be. */
class Lists {
  readonly #reader: Reader;
  #left = 0;
  #isClosed = false;

  constructor(reader: Reader) {
    this.#reader = reader;
  }

  of<T>(batches: () => AsyncIterable<readonly T[]>): AsyncIterable<readonly T[]> {
    this.#left += 1;
    return { [Symbol.asyncIterator]: () => this.#read(batches) };
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    void this.#reader.close();
  }

  async *#read<T>(batches: () => AsyncIterable<readonly T[]>): AsyncGenerator<readonly T[]> {
    try {
      this.#checkOpen();
      for await (const batch of batches()) {
        yield batch;
        this.#checkOpen();
      }
    } catch (error) {
      this.close();
      throw this.#reader.asStoreError(error);
    }
    this.#left -= 1;
    if (this.#left === 0) this.close();
  }

  #checkOpen(): void {
    if (this.#isClosed) throw new Error('The changes have been gone through, or closed');
  }
}

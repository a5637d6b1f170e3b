import { DamageFound, damagedRecord, type Damage } from './damage.ts';
import { refNumbers, statusFrom, traitsFrom } from './packed-columns.ts';
import { isWhole, talkChecksum, type SummedTalk } from './checksum.ts';
import type { ChangedTalk, RemovedTalkNumber } from './store.ts';
import { isWholeTalk, slugText } from './talks.ts';
import type { StoredTalkRow } from './existing-history.ts';

/** Called for each damaged record, which is then left out. */
export type OnDamage = (damage: Damage) => void;

/** An `OnDamage` for callers that cannot leave anything out. @throws DamageFound */
export function refuseDamage(damage: Damage): never {
  throw new DamageFound(damage);
}

/** SQL for the rows of later versions than a known one. Without, the table is read in its own order, else by the index of versions. */
export function laterThan(known: number | undefined): string {
  return known === undefined ? '' : `AND version > ${known}`;
}

/** The index's view of a talk. @throws DamageFound */
export function changedTalk(row: SummedTalk & { readonly refs: Buffer; readonly sum: number | null }): ChangedTalk {
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

/** The same of a row with its record; a damaged record is reported, and left out. @throws DamageFound */
export function changedWholeTalk(row: StoredTalkRow, onDamage: OnDamage): ChangedTalk {
  const talk = changedTalk(row);
  const isIntact = isWholeTalk(row);
  if (!isIntact) onDamage(damagedRecord('talk', row.number, slugText(row.slug)));
  return { ...talk, stored: isIntact ? row : { ...row, record: null, recordSum: null } };
}

/** The index's view of a removed talk, which has no checksum. @throws DamageFound */
export function removedTalkNumber(number: number, slug: Buffer, version: number): RemovedTalkNumber {
  const isGood = Buffer.isBuffer(slug) && slug.length === 16 && Number.isSafeInteger(version);
  if (!isGood) throw new DamageFound(damagedRecord('talk', number, slugText(slug)));
  return { type: 'talk', number, slug, version };
}

/** The values of intact rows; damaged ones go to `onDamage`. */
export function* withoutDamaged<Row, T>(
  rows: Iterable<Row>,
  make: (row: Row) => T,
  onDamage: OnDamage,
): Generator<T, void, undefined> {
  for (const row of rows) {
    const made = unlessDamaged(row, make, onDamage);
    if (made !== undefined) yield made;
  }
}

/** The value of a row; undefined if the row is damaged. */
function unlessDamaged<Row, T>(row: Row, make: (row: Row) => T, onDamage: OnDamage): T | undefined {
  try {
    return make(row);
  } catch (error) {
    if (!(error instanceof DamageFound)) throw error;
    onDamage(error);
    return undefined;
  }
}

import { DamageFound, damagedRecord } from './damage.ts';
import type { Damage } from './damage.ts';
import { refNumbers } from './refs.ts';
import { isWhole, talkSum } from './record-sum.ts';
import type { SummedTalk } from './record-sum.ts';
import { statusFrom, traitsFrom } from './status-code.ts';
import type { ChangedTalk, RemovedTalkNumber } from './store.ts';
import { slugText } from './talk-details.ts';

/** Is told of a record that does not read as it was written, which is then left out. */
export type OnDamage = (damage: Damage) => void;

/** For who can leave nothing out. @throws DamageFound */
export function refuseDamage(damage: Damage): never {
  throw new DamageFound(damage);
}

/** What an index needs of a talk. @throws DamageFound */
export function changedTalk(row: SummedTalk & { readonly refs: Buffer; readonly sum: number | null }): ChangedTalk {
  const { number, slug, start, updated, version } = row;
  if (!isWhole(row.sum, () => talkSum(row))) throw new DamageFound(damagedRecord('talk', number, slugText(slug)));
  return {
    number,
    slug,
    start,
    updated,
    status: statusFrom(row.status),
    traits: traitsFrom(row.status),
    version,
    refs: refNumbers(row.refs),
  };
}

/** What an index needs of a talk that is gone, of which no sum is kept. @throws DamageFound */
export function removedTalkNumber(number: number, slug: Buffer, version: number): RemovedTalkNumber {
  const isGood = Buffer.isBuffer(slug) && slug.length === 16 && Number.isSafeInteger(version);
  if (!isGood) throw new DamageFound(damagedRecord('talk', number, slugText(slug)));
  return { type: 'talk', number, slug, version };
}

/** Those that are whole; of the others is told. */
export function* wholeOnes<Row, T>(
  rows: Iterable<Row>,
  make: (row: Row) => T,
  onDamage: OnDamage,
): Generator<T, void, undefined> {
  for (const row of rows) {
    const made = wholeOne(row, make, onDamage);
    if (made !== undefined) yield made;
  }
}

/** What is made of a row; undefined of one that is damaged. */
export function wholeOne<Row, T>(row: Row, make: (row: Row) => T, onDamage: OnDamage): T | undefined {
  try {
    return make(row);
  } catch (error) {
    if (!(error instanceof DamageFound)) throw error;
    onDamage(error);
    return undefined;
  }
}

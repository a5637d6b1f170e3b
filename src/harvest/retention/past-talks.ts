import type { Collection } from '#catalogue/collection.ts';
import type { LocatedRecord } from '#catalogue/record.ts';
import type { Slug } from '#catalogue/slug.ts';
import { type Timestamp, timestampOf } from '#catalogue/timestamp.ts';

/** Skips talks in an import that ended before the time from which the operator keeps talks. */
export class PastTalks {
  readonly #before: Timestamp | undefined;
  readonly #leftOut = new Set<Slug>();
  /** Collections, held until all skipped talks are known. */
  readonly #collections: LocatedRecord[] = [];

  /** @param before undefined: all are kept */
  constructor(before: Timestamp | undefined) {
    this.#before = before;
  }

  /** Number of talks skipped so far. */
  get leftOut(): number {
    return this.#leftOut.size;
  }

  /** Returns records without past talks, and holds collections. */
  pass(records: readonly LocatedRecord[]): readonly LocatedRecord[] {
    const before = this.#before;
    if (before === undefined) return records;
    return records.filter((located) => {
      const { record } = located;
      if (record.type === 'collection') this.#collections.push(located);
      if (record.type === 'talk' && record.end < before) this.#leftOut.add(record.slug);
      return record.type !== 'collection' && !(record.type === 'talk' && record.end < before);
    });
  }

  /** Returns the held collections without skipped talks. Call it after all records. */
  release(): readonly LocatedRecord[] {
    return this.#collections.map((located) => {
      const { record } = located;
      return record.type === 'collection' ? { ...located, record: this.#without(record) } : located;
    });
  }

  #without(collection: Collection): Collection {
    return { ...collection, talks: collection.talks.filter((slug) => !this.#leftOut.has(slug)) };
  }
}

/** How long past talks are kept: `400d`, `18m` (months) or `5y`. */
type RetentionPeriod = string;

const PERIOD = /^([1-9]\d{0,4})([dmy])$/;
/** Longest period; longer means for ever. */
const LONGEST_YEARS = 100;
const PER_YEAR: Readonly<Record<string, number>> = { d: 366, m: 12, y: 1 };

export function isPeriod(text: string): boolean {
  const [, count, unit = ''] = PERIOD.exec(text) ?? [];
  return count !== undefined && Number(count) / (PER_YEAR[unit] ?? 1) <= LONGEST_YEARS;
}

/** Talks that ended before this time, in UTC, are not kept. A day that the month does not have becomes its last day. */
export function keptSince(period: RetentionPeriod, now: Date): Timestamp {
  const [, count = '0', unit = ''] = PERIOD.exec(period) ?? [];
  const since = new Date(now);
  if (unit === 'd') since.setUTCDate(since.getUTCDate() - Number(count));
  else {
    const day = since.getUTCDate();
    since.setUTCDate(1);
    since.setUTCMonth(since.getUTCMonth() - Number(count) * (unit === 'y' ? 12 : 1));
    const last = new Date(Date.UTC(since.getUTCFullYear(), since.getUTCMonth() + 1, 0)).getUTCDate();
    since.setUTCDate(Math.min(day, last));
  }
  return timestampOf(Math.floor(since.getTime() / 1000));
}

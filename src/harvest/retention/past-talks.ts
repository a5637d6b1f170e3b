import type { Collection } from '#catalogue/collection.ts';
import type { LocatedRecord } from '#catalogue/record.ts';
import type { Slug } from '#catalogue/slug.ts';
import type { Timestamp } from '#catalogue/timestamp.ts';

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

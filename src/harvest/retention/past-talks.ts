import type { Collection } from '#catalogue/collection.ts';
import type { LocatedRecord } from '#catalogue/record.ts';
import type { Slug } from '#catalogue/slug.ts';
import type { Timestamp } from '#catalogue/timestamp.ts';

/** Keeps talks out of an import that ended before a moment, as the operator does not want to have them any more. */
export class PastTalks {
  readonly #before: Timestamp | undefined;
  readonly #leftOut = new Set<Slug>();
  /** Until it is known which talks are left out. */
  readonly #collections: LocatedRecord[] = [];

  /** @param before undefined: all are kept */
  constructor(before: Timestamp | undefined) {
    this.#before = before;
  }

  /** How many talks were left out so far. */
  get leftOut(): number {
    return this.#leftOut.size;
  }

  /** Records without those talks, and without collections, which are held. */
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

  /** When all has come: the collections that were held, without talks that were left out. */
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

import { recordKey, typedKey, type CatalogueRecord, type LocatedRecord } from '#catalogue/record.ts';
import { withReferences } from '#catalogue/references.ts';
import type { SameLines } from '../reading/same-lines.ts';

/** A record that came under a dropped identifier, renamed to the kept one. */
export interface HeldRecord extends LocatedRecord {
  readonly drop: string;
  /** Name of the source of a talk; undefined: from a catalogue file. */
  readonly source: string | undefined;
}

/**
 * Rewrites records on their way to the store: references get the kept identifiers. Records under dropped identifiers
 * are held until all files have been read, since a record under the kept one may still come and takes precedence.
 */
export class MergeRewriter {
  readonly #lines: SameLines;
  readonly #held = new Map<string, HeldRecord[]>();
  /** Records that came under kept identifiers, collections and removed talks. */
  readonly #passed = new Set<string>();

  constructor(lines: SameLines) {
    this.#lines = lines;
  }

  /** Held records in order of arrival, by `type name` of the kept identifier. */
  get held(): ReadonlyMap<string, readonly HeldRecord[]> {
    return this.#held;
  }

  /** Whether a record with this `type name` has passed. */
  hasPassed(name: string): boolean {
    return this.#passed.has(name);
  }

  /** @param source name of the source of the records, if any */
  pass(records: readonly LocatedRecord[], source?: string): readonly LocatedRecord[] {
    if (this.#lines.isEmpty) return records;
    return records.filter((located) => !this.#hold(located, source)).map((located) => this.#renamed(located));
  }

  #hold(located: LocatedRecord, source: string | undefined): boolean {
    const { record } = located;
    const drop = recordKey(record);
    const keep = this.#lines.keepOf(drop);
    // Removed talks and collections are not merged.
    if (keep === undefined || record.type === 'removed_talk' || record.type === 'collection') {
      this.#note(record);
      return false;
    }
    const renamed = this.#renamed({ ...located, record: underName(record, keep) });
    const name = typedKey(renamed.record);
    const held = this.#held.get(name) ?? [];
    held.push({ ...renamed, drop, source });
    this.#held.set(name, held);
    return true;
  }

  /** Notes only records that `hasPassed` is asked for: a large file has hundreds of thousands of others. */
  #note(record: CatalogueRecord): void {
    const key = recordKey(record);
    const isAskedFor = record.type === 'collection' || record.type === 'removed_talk' || this.#lines.isKept(key);
    if (isAskedFor) this.#passed.add(record.type === 'removed_talk' ? `removed ${key}` : typedKey(record));
  }

  #renamed(located: LocatedRecord): LocatedRecord {
    const record = withNames(located.record, this.#lines);
    return record === located.record ? located : { ...located, record: outsideItself(record) };
  }
}

function underName(record: CatalogueRecord, name: string): CatalogueRecord {
  if (record.type === 'place') return outsideItself({ ...record, id: name });
  if (record.type === 'topic') return { ...record, uri: name };
  return { ...record, slug: name };
}

/** The record with kept identifiers in all references; the same object if it has them already. */
export function withNames<T extends CatalogueRecord>(record: T, lines: SameLines): T {
  return withReferences(record, (_, key) => lines.nameOf(key));
}

/** Removes a parent that has been merged into the place itself. */
function outsideItself<T extends CatalogueRecord>(record: T): T {
  return record.type === 'place' && record.parent === record.id ? { ...record, parent: null } : record;
}

import type { Collection } from '#catalogue/collection.ts';
import type { Place } from '#catalogue/place.ts';
import { recordKey, typedKey } from '#catalogue/record.ts';
import type { CatalogueRecord, LocatedRecord } from '#catalogue/record.ts';
import type { TalkRecord } from '#catalogue/talk.ts';
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
    return record === located.record ? located : { ...located, record };
  }
}

function underName(record: CatalogueRecord, name: string): CatalogueRecord {
  if (record.type === 'place') return outsideItself({ ...record, id: name });
  if (record.type === 'topic') return { ...record, uri: name };
  return { ...record, slug: name };
}

function withNames(record: CatalogueRecord, lines: SameLines): CatalogueRecord {
  if (record.type === 'talk') return talkWithNames(record, lines);
  if (record.type === 'place') return placeWithNames(record, lines);
  return record.type === 'collection' ? collectionWithNames(record, lines) : record;
}

/** The talk with kept identifiers in all references. */
export function talkWithNames(talk: TalkRecord, lines: SameLines): TalkRecord {
  const { series, venue, organisingDepartment, topics, speakers, hosts, organisers } = talk;
  const named = [series, venue, organisingDepartment, ...topics, ...speakers, ...hosts, ...organisers];
  if (!named.some((name) => name !== null && lines.keepOf(name) !== undefined)) return talk;
  return {
    ...talk,
    series: nameIn(series, lines),
    venue: nameIn(venue, lines),
    organisingDepartment: nameIn(organisingDepartment, lines),
    topics: namesIn(topics, lines),
    speakers: namesIn(speakers, lines),
    hosts: namesIn(hosts, lines),
    organisers: namesIn(organisers, lines),
  };
}

function placeWithNames(place: Place, lines: SameLines): Place {
  const parent = nameIn(place.parent, lines);
  return parent === place.parent ? place : outsideItself({ ...place, parent });
}

/** Removes a parent that has been merged into the place itself. */
function outsideItself(place: Place): Place {
  return place.parent === place.id ? { ...place, parent: null } : place;
}

export function collectionWithNames(collection: Collection, lines: SameLines): Collection {
  const { talks, series, organisingDepartments } = collection;
  const isNamed = [...talks, ...series, ...organisingDepartments].some((name) => lines.keepOf(name) !== undefined);
  if (!isNamed) return collection;
  return {
    ...collection,
    talks: namesIn(talks, lines),
    series: namesIn(series, lines),
    organisingDepartments: namesIn(organisingDepartments, lines),
  };
}

function nameIn(name: string | null, lines: SameLines): string | null {
  return name === null ? null : lines.nameOf(name);
}

function namesIn(names: readonly string[], lines: SameLines): readonly string[] {
  return [...new Set(names.map((name) => lines.nameOf(name)))];
}

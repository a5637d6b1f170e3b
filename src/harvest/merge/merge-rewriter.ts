import type { Collection } from '#catalogue/collection.ts';
import type { Place } from '#catalogue/place.ts';
import { recordKey, typedKey } from '#catalogue/record.ts';
import type { CatalogueRecord, LocatedRecord } from '#catalogue/record.ts';
import type { TalkRecord } from '#catalogue/talk.ts';
import type { SameLines } from '../reading/same-lines.ts';

/** A record that came under a name that is dropped, as it is to be under the one that is kept. */
export interface HeldRecord extends LocatedRecord {
  readonly drop: string;
  /** Of a talk of a source: the source's name; undefined of what a catalogue file says. */
  readonly source: string | undefined;
}

/**
 * Where records pass on their way to the store: what they refer to gets the name that counts, and those that are themselves
 * called by a dropped name are held back until all has been read, since what is kept may still come and is believed first.
 */
export class MergeRewriter {
  readonly #lines: SameLines;
  readonly #held = new Map<string, HeldRecord[]>();
  /** What is kept, or is a collection, or is said to be removed, and came under its own name. */
  readonly #passed = new Set<string>();

  constructor(lines: SameLines) {
    this.#lines = lines;
  }

  /** Held back: by `type name`, under the name that is kept; in the order in which they came. */
  get held(): ReadonlyMap<string, readonly HeldRecord[]> {
    return this.#held;
  }

  /** Whether a record with this `type name` has passed. */
  hasPassed(name: string): boolean {
    return this.#passed.has(name);
  }

  /** @param source of records that come of a source */
  pass(records: readonly LocatedRecord[], source?: string): readonly LocatedRecord[] {
    if (this.#lines.isEmpty) return records;
    return records.filter((located) => !this.#hold(located, source)).map((located) => this.#renamed(located));
  }

  #hold(located: LocatedRecord, source: string | undefined): boolean {
    const { record } = located;
    const drop = recordKey(record);
    const keep = this.#lines.keepOf(drop);
    // What is left of a talk is no talk; a collection is nobody's to merge.
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

  /** Only of those that somebody will ask for: a large file has hundreds of thousands of others. */
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

/** A talk in which everything is called by the name that is kept. */
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

/** No place is part of what it is itself, now that two are one. */
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

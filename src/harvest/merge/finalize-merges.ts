import type { CatalogueRecord, LocatedRecord } from '#catalogue/record.ts';
import type { Slug } from '#catalogue/slug.ts';
import { type Timestamp, timestampOf } from '#catalogue/timestamp.ts';
import type { Store } from '#store/store.ts';
import { catalogueBefore, CatalogueBefore } from '../catalogue-before.ts';
import { ownership, ProvenanceChanges } from '../provenance/provenance-changes.ts';
import { SameLines, type SamePair } from '../reading/same-lines.ts';
import type { SourceReading } from '../reading/source-reading.ts';
import { withNames, type HeldRecord, type MergeRewriter } from './merge-rewriter.ts';

/** Result of applying the operator's `--same` file. */
export interface SameReport {
  /** Talks that were stored under both slugs: `drop` is removed. */
  readonly merged: readonly MergedTalk[];
  /** Lines whose `keep` is neither in the catalogue nor in the files, most likely mistyped. */
  readonly unknown: readonly SamePair[];
}

/** A removed talk, with its last title and start. */
interface MergedTalk extends SamePair {
  readonly title: string;
  readonly start: Timestamp;
}

export interface FinalizedMerges {
  /** Records that came under dropped identifiers, now under the kept ones. */
  readonly records: readonly LocatedRecord[];
  readonly talks: SameTalks;
  /** Changes for sources outside this import. */
  readonly provenance: ProvenanceChanges;
  readonly report: SameReport;
  /** Whether this slug is merged into an existing record. */
  readonly isDropped: (slug: Slug) => boolean;
  /** Slugs merged into an existing record. */
  readonly dropsOf: (slug: Slug) => readonly Slug[];
  /** Returns the gone talks that other sources have, and makes those their owners. */
  readonly handOver: (missing: ReadonlySet<Slug>, source: string) => ReadonlySet<Slug>;
  /** Further changes: removed talks, and collections that list them. Call it after all sources. */
  readonly closing: () => readonly LocatedRecord[];
}

interface MergeRequest {
  readonly lines: SameLines;
  /** True: the previous catalogue is ignored. */
  readonly isAlone: boolean;
  readonly now: Date;
  /** The rewriter that the records have passed. */
  readonly gate: MergeRewriter;
}

/** File name for problems of records that no line of a file has. */
const FILE = '--same';

/** Decides about merged records. Call it when all files have been read. @throws StoreUnavailable */
export async function finalizeMerges(
  store: Pick<Store, 'changes' | 'provenance' | 'record' | 'talks' | 'talkNumbers'>,
  bySource: ReadonlyMap<string, SourceReading>,
  { lines, isAlone, now, gate }: MergeRequest,
): Promise<FinalizedMerges> {
  const before =
    isAlone || lines.isEmpty
      ? new CatalogueBefore()
      : await catalogueBefore(store, lines, (source) => bySource.has(source));
  const talks = new SameTalks({ lines, gate, before, sources: bySource });
  const records = talks.decide();
  const provenance = new ProvenanceChanges();
  const there = new SameLines(lines.pairs.filter(({ keep }) => TYPES.some((type) => talks.isThere(`${type} ${keep}`))));
  const merged = there.pairs.filter(({ keep, drop }) => talks.isThere(`talk ${keep}`) && before.has(`talk ${drop}`));
  for (const { keep, drop } of merged) {
    const there = new Set(before.provenanceOf(keep).map(({ source }) => source));
    for (const row of before.provenanceOf(drop)) {
      if (talks.isRead(row.source)) continue;
      provenance.forget(row);
      if (!there.has(row.source)) provenance.put({ ...row, slug: keep, relation: 'shares', key: '' });
    }
  }
  return {
    records,
    talks,
    provenance,
    report: {
      merged: withTitles(merged, before),
      unknown: lines.pairs.filter(({ drop }) => there.keepOf(drop) === undefined),
    },
    isDropped: (slug) => there.keepOf(slug) !== undefined,
    dropsOf: (slug) => there.dropsOf(slug),
    handOver: (missing, source) => {
      const elsewhere = new Set([...missing].filter((slug) => talks.isElsewhere(slug, source)));
      for (const slug of elsewhere) {
        const heir = talks.heirOf(slug, source);
        if (heir === undefined) continue;
        const row = ownership(heir, slug, '');
        const known = before.provenanceOf(slug).find(({ source }) => source === heir);
        provenance.put({ ...(provenance.get(row) ?? known ?? row), relation: 'owns' });
      }
      return elsewhere;
    },
    closing: () => [...removedTalks(merged, gate, now), ...renamedCollections(before, gate, there)],
  };
}

function withTitles(merged: readonly SamePair[], before: CatalogueBefore): MergedTalk[] {
  return merged.flatMap((pair) => {
    const talk = before.talk(pair.drop);
    return talk === undefined ? [] : [{ ...pair, ...talk }];
  });
}

const TYPES = ['talk', 'person', 'series', 'place', 'topic'] as const;

function removedTalks(merged: readonly SamePair[], gate: MergeRewriter, now: Date): LocatedRecord[] {
  const removed = timestampOf(Math.floor(now.getTime() / 1000));
  return merged
    .filter(({ drop }) => !gate.hasPassed(`removed ${drop}`))
    .map(({ drop }) => ({
      record: { type: 'removed_talk', slug: drop, uid: '', removed, history: null },
      file: FILE,
      line: 1,
    }));
}

/** Stored collections, with references renamed. */
function renamedCollections(before: CatalogueBefore, gate: MergeRewriter, lines: SameLines): LocatedRecord[] {
  return [...before.collections.values()].flatMap((collection) => {
    const record = withNames(collection, lines);
    if (record === collection || gate.hasPassed(`collection ${collection.slug}`)) return [];
    return [{ record, file: FILE, line: 1 }];
  });
}

/**
 * Ownership of merged talks that several sources bring. Only the record of the owner counts. The others share the talk,
 * and one of them becomes its owner when it is gone from the owner.
 */
class SameTalks {
  readonly #lines: SameLines;
  readonly #gate: MergeRewriter;
  readonly #before: CatalogueBefore;
  readonly #sources: ReadonlyMap<string, SourceReading>;
  readonly #owned = new Map<string, Map<Slug, Slug>>();
  readonly #shared = new Map<string, Map<Slug, Slug>>();
  readonly #brought = new Set<string>();

  constructor(parts: {
    readonly lines: SameLines;
    readonly gate: MergeRewriter;
    readonly before: CatalogueBefore;
    readonly sources: ReadonlyMap<string, SourceReading>;
  }) {
    this.#lines = parts.lines;
    this.#gate = parts.gate;
    this.#before = parts.before;
    this.#sources = parts.sources;
  }

  /** Decides about held records. Returns those to store under the kept identifiers; others have another owner. */
  decide(): LocatedRecord[] {
    const records: LocatedRecord[] = [];
    for (const [name, held] of this.#gate.held) {
      const chosen = this.#gate.hasPassed(name) ? undefined : this.#chosen(name, held);
      if (chosen !== undefined) {
        records.push({ record: chosen.record, file: chosen.file, line: chosen.line });
        this.#brought.add(name);
      }
      for (const each of held) this.#noteTalk(each, chosen);
    }
    return records;
  }

  /** Talks that the source owns and that came under dropped slugs: the source's slugs, by kept slug. */
  ownedBy(source: string): ReadonlyMap<Slug, Slug> {
    return this.#owned.get(source) ?? new Map();
  }

  /** The same for talks that it shares. */
  sharedBy(source: string): ReadonlyMap<Slug, Slug> {
    return this.#shared.get(source) ?? new Map();
  }

  /** Whether the kept record is in the catalogue or this import. */
  isThere(name: string): boolean {
    return this.#gate.hasPassed(name) || this.#brought.has(name) || this.#before.has(name);
  }

  /** Whether another source has a talk, under any slug. */
  isElsewhere(talk: Slug, source: string): boolean {
    return this.#isReadElsewhere(talk, source) || this.#othersThatHave(talk).length > 0;
  }

  /**
   * The next owner of a talk that is gone from this source. Undefined: it has an owner already, or no source has it.
   */
  heirOf(talk: Slug, source: string): string | undefined {
    const owners = this.#before.ownersOf(talk).filter((owner) => !this.isRead(owner));
    if (owners.length > 0 || this.#isReadElsewhere(talk, source)) return undefined;
    return this.#othersThatHave(talk)[0];
  }

  /** Whether this source is part of the import. */
  isRead(source: string): boolean {
    return this.#sources.has(source);
  }

  #isReadElsewhere(talk: Slug, source: string): boolean {
    for (const [name, { records }] of this.#sources) {
      if (name === source) continue;
      if (records.has(talk) || this.ownedBy(name).has(talk) || this.sharedBy(name).has(talk)) return true;
    }
    return false;
  }

  /** Sources outside this import that have a talk. */
  #othersThatHave(talk: Slug): readonly string[] {
    const dropped = this.#lines.dropsOf(talk).flatMap((drop) => this.#before.ownersOf(drop));
    const sources = [...this.#before.provenanceOf(talk).map(({ source }) => source), ...dropped];
    return [...new Set(sources)].filter((source) => !this.isRead(source)).sort();
  }

  #chosen(name: string, held: readonly HeldRecord[]): HeldRecord | undefined {
    const [first] = held;
    if (first?.record.type !== 'talk') return this.#before.has(name) ? undefined : first;
    const owners = this.#ownersOf(first.record.slug, held);
    if (owners === 'nobody' || owners === 'lost') return first;
    const own = held.find(({ source }) => source !== undefined && owners.has(source));
    return own !== undefined && owners.size === 1 ? own : undefined;
  }

  /**
   * The owners of a talk before. `lost`: it is gone from all of them in this import. A stored talk without an owner
   * belongs to a catalogue file.
   */
  #ownersOf(talk: Slug, held: readonly HeldRecord[]): ReadonlySet<string> | 'nobody' | 'lost' {
    const owners = this.#before.ownersOf(talk);
    if (owners.length === 0) return this.#before.has(`talk ${talk}`) ? new Set(['a catalogue file']) : 'nobody';
    const holding = new Set(held.map(({ source }) => source));
    const left = owners.filter((owner) => !this.isRead(owner) || holding.has(owner) || this.#mayHave(owner, talk));
    return left.length === 0 ? 'lost' : new Set(left);
  }

  /** Whether the talk may be among unread entries. */
  #mayHave(owner: string, talk: Slug): boolean {
    const source = this.#sources.get(owner);
    return source !== undefined && (source.isPartial || source.unread.has(talk));
  }

  #noteTalk({ record, source, drop }: HeldRecord, chosen: HeldRecord | undefined): void {
    if (source === undefined || !isTalk(record)) return;
    // A source may have one talk under two slugs.
    if (this.ownedBy(source).has(record.slug) || this.#sources.get(source)?.records.has(record.slug) === true) return;
    const talks = chosen?.source === source ? this.#owned : this.#shared;
    talks.set(source, (talks.get(source) ?? new Map<Slug, Slug>()).set(record.slug, drop));
  }
}

function isTalk(record: CatalogueRecord): record is CatalogueRecord & { readonly type: 'talk' } {
  return record.type === 'talk';
}

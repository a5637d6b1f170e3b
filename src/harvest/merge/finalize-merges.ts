import type { LocatedRecord } from '#catalogue/record.ts';
import type { Slug } from '#catalogue/slug.ts';
import { timestampOf } from '#catalogue/timestamp.ts';
import type { Timestamp } from '#catalogue/timestamp.ts';
import type { Store } from '#store/store.ts';
import { CatalogueBefore, catalogueBefore } from '../catalogue-before.ts';
import { ProvenanceChanges, ownership } from '../provenance/provenance-changes.ts';
import type { SourceReading } from '../reading/source-reading.ts';
import { withNames } from './merge-rewriter.ts';
import type { MergeRewriter } from './merge-rewriter.ts';
import { SameLines } from '../reading/same-lines.ts';
import type { SamePair } from '../reading/same-lines.ts';
import { SameTalks } from './same-talks.ts';

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

import type { Provenance } from '#catalogue/provenance.ts';
import type { Slug } from '#catalogue/slug.ts';
import { timestampOf } from '#catalogue/timestamp.ts';
import type { StoreImport } from '#store/store-import.ts';
import type { Store } from '#store/store.ts';
import type { StoreBefore } from '../corrections/corrected-import.ts';
import { type FinalizedMerges, finalizeMerges, type SameReport } from '../merge/finalize-merges.ts';
import type { MergeRewriter } from '../merge/merge-rewriter.ts';
import type { CatalogueReading } from '../reading/catalogue-reading.ts';
import { likelyName } from '../reading/likely-name.ts';
import { NOTHING_SAME, type SameLines } from '../reading/same-lines.ts';
import type { SourceReading, SourceSummary } from '../reading/source-reading.ts';
import { type Gone, type GonePolicy, goneTalks, NOTHING_GONE } from './gone-talks.ts';
import type { Identity } from './identity.ts';
import type { KnownProvenance } from './known-provenance.ts';
import { type Loss, type LossLimits, lossOf, lossProblem } from './loss.ts';
import type { SharingOptions } from './ownership.ts';
import { ownership, ProvenanceChanges } from './provenance-changes.ts';

interface FinalizeRequest {
  /** True: records that the files do not have are removed in any case. */
  readonly replace: boolean;
  readonly now: Date;
  /** The rewriter that the records have passed. */
  readonly gate: MergeRewriter;
  readonly sources?: SharingOptions &
    LossLimits & {
      readonly gone: GonePolicy;
      readonly same?: SameLines | undefined;
    };
}

/** A begun import, as far as it is written to. */
export type BegunImport = Pick<StoreImport, 'intoEmpty' | 'put' | 'changeProvenance' | 'refuse'>;

/**
 * Runs when all files have been read: decides about merged records, applies the policy to talks that are gone from each
 * source since its last import, and stores what each source owns and shares now.
 */
export async function finalizeSources(
  store: StoreBefore,
  started: BegunImport,
  reading: CatalogueReading,
  request: FinalizeRequest,
): Promise<{ readonly sources: readonly SourceSummary[]; readonly same: SameReport }> {
  const { found, sources } = reading;
  const isAlone = started.intoEmpty || request.replace;
  const lines = request.sources?.same ?? NOTHING_SAME;
  const same = await finalizeMerges(store, sources.bySource, { lines, isAlone, now: request.now, gate: request.gate });
  found.add(await started.put(same.records));
  const shared = new SharedTalks(store, sources.bySource, same.provenance, request.sources ?? {});
  const summaries: SourceSummary[] = [];
  for (const source of sources.bySource.values()) {
    const before = await source.before();
    const finalized = await finalizeSource(store, { source, before, same, shared }, request);
    if ('isEmpty' in finalized) {
      started.refuse([]);
      found.add([
        lossProblem({ source: source.identity.source, file: source.file }, before, finalized, request.sources),
      ]);
      const { missing, of } = finalized;
      const held = missing > 0 ? { missing, of } : undefined;
      summaries.push({ source: source.identity.source, gone: [], lists: [], likelyName: undefined, held });
      continue;
    }
    if (!isAlone) await shared.takeOver(source);
    found.add(await started.put(finalized.gone.records));
    await started.changeProvenance(finalized.provenance.change);
    const lists = await source.lists.settle(request.sources?.gone ?? 'keep', isAlone ? undefined : store);
    found.add(await started.put(lists.records.map((record) => ({ record, file: source.file, line: 1 }))));
    await started.changeProvenance({ put: lists.provenance });
    const isNew = !isAlone && before.owns.size + before.shares.size === 0;
    summaries.push({
      source: source.identity.source,
      gone: finalized.gone.talks,
      lists: lists.news,
      likelyName: isNew ? await likelyName(store, source.sample, othersThan(reading, request)) : undefined,
    });
  }
  found.add(await started.put(same.closing()));
  await started.changeProvenance(same.provenance.change);
  return { sources: summaries, same: same.report };
}

/** Names of sources that are certainly not a former name. */
function othersThan({ sources }: CatalogueReading, request: FinalizeRequest): ReadonlySet<string> {
  return new Set([...sources.bySource.keys(), ...(request.sources?.neighbours?.all ?? [])]);
}

interface Parts {
  readonly source: SourceReading;
  readonly before: KnownProvenance;
  readonly same: FinalizedMerges;
  readonly shared: SharedTalks;
}

/** Keys by slug of talks that the source has now, and may have had under other slugs before. */
interface SourceTalks {
  /** Talks that it owns, but that have not come as its records. */
  readonly owned: Map<Slug, string>;
  readonly shared: Map<Slug, string>;
}

async function finalizeSource(
  store: StoreBefore,
  parts: Parts,
  request: FinalizeRequest,
): Promise<{ readonly gone: Gone; readonly provenance: ProvenanceChanges } | Loss> {
  const { source, before, same } = parts;
  const talks = talksOf(parts);
  const { owned, shared } = talks;
  const isHere = (slug: Slug): boolean => owned.has(slug) || (source.records.has(slug) && !same.isDropped(slug));
  const isSettled = (slug: Slug): boolean =>
    isHere(slug) || shared.has(slug) || same.isDropped(slug) || source.removed.has(slug);
  const namesOf = (slug: Slug): readonly Slug[] => [slug, ...same.dropsOf(slug)];
  const isUnread = (slug: Slug, key: string): boolean => namesOf(slug).some((name) => source.unread.has(name, key));
  const isWithheld = (slug: Slug, key: string): boolean =>
    namesOf(slug).some((name) => source.withheld.has(name) || source.unread.isWithheld(name, key));
  for (const [slug, key] of before.shares) {
    if ((source.isPartial || isUnread(slug, key)) && !isHere(slug)) shared.set(slug, key);
  }
  const absent = [...before.owns].filter(([slug]) => !isSettled(slug));
  const withheld = slugsOf(absent, isWithheld);
  const excluded = source.isPartial
    ? NONE
    : slugsOf(absent, (slug, key) => source.recurring.excludes(key) && !isUnread(slug, key));
  const missing = slugsOf(absent, (slug, key) => withheld.has(slug) || !isUnread(slug, key));
  const gone = await goneOf(store, parts, { missing, withheld, excluded }, request);
  if ('isEmpty' in gone) return gone;
  return { gone, provenance: changesOf(parts, talks, gone, isHere) };
}

const NONE: ReadonlySet<Slug> = new Set();

function slugsOf(talks: readonly (readonly [Slug, string])[], isOne: (slug: Slug, key: string) => boolean): Set<Slug> {
  return new Set(talks.filter(([slug, key]) => isOne(slug, key)).map(([slug]) => slug));
}

function talksOf({ source, same, shared }: Parts): SourceTalks {
  const { identity, keys, left } = source;
  const talks: SourceTalks = { owned: new Map(), shared: new Map() };
  // Without keys: with them, the talks would keep these slugs after the operator has deleted the lines.
  for (const slug of same.talks.ownedBy(identity.source).keys()) talks.owned.set(slug, '');
  for (const slug of same.talks.sharedBy(identity.source).keys()) talks.shared.set(slug, '');
  for (const [slug, owner] of left) {
    (shared.isTold(slug, owner) ? talks.shared : talks.owned).set(slug, keys.get(slug) ?? '');
  }
  return talks;
}

/** Changes of provenance, besides the rows that came with the talks. */
function changesOf(parts: Parts, talks: SourceTalks, gone: Gone, isHere: (slug: Slug) => boolean): ProvenanceChanges {
  const { source, before } = parts;
  const changes = new ProvenanceChanges();
  const slugs = [before.owns, before.shares, talks.owned, talks.shared].flatMap((bySlug) => [...bySlug.keys()]);
  const called = new Set(gone.talks.filter(({ fate }) => fate === 'cancelled').map(({ slug }) => slug));
  for (const slug of new Set(slugs)) {
    const hasCome = isHere(slug) && !talks.owned.has(slug) && !talks.shared.has(slug);
    if (hasCome && !source.lists.talks.has(slug)) continue;
    const row = rowOf(slug, parts, talks, gone);
    if (row === undefined) changes.forget(ownership(source.identity.source, slug, ''));
    else {
      const cancelled = called.has(slug) || (before.cancelled.has(slug) && !isHere(slug));
      if (!isKnown({ ...row, cancelled }, before)) changes.put({ ...row, cancelled });
    }
  }
  return changes;
}

/** Provenance of a talk that has not come as a record of the source. Undefined: no longer related to the source. */
function rowOf(
  slug: Slug,
  { source, before, same }: Parts,
  { owned, shared }: SourceTalks,
  { forgotten }: Gone,
): Provenance | undefined {
  const { identity, lists } = source;
  const key = shared.get(slug);
  if (key !== undefined) return { ...ownership(identity.source, slug, key), relation: 'shares' };
  // A talk that came only through a collection is never gone: being off the list does not mean that it is off.
  const isLost = same.isDropped(slug) || source.removed.has(slug) || forgotten.has(slug) || lists.talks.has(slug);
  const own = owned.get(slug) ?? (isLost ? undefined : before.owns.get(slug));
  return own === undefined ? undefined : ownership(identity.source, slug, own);
}

function isKnown({ slug, relation, key, cancelled }: Provenance, before: KnownProvenance): boolean {
  return before[relation].get(slug) === key && before.cancelled.has(slug) === cancelled;
}

/** Talks that have not come. */
interface Absent {
  readonly missing: ReadonlySet<Slug>;
  /** Those of them that must no longer be published. */
  readonly withheld: ReadonlySet<Slug>;
  /** Those of them that their recurring events no longer have. */
  readonly excluded: ReadonlySet<Slug>;
}

async function goneOf(
  store: StoreBefore,
  { source, before, same, shared }: Parts,
  { missing, withheld, excluded }: Absent,
  { sources, now }: FinalizeRequest,
): Promise<Gone | Loss> {
  if (missing.size === 0) return NOTHING_GONE;
  const { identity, file, isPartial, records } = source;
  const policy = source.unread.hasUnknown ? 'unsure' : isPartial ? 'keep' : (sources?.gone ?? 'keep');
  const elsewhere = isPartial ? new Set<Slug>() : new Set(same.handOver(missing, identity.source));
  const others = new Set([...missing].filter((slug) => !isPartial && !elsewhere.has(slug)));
  if (others.size > 0) for (const slug of await shared.handOver(others, source)) elsewhere.add(slug);
  const moment = timestampOf(Math.floor(now.getTime() / 1000));
  const gone = await goneTalks(store.sourceTalks(missing), missing, {
    policy,
    now: moment,
    file,
    elsewhere,
    withheld,
    excluded,
  });
  const isEmpty = source.left.size === 0 && [...records.slugs].every((slug) => source.lists.talks.has(slug));
  const losing = { before, talksOf: (slugs: ReadonlySet<Slug>) => store.sourceTalks(slugs), isEmpty, now: moment };
  return (await lossOf(gone, losing, sources)) ?? gone;
}

/** Talks that several sources bring under one slug: one source owns each, and the others share it. */
class SharedTalks {
  readonly #store: Pick<Store, 'provenance'>;
  readonly #reading: ReadonlyMap<string, SourceReading>;
  readonly #changes: ProvenanceChanges;
  readonly #options: SharingOptions;

  /**
   * @param reading all sources of this import, by name
   * @param changes provenance of sources outside this import
   */
  constructor(
    store: Pick<Store, 'provenance'>,
    reading: ReadonlyMap<string, SourceReading>,
    changes: ProvenanceChanges,
    options: SharingOptions,
  ) {
    this.#store = store;
    this.#reading = reading;
    this.#changes = changes;
    this.#options = options;
  }

  /** Whether the owner of a talk still has it, or may still have it. */
  isTold(slug: Slug, owner: string): boolean {
    const reading = this.#reading.get(owner);
    return reading === undefined || reading.isPartial || reading.unread.has(slug) || hasTalk(reading, slug);
  }

  /** Returns the gone talks that other sources have. A source that only shared one becomes its owner. */
  async handOver(missing: ReadonlySet<Slug>, { identity }: SourceReading): Promise<ReadonlySet<Slug>> {
    const found = new Set<Slug>();
    const others = [...this.#reading.values()].filter((other) => other.identity.source !== identity.source);
    for (const slug of missing) if (others.some((other) => hasTalk(other, slug))) found.add(slug);
    const order = this.#options.neighbours?.all ?? (await this.#store.provenance.sources());
    const rows = (await this.#rowsOfOthers([...missing], identity))
      .filter(({ source }) => order.includes(source))
      .sort((a, b) => order.indexOf(a.source) - order.indexOf(b.source));
    for (const { slug, relation } of rows) if (relation === 'owns') found.add(slug);
    for (const row of rows) {
      if (found.has(row.slug)) continue;
      this.#changes.put({ ...row, relation: 'owns' });
      found.add(row.slug);
    }
    return found;
  }

  /** With `takeOver`, makes the source the owner of all talks that it brings; other sources share them. */
  async takeOver({ identity, records, lists }: SourceReading): Promise<void> {
    if (this.#options.takeOver !== true) return;
    const slugs = [...records.slugs].filter((slug) => !lists.talks.has(slug));
    for (const row of await this.#rowsOfOthers(slugs, identity)) {
      if (row.relation === 'owns') this.#changes.put({ ...row, relation: 'shares' });
    }
  }

  /** Provenance of sources outside this import. */
  async #rowsOfOthers(slugs: readonly Slug[], identity: Identity): Promise<readonly Provenance[]> {
    const isRead = ({ source }: { readonly source: string }): boolean =>
      source === identity.source || this.#reading.has(source);
    const rows = await this.#store.provenance.ofRecords('talk', slugs, isRead);
    return rows.filter((row) => !isRead(row));
  }
}

function hasTalk({ records, left }: SourceReading, slug: Slug): boolean {
  return records.has(slug) || left.has(slug);
}

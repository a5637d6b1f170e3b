import type { Collection } from '#catalogue/collection.ts';
import type { Provenance } from '#catalogue/provenance.ts';
import type { Slug } from '#catalogue/slug.ts';
import type { SourceBatch, SourceProblem } from '#sources/source-format.ts';
import { readRecord } from '#sources/catalogue/catalogue-record.ts';
import type { SourceCollection, SourceTalk } from '#sources/source-talk.ts';
import type { Store } from '#store/store.ts';
import type { GonePolicy } from '../provenance/gone-talks.ts';
import type { Identity } from '../provenance/identity.ts';
import type { KnownProvenance } from '../provenance/known-provenance.ts';
import { name, storable } from './source-text.ts';

/** A collection of a source that the report mentions. */
export interface ListNews {
  readonly slug: Slug;
  readonly title: string;
  /**
   * `kept`: gone from the source, but kept. `hidden`: gone from the source, and no longer public. `foreign`: not
   * requested by name, and a collection with its slug exists that did not come from this source. `others`: the
   * same, but another source brought that. `missing`: requested by name, but this source has never brought it; its
   * title is `''`.
   */
  readonly fate: 'kept' | 'hidden' | 'foreign' | 'others' | 'missing';
}

interface ListQuestions {
  /** Whether a talk is in the source. */
  readonly isThere: (talk: Slug) => boolean;
  /** Whether another source owns a collection. @throws StoreUnavailable */
  readonly isOthers: (collection: Slug) => Promise<boolean>;
}

/** Existing collections; undefined: no catalogue yet. */
type CollectionReads = Pick<Store, 'record'> | undefined;

type CollectionOrProblems =
  | { readonly record: Collection | undefined }
  | { readonly problems: readonly SourceProblem[] };

/** The collections of a source: those that it has brought, and those that are gone. */
export class SourceLists {
  /** Talks that came only as part of a collection: whether one is gone from the source cannot be known. */
  readonly talks = new Set<Slug>();
  readonly #identity: Identity;
  readonly #before: () => Promise<Pick<KnownProvenance, 'collections'>>;
  /** Provenance of collections that this import brings for the first time. */
  readonly #new: Provenance[] = [];
  #all: Set<Slug> | undefined;
  /** Collections with a record: several addresses of a source may bring the same one. */
  readonly #made = new Set<Slug>();
  readonly #gone = new Set<Slug>();
  readonly #left: ListNews[] = [];
  /** Collections that the source shows, readable or not. */
  #shown: ReadonlySet<Slug> = new Set();

  /** @param before what the store knows of the source */
  constructor(identity: Identity, before: () => Promise<Pick<KnownProvenance, 'collections'>>) {
    this.#identity = identity;
    this.#before = before;
  }

  /** Notes which collections of a batch are gone or shown. */
  async take({ goneCollections = [], shownCollections }: SourceBatch): Promise<void> {
    for (const slug of goneCollections) this.#gone.add(this.#identity.collection({ slug }));
    if (shownCollections === undefined) return;
    this.#shown = new Set(shownCollections.map((slug) => this.#identity.collection({ slug })));
    for (const slug of await this.#brought()) if (!this.#shown.has(slug)) this.#gone.add(slug);
  }

  /** The record, with those of its talks that exist. Undefined: already made, or not from this source. */
  async record(
    list: SourceCollection,
    kept: CollectionReads,
    { isThere, isOthers }: ListQuestions,
  ): Promise<CollectionOrProblems> {
    const slug = this.#identity.collection(list);
    if (this.#made.has(slug)) return { record: undefined };
    const brought = await this.#brought();
    const before = await kept?.record('collection', slug);
    if (list.isShown && before !== undefined && !brought.has(slug)) {
      this.#left.push({ slug, title: before.title, fate: 'foreign' });
      return { record: undefined };
    }
    if (before !== undefined && !brought.has(slug) && (await isOthers(slug))) {
      this.#left.push({ slug, title: before.title, fate: 'others' });
      return { record: undefined };
    }
    const had = new Set(before?.talks);
    const talks = list.talks.map((talk: Pick<SourceTalk, 'key' | 'slug'>) => this.#identity.talk(talk));
    const read = readRecord({
      type: 'collection',
      slug,
      title: name(list.title),
      description: storable(list.description),
      public: true,
      talks: [...new Set(talks)].filter((talk) => isThere(talk) || had.has(talk)),
    });
    if (!read.ok) return { problems: read.problems.map((problem) => ({ ...problem, line: list.line, key: slug })) };
    if (read.record.type !== 'collection') throw new Error(`A collection was read as a ${read.record.type}`);
    this.#made.add(slug);
    if (!brought.has(slug)) {
      const { source } = this.#identity;
      const owned = { source, of: 'collection', slug, relation: 'owns', cancelled: false, key: list.slug } as const;
      this.#new.push({ type: 'provenance', ...owned });
      brought.add(slug);
    }
    this.#gone.delete(slug);
    return { record: read.record };
  }

  /** Applies the policy to collections that are gone, and returns provenance of new ones. */
  async settle(
    policy: GonePolicy,
    kept: CollectionReads,
  ): Promise<{
    readonly news: readonly ListNews[];
    readonly records: readonly Collection[];
    readonly provenance: readonly Provenance[];
  }> {
    const news = [...this.#left];
    const records: Collection[] = [];
    for (const slug of this.#gone) {
      const isBrought = (await this.#brought()).has(slug);
      if (!isBrought && !this.#shown.has(slug)) news.push({ slug, title: '', fate: 'missing' });
      const before = await kept?.record('collection', slug);
      // Already hidden or removed, or never brought by this source.
      if (before?.public !== true || !isBrought) continue;
      const fate = policy === 'keep' ? 'kept' : 'hidden';
      news.push({ slug, title: before.title, fate });
      if (fate === 'hidden') records.push({ ...before, public: false });
    }
    return { news, records, provenance: this.#new };
  }

  /** Collections that this source has ever brought. */
  async #brought(): Promise<Set<Slug>> {
    return (this.#all ??= new Set((await this.#before()).collections));
  }
}

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

/** A collection of a source of which there is something to say. */
export interface ListNews {
  readonly slug: Slug;
  readonly title: string;
  /**
   * It is no longer there, and kept, or shown to nobody any more. `foreign`: nobody has asked for it by name, and there is one
   * with its slug that has not come from this source. `missing`: it has been asked for by name, and this source has never
   * brought it; then its title is `''`.
   */
  readonly fate: 'kept' | 'hidden' | 'foreign' | 'missing';
}

/** Where collections are looked up; undefined: there is nothing yet. */
type CollectionReads = Pick<Store, 'collection'> | undefined;

export type CollectionOrProblems =
  { readonly record: Collection | undefined } | { readonly problems: readonly SourceProblem[] };

/** The collections of a source: which it has brought, and what has become of them. */
export class SourceLists {
  /** Talks that came for a collection alone: that the source does not have one of them any more, nobody would know. */
  readonly talks = new Set<Slug>();
  readonly #identity: Identity;
  readonly #before: () => Promise<Pick<KnownProvenance, 'collections'>>;
  /** Those that this import brings for the first time. */
  readonly #new: Provenance[] = [];
  #all: Set<Slug> | undefined;
  /** Those whose records have been made: each address of a source may bring the same ones. */
  readonly #made = new Set<Slug>();
  readonly #gone = new Set<Slug>();
  readonly #left: ListNews[] = [];
  /** What the source shows, be it that it cannot be read. */
  #shown: ReadonlySet<Slug> = new Set();

  /** @param before what the store knows of the source */
  constructor(identity: Identity, before: () => Promise<Pick<KnownProvenance, 'collections'>>) {
    this.#identity = identity;
    this.#before = before;
  }

  /** What a batch says of collections besides their content. */
  async take({ goneCollections = [], shownCollections }: SourceBatch): Promise<void> {
    for (const slug of goneCollections) this.#gone.add(this.#identity.collection({ slug }));
    if (shownCollections === undefined) return;
    this.#shown = new Set(shownCollections.map((slug) => this.#identity.collection({ slug })));
    for (const slug of await this.#brought()) if (!this.#shown.has(slug)) this.#gone.add(slug);
  }

  /** Its record, of those of its talks that there are; undefined when it is not this source's to tell of. */
  async record(
    list: SourceCollection,
    kept: CollectionReads,
    isThere: (talk: Slug) => boolean,
  ): Promise<CollectionOrProblems> {
    const slug = this.#identity.collection(list);
    if (this.#made.has(slug)) return { record: undefined };
    const brought = await this.#brought();
    const before = (await kept?.collection(slug))?.value;
    if (list.isShown && before !== undefined && !brought.has(slug)) {
      this.#left.push({ slug, title: before.title, fate: 'foreign' });
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

  /** What becomes of collections that are gone, and which were brought for the first time. */
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
      const before = (await kept?.collection(slug))?.value;
      // Hidden already, or nobody's any more.
      if (before?.public !== true || !isBrought) continue;
      const fate = policy === 'keep' ? 'kept' : 'hidden';
      news.push({ slug, title: before.title, fate });
      if (fate === 'hidden') records.push({ ...before, public: false });
    }
    return { news, records, provenance: this.#new };
  }

  /** Those that this source has ever brought. */
  async #brought(): Promise<Set<Slug>> {
    return (this.#all ??= new Set((await this.#before()).collections));
  }
}

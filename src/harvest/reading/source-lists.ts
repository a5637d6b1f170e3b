import type { Collection } from '#catalogue/collection.ts';
import type { Slug } from '#catalogue/slug.ts';
import type { SourceBatch, SourceProblem } from '#sources/format.ts';
import { readRecord } from '#sources/catalogue/catalogue-record.ts';
import type { SourceCollection, SourceTalk } from '#sources/source-talk.ts';
import type { Store } from '#store/store.ts';
import { privateCollection } from '../provenance/brought-talks.ts';
import type { GonePolicy } from '../provenance/gone-talks.ts';
import type { Identity } from '../provenance/identity.ts';
import { name, storable } from './source-text.ts';

/** A collection of a source of which there is something to say. */
export interface ListNews {
  readonly slug: Slug;
  readonly title: string;
  /**
   * It is no longer there, and kept, or shown to nobody any more. `foreign`: nobody has asked for it by name, and there is one
   * with its slug that has not come from this source. `surplus`: it is left out, since more have come than can be noted.
   * `missing`: it has been asked for by name, and this source has never brought it; then its title is `''`.
   */
  readonly fate: 'kept' | 'hidden' | 'foreign' | 'surplus' | 'missing';
}

/** Where collections are looked up; undefined: there is nothing yet. */
type Kept = Pick<Store, 'collection'> | undefined;

export type CollectionOrProblems =
  { readonly record: Collection | undefined } | { readonly problems: readonly SourceProblem[] };

/** The collections of a source: which it has brought, and what has become of them. */
export class SourceLists {
  /** Talks that came for a collection alone: that the source does not have one of them any more, nobody would know. */
  readonly talks = new Set<Slug>();
  readonly #identity: Identity;
  /** Of those that were brought, now or before: the titles. Undefined until they have been looked up. */
  #noted: Map<Slug, string> | undefined;
  #wasNoted = false;
  /** Those whose records have been made: each address of a source may bring the same ones. */
  readonly #made = new Set<Slug>();
  readonly #gone = new Set<Slug>();
  readonly #left: ListNews[] = [];
  /** What the source shows, be it that it cannot be read. */
  #shown: ReadonlySet<Slug> = new Set();

  constructor(identity: Identity) {
    this.#identity = identity;
  }

  /** What a batch says of collections besides their content. */
  async take({ goneCollections = [], shownCollections }: SourceBatch, kept: Kept): Promise<void> {
    for (const slug of goneCollections) this.#gone.add(this.#identity.collection({ slug }));
    if (shownCollections === undefined) return;
    this.#shown = new Set(shownCollections.map((slug) => this.#identity.collection({ slug })));
    for (const slug of (await this.#brought(kept)).keys()) if (!this.#shown.has(slug)) this.#gone.add(slug);
  }

  /** Its record, of those of its talks that there are; undefined when it is not this source's to tell of. */
  async record(list: SourceCollection, kept: Kept, isThere: (talk: Slug) => boolean): Promise<CollectionOrProblems> {
    const slug = this.#identity.collection(list);
    if (this.#made.has(slug)) return { record: undefined };
    const brought = await this.#brought(kept);
    const before = (await kept?.collection(slug))?.value;
    if (list.isShown && before !== undefined && !brought.has(slug)) {
      this.#left.push({ slug, title: before.title, fate: 'foreign' });
      return { record: undefined };
    }
    if (brought.size >= MOST_NOTED && !brought.has(slug)) {
      this.#left.push({ slug, title: name(list.title), fate: 'surplus' });
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
    brought.set(slug, read.record.title);
    this.#gone.delete(slug);
    return { record: read.record };
  }

  /** What becomes of collections that are gone, and the note of those that were brought. */
  async settle(
    policy: GonePolicy,
    kept: Kept,
  ): Promise<{ readonly news: readonly ListNews[]; readonly records: readonly Collection[] }> {
    const news = [...this.#left];
    const records: Collection[] = [];
    for (const slug of this.#gone) {
      const isBrought = (await this.#brought(kept)).has(slug);
      if (!isBrought && !this.#shown.has(slug)) news.push({ slug, title: '', fate: 'missing' });
      const before = (await kept?.collection(slug))?.value;
      // Hidden already, or nobody's any more.
      if (before?.public !== true || !isBrought) continue;
      const fate = policy === 'keep' ? 'kept' : 'hidden';
      news.push({ slug, title: before.title, fate });
      if (fate === 'hidden') records.push({ ...before, public: false });
    }
    return { news, records: [...records, ...(await this.#note(kept))] };
  }

  async #note(kept: Kept): Promise<readonly Collection[]> {
    const noted = this.#noted;
    if (noted === undefined || (noted.size === 0 && !this.#wasNoted)) return [];
    const slug = this.#identity.lists();
    const note =
      (await kept?.collection(slug))?.value ?? privateCollection(slug, `Lists from ${this.#identity.source}`);
    const lines = [...noted]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([list, title]) => `${list} ${title.slice(0, NOTED_TITLE).replace(HALF_PAIR, '')}`);
    return [{ ...note, description: lines.join('\n') }];
  }

  async #brought(kept: Kept): Promise<Map<Slug, string>> {
    if (this.#noted !== undefined) return this.#noted;
    const note = (await kept?.collection(this.#identity.lists()))?.value;
    const lines = [...(note?.description ?? '').matchAll(LINE)];
    this.#wasNoted = note !== undefined;
    this.#noted = new Map(lines.map(([, slug = '', title = '']) => [slug, title]));
    return this.#noted;
  }
}

/** Collections in the note, and UTF-16 units of a title: together less than a description may have, so that what is exported can be read. */
const MOST_NOTED = 10_000;
const NOTED_TITLE = 60;
const HALF_PAIR = /[\ud800-\udbff]$/;
/** A collection in the note: its slug, and its title for people. */
const LINE = /^([0-9a-f-]{36})(?: (.*))?$/gm;

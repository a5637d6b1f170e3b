import type { Collection } from '#catalogue/collection.js';
import type { LocatedRecord } from '#catalogue/record.js';
import type { Slug } from '#catalogue/slug.js';
import type { Store } from '#store/store.js';
import { privateCollection } from './brought-talks.js';
import type { CatalogueBefore } from './catalogue-before.js';
import { noteOf, slugOf } from './note-slug.js';

/** What changes in the notes of sources that are not read now. */
export class OtherNotes {
  readonly #store: Pick<Store, 'collection'>;
  readonly #before: CatalogueBefore;
  readonly #edited = new Map<Slug, Collection>();

  constructor(store: Pick<Store, 'collection'>, before: CatalogueBefore) {
    this.#store = store;
    this.#before = before;
  }

  /** What a source called `drop` it has too, as `keep`. `isRead`: sources that are read now. */
  async rename(drop: Slug, keep: Slug, isRead: (source: string) => boolean): Promise<void> {
    for (const source of this.#before.sourcesOf('brought', drop)) {
      if (isRead(source)) continue;
      this.#takeOut(source, drop);
      await this.#putIn(slugOf({ source, kind: 'also', part: 0 }), keep);
    }
  }

  /** What a source has too is its own from now on. */
  async handOver(talk: Slug, source: string): Promise<void> {
    this.#takeOut(source, talk);
    await this.#putIn(slugOf({ source, kind: 'brought', part: 0 }), talk);
  }

  *records(file: string): Generator<LocatedRecord> {
    for (const record of this.#edited.values()) yield { record, file, line: 1 };
  }

  /** Out of whichever of the source's notes has it. */
  #takeOut(source: string, talk: Slug): void {
    const notes = new Map([...this.#before.collections, ...this.#edited]);
    for (const [slug, collection] of notes) {
      if (noteOf(slug)?.source !== source || !collection.talks.includes(talk)) continue;
      this.#edited.set(slug, { ...collection, talks: collection.talks.filter((each) => each !== talk) });
    }
  }

  async #putIn(slug: Slug, talk: Slug): Promise<void> {
    const known =
      this.#edited.get(slug) ??
      (await this.#store.collection(slug)).value ??
      privateCollection(slug, 'Talks that a source has too');
    this.#edited.set(slug, { ...known, talks: [...new Set([...known.talks, talk])].sort() });
  }
}

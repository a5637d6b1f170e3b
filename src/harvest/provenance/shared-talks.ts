import type { Slug } from '#catalogue/slug.ts';
import type { Store } from '#store/store.ts';
import { notedTalks } from './brought-talks.ts';
import type { NotedSource } from './brought-talks.ts';
import { sourcesIn } from './neighbours.ts';
import type { OtherNotes } from './other-notes.ts';
import type { SourceReading } from '../reading/source-reading.ts';
import type { SharingOptions } from './ownership.ts';

/** Talks that several sources bring under one slug: one of them owns each, and the notes of the others say that they have it too. */
export class SharedTalks {
  readonly #store: Pick<Store, 'changes' | 'collection'>;
  readonly #reading: readonly SourceReading[];
  readonly #notes: OtherNotes;
  readonly #options: SharingOptions;
  #others: Promise<readonly NotedSource[]> | undefined;

  /** @param reading all sources that are read now */
  constructor(
    store: Pick<Store, 'changes' | 'collection'>,
    reading: Iterable<SourceReading>,
    notes: OtherNotes,
    options: SharingOptions,
  ) {
    this.#store = store;
    this.#reading = [...reading];
    this.#notes = notes;
    this.#options = options;
  }

  /** Whether the source that told of a talk still does, as far as one can know. */
  isTold(slug: Slug, { notes }: NotedSource): boolean {
    const reading = this.#readingOf(notes);
    return reading === undefined || reading.hasSkipped || hasTalk(reading, slug);
  }

  /** Of talks that have vanished from a source, those that others have: who only had them too owns them from now on. */
  async handOver(missing: ReadonlySet<Slug>, { identity }: SourceReading): Promise<ReadonlySet<Slug>> {
    const found = new Set<Slug>();
    const heirs: { readonly notes: string; readonly slugs: readonly Slug[] }[] = [];
    for (const { notes } of await this.#othersThan(identity.notes)) {
      const reading = this.#readingOf(notes);
      const { slugs } = await notedTalks(this.#store, notes, 'brought');
      for (const slug of missing) if (reading === undefined ? slugs.has(slug) : hasTalk(reading, slug)) found.add(slug);
      if (reading !== undefined) continue;
      const also = await notedTalks(this.#store, notes, 'also');
      heirs.push({ notes, slugs: [...missing].filter((slug) => also.slugs.has(slug)) });
    }
    for (const { notes, slugs } of heirs) {
      const inherited = slugs.filter((slug) => !found.has(slug));
      if (inherited.length > 0) await this.#notes.move(notes, inherited, 'brought');
      for (const slug of inherited) found.add(slug);
    }
    return found;
  }

  /** What a source brings is its own from now on, if that is said: the others have it too. */
  async takeOver({ identity, records, lists }: SourceReading): Promise<void> {
    if (this.#options.takeOver !== true) return;
    for (const { notes } of await this.#othersThan(identity.notes)) {
      if (this.#readingOf(notes) !== undefined) continue;
      const { slugs } = await notedTalks(this.#store, notes, 'brought');
      const taken = [...slugs].filter((slug) => records.has(slug) && !lists.talks.has(slug));
      if (taken.length > 0) await this.#notes.move(notes, taken, 'also');
    }
  }

  #readingOf(notes: string): SourceReading | undefined {
    return this.#reading.find(({ identity }) => identity.notes === notes);
  }

  async #othersThan(notes: string): Promise<readonly NotedSource[]> {
    this.#others ??= Promise.resolve(this.#options.neighbours?.all ?? sourcesIn(this.#store));
    return (await this.#others).filter((other) => other.notes !== notes);
  }
}

function hasTalk({ records, left }: SourceReading, slug: Slug): boolean {
  return records.has(slug) || left.has(slug);
}

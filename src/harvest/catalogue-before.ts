import type { Collection } from '#catalogue/collection.ts';
import type { Slug } from '#catalogue/slug.ts';
import type { Store } from '#store/store.ts';
import { noteOf } from './provenance/note-slug.ts';
import type { TalkNoteKind } from './provenance/note-slug.ts';
import { oneByOne } from './sync/one-by-one.ts';
import type { SameLines } from './merge/same-lines.ts';

/** What a catalogue has, before an import, of that which is said to be the same as something else. */
export class CatalogueBefore {
  /** Collections that name any of it, by slug; those that note what sources bring, too. */
  readonly collections = new Map<Slug, Collection>();
  readonly #names = new Set<string>();
  /** Numbers of talks, by slug. */
  readonly #talks = new Map<Slug, number>();
  readonly #sources: Readonly<Record<TalkNoteKind, Map<Slug, Set<string>>>> = { brought: new Map(), also: new Map() };

  /** Whether there is a record with this `type name`. */
  has(name: string): boolean {
    return this.#names.has(name);
  }

  /** Sources, as their notes' slugs begin, that brought a talk, or have it too. */
  sourcesOf(kind: TalkNoteKind, talk: Slug): ReadonlySet<string> {
    return this.#sources[kind].get(talk) ?? new Set();
  }

  addName(name: string): void {
    this.#names.add(name);
  }

  addTalk(slug: Slug, number: number): void {
    this.addName(`talk ${slug}`);
    this.#talks.set(slug, number);
  }

  /** By its slug; undefined when it is not there. */
  numberOf(talk: Slug): number | undefined {
    return this.#talks.get(talk);
  }

  addCollection(collection: Collection, isAskedFor: (identifier: string) => boolean): void {
    const talks = collection.talks.filter(isAskedFor);
    const others = [...collection.series, ...collection.organisingDepartments];
    if (talks.length > 0 || others.some(isAskedFor)) this.collections.set(collection.slug, collection);
    const note = noteOf(collection.slug);
    if (note === undefined || note.kind === 'lists' || note.kind === 'cancelled') return;
    const sourcesOfKind = this.#sources[note.kind];
    for (const talk of talks) {
      const sources = sourcesOfKind.get(talk) ?? new Set();
      sourcesOfKind.set(talk, sources.add(note.source));
    }
  }
}

/** Goes once through what there is, without reading any talk. @throws StoreUnavailable */
export async function catalogueBefore(
  store: Pick<Store, 'changes' | 'collection'>,
  lines: SameLines,
): Promise<CatalogueBefore> {
  const before = new CatalogueBefore();
  const isAskedFor = (identifier: string): boolean =>
    lines.isKept(identifier) || lines.keepOf(identifier) !== undefined;
  const slugs = new Map(
    lines.pairs.flatMap(({ keep, drop }) => [keep, drop]).map((slug) => [slug.replaceAll('-', ''), slug]),
  );
  const collections: Slug[] = [];
  const changes = await store.changes(null);
  try {
    for await (const { type, key } of oneByOne(changes.entities)) {
      if (type === 'collection') collections.push(key);
      else if (isAskedFor(key)) before.addName(`${type} ${key}`);
    }
    for await (const { slug, number } of oneByOne(changes.talks)) {
      const found = slugs.get(hexOf(slug));
      if (found !== undefined) before.addTalk(found, number);
    }
  } finally {
    changes.close();
  }
  for (const slug of collections) {
    const { value } = await store.collection(slug);
    if (value !== undefined) before.addCollection(value, isAskedFor);
  }
  return before;
}

function hexOf(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex');
}

import type { Collection } from '#catalogue/collection.ts';
import type { Provenance } from '#catalogue/provenance.ts';
import { isSlug, type Slug } from '#catalogue/slug.ts';
import type { TalkRecord } from '#catalogue/talk.ts';
import type { Store } from '#store/store.ts';
import { oneByOne } from './sync/one-by-one.ts';
import type { SameLines } from './reading/same-lines.ts';
import { storedTalks } from './stored-talks.ts';

/** Existing records that the `--same` file mentions, as they are before an import. */
export class CatalogueBefore {
  /** Collections that refer to any of them, by slug. */
  readonly collections = new Map<Slug, Collection>();
  readonly #names = new Set<string>();
  readonly #talks = new Map<Slug, TalkBefore>();
  readonly #provenance = new Map<Slug, Provenance[]>();

  /** Whether there is a record with this type and identifier, as in `talk SLUG`. */
  has(name: string): boolean {
    return this.#names.has(name);
  }

  /** Names of sources that own a talk. */
  ownersOf(talk: Slug): readonly string[] {
    const rows = this.provenanceOf(talk).filter(({ relation }) => relation === 'owns');
    return rows.map(({ source }) => source);
  }

  provenanceOf(talk: Slug): readonly Provenance[] {
    return this.#provenance.get(talk) ?? [];
  }

  addName(name: string): void {
    this.#names.add(name);
  }

  addTalk({ slug, title, start }: TalkRecord): void {
    this.addName(`talk ${slug}`);
    this.#talks.set(slug, { title, start });
  }

  /** Undefined: not stored. */
  talk(slug: Slug): TalkBefore | undefined {
    return this.#talks.get(slug);
  }

  addCollection(collection: Collection, isAskedFor: (identifier: string) => boolean): void {
    const talks = collection.talks.filter(isAskedFor);
    const others = [...collection.series, ...collection.organisingDepartments];
    if (talks.length > 0 || others.some(isAskedFor)) this.collections.set(collection.slug, collection);
  }

  addProvenance(row: Provenance): void {
    const known = this.#provenance.get(row.slug);
    if (known === undefined) this.#provenance.set(row.slug, [row]);
    else known.push(row);
  }
}

type TalkBefore = Pick<TalkRecord, 'title' | 'start'>;

/**
 * Scans all identifiers of other records than talks once.
 * @param isRead whether a source is part of the import; corrupt rows of its provenance are skipped
 * @throws StoreUnavailable
 */
export async function catalogueBefore(
  store: Pick<Store, 'changes' | 'provenance' | 'record' | 'talks' | 'talkNumbers'>,
  lines: SameLines,
  isRead: (source: string) => boolean,
): Promise<CatalogueBefore> {
  const before = new CatalogueBefore();
  const isAskedFor = (identifier: string): boolean =>
    lines.isKept(identifier) || lines.keepOf(identifier) !== undefined;
  const slugs = new Set(lines.pairs.flatMap(({ keep, drop }) => [keep, drop]).filter(isSlug));
  const collections: Slug[] = [];
  const changes = await store.changes(null);
  try {
    for await (const { type, key } of oneByOne(changes.entities)) {
      if (type === 'collection') collections.push(key);
      else if (isAskedFor(key)) before.addName(`${type} ${key}`);
    }
  } finally {
    changes.close();
  }
  for await (const talk of storedTalks(store, slugs)) before.addTalk(talk);
  for (const slug of collections) {
    const collection = await store.record('collection', slug);
    if (collection !== undefined) before.addCollection(collection, isAskedFor);
  }
  const rows = await store.provenance.ofRecords('talk', [...slugs], ({ source }) => isRead(source));
  for (const row of rows) before.addProvenance(row);
  return before;
}

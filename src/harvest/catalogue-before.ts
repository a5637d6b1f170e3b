import type { Collection } from '#catalogue/collection.ts';
import type { Provenance } from '#catalogue/provenance.ts';
import { isSlug } from '#catalogue/slug.ts';
import type { Slug } from '#catalogue/slug.ts';
import type { Store } from '#store/store.ts';
import { oneByOne } from './sync/one-by-one.ts';
import type { SameLines } from './reading/same-lines.ts';

/** Existing records that the `--same` file mentions, as they are before an import. */
export class CatalogueBefore {
  /** Collections that refer to any of them, by slug. */
  readonly collections = new Map<Slug, Collection>();
  readonly #names = new Set<string>();
  /** Numbers of talks, by slug. */
  readonly #talks = new Map<Slug, number>();
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

  addTalk(slug: Slug, number: number): void {
    this.addName(`talk ${slug}`);
    this.#talks.set(slug, number);
  }

  /** Number of a talk by its slug. Undefined: not stored. */
  numberOf(talk: Slug): number | undefined {
    return this.#talks.get(talk);
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

/**
 * Scans all identifiers once, without reading talks.
 * @param isRead whether a source is part of the import; corrupt rows of its provenance are skipped
 * @throws StoreUnavailable
 */
export async function catalogueBefore(
  store: Pick<Store, 'changes' | 'collection' | 'provenance'>,
  lines: SameLines,
  isRead: (source: string) => boolean,
): Promise<CatalogueBefore> {
  const before = new CatalogueBefore();
  const isAskedFor = (identifier: string): boolean =>
    lines.isKept(identifier) || lines.keepOf(identifier) !== undefined;
  const names = [...new Set(lines.pairs.flatMap(({ keep, drop }) => [keep, drop]))];
  const slugs = new Map(names.map((slug) => [slug.replaceAll('-', ''), slug]));
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
  const rows = await store.provenance.ofTalks(names.filter(isSlug), ({ source }) => isRead(source));
  for (const row of rows) before.addProvenance(row);
  return before;
}

function hexOf(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex');
}

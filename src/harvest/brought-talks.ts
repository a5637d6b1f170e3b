import type { Collection } from '#catalogue/collection.js';
import type { Slug } from '#catalogue/slug.js';
import type { Store } from '#store/store.js';
import type { Identity } from './identity.js';

/** Talks that one collection names: a line of a catalogue file has room for twice as many. */
const MOST_IN_ONE = 50_000;

/** Which talks a source has brought so far, as the store has it. */
export interface BroughtTalks {
  readonly slugs: ReadonlySet<Slug>;
  readonly collections: readonly Collection[];
}

export const NOTHING_BROUGHT: BroughtTalks = { slugs: new Set(), collections: [] };

/**
 * What a source brings is noted in collections that are not public: they are kept, copied and exported with the catalogue, so
 * that every machine knows later what has vanished from the source.
 */
export async function broughtTalks(store: Pick<Store, 'collection'>, identity: Identity): Promise<BroughtTalks> {
  const collections: Collection[] = [];
  for (;;) {
    const { value } = await store.collection(identity.brought(collections.length));
    if (value === undefined) break;
    collections.push(value);
  }
  return { slugs: new Set(collections.flatMap(({ talks }) => talks)), collections };
}

/** The collections that note `slugs`. What somebody has made of one that was there, its title or that it is public, stays. */
export function collectionsOf(identity: Identity, slugs: Iterable<Slug>, before: BroughtTalks): Collection[] {
  const sorted = [...slugs].sort();
  const parts = Math.max(1, Math.ceil(sorted.length / MOST_IN_ONE), before.collections.length);
  return Array.from({ length: parts }, (_, part): Collection => {
    const known = before.collections[part];
    const talks = sorted.slice(part * MOST_IN_ONE, (part + 1) * MOST_IN_ONE);
    return { ...(known ?? newCollection(identity, part)), talks };
  });
}

function newCollection(identity: Identity, part: number): Collection {
  return {
    type: 'collection',
    slug: identity.brought(part),
    title: `Talks from ${identity.source}${part === 0 ? '' : ` (${part + 1})`}`,
    description: '',
    public: false,
    talks: [],
    series: [],
    organisingDepartments: [],
  };
}

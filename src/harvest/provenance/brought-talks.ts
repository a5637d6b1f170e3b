import type { Collection } from '#catalogue/collection.ts';
import type { Slug } from '#catalogue/slug.ts';
import type { Store } from '#store/store.ts';
import { Identity } from './identity.ts';
import { noteSlug } from './note-slug.ts';
import type { NoteKind } from './note-slug.ts';

/** Talks that one collection names: a line of a catalogue file has room for twice as many. */
const MOST_IN_ONE = 50_000;

/** Which talks a source has brought so far, or has too, as the store has it. */
export interface NotedTalks {
  readonly slugs: ReadonlySet<Slug>;
  readonly collections: readonly Collection[];
}

export const NOTHING_NOTED: NotedTalks = { slugs: new Set(), collections: [] };

/** A source, as far as its notes go. */
export interface NotedSource {
  readonly name: string;
  /** What the slugs of its notes begin with. */
  readonly notes: string;
}

/**
 * What a source brings is noted in collections that are not public: they are kept, copied and exported with the catalogue, so
 * that every machine knows later what has vanished from the source.
 */
export async function notedTalks(
  store: Pick<Store, 'collection'>,
  notes: string,
  kind: Exclude<NoteKind, 'lists'>,
): Promise<NotedTalks> {
  const collections: Collection[] = [];
  for (;;) {
    const { value } = await store.collection(noteSlug({ source: notes, kind, part: collections.length }));
    if (value === undefined) break;
    collections.push(value);
  }
  return { slugs: new Set(collections.flatMap(({ talks }) => talks)), collections };
}

/** The collections that note `slugs`. What somebody has made of one that was there, its title or that it is public, stays. */
export function collectionsOf(
  { name, notes }: NotedSource,
  kind: Exclude<NoteKind, 'lists'>,
  slugs: Iterable<Slug>,
  before: NotedTalks,
): Collection[] {
  const sorted = [...slugs].sort();
  const parts = Math.max(1, Math.ceil(sorted.length / MOST_IN_ONE), before.collections.length);
  return Array.from({ length: parts }, (_, part): Collection => {
    const known = before.collections[part];
    const talks = sorted.slice(part * MOST_IN_ONE, (part + 1) * MOST_IN_ONE);
    return {
      ...(known ?? privateCollection(noteSlug({ source: notes, kind, part }), titleOf(name, kind, part))),
      talks,
    };
  });
}

function titleOf(name: string, kind: Exclude<NoteKind, 'lists'>, part: number): string {
  const titles = {
    brought: `Talks from ${name}`,
    also: `Talks that ${name} has too`,
    cancelled: `Talks cancelled because they vanished from ${name}`,
  };
  const title = titles[kind];
  return part === 0 ? title : `${title} (${part + 1})`;
}

/** What a source is called, by the title of one of its notes; undefined when somebody has given it another. */
export function nameInTitle(title: string, notes: string): string | undefined {
  const [, from, too] = /^Talks (?:from (.+)|that (.+) has too)$/.exec(title) ?? [];
  const name = from ?? too;
  return name !== undefined && new Identity(name).notes === notes ? name : undefined;
}

/** One that nobody but Lectern reads. */
export function privateCollection(slug: Slug, title: string): Collection {
  return {
    type: 'collection',
    slug,
    title,
    description: '',
    public: false,
    talks: [],
    series: [],
    organisingDepartments: [],
  };
}

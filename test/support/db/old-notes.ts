import type { Collection } from '#catalogue/collection.ts';
import { noteSource } from '#catalogue/provenance-notes.ts';
import type { Slug } from '#catalogue/slug.ts';

/** The private collections that held provenance before it got its own tables. */

const KINDS = ['brought', 'also', 'lists', 'cancelled'] as const;
type Kind = (typeof KINDS)[number];

const TITLES: Readonly<Record<Kind, (source: string) => string>> = {
  brought: (source) => `Talks from ${source}`,
  also: (source) => `Talks that ${source} has too`,
  lists: (source) => `Lists from ${source}`,
  cancelled: (source) => `Talks cancelled because they vanished from ${source}`,
};

export function noteSlug(source: string, kind: Kind, part = 0): Slug {
  return `${noteSource(source)}-1ec7e42a${String(KINDS.indexOf(kind))}${part.toString(16).padStart(3, '0')}`;
}

interface Choices extends Partial<Collection> {
  readonly part?: number;
}

export function oldNote(source: string, kind: Kind, { part = 0, ...fields }: Choices = {}): Collection {
  const title = TITLES[kind](source);
  return {
    type: 'collection',
    slug: noteSlug(source, kind, part),
    title: part === 0 ? title : `${title} (${String(part + 1)})`,
    description: '',
    public: false,
    talks: [],
    series: [],
    organisingDepartments: [],
    ...fields,
  };
}

import type { BrowseEntry } from '#search/names/browse.ts';
import type { BranchEntry } from '#search/index/place-tree.ts';
import type { PlaceRole } from '#search/query/value-forms.ts';
import { publishedLinks, queryString, type Links } from '../links/links.ts';
import { pageLinks, type PageLinks } from '../links/page-links.ts';
import type { Publication, SearchHead } from '../representation.ts';

/** What there is a list of all of, besides places. */
export type NameListKind = 'people' | 'series' | 'collections' | 'topics';

/** A place with those directly under it, as far as they are asked for. */
export interface PlaceNode extends BranchEntry {
  readonly below?: readonly PlaceNode[] | undefined;
}

interface Written {
  readonly head: SearchHead;
  readonly publication: Publication;
}

/** A page of all records of a kind, in JSON (HAL). */
export function nameListJson(
  what: NameListKind,
  entries: readonly BrowseEntry[],
  { head, publication }: Written,
): Buffer {
  const [links, pages] = [publishedLinks(publication), pageLinks(publication, null)];
  const written = entries.map((one) => ENTRY[what](one, links, pages));
  return document(head, what, written);
}

/** A page of places, in JSON (HAL). */
export function placesJson(role: PlaceRole, places: readonly PlaceNode[], { head, publication }: Written): Buffer {
  const [links, pages] = [publishedLinks(publication), pageLinks(publication, null)];
  const node = ({ key, name, talks, upcoming, places: parts, below }: PlaceNode): object => ({
    _links: {
      self: { href: links[role](key) },
      talks_page: { href: pages[role](key) },
      ...(parts > 0 ? { places: { href: partsOf(role, key, links) } } : {}),
    },
    id: key,
    name,
    talks,
    upcoming,
    places: parts,
    ...(below === undefined ? {} : { _embedded: { places: below.map(node) } }),
  });
  return document(head, 'places', places.map(node));
}

function document({ self, next, prev, total }: SearchHead, name: string, entries: readonly object[]): Buffer {
  const to = (href: string | null): object | null => (href === null ? null : { href });
  const _links = { self: { href: self }, next: to(next), prev: to(prev) };
  return Buffer.from(JSON.stringify({ _links, total, _embedded: { [name]: entries } }));
}

function partsOf(role: PlaceRole, id: string, { places }: Links): string {
  return (
    places +
    queryString([
      { name: 'role', value: role },
      { name: 'under', value: id },
    ])
  );
}

type WriteEntry = (one: BrowseEntry, links: Links, pages: PageLinks) => object;

const ENTRY: Readonly<Record<NameListKind, WriteEntry>> = {
  people: ({ key, name, affiliation, ...counts }, links, pages) => ({
    _links: { self: { href: links.person(key) }, talks_page: { href: pages.person(key) } },
    slug: key,
    name,
    affiliation,
    ...countsOf(counts),
  }),
  series: ({ key, name, ...counts }, links, pages) => ({
    _links: { self: { href: links.series(key) }, talks_page: { href: pages.series(key) } },
    slug: key,
    title: name,
    ...countsOf(counts),
  }),
  collections: ({ key, name, ...counts }, links, pages) => ({
    _links: { self: { href: links.collection(key) }, talks_page: { href: pages.collection(key) } },
    slug: key,
    title: name,
    ...countsOf(counts),
  }),
  topics: ({ key, name, ...counts }, links, pages) => ({
    _links: {
      self: { href: links.topic + queryString([{ name: 'uri', value: key }]) },
      talks_page: { href: pages.topic(key) },
    },
    uri: key,
    label: name,
    ...countsOf(counts),
  }),
};

function countsOf({ talks, upcoming }: Pick<BrowseEntry, 'talks' | 'upcoming'>): object {
  return { talks, upcoming };
}

import type { BrowseEntry, Suggestion } from '#search/names/browse.ts';
import type { BrowseType } from '#search/index/list-type.ts';
import type { PlaceRole } from '#search/query/value-forms.ts';
import { publishedLinks, queryString, type Links } from '../links/links.ts';
import { pageLinks, type PageLinks } from '../links/page-links.ts';
import type { NameList, NameListKind, PlaceNode, Publication, SearchHead } from '../representation.ts';

/** The type of the records in a list, and what their identifier and name are called. */
const ENTRIES = {
  people: { type: 'person', id: 'slug', name: 'name' },
  series: { type: 'series', id: 'slug', name: 'title' },
  collections: { type: 'collection', id: 'slug', name: 'title' },
  topics: { type: 'topic', id: 'uri', name: 'label' },
} as const satisfies Readonly<Record<NameListKind, { type: BrowseType; id: string; name: string }>>;

/** Builds HAL resources of names: plain objects, whose members are left out if they are undefined. */
export class NameLists {
  /** The value of a missing link. */
  readonly #nothing: null | undefined;
  readonly #links: Links;
  readonly #pages: PageLinks;

  constructor(publication: Publication, nothing: null | undefined) {
    this.#nothing = nothing;
    this.#links = publishedLinks(publication);
    this.#pages = pageLinks(publication, null);
  }

  resource(list: NameList): object {
    switch (list.kind) {
      case 'suggestions': {
        const suggestions = list.entries.map((one) => this.#suggestion(one));
        return { _links: { self: { href: list.self } }, _embedded: { suggestions } };
      }
      case 'places': {
        const places = list.entries.map((one) => this.#place(one, list.role));
        return this.#page(list.head, { places });
      }
      default: {
        const { kind, entries, head } = list;
        return this.#page(head, { [kind]: entries.map((one) => this.#entry(one, kind)) });
      }
    }
  }

  #page({ self, next, prev, total }: SearchHead, _embedded: object): object {
    const to = (href: string | null): object | null | undefined => (href === null ? this.#nothing : { href });
    return { _links: { self: { href: self }, next: to(next), prev: to(prev) }, total, _embedded };
  }

  #entry({ key, name, affiliation, talks, upcoming }: BrowseEntry, kind: NameListKind): object {
    const { type, id, name: label } = ENTRIES[kind];
    return { _links: this.#linksTo(type, key), [id]: key, [label]: name, affiliation, talks, upcoming };
  }

  #place({ key, name, talks, upcoming, places, below }: PlaceNode, role: PlaceRole): object {
    return {
      _links: { ...this.#linksTo(role, key), places: places > 0 ? { href: this.#partsOf(role, key) } : undefined },
      id: key,
      name,
      talks,
      upcoming,
      places,
      _embedded: below && { places: below.map((one) => this.#place(one, role)) },
    };
  }

  #suggestion({ type, key, name, affiliation, talks, upcoming }: Suggestion): object {
    return { _links: this.#linksTo(type, key), kind: type, id: key, name, affiliation, talks, upcoming };
  }

  #linksTo(type: BrowseType, key: string): object {
    const self =
      type === 'topic' ? this.#links.topic + queryString([{ name: 'uri', value: key }]) : this.#links[type](key);
    return { self: { href: self }, talks_page: { href: this.#pages[type](key) } };
  }

  #partsOf(role: PlaceRole, id: string): string {
    const query = [
      { name: 'role', value: role },
      { name: 'under', value: id },
    ];
    return this.#links.places + queryString(query);
  }
}

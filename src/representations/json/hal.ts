import type { Collection } from '#catalogue/collection.ts';
import type { Image } from '#catalogue/image.ts';
import type { Person } from '#catalogue/person.ts';
import type { Place } from '#catalogue/place.ts';
import type { Series } from '#catalogue/series.ts';
import type { Slug } from '#catalogue/slug.ts';
import type { TalkDetails } from '#catalogue/talk-details.ts';
import type { Timestamp } from '#catalogue/timestamp.ts';
import type { Topic } from '#catalogue/topic.ts';
import type { LocatedPlace } from '#catalogue/venue-location.ts';
import { EMBEDDED_FIELDS, type PlaceRole, type TalkField } from '#search/query/value-forms.ts';
import { localTimes } from '../formatted-time.ts';
import type { LocalTime } from '../formatted-time.ts';
import { absoluteLinks, placeLink, publishedLinks, queryString } from '../links/links.ts';
import type { Links } from '../links/links.ts';
import { locationSummary, mapLink } from '../links/talk-location.ts';
import type { Alternate, NameList, Publication, SearchHead, NameListKind, PlaceNode } from '../representation.ts';
import type { BrowseEntry, Suggestion } from '#search/names/browse.ts';
import type { BrowseType } from '#search/index/list-type.ts';
import { pageLinks } from '../links/page-links.ts';
import type { PageLinks } from '../links/page-links.ts';

// Members that are undefined are not written; null is.

/** The members of a listing before its talks, which follow as `_embedded.talks`. */
export type HalHead = Readonly<Record<string, unknown>>;

/**
 * `strict`: valid HAL, for clients that fail on anything else: no null links and embedded resources, nothing but
 * resources under `_embedded`, and each with a link to itself.
 */
type HalNulls = 'kept' | 'strict';

/** Builds HAL resources: plain objects from which JSON and XML are written. */
export class Hal {
  readonly #publication: Publication;
  /** The value of a missing link or embedded resource. */
  readonly #nothing: null | undefined;
  readonly #isStrict: boolean;
  readonly #links: Links;
  readonly #absolute: Links;
  readonly #localTime: (timestamp: Timestamp) => LocalTime;
  readonly #nameLists: NameLists;

  constructor(publication: Publication, nulls: HalNulls) {
    this.#publication = publication;
    this.#isStrict = nulls === 'strict';
    this.#nothing = this.#isStrict ? undefined : null;
    this.#links = publishedLinks(publication);
    this.#absolute = absoluteLinks(publication);
    this.#localTime = localTimes(publication.timeZone);
    this.#nameLists = new NameLists(publication, this.#nothing);
  }

  /** A talk, alone or in a search result. @param fields if given, only these of its members */
  talk(details: TalkDetails, fields?: readonly TalkField[]): object {
    const talk = this.#talk(details, details.talk.title);
    return fields === undefined ? talk : sparseTalk(talk, fields);
  }

  /** A talk as an item of a series or collection: without `title`, as in OxTalks' API. */
  item(details: TalkDetails, fields?: readonly TalkField[]): object {
    const item = this.#talk(details, undefined);
    return fields === undefined ? item : sparseTalk(item, fields);
  }

  /** Hundreds of thousands are made: literals without spreads are several times faster. */
  #talk(details: TalkDetails, title: string | undefined) {
    const talk = details.talk;
    const slug = talk.slug;
    const local = this.#localTime(talk.start);
    const series = details.series;
    return {
      _links: {
        self: { href: this.#links.talk(slug) },
        talks_page: { href: this.#links.talkPage(slug) },
        ics: { href: this.#links.talkCalendar(slug) },
      },
      title,
      title_display: talk.title,
      untitled: details.isUntitled,
      slug,
      start: talk.start,
      end: talk.end,
      all_day: talk.allDay,
      timezone: this.#publication.timeZone,
      formatted_date: local.date,
      formatted_time: local.time,
      status: talk.status,
      special_message: talk.specialMessage,
      description: talk.description,
      location_details: talk.locationDetails,
      location_summary: locationSummary(details),
      online_url: talk.onlineUrl,
      series: series === null ? null : { slug: series.slug, title: series.title },
      audience: talk.audience,
      booking_required: talk.bookingRequired,
      booking_url: talk.bookingUrl,
      booking_email: talk.bookingEmail,
      cost: talk.cost,
      materials: some(talk.materials),
      image: this.#image(talk.image),
      organiser_email: talk.organiserEmail,
      url: this.#absolute.talkPage(slug),
      updated: talk.updated,
      various_speakers: this.#isStrict ? talk.variousSpeakers : undefined,
      _embedded: this.#embedded(details),
    };
  }

  #embedded(details: TalkDetails): object {
    const { venue, venuesAbove, organisingDepartment: department } = details;
    return {
      speakers: this.#people(details.speakers),
      hosts: this.#people(details.hosts),
      organisers: this.#people(details.organisers),
      various_speakers: this.#isStrict ? undefined : details.talk.variousSpeakers,
      venue:
        venue === null
          ? this.#nothing
          : this.#place(venue, venue.address === '' ? undefined : venue.address, venuesAbove),
      organising_department: department === null ? this.#nothing : this.#place(department, department.address, []),
      topics: details.topics.map((topic) => this.#topic(topic)),
    };
  }

  /** As OxTalks' API has it, without a link; in strict HAL with one to the topic's talks. */
  #topic({ uri, label }: Topic): object {
    if (!this.#isStrict) return { uri, label };
    const href = this.#links.topic + queryString([{ name: 'uri', value: uri }]);
    return { _links: { self: { href } }, uri, label };
  }

  /** A person's e-mail address is never published. */
  #people(people: readonly Person[]): object[] {
    const links = this.#links;
    return people.map(({ slug, name, bio, image }) => ({
      _links: { self: { href: links.person(slug) }, talks_page: { href: links.personPage(slug) } },
      name,
      bio,
      image: this.#image(image),
      slug,
    }));
  }

  /** Undefined, and so left out, if there is none. */
  #image(image: Image | null): Image | undefined {
    return image === null ? undefined : { url: this.#absolute.image(image.url), alt: image.alt };
  }

  /** @param address always there on a department, on a venue when it is known */
  #place(place: Place, address: string | undefined, above: readonly Place[]): object {
    return {
      _links: { self: { href: placeLink(this.#publication, place) } },
      name: place.name,
      map_link: mapLink(this.#publication, place, above),
      address,
    };
  }

  /** A page of a search: as in OxTalks' API, and `total`. */
  search(head: SearchHead): HalHead {
    return this.#page(head, {});
  }

  /** A department or venue, with a page of talks. */
  place(place: LocatedPlace, head: SearchHead): HalHead {
    const { id, name, address, above } = place;
    return this.#page(head, { id, name, address, map_link: mapLink(this.#publication, place, above) });
  }

  topic({ uri, label }: Topic, head: SearchHead): HalHead {
    return this.#page(head, { uri, label });
  }

  /** The removed talks in a search for changes. */
  removed(slugs: readonly Slug[]): readonly object[] {
    return slugs.map((slug) => ({ _links: { self: { href: this.#links.talk(slug) } }, slug }));
  }

  #page({ self, next, prev, total, alternates = [], changes, facets }: SearchHead, fields: HalHead): HalHead {
    const ics = alternates.find(({ type }) => type === CALENDAR_TYPE);
    return {
      _links: {
        self: { href: self },
        next: next === null ? this.#nothing : { href: next },
        prev: prev === null ? this.#nothing : { href: prev },
        changes: changes && { href: changes.later },
        ics: ics && { href: ics.href },
        alternate: some(alternates),
      },
      ...fields,
      total,
      facets,
    };
  }

  /** A speaker; an e-mail address is never published. */
  person(person: Person, alternates: readonly Alternate[] = []): HalHead {
    return {
      _links: {
        self: { href: this.#links.person(person.slug) },
        talks_page: { href: this.#links.personPage(person.slug) },
        ics: { href: this.#links.personCalendar(person.slug) },
        alternate: some(alternates),
      },
      slug: person.slug,
      name: person.name,
      bio: person.bio,
      web_address: person.webAddress,
      image: this.#image(person.image),
    };
  }

  /** A series as in OxTalks' API, including its spelling `occurence`. */
  series(series: Series, alternates: readonly Alternate[] = []): HalHead {
    return {
      _links: {
        self: { href: this.#links.series(series.slug) },
        talks_page: { href: this.#links.seriesPage(series.slug) },
        ics: { href: this.#links.seriesCalendar(series.slug) },
        alternate: some(alternates),
      },
      slug: series.slug,
      title: series.title,
      description: series.description,
      occurence: series.occurrence,
      web_address: series.webAddress,
      image: this.#image(series.image),
    };
  }

  /** A collection as in OxTalks' API: without `self` among the links, except in strict HAL. */
  collection(collection: Collection, alternates: readonly Alternate[] = []): HalHead {
    return {
      _links: {
        self: this.#isStrict ? { href: this.#links.collection(collection.slug) } : undefined,
        talks_page: { href: this.#links.collectionPage(collection.slug) },
        ics: { href: this.#links.collectionCalendar(collection.slug) },
        alternate: some(alternates),
      },
      slug: collection.slug,
      title: collection.title,
      description: collection.description,
    };
  }

  names(list: NameList): object {
    return this.#nameLists.resource(list);
  }

  /** Links to everything, so that a client need not know any other address. */
  entryPoint(): object {
    const links = this.#links;
    const templates = links.templates;
    return {
      _links: {
        self: { href: links.entryPoint },
        search: template(this.#absolute.templates.talkSearch),
        events_search: template(this.#absolute.templates.eventSearch),
        talk: template(templates.talk),
        talk_ics: template(templates.talkCalendar),
        series: template(templates.series),
        collection: template(templates.collection),
        person: template(templates.person),
        department: template(templates.department),
        venue: template(templates.venue),
        topic: template(templates.topic),
        suggest: template(templates.suggest),
        people: template(templates.people),
        all_series: template(templates.allSeries),
        collections: template(templates.collections),
        topics: template(templates.topics),
        places: template(templates.places),
        talk_page: template(templates.talkPage),
        series_page: template(templates.seriesPage),
        collection_page: template(templates.collectionPage),
        person_page: template(templates.personPage),
        // RFC 8631: for machines, and for people.
        'service-desc': { href: links.openapi },
        'service-doc': { href: links.docs },
        home: { href: links.home },
      },
    };
  }
}

/** Its address is a link of its own. */
export const CALENDAR_TYPE = 'text/calendar';

/** Left out where there are none. */
function some<T>(list: readonly T[]): readonly T[] | undefined {
  return list.length === 0 ? undefined : list;
}

/** RFC 6570. */
function template(href: string): object {
  return { href, templated: true };
}

interface TalkMembers {
  readonly _links: { readonly self: unknown };
  readonly _embedded: object;
}

/** The requested members of a talk, in its order; always with the link to itself. */
function sparseTalk(talk: TalkMembers, fields: readonly TalkField[]): object {
  const asked: ReadonlySet<string> = new Set(fields);
  const isAsked = ([name]: readonly [string, unknown]): boolean => asked.has(name);
  const { _links, _embedded, ...members } = talk;
  const embedded = Object.entries(_embedded).filter(isAsked);
  return {
    _links: asked.has('_links') ? _links : { self: _links.self },
    ...Object.fromEntries(Object.entries(members).filter(isAsked)),
    ...(EMBEDDED_FIELDS.some((name) => asked.has(name)) ? { _embedded: Object.fromEntries(embedded) } : {}),
  };
}

/** The type of the records in a list, and what their identifier and name are called. */
const ENTRIES = {
  people: { type: 'person', id: 'slug', name: 'name' },
  series: { type: 'series', id: 'slug', name: 'title' },
  collections: { type: 'collection', id: 'slug', name: 'title' },
  topics: { type: 'topic', id: 'uri', name: 'label' },
} as const satisfies Readonly<Record<NameListKind, { type: BrowseType; id: string; name: string }>>;

/** Builds HAL resources of names: plain objects, whose members are left out if they are undefined. */
class NameLists {
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

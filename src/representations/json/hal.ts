import type { Collection } from '#catalogue/collection.ts';
import type { Person } from '#catalogue/person.ts';
import type { Place } from '#catalogue/place.ts';
import type { Series } from '#catalogue/series.ts';
import type { Slug } from '#catalogue/slug.ts';
import type { TalkDetails } from '#catalogue/talk-details.ts';
import type { TalkStatus } from '#catalogue/talk.ts';
import type { Timestamp } from '#catalogue/timestamp.ts';
import type { Topic } from '#catalogue/topic.ts';
import { localTimes, type LocalTime } from '../formatted-time.ts';
import { absoluteLinks, placeLink, publishedLinks, type Links } from '../links/links.ts';
import { locationSummary } from '../links/location.ts';
import { mapLink } from '../links/map-address.ts';
import type { Alternate, Publication, SearchHead } from '../representation.ts';

// Members that are undefined are not written; null is.

/** A HAL link object; `templated` where `href` is an RFC 6570 template. */
export interface HalLink {
  readonly href: string;
  readonly templated?: true;
}

/** A talk as interface.md 2.2 has it, in the wire's spelling and order. */
export interface HalTalk extends HalItem {
  readonly title: string;
}

/** A talk as an item of a series or collection: interface.md 2.3, without `title`. */
export interface HalItem {
  readonly _links: { readonly self: HalLink; readonly talks_page: HalLink; readonly ics: HalLink };
  readonly title_display: string;
  readonly slug: string;
  readonly start: Timestamp;
  readonly end: Timestamp;
  readonly timezone: string;
  readonly formatted_date: string;
  readonly formatted_time: string;
  readonly status: TalkStatus;
  readonly special_message: string;
  readonly description: string;
  readonly location_details: string;
  readonly location_summary: string | null;
  readonly series: { readonly slug: string; readonly title: string } | null;
  readonly audience: string;
  /** In words: `Required`, `Not required`, `Recommended`, or `''`. */
  readonly booking_required: string;
  readonly booking_url: string;
  readonly booking_email: string;
  readonly cost: string;
  readonly organiser_email: string;
  readonly url: string;
  readonly updated: Timestamp;
  readonly _embedded: HalTalkEmbedded;
}

export interface HalTalkEmbedded {
  readonly speakers: readonly HalPerson[];
  readonly hosts: readonly HalPerson[];
  readonly organisers: readonly HalPerson[];
  readonly various_speakers: boolean;
  readonly venue: HalPlace | null | undefined;
  readonly organising_department: HalPlace | null | undefined;
  readonly topics: readonly { readonly uri: string; readonly label: string }[];
}

export interface HalPerson {
  readonly _links: { readonly self: HalLink; readonly talks_page: HalLink };
  readonly name: string;
  readonly bio: string;
  readonly slug: string;
}

export interface HalPlace {
  readonly _links: { readonly self: HalLink };
  readonly name: string;
  readonly map_link: string;
  /** Always there on a department, on a venue when it is known. */
  readonly address: string | undefined;
}

/** A talk that is not, or no longer, among those that match. */
export interface HalRemoved {
  readonly _links: { readonly self: HalLink };
  readonly slug: string;
}

/** What a listing says before its talks, which follow as `_embedded.talks`. */
export type HalHead = Readonly<Record<string, unknown>>;

/** `strict`: null links and null embedded resources are left out, for HAL clients that fail on them. */
export type HalNulls = 'kept' | 'strict';

/** Writes the catalogue's words as HAL resources: plain objects that JSON and XML are made of. */
export class Hal {
  readonly #publication: Publication;
  /** What stands for a link or an embedded resource that there is not. */
  readonly #nothing: null | undefined;
  readonly #links: Links;
  readonly #absolute: Links;
  readonly #localTime: (timestamp: Timestamp) => LocalTime;

  constructor(publication: Publication, nulls: HalNulls) {
    this.#publication = publication;
    this.#nothing = nulls === 'strict' ? undefined : null;
    this.#links = publishedLinks(publication);
    this.#absolute = absoluteLinks(publication);
    this.#localTime = localTimes(publication.timeZone);
  }

  talk(details: TalkDetails): HalTalk {
    return this.#talk(details, details.talk.title);
  }

  item(details: TalkDetails): HalItem {
    return this.#talk(details, undefined);
  }

  /** Hundreds of thousands are made: literals without spreads are several times faster. */
  #talk<T extends string | undefined>(details: TalkDetails, title: T): HalItem & { readonly title: T } {
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
      slug,
      start: talk.start,
      end: talk.end,
      timezone: this.#publication.timeZone,
      formatted_date: local.date,
      formatted_time: local.time,
      status: talk.status,
      special_message: talk.specialMessage,
      description: talk.description,
      location_details: talk.locationDetails,
      location_summary: locationSummary(details),
      series: series === null ? null : { slug: series.slug, title: series.title },
      audience: talk.audience,
      booking_required: talk.bookingRequired,
      booking_url: talk.bookingUrl,
      booking_email: talk.bookingEmail,
      cost: talk.cost,
      organiser_email: talk.organiserEmail,
      url: this.#absolute.talkPage(slug),
      updated: talk.updated,
      _embedded: this.#embedded(details),
    };
  }

  #embedded(details: TalkDetails): HalTalkEmbedded {
    const { venue, organisingDepartment: department } = details;
    return {
      speakers: this.#people(details.speakers),
      hosts: this.#people(details.hosts),
      organisers: this.#people(details.organisers),
      various_speakers: details.talk.variousSpeakers,
      venue: venue === null ? this.#nothing : this.#place(venue, venue.address === '' ? undefined : venue.address),
      organising_department: department === null ? this.#nothing : this.#place(department, department.address),
      topics: details.topics.map((topic) => ({ uri: topic.uri, label: topic.label })),
    };
  }

  /** A person's e-mail address is never published. */
  #people(people: readonly Person[]): HalPerson[] {
    const links = this.#links;
    return people.map(({ slug, name, bio }) => ({
      _links: { self: { href: links.person(slug) }, talks_page: { href: links.personPage(slug) } },
      name,
      bio,
      slug,
    }));
  }

  #place(place: Place, address: string | undefined): HalPlace {
    return {
      _links: { self: { href: placeLink(this.#publication, place) } },
      name: place.name,
      map_link: mapLink(this.#publication, place),
      address,
    };
  }

  /** interface.md 2.4 and `total`. */
  search(head: SearchHead): HalHead {
    return {
      _links: {
        self: { href: head.self },
        ...this.#pages(head),
      },
      total: head.total,
    };
  }

  /** A department or venue, with a page of talks. */
  place(place: Place, head: SearchHead): HalHead {
    return {
      _links: { self: { href: head.self }, ...this.#pages(head) },
      id: place.id,
      name: place.name,
      address: place.address,
      map_link: mapLink(this.#publication, place),
      total: head.total,
    };
  }

  topic(topic: Topic, head: SearchHead): HalHead {
    return {
      _links: { self: { href: head.self }, ...this.#pages(head) },
      uri: topic.uri,
      label: topic.label,
      total: head.total,
    };
  }

  /** What is named as gone beside the talks of a search for what changed. */
  removed(slugs: readonly Slug[]): readonly HalRemoved[] {
    return slugs.map((slug) => ({ _links: { self: { href: this.#links.talk(slug) } }, slug }));
  }

  #pages({ next, prev, alternates = [], changes }: SearchHead): object {
    const ics = alternates.find(({ type }) => type === CALENDAR_TYPE);
    return {
      next: next === null ? this.#nothing : { href: next },
      prev: prev === null ? this.#nothing : { href: prev },
      changes: changes && { href: changes.later },
      ics: ics && { href: ics.href },
      alternate: some(alternates),
    };
  }

  /** Someone who speaks; an e-mail address is never published. */
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
    };
  }

  /** interface.md 2.6; `occurence` is spelled as it has it. */
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
    };
  }

  /** interface.md 2.7: no `self` among the links. */
  collection(collection: Collection, alternates: readonly Alternate[] = []): HalHead {
    return {
      _links: {
        talks_page: { href: this.#links.collectionPage(collection.slug) },
        ics: { href: this.#links.collectionCalendar(collection.slug) },
        alternate: some(alternates),
      },
      slug: collection.slug,
      title: collection.title,
      description: collection.description,
    };
  }

  /** Links to everything, so that a client needs to know no other address. */
  entryPoint(): { readonly _links: Readonly<Record<string, HalLink>> } {
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

function template(href: string): HalLink {
  return { href, templated: true };
}

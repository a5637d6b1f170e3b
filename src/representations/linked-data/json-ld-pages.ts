import type { Collection } from '#catalogue/collection.ts';
import type { Person } from '#catalogue/person.ts';
import type { Place } from '#catalogue/place.ts';
import type { Series } from '#catalogue/series.ts';
import type { TalkDetails } from '#catalogue/talk-details.ts';
import type { Topic } from '#catalogue/topic.ts';
import type { Named } from '#search/names/directory.ts';
import { cleaned, oneLine, feedAddress } from '../feeds/feed-text.ts';
import { embeddableJson, SCHEMA_ORG, talkObjects } from './json-ld.ts';
import { absolutePageLinks } from '../links/page-links.ts';
import type { Publication } from '../representation.ts';

/** What a page is about, as schema.org has it: JSON-LD 1.1 for a `script` of its page to hold. */
type JsonObject = Readonly<Record<string, unknown>>;

function document(object: JsonObject): string {
  return embeddableJson({ '@context': SCHEMA_ORG, ...object });
}

/** A talk as an Event. @param image the address of the picture that stands for it; undefined when there is none */
export function talkDocument(publication: Publication, details: TalkDetails, image: string | undefined): string {
  const event = talkObjects(publication, { cancelled: 'status', alarm: null });
  return document({ ...event(details), image });
}

/** A series. What belongs to it says so itself. */
export function seriesDocument(publication: Publication, series: Series): string {
  const page = absolutePageLinks(publication).series(series.slug);
  return document({
    '@type': 'EventSeries',
    '@id': page,
    url: page,
    name: nameOf(series.title),
    description: said(series.description),
    sameAs: feedAddress(series.webAddress) ?? undefined,
  });
}

/** Somebody who speaks. */
export function personDocument(publication: Publication, person: Person): string {
  const page = absolutePageLinks(publication).person(person.slug);
  return document({
    '@type': 'ProfilePage',
    url: page,
    name: nameOf(person.name),
    mainEntity: {
      '@type': 'Person',
      '@id': page,
      url: page,
      name: nameOf(person.name),
      description: said(person.bio),
      sameAs: feedAddress(person.webAddress) ?? undefined,
    },
  });
}

export function collectionDocument(publication: Publication, collection: Collection): string {
  const page = absolutePageLinks(publication).collection(collection.slug);
  return document({
    '@type': 'CollectionPage',
    '@id': page,
    url: page,
    name: nameOf(collection.title),
    description: said(collection.description),
  });
}

/** @param above the places that it is part of, outermost first */
export function placeDocument(publication: Publication, place: Place, above: readonly Named[]): string {
  const links = absolutePageLinks(publication);
  const isVenue = place.kind === 'venue';
  const page = isVenue ? links.venue(place.id) : links.department(place.id);
  const parent = above.at(-1);
  const { latitude, longitude } = place;
  return document({
    '@type': isVenue ? 'Place' : 'Organization',
    '@id': page,
    url: page,
    name: nameOf(place.name),
    address: oneLine(place.address) || undefined,
    geo:
      !isVenue || latitude === null || longitude === null
        ? undefined
        : { '@type': 'GeoCoordinates', latitude, longitude },
    [isVenue ? 'containedInPlace' : 'parentOrganization']: parent && {
      '@type': isVenue ? 'Place' : 'Organization',
      '@id': isVenue ? links.venue(parent.key) : links.department(parent.key),
      name: nameOf(parent.name),
    },
  });
}

export function topicDocument(publication: Publication, topic: Topic): string {
  const page = absolutePageLinks(publication).topic(topic.uri);
  return document({
    '@type': 'CollectionPage',
    '@id': page,
    url: page,
    name: oneLine(topic.label) || topic.uri,
    about: { '@type': 'DefinedTerm', '@id': topic.uri, name: oneLine(topic.label) || topic.uri },
  });
}

/** The whole service, and how it is searched. */
export function siteDocument(publication: Publication, name: string): string {
  const links = absolutePageLinks(publication);
  return document({
    '@type': 'WebSite',
    '@id': links.home,
    url: links.home,
    name: nameOf(name),
    potentialAction: {
      '@type': 'SearchAction',
      target: { '@type': 'EntryPoint', urlTemplate: `${links.search()}?q={search_term_string}` },
      'query-input': 'required name=search_term_string',
    },
  });
}

const UNNAMED = 'Untitled';

function nameOf(text: string): string {
  return oneLine(text) || UNNAMED;
}

function said(text: string): string | undefined {
  return cleaned(text).trim() || undefined;
}

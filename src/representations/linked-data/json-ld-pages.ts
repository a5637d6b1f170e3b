import type { Collection } from '#catalogue/collection.ts';
import type { JsonObject } from '#catalogue/json-object.ts';
import type { Person } from '#catalogue/person.ts';
import type { Series } from '#catalogue/series.ts';
import type { TalkDetails } from '#catalogue/talk-details.ts';
import type { Topic } from '#catalogue/topic.ts';
import { venueLocation, type LocatedPlace } from '#catalogue/venue-location.ts';
import type { Named } from '#search/names/directory.ts';
import { UNTITLED_ENTRY } from '../feeds/feed-summary.ts';
import { cleaned, oneLine, webAddress } from '../feeds/feed-text.ts';
import { embeddableJson, geoOf, imageObject, SCHEMA_ORG, talkObjects } from './json-ld.ts';
import { absoluteLinks } from '../links/links.ts';
import { absolutePageLinks } from '../links/page-links.ts';
import type { Publication } from '../representation.ts';

/** A talk as an Event. @param image the address of what stands for it if it has no picture; undefined when there is none */
export function talkDocument(publication: Publication, details: TalkDetails, image: string | undefined): string {
  const event = talkObjects(publication, { cancelled: 'status', alarm: null });
  const object = event(details);
  return pageDocument({ ...object, image: object.image ?? image });
}

/** A series. What belongs to it says so itself. */
export function seriesDocument(publication: Publication, series: Series): string {
  return pageDocument({
    ...thing('EventSeries', absolutePageLinks(publication).series(series.slug), series.title),
    description: said(series.description),
    image: imageObject(series.image, absoluteLinks(publication)),
    sameAs: webAddress(series.webAddress) ?? undefined,
  });
}

/** Somebody who speaks. */
export function personDocument(publication: Publication, person: Person): string {
  const speaker = thing('Person', absolutePageLinks(publication).person(person.slug), person.name);
  return pageDocument({
    '@type': 'ProfilePage',
    url: speaker.url,
    name: speaker.name,
    mainEntity: {
      ...speaker,
      description: said(person.bio),
      image: imageObject(person.image, absoluteLinks(publication)),
      sameAs: webAddress(person.webAddress) ?? undefined,
    },
  });
}

export function collectionDocument(publication: Publication, { slug, title, description }: Collection): string {
  const page = absolutePageLinks(publication).collection(slug);
  return pageDocument({ ...thing('CollectionPage', page, title), description: said(description) });
}

/** @param above the places that it is part of, outermost first */
export function placeDocument(publication: Publication, place: LocatedPlace, above: readonly Named[]): string {
  const links = absolutePageLinks(publication);
  const isVenue = place.kind === 'venue';
  const [type, page] = isVenue ? (['Place', links.venue] as const) : (['Organization', links.department] as const);
  const location = venueLocation(place, place.above);
  const parent = above.at(-1);
  return pageDocument({
    ...thing(type, page(place.id), place.name),
    address: oneLine(location.address) || undefined,
    geo: isVenue ? geoOf(location) : undefined,
    [isVenue ? 'containedInPlace' : 'parentOrganization']: parent && {
      '@type': type,
      '@id': page(parent.key),
      name: nameOf(parent.name),
    },
  });
}

export function topicDocument(publication: Publication, topic: Topic): string {
  const name = oneLine(topic.label) || topic.uri;
  return pageDocument({
    ...thing('CollectionPage', absolutePageLinks(publication).topic(topic.uri), name),
    about: { '@type': 'DefinedTerm', '@id': topic.uri, name },
  });
}

/** The whole service, and how it is searched. */
export function siteDocument(publication: Publication, name: string): string {
  const links = absolutePageLinks(publication);
  return pageDocument({
    ...thing('WebSite', links.home, name),
    potentialAction: {
      '@type': 'SearchAction',
      target: { '@type': 'EntryPoint', urlTemplate: `${links.search()}?q={search_term_string}` },
      'query-input': 'required name=search_term_string',
    },
  });
}

/** JSON-LD 1.1 for a `script` of the page that it is about. */
function pageDocument(object: JsonObject): string {
  return embeddableJson({ '@context': SCHEMA_ORG, ...object });
}

/** What a page is about, which is known by the address of its page. */
function thing(type: string, page: string, name: string): JsonObject {
  return { '@type': type, '@id': page, url: page, name: nameOf(name) };
}

function nameOf(text: string): string {
  return oneLine(text) || UNTITLED_ENTRY;
}

function said(text: string): string | undefined {
  return cleaned(text).trim() || undefined;
}

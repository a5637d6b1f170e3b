import { rememberedDate } from '#catalogue/all-day.ts';
import type { Collection } from '#catalogue/collection.ts';
import type { Image } from '#catalogue/image.ts';
import type { JsonObject } from '#catalogue/json-object.ts';
import type { Material, MaterialType } from '#catalogue/material.ts';
import { isOnlineOnly } from '#catalogue/online-place.ts';
import type { Person } from '#catalogue/person.ts';
import type { Series } from '#catalogue/series.ts';
import type { TalkDetails } from '#catalogue/talk-details.ts';
import { isFree } from '#catalogue/talk-traits.ts';
import type { Talk } from '#catalogue/talk.ts';
import type { Topic } from '#catalogue/topic.ts';
import { type LocatedPlace, venueLocation, type VenueLocation } from '#catalogue/venue-location.ts';
import type { Named } from '#search/names/directory.ts';
import { type Feed, type FeedHead, type FeedOptions, talkId } from '../feeds/feed-format.ts';
import { documentTitle, feedName, notices, shownTitle, UNTITLED_ENTRY, whereabouts } from '../feeds/feed-summary.ts';
import { cleaned, oneLine, webAddress } from '../feeds/feed-text.ts';
import { datesOf, previousInWords, zonedTimes, type ZonedTimes } from '../formatted-time.ts';
import { absoluteLinks, type Links } from '../links/links.ts';
import { absolutePageLinks, type PageLinks } from '../links/page-links.ts';
import { MATERIAL_NAMES } from '../materials.ts';
import { proseText } from '../prose-text.ts';
import { type Envelope, type Publication, textEnvelope } from '../representation.ts';

const SCHEMA_ORG = 'https://schema.org';

/** Talks as schema.org has them, in JSON-LD 1.1: a list of events. */
export function jsonLd(publication: Publication, options: FeedOptions): Feed {
  const object = talkObjects(publication, options);
  return {
    name: feedName('json-ld', options),
    entry: (details) => Buffer.from(embeddableJson(object(details))),
    frame,
  };
}

/** A talk as an Event without `@context`, for a page to embed or a list to hold; members that are undefined are not written. */
export function talkObjects(publication: Publication, options: FeedOptions): (details: TalkDetails) => JsonObject {
  const links = absoluteLinks(publication);
  const pages = absolutePageLinks(publication);
  const zoned = zonedTimes(publication.timeZone);
  return (details) => {
    const { talk, topics } = details;
    const page = links.talkPage(talk.slug);
    return {
      // Not EducationEvent: many readers look for this very word, and a talk at a university is no more than that.
      '@type': 'Event',
      '@id': page,
      identifier: talkId(talk.slug),
      url: page,
      name: shownTitle(details, options),
      description: textOf([...notices(details), proseText(talk.description)]),
      image: imageObject(talk.image, links),
      ...times(details, zoned, publication),
      ...placeOf(details),
      performer: some(details.speakers.map((person) => personObject(person, links))),
      organizer: some([department(details, pages), ...details.organisers.map((person) => personObject(person, links))]),
      superEvent: superEvent(details, links),
      about: some(topics.map(({ uri, label }) => ({ '@type': 'Thing', '@id': uri, name: oneLine(label) || uri }))),
      audience: talk.audience === '' ? undefined : { '@type': 'Audience', audienceType: oneLine(talk.audience) },
      recordedIn: some(works(talk.materials, true)),
      subjectOf: some(works(talk.materials, false)),
      ...admission(details),
    };
  };
}

/** JSON that can stand in a `script` element: nothing in it ends the element, opens a comment or ends a line of a script. */
export function embeddableJson(value: unknown): string {
  return JSON.stringify(value).replace(/[<>&\u2028\u2029]/g, unicodeEscape);
}

function unicodeEscape(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

function frame(head: FeedHead): Envelope {
  const list = {
    '@context': SCHEMA_ORG,
    '@type': 'ItemList',
    '@id': head.self,
    url: head.page ?? head.self,
    name: documentTitle(head),
    description: textOf([proseText(head.description)]),
    numberOfItems: head.size,
  };
  return textEnvelope(`${embeddableJson(list).slice(0, -1)},"itemListElement":[`, ',', ']}');
}

/** schema.org knows no status for what is not settled yet: it is scheduled. */
function times(details: TalkDetails, zoned: ZonedTimes, { timeZone }: Publication): JsonObject {
  const { talk, history } = details;
  const { previousStart } = history;
  const moved = talk.status !== 'cancelled' && previousStart !== null && previousInWords(details, timeZone) !== '';
  const status = moved ? 'EventRescheduled' : talk.status === 'cancelled' ? 'EventCancelled' : 'EventScheduled';
  return {
    ...(talk.allDay ? days(talk, zoned) : hours(talk, zoned)),
    eventStatus: `${SCHEMA_ORG}/${status}`,
    previousStartDate: moved ? (rememberedDate(previousStart) ?? zoned(previousStart).withOffset) : undefined,
  };
}

function hours({ start, end }: Talk, zoned: ZonedTimes): JsonObject {
  return { startDate: zoned(start).withOffset, endDate: end === start ? undefined : zoned(end).withOffset };
}

/** Dates have no time zone, and the end is the last day. */
function days(talk: Talk, zoned: ZonedTimes): JsonObject {
  const [startDate, endDate] = datesOf(talk, zoned);
  return { startDate, endDate };
}

/** Where there is nothing to say of the place, nothing is said of how it is attended either. */
function placeOf(details: TalkDetails): JsonObject {
  const { onlineUrl, locationDetails } = details.talk;
  const isOnline = details.venue === null && isOnlineOnly(locationDetails);
  const room = isOnline ? undefined : locationObject(details);
  const online = onlineObject(isOnline && onlineUrl === '' ? locationDetails : onlineUrl);
  if (room === undefined && online === undefined) return {};
  const mode = room === undefined ? 'Online' : online === undefined ? 'Offline' : 'Mixed';
  return { eventAttendanceMode: `${SCHEMA_ORG}/${mode}EventAttendanceMode`, location: some([room, online]) };
}

/** The address is plain text: street and town are not known separately. */
function locationObject(details: TalkDetails): JsonObject | undefined {
  const { venue, venuesAbove, talk } = details;
  if (venue === null) {
    const name = whereabouts(details);
    return name === '' ? undefined : { '@type': 'Place', name };
  }
  const location = venueLocation(venue, venuesAbove);
  const name = [venue.name, talk.locationDetails, ...location.within].map(oneLine).filter((part) => part !== '');
  return {
    '@type': 'Place',
    name: name.join(', '),
    address: oneLine(location.address) || undefined,
    geo: geoOf(location),
  };
}

function geoOf({ coordinates }: VenueLocation): JsonObject | undefined {
  return coordinates === null ? undefined : { '@type': 'GeoCoordinates', ...coordinates };
}

function onlineObject(onlineUrl: string): JsonObject | undefined {
  const url = webAddress(onlineUrl);
  if (url !== null) return { '@type': 'VirtualLocation', url };
  const name = oneLine(onlineUrl);
  return name === '' ? undefined : { '@type': 'VirtualLocation', name };
}

function department({ organisingDepartment: place }: TalkDetails, pages: PageLinks): JsonObject | undefined {
  if (place === null) return undefined;
  const page = pages.department(place.id);
  return { '@type': 'Organization', '@id': page, url: page, name: oneLine(place.name) };
}

/** An e-mail address is never published. */
function personObject({ slug, name, bio, webAddress: address, image }: Person, links: Links): JsonObject {
  const page = links.personPage(slug);
  return {
    '@type': 'Person',
    '@id': page,
    url: page,
    name: oneLine(name),
    description: textOf([proseText(bio)]),
    image: imageObject(image, links),
    sameAs: webAddress(address) ?? undefined,
  };
}

/** Only its address, if there is nothing else. */
function imageObject(image: Image | null, links: Pick<Links, 'image'>): JsonObject | string | undefined {
  const url = image === null ? null : webAddress(links.image(image.url));
  if (image === null || url === null) return undefined;
  return image.alt === '' ? url : { '@type': 'ImageObject', url, caption: oneLine(image.alt) };
}

function superEvent({ series }: TalkDetails, links: Links): JsonObject | undefined {
  if (series === null) return undefined;
  const page = links.seriesPage(series.slug);
  return { '@type': 'EventSeries', '@id': page, url: page, name: oneLine(series.title) };
}

const WORKS: Readonly<Record<MaterialType, string>> = {
  recording: 'VideoObject',
  slides: 'PresentationDigitalDocument',
  paper: 'ScholarlyArticle',
  picture: 'ImageObject',
  live_stream: 'VideoObject',
  link: 'CreativeWork',
};

function works(materials: readonly Material[], recordings: boolean): JsonObject[] {
  return materials
    .filter(({ type }) => (type === 'recording') === recordings)
    .map(({ type, url, title }) => ({
      '@type': WORKS[type],
      url: webAddress(url) ?? undefined,
      name: oneLine(title) || MATERIAL_NAMES[type],
    }));
}

/** The cost is plain text: it tells for sure only that a talk is free, not a price in a currency. */
function admission({ talk }: TalkDetails): JsonObject {
  const cost = oneLine(talk.cost);
  const free = isFree(cost) ? true : undefined;
  const url = webAddress(talk.bookingUrl) ?? undefined;
  if (cost === '' && url === undefined) return {};
  const offer = { '@type': 'Offer', url, price: free && 0, description: cost || undefined };
  return { isAccessibleForFree: free, offers: offer };
}

/** Paragraphs with an empty line between; undefined where there are none. */
function textOf(texts: readonly string[]): string | undefined {
  return texts.flatMap((text) => said(text) ?? []).join('\n\n') || undefined;
}

/** One alone, several as an array, none as undefined: so readers of JSON-LD expect it. */
function some(values: readonly (JsonObject | undefined)[]): unknown {
  const found = values.filter((value) => value !== undefined);
  return found.length > 1 ? found : found[0];
}

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

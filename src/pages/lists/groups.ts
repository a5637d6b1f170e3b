import type { Collection } from '#catalogue/collection.ts';
import type { Person } from '#catalogue/person.ts';
import type { Series } from '#catalogue/series.ts';
import type { Topic } from '#catalogue/topic.ts';
import { type LocatedPlace, venueLocation } from '#catalogue/venue-location.ts';
import {
  collectionDocument,
  personDocument,
  placeDocument,
  seriesDocument,
  topicDocument,
} from '#representations/linked-data/json-ld.ts';
import { queryString } from '#representations/links/links.ts';
import { directionsAddress, mapAddress } from '#representations/links/talk-location.ts';
import type { PlaceType } from '#search/index/list-type.ts';
import type { Branch } from '#search/index/place-tree.ts';
import type { Namesake } from '#search/names/browse.ts';
import type { Named } from '#search/names/directory.ts';
import { html, type Html, NOTHING } from '../frame/html.ts';
import { type Crumb, fact, safeHref, textFact } from '../frame/parts.ts';
import { banner, face } from '../frame/pictures.ts';
import type { View } from '../frame/view.ts';
import { shortened, theirs, words } from '../frame/words.ts';
import { insert } from '../messages.ts';
import { prose } from '../prose/prose.ts';
import { type ListContent, listPage, type Query } from './list-page.ts';

/** The page that a series' `talks_page` leads to. */
export function seriesPage({ record: series, list, nearest, month }: ListContent<Series>, view: View): string {
  const { slug, title, description, occurrence, webAddress } = series;
  return listPage(
    {
      title,
      kind: view.messages.browse.group.series,
      description,
      jsonLd: seriesDocument(view.publication, series),
      followed: { subject: 'series', title, address: (links) => links.series(slug) },
      list,
      nearest,
      occurrence,
      common: 'series',
      month,
      address: (links, query) => links.series(slug, query),
      filters: [{ name: 'series', value: slug }],
      banner: banner(series.image, view),
      about: html`${prose(description, 2)} ${webAddress !== '' ? html`<p>${safeHref(webAddress)}</p>` : NOTHING}`,
    },
    view,
  );
}

/** The page that a public collection's `talks_page` leads to. */
export function collectionPage(
  { record: collection, list, nearest, month }: ListContent<Collection>,
  view: View,
): string {
  const { slug, title, description } = collection;
  return listPage(
    {
      title,
      kind: view.messages.browse.group.collection,
      description,
      jsonLd: collectionDocument(view.publication, collection),
      followed: { subject: 'collection', title, address: (links) => links.collection(slug) },
      list,
      nearest,
      month,
      address: (links, query) => links.collection(slug, query),
      filters: [{ name: 'collection', value: slug }],
      about: prose(description, 2),
    },
    view,
  );
}

/** The page of a topic: its talks, and a link to an explanation of its subject heading. */
export function topicPage({ record: topic, list, nearest, month }: ListContent<Topic>, view: View): string {
  const { uri, label } = topic;
  return listPage(
    {
      title: label,
      kind: view.messages.browse.group.topic,
      description: '',
      jsonLd: topicDocument(view.publication, topic),
      followed: {
        subject: 'topic',
        title: insert(view.messages.follow.talksOn, { topic: label }),
        address: (links) => links.topic,
        query: queryString([{ name: 'uri', value: uri }]),
      },
      list,
      nearest,
      month,
      address: (links, query) => links.topic(uri, query),
      filters: [{ name: 'topic', value: uri }],
      about: html`<p class="quiet">${safeHref(uri, view.messages.browse.group.subject)}</p>`,
    },
    view,
  );
}

interface PersonContent extends ListContent<Person> {
  /** Others of the same name, in case the reader was looking for one of them. */
  readonly namesakes: readonly Namesake[];
}

/** The page that a speaker's `talks_page` leads to. */
export function personPage({ record: person, list, nearest, month, namesakes }: PersonContent, view: View): string {
  const { slug, name, bio, webAddress, image } = person;
  return listPage(
    {
      title: name,
      kind: view.messages.browse.group.person,
      description: bio,
      jsonLd: personDocument(view.publication, person),
      followed: {
        subject: 'person',
        title: insert(view.messages.follow.talksBy, { name }),
        address: (links) => links.person(slug),
      },
      list,
      nearest,
      common: 'speaker',
      month,
      address: (links, query) => links.person(slug, query),
      filters: [{ name: 'speaker', value: slug }],
      about: html`${face(image, 'large', view)}${bio !== '' ? html`<p class="quiet" ${theirs(bio)}>${bio}</p>` : NOTHING}
      ${webAddress !== '' ? html`<p>${safeHref(webAddress)}</p>` : NOTHING}
      ${namesakes.length > 0 ? namesakeList(namesakes, view) : NOTHING}`,
    },
    view,
  );
}

function namesakeList(namesakes: readonly Namesake[], view: View): Html {
  return html`<p class="quiet namesakes">${view.messages.browse.group.namesakes}</p>
    <ul class="choices">
      ${namesakes.map(
        ({ key, name, affiliation }) =>
          html`<li>
            <a href="${view.links.person(key)}">${words(shortened(personName(name, affiliation), LONGEST_NAME))}</a>
          </li>`,
      )}
    </ul>`;
}

/**
 * The name of a person in lists: `Ada Quince (Botany)` if others have the same name.
 * @param affiliation tells them apart; `''` if not needed
 */
export function personName(name: string, affiliation = ''): string {
  return affiliation === '' ? name : `${name} (${affiliation})`;
}

export interface PlaceContent extends ListContent<LocatedPlace> {
  /** The places it is part of, outermost first. */
  readonly parents: readonly Named[];
  /** The first of its children. */
  readonly branch: Branch;
}

/** The search parameters that find the talks of a place. */
const FILTERS: Readonly<Record<PlaceType, (id: string) => Query>> = {
  department: (id) => [{ name: 'organising_department', value: id }],
  venue: (id) => [
    { name: 'venue', value: id },
    { name: 'subvenues', value: 'true' },
  ],
};

/** The page of a department or venue: its parents and children, and the talks of it and all its descendants. */
export function placePage(type: PlaceType, content: PlaceContent, view: View): string {
  const { record: place, list, nearest, month, parents, branch } = content;
  const { id, name, address } = place;
  const { group } = view.messages.browse;
  return listPage(
    {
      title: name,
      kind: group[type],
      crumbs: crumbsOf(type, parents, view),
      description: address,
      jsonLd: placeDocument(view.publication, place, parents),
      followed: { subject: type, title: name, address: (links) => links[type](id) },
      list,
      nearest,
      common: type === 'venue' && branch.total === 0 ? 'venue' : undefined,
      month,
      address: (links, query) => links[type](id, query),
      filters: FILTERS[type](id),
      about: placeFacts(content, view),
      inside: branch.total > 0 ? placesInside(type, content, view) : NOTHING,
    },
    view,
  );
}

function placeFacts({ record: place }: PlaceContent, { messages, publication }: View): Html {
  const { group } = messages.browse;
  const location = venueLocation(place, place.above);
  const map = mapAddress(publication, place, location);
  const way = directionsAddress(location);
  const directions = way === null ? NOTHING : html` <a href="${way}">${messages.talk.directions}</a>`;
  const all = [
    textFact(group.address, location.address),
    map === null
      ? NOTHING
      : fact(group.map, html`<span class="map"><a href="${map}">${group.showMap}</a>${directions}</span>`),
    textFact(messages.talk.access, location.accessibility),
  ].filter((one) => one !== NOTHING);
  return all.length === 0 ? NOTHING : html`<dl class="facts">${all}</dl>`;
}

/** How many of the first and last breadcrumbs of a long path are shown. */
const FIRST_STEPS = 2;

const LAST_STEPS = 8;

function crumbsOf(type: PlaceType, parents: readonly Named[], view: View): Crumb[] {
  const isLong = parents.length > FIRST_STEPS + LAST_STEPS + 1;
  const skipped = parents.length - LAST_STEPS - 1;
  const crumbs = parents.map(({ key, name }, at) => ({
    href: view.links[type](key),
    label: isLong && at === skipped ? '…' : shortened(name, LONGEST_NAME),
  }));
  return isLong ? crumbs.filter((_, at) => at < FIRST_STEPS || at >= skipped) : crumbs;
}

function placesInside(type: PlaceType, content: PlaceContent, view: View): Html {
  const { record, branch } = content;
  const { links, messages } = view;
  const { group } = messages.browse;
  const more = branch.total - branch.entries.length;
  const all = links.browse(`${type}s`, [{ name: 'under', value: record.id }]);
  return html`<section class="inside">
    <h2>${type === 'department' ? group.departments : group.rooms}</h2>
    <p class="quiet">${group.withBelow}</p>
    <ul class="names">
      ${branch.entries.map(
        ({ key, name, upcoming }) =>
          html`<li>
            <a href="${links[type](key)}">${words(shortened(name, LONGEST_NAME))}</a>${
              upcoming > 0 ? html`<span class="quiet"> ${messages.list.upcoming(upcoming)}</span>` : NOTHING
            }
          </li>`,
      )}
    </ul>
    ${more > 0 ? html`<p><a href="${all}">${insert(group.more, { count: more })}</a></p>` : NOTHING}
  </section>`;
}

/** Maximum bytes of a name. */
const LONGEST_NAME = 120;

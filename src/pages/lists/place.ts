import { venueLocation, type LocatedPlace } from '#catalogue/venue-location.ts';
import { placeDocument } from '#representations/linked-data/json-ld.ts';
import { directionsAddress, mapAddress } from '#representations/links/talk-location.ts';
import type { Named } from '#search/names/directory.ts';
import type { PlaceType } from '#search/index/list-type.ts';
import type { Branch } from '#search/index/place-tree.ts';
import { fact, textFact } from '../frame/facts.ts';
import { html, NOTHING, type Html } from '../frame/html.ts';
import { listPage, type ListContent } from './list-page.ts';
import type { Query } from './listed-talks.ts';
import type { Crumb } from '../frame/page-header.ts';
import { shortened } from '../frame/shortened.ts';
import { words } from '../frame/words.ts';
import { insert } from '../messages.ts';
import type { View } from '../frame/view.ts';

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
/** Maximum bytes of a name. */
const LONGEST_NAME = 120;

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

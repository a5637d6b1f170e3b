import { oembedOf } from '../embed/oembed.ts';
import { alternates } from '#representations/negotiation/alternates.ts';
import { siteDocument } from '#representations/linked-data/json-ld-pages.ts';
import { pathLinks, queryString } from '#representations/links/links.ts';
import type { NamedValue } from '#search/query/request.ts';
import { emptyState } from '../frame/empty-state.ts';
import { html, NOTHING, type Html } from '../frame/html.ts';
import { htmlDocument } from '../frame/layout.ts';
import { sharedTalkList } from '../frame/shared-page.ts';
import { featured, type FeaturedContent } from './featured.ts';
import { searchBox } from './search-box.ts';
import { TALK_LISTING } from '../fragments.ts';
import { insert } from '../messages.ts';
import type { View } from '../frame/view.ts';

/** The content of the home page. Lists with talks are shown in this order. */
export interface HomeContent {
  /** Whether there is no talk at all, past ones included. */
  readonly isCatalogueEmpty: boolean;
  /** Talks in progress and later today. */
  readonly today: HomeList;
  /** From tomorrow to the end of this week; on a Sunday, to the end of the next week. */
  readonly week: HomeList;
  readonly isWeekNext: boolean;
  /** After this week, if this week has few. */
  readonly next: HomeList;
  /** The latest past talks, if there are no others. */
  readonly past: HomeList;
  /** `yyyy-mm`, `yyyy-Www`: this month and this week. */
  readonly month: string;
  readonly isoWeek: string;
  /** The talk or series that the operator recommends. */
  readonly featured?: FeaturedContent | undefined;
}

export interface HomeList {
  /** Talks that are shown. */
  readonly shown: number;
  /** All talks of the list, shown or not. */
  readonly total: number;
  /** How many talks the page of the query has, if not `total`: that of today also has talks that are over. */
  readonly found?: number;
  /** The query that finds all of them. */
  readonly question: readonly NamedValue[];
}

/** The home page: talks of today and this week, a search box, and links to all lists. */
export function homePage(content: HomeContent, view: View): string {
  const api = pathLinks(view.publication);
  const { search } = view.messages;
  const fromToday = queryString([{ name: 'from', value: 'today' }]);
  const { today, week, isWeekNext, next } = content;
  const lead = view.brand.welcome || search.homeLead;
  const isEmpty = today.total + week.total + next.total === 0;
  const { description, openGraph } = sharedTalkList(
    { title: view.brand.name, text: lead, address: (links) => links.home },
    view,
  );
  return htmlDocument(view, {
    title: search.homeTitle,
    current: 'home',
    kind: 'home',
    description,
    openGraph,
    jsonLd: siteDocument(view.publication, view.brand.name),
    canonical: (links) => links.home,
    alternates: [
      { type: 'application/hal+json', title: 'JSON', href: api.entryPoint },
      ...alternates('search', api.talkSearch, fromToday),
      oembedOf(view, view.brand.name, (links) => links.home),
    ],
    content: html`${welcome(lead, view)} ${content.featured === undefined ? NOTHING : featured(content.featured, view)}
      ${isEmpty ? nothingToShow(content, view) : NOTHING}
      ${today.total > 0 ? talkSection({ title: search.homeToday, list: today, view }) : NOTHING}
      ${week.total > 0 ? talkSection({ title: isWeekNext ? search.nextWeek : search.homeWeek, list: week, view }) : NOTHING}
      ${next.total > 0 ? talkSection({ title: search.homeNext, list: next, view }) : NOTHING} ${waysIn(content, view)}
      <section class="programs">
        <h2>${search.programs}</h2>
        <ul>
          <li><a href="${api.talkSearch + fromToday}">${search.programsSearch}</a></li>
          <li><a href="${api.entryPoint}">${search.programsEntry}</a></li>
          <li><a href="${view.links.docs}">${search.programsDocs}</a> (<a href="${api.openapi}">OpenAPI</a>)</li>
        </ul>
      </section>`,
  });
}

function welcome(lead: string, view: View): Html {
  const { hero, name } = view.brand;
  const words = html`<h1><bdi>${name}</bdi></h1>
    <p class="lead">${lead}</p>
    ${searchBox(view)}`;
  if (hero === null) return html`<div class="welcome">${words}</div>`;
  const { width, height } = hero.size ?? { width: 960, height: 540 };
  return html`<div class="welcome with-picture">
    <div>${words}</div>
    <img src="${view.links.asset(hero.name)}" alt="${hero.alt}" width="${width}" height="${height}" />
  </div>`;
}

/** The message for no talks. An empty catalogue was probably just installed, so it says how to import talks. */
function nothingToShow({ isCatalogueEmpty, past }: HomeContent, view: View): Html {
  const { search, browse } = view.messages;
  if (past.total > 0)
    return html`<p class="quiet">${search.homeNone}</p>
      ${talkSection({ title: browse.group.past, list: past, view })}`;
  if (!isCatalogueEmpty) return emptyState(search.homeNone);
  return emptyState(
    search.catalogueEmpty,
    html`<p>${search.importTalks} <code>lectern import talks.ndjson</code></p>
      <p>${search.nameSources} <code>lectern serve --sources sources.yaml</code></p>`,
  );
}

interface TalksProps {
  readonly title: string;
  readonly list: HomeList;
  readonly view: View;
}

function talkSection({ title, list, view }: TalksProps): Html {
  const { search, list: words } = view.messages;
  const label = insert(search.homeAll, { talks: words.talks(list.found ?? list.total) });
  const all = html`<p><a class="all" href="${view.links.search(list.question)}">${label}</a></p>`;
  return html`<section class="home-talks">
    <h2>${title}</h2>
    ${TALK_LISTING} ${list.total > list.shown ? all : NOTHING}
  </section>`;
}

function waysIn(content: HomeContent, view: View): Html {
  const { links, messages } = view;
  const { search } = messages;
  const ways: readonly (readonly [label: string, href: string])[] = [
    [search.calendarWeek, links.week(content.isoWeek)],
    [search.calendarMonth, links.month(content.month)],
    [search.browseDepartments, links.browse('departments')],
    [search.browseSeries, links.browse('series')],
    [search.browseTopics, links.browse('topics')],
    [search.browsePeople, links.browse('people')],
    [search.browseVenues, links.browse('venues')],
    [search.browseCollections, links.browse('collections')],
  ];
  return html`<nav class="ways-in" aria-labelledby="ways-in">
    <h2 id="ways-in">${search.waysIn}</h2>
    <ul class="choices">
      ${ways.map(([label, href]) => html`<li><a href="${href}">${label}</a></li>`)}
    </ul>
  </nav>`;
}

import type { Image } from '#catalogue/image.ts';
import type { Series } from '#catalogue/series.ts';
import type { TalkDetails } from '#catalogue/talk-details.ts';
import { siteDocument } from '#representations/linked-data/json-ld.ts';
import { pathLinks, queryString } from '#representations/links/links.ts';
import { alternates } from '#representations/negotiation/alternates.ts';
import type { NamedValue } from '#search/query/request.ts';
import { oembedOf } from '../embed/oembed.ts';
import { TALK_LISTING } from '../fragments.ts';
import { emptyState } from '../frame/parts.ts';
import { html, type Html, NOTHING } from '../frame/html.ts';
import { htmlDocument } from '../frame/layout.ts';
import { numberText } from '../frame/language.ts';
import { banner } from '../frame/pictures.ts';
import { sharedTalkList } from '../frame/shared-page.ts';
import { shortened, theirs, words } from '../frame/words.ts';
import type { View } from '../frame/view.ts';
import { asData } from '../lists/subscribe.ts';
import { startText, whenOf } from '../lists/when-and-where.ts';
import { insert } from '../messages.ts';
import { titleHtml, titleText } from '../prose/title.ts';
import { searchBox } from './search-form.ts';

/** The content of the home page. Lists with talks are shown in this order. */
export interface HomeContent {
  /** Whether there is no talk at all, past ones included. */
  readonly isCatalogueEmpty: boolean;
  /** Talks in progress and later today. */
  readonly today: HomeList;
  /** The six days from tomorrow on. */
  readonly week: HomeList;
  /** After these days, if they have few. */
  readonly next: HomeList;
  /** How many talks begin today or later. */
  readonly total: number;
  /** The query of next week, Monday to Sunday. */
  readonly nextWeek: readonly NamedValue[];
  /** The departments and topics that have most of these talks. */
  readonly departments: readonly HomeName[];
  readonly topics: readonly HomeName[];
  /** The latest past talks, if there are no others. */
  readonly past: HomeList;
  /** `yyyy-mm`, `yyyy-Www`: this month and this week. */
  readonly month: string;
  readonly isoWeek: string;
  /** The talk or series that the operator recommends. */
  readonly featured?: FeaturedContent | undefined;
}

/** A name to begin with, and how many talks to come it has. */
interface HomeName {
  /** Place id or topic URI. */
  readonly key: string;
  readonly name: string;
  readonly count: number;
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
  const { today, week, next } = content;
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
    content: html`${welcome(lead, view)}
      <div class="home-columns">
        ${content.featured === undefined ? NOTHING : featured(content.featured, view)}
        <div class="home-lists">
          ${isEmpty ? nothingToShow(content, view) : NOTHING}
          ${today.total > 0 ? talkSection({ title: search.homeToday, list: today, view }) : NOTHING}
          ${week.total > 0 ? talkSection({ title: search.homeWeek, list: week, view }) : NOTHING}
          ${next.total > 0 ? talkSection({ title: search.homeNext, list: next, view }) : NOTHING}
          ${isEmpty ? NOTHING : furtherOn(content, view)}
        </div>
        ${beginnings(content, view)}
      </div>
      ${waysIn(content, view)}
      ${asData(
        [
          [api.talkSearch + fromToday, search.programsSearch],
          [api.entryPoint, search.programsEntry],
          [view.links.docs, search.programsDocs],
          [api.openapi, 'OpenAPI'],
        ],
        view.messages,
      )}`,
  });
}

/** Links to what comes after the lists. */
function furtherOn({ total, nextWeek }: HomeContent, { links, messages: { list, search } }: View): Html {
  return html`<ul class="choices further">
    <li><a href="${links.search(nextWeek)}">${search.nextWeek}</a></li>
    ${
      total === 0
        ? NOTHING
        : html`<li><a href="${links.search()}">${insert(search.homeAll, { talks: list.talks(total) })}</a></li>`
    }
  </ul>`;
}

/** Departments and topics to begin with. */
function beginnings({ departments, topics }: HomeContent, view: View): Html {
  const { links, messages, language } = view;
  const { facets, all } = messages.search;
  const lists = [
    { group: 'departments', names: departments, address: links.department },
    { group: 'topics', names: topics, address: links.topic },
  ] as const;
  const shown = lists.filter(({ names }) => names.length > 0);
  if (shown.length === 0) return NOTHING;
  return html`<aside class="beginnings" aria-label="${messages.search.waysIn}">
    ${shown.map(
      ({ group, names, address }) =>
        html`<section>
          <h2>${facets[group]}</h2>
          <ul>
            ${names.map(
              ({ key, name, count }) =>
                html`<li>
                  <a href="${address(key)}"
                    >${words(shortened(titleText(name), LONGEST_NAME))}
                    <span class="count">${numberText(count, language)}</span></a
                  >
                </li>`,
            )}
          </ul>
          <p><a href="${links.browse(group)}">${all[group]}</a></p>
        </section>`,
    )}
  </aside>`;
}

/** Maximum bytes of a name. */
const LONGEST_NAME = 100;

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

/** The talk or series that the operator recommends on the home page. */
export type FeaturedContent = { readonly talk: TalkDetails } | { readonly series: Series };

interface Panel {
  readonly href: string;
  readonly title: string;
  readonly image: Image | null;
  readonly lines: readonly Html[];
}

function featured(content: FeaturedContent, view: View): Html {
  const { href, title, image, lines } = 'talk' in content ? ofTalk(content.talk, view) : ofSeries(content.series, view);
  return html`<section class="featured" aria-labelledby="featured">
    ${banner(image, view)}
    <div>
      <p class="kind">${view.messages.search.featured}</p>
      <h2 id="featured"><a href="${href}" ${theirs(title)}>${titleHtml(title)}</a></h2>
      ${lines}
    </div>
  </section>`;
}

function ofTalk({ talk, speakers, series }: TalkDetails, view: View): Panel {
  const { dates, links, messages } = view;
  const names = speakers.map(({ name }) => name).join(', ');
  return {
    href: links.talk(talk.slug),
    title: talk.title,
    image: talk.image ?? series?.image ?? null,
    lines: [
      names === '' ? NOTHING : html`<p ${theirs(names)}>${shortened(names, MAX_LENGTH)}</p>`,
      html`<p>
        <time datetime="${whenOf(talk, dates).from}">${startText(talk, dates)}</time>
        ${talk.status === 'cancelled' ? html`<span class="flag cancelled">${messages.list.cancelled}</span>` : NOTHING}
      </p>`,
    ],
  };
}

function ofSeries({ slug, title, image, occurrence }: Series, { links }: View): Panel {
  const lines = occurrence === '' ? [] : [html`<p ${theirs(occurrence)}>${shortened(occurrence, MAX_LENGTH)}</p>`];
  return { href: links.series(slug), title, image, lines };
}

/** Maximum bytes of a line. */
const MAX_LENGTH = 400;

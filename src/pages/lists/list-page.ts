import type { TalkDetails } from '#catalogue/talk-details.ts';
import type { PageLinks } from '#representations/links/page-links.ts';
import type { NamedValue } from '#search/query/request.ts';
import type { WhenForm } from '#search/query/value-forms.ts';
import type { Dates } from '../calendar/dates.ts';
import { oembedOf } from '../embed/oembed.ts';
import { TALK_LISTING } from '../fragments.ts';
import { html, type Html, NOTHING } from '../frame/html.ts';
import { htmlDocument } from '../frame/layout.ts';
import { type Crumb, pageHeader, pager } from '../frame/parts.ts';
import { sharedTalkList } from '../frame/shared-page.ts';
import type { View } from '../frame/view.ts';
import { shortened, theirs, words } from '../frame/words.ts';
import { titleHtml } from '../prose/title.ts';
import { alternatesOf, follow, type Followed, listAsData } from './subscribe.ts';
import { startText, venueName, whenOf } from './when-and-where.ts';

/** The content of a page about something that lists talks. */
export interface ListContent<T> {
  readonly record: T;
  readonly list: ListedTalks;
  /** Some of its talks around the present, in order of start. */
  readonly nearest: readonly TalkDetails[];
  /** The current month in the service's time zone, `yyyy-mm`. */
  readonly month: string;
}

/** A page of the talks of a series, person, place and so on. */
export interface ListedTalks {
  /** Which of them this page lists. The first page of upcoming talks also shows the latest past ones. */
  readonly when: WhenForm;
  /** Page number, from 1; may be past the last page. */
  readonly page: number;
  /** Talks per page. */
  readonly count: number;
  /** Upcoming talks, in order: the first list of the page, if any are shown. */
  readonly upcoming: TalkPart;
  /** Past talks, latest first: the second list. */
  readonly past: TalkPart;
}

/** How many talks a page lists, and how many there are. The server inserts the talks themselves. */
interface TalkPart {
  readonly total: number;
  readonly shown: number;
}

export type Query = readonly NamedValue[];

/** The page of something that lists talks. */
interface ListPageLayout {
  readonly title: string;
  /** Its kind, in a word. */
  readonly kind: string;
  readonly crumbs?: readonly Crumb[];
  /** Its description as written: for search engines and link previews. */
  readonly description: string;
  /** Its structured data. */
  readonly jsonLd: string;
  /** How to subscribe to its talks. */
  readonly followed: Followed;
  readonly list: ListedTalks;
  /** As in ListContent. */
  readonly nearest: readonly TalkDetails[];
  /** When its talks usually are, in its own words; by default as counted. */
  readonly occurrence?: string;
  /** What all of its talks have in common; the list does not repeat it. */
  readonly common?: 'series' | 'speaker' | 'venue' | undefined;
  /** The address of the page with a query. */
  readonly address: (links: PageLinks, query: Query) => string;
  /** The search parameters that find its talks; undefined if none do. */
  readonly filters?: Query;
  /** The current month, `yyyy-mm`. */
  readonly month: string;
  /** Its picture, above its title. */
  readonly banner?: Html;
  /** Facts about it, below its title. */
  readonly about?: Html;
  /** What it contains, above its talks. */
  readonly inside?: Html;
}

export function listPage(layout: ListPageLayout, view: View): string {
  const { title, kind, crumbs, jsonLd, followed, list, nearest, occurrence, common, address, filters, month } = layout;
  const { about = NOTHING, inside = NOTHING } = layout;
  const { when, page } = list;
  const canonical = (links: PageLinks): string => address(links, listQuery(when, page));
  const { description, openGraph } = sharedTalkList({ title, text: layout.description, address: canonical }, view);
  return htmlDocument(view, {
    title: when === 'past' ? `${title} – ${view.messages.browse.group.past}` : title,
    kind: 'list',
    canonical,
    alternates: [
      ...alternatesOf(view.publication, followed),
      ...(filters === undefined ? [] : [oembedOf(view, title, (links) => address(links, []))]),
    ],
    description,
    openGraph,
    jsonLd,
    content: html`<div class="list-columns">
      ${layout.banner ?? NOTHING}${pageHeader({
        title,
        kind,
        crumbs: crumbs ?? [],
        messages: view.messages,
      })}
      ${listAside({ nearest, occurrence, common, followed, filters, month, view })}
      <div class="list-main">
        ${about} ${inside}
        <div class="${common === undefined ? 'grouped' : `grouped same-${common}`}">
          ${talkSections({ list, view, href: (query) => address(view.links, query) })}
        </div>
        ${listAsData(followed, view)}
      </div>
    </div>`,
  });
}

/** The query of a page of talks; empty for the first page of upcoming talks. */
function listQuery(when: WhenForm, page: number): Query {
  return [
    ...(when === 'upcoming' ? [] : [{ name: 'when', value: when }]),
    ...(page === 1 ? [] : [{ name: 'page', value: String(page) }]),
  ];
}

interface ListedProps {
  readonly list: ListedTalks;
  readonly view: View;
  /** The address of this page with another query. */
  readonly href: (query: Query) => string;
}

/** Upcoming talks, then past ones. */
function talkSections({ list, view, href }: ListedProps): Html {
  const { when, page, count, upcoming, past } = list;
  const { group } = view.messages.browse;
  const pages = Math.ceil((when === 'past' ? past.total : upcoming.total) / count);
  const turns = pager({ page, pages, href: (one) => href(listQuery(when, one)), messages: view.messages });
  if (when === 'past')
    return html`<section class="listed">
      <h2>${group.past}</h2>
      ${talkSection(past, group.nonePast, view)} ${turns}
      <p><a href="${href([])}">${upcoming.total === 0 ? group.upcoming : group.allUpcoming(upcoming.total)}</a></p>
    </section>`;
  return html`<section class="listed">
      <h2>${group.upcoming}</h2>
      ${talkSection(upcoming, group.noneUpcoming, view)} ${turns}
    </section>
    ${past.total > 0 ? latestPast(past, href, view) : NOTHING}`;
}

function latestPast({ total, shown }: TalkPart, href: ListedProps['href'], view: View): Html {
  const { group } = view.messages.browse;
  const all = html`<p><a href="${href(listQuery('past', 1))}">${group.allPast(total)}</a></p>`;
  return html`<section class="listed">
    <h2>${group.past}</h2>
    ${shown > 0 ? TALK_LISTING : NOTHING} ${total > shown ? all : NOTHING}
  </section>`;
}

function talkSection(part: TalkPart, none: string, view: View): Html {
  if (part.shown > 0) return TALK_LISTING;
  return html`<p class="none">${part.total === 0 ? none : view.messages.browse.group.noneOnPage}</p>`;
}

interface AsideProps {
  /** Some of its talks around the present, in order of start. */
  readonly nearest: readonly TalkDetails[];
  /** When its talks usually are, in its own words; `''`: as counted in `nearest`. */
  readonly occurrence?: string | undefined;
  /** What all of its talks have in common, which is not repeated. A speaker has no usual time. */
  readonly common: 'series' | 'speaker' | 'venue' | undefined;
  readonly followed: Followed;
  /** The search parameters that find its talks; undefined if none do. */
  readonly filters: Query | undefined;
  /** The current month, `yyyy-mm`. */
  readonly month: string;
  readonly view: View;
}

/** What readers of a list come for: its next talk, when and where it usually is, and how to follow it. */
function listAside(props: AsideProps): Html {
  const { nearest, common, followed, filters, month, view } = props;
  const { group } = view.messages.browse;
  const next = nextTalk(nearest, view.now);
  const known = [
    next === undefined ? NOTHING : labelled(group.next, nextLines(next, common, view), 'next-talk'),
    common === 'speaker' ? NOTHING : usual(props),
  ].filter((one) => one !== NOTHING);
  return html`<aside class="list-aside" aria-label="${group.atAGlance}">
    ${known.length === 0 ? NOTHING : html`<dl>${known}</dl>`}
    <div class="list-actions">
      ${follow({ list: followed, view })} ${filters === undefined ? NOTHING : otherViews(filters, month, view)}
    </div>
  </aside>`;
}

function labelled(label: string, content: readonly Html[], kind: string): Html {
  return html`<div class="${kind}">
    <dt>${label}</dt>
    ${content.map((line) => html`<dd>${line}</dd>`)}
  </div>`;
}

/** The first talk that takes place and has not begun; undefined: there is none. @param talks in order of start */
export function nextTalk(talks: readonly TalkDetails[], now: Date): TalkDetails | undefined {
  return talks.find(({ talk }) => talk.status !== 'cancelled' && Date.parse(talk.start) > now.getTime());
}

function nextLines(details: TalkDetails, common: AsideProps['common'], view: View): readonly Html[] {
  const { talk, speakers, venue } = details;
  const { dates, links } = view;
  const isNamed = common !== 'speaker' && speakers.length <= MAX_SPEAKERS;
  const names = isNamed ? speakers.map(({ name }) => words(shortened(name, LONGEST_NAME))) : [];
  const place = venue === null || common === 'venue' ? [] : [roomOf(details)];
  const about = [...names, ...place];
  return [
    html`<time datetime="${whenOf(talk, dates).from}">${startText(talk, dates)}</time>`,
    html`<a href="${links.talk(talk.slug)}" ${theirs(talk.title)}
      >${titleHtml(shortened(talk.title, LONGEST_TITLE))}</a
    >`,
    ...(about.length === 0 ? [] : [html`${about.map((one, at) => html`${at === 0 ? '' : ' · '}${one}`)}`]),
  ];
}

/** Maximum bytes of a name, and of a title. */
const LONGEST_NAME = 120;

const LONGEST_TITLE = 400;

/** More speakers are not named beside the next talk. */
const MAX_SPEAKERS = 2;

/** `Library, Anning Hall` */
function roomOf({ venue, venuesAbove: [around] }: TalkDetails): Html {
  return words(shortened(venueName(venue?.name ?? '', around?.name ?? ''), LONGEST_NAME));
}

function usual({ nearest, occurrence = '', common, view }: AsideProps): Html {
  const { links, messages } = view;
  const timed = nearest.filter(({ talk }) => !talk.allDay && talk.status !== 'cancelled');
  const time =
    occurrence === '' ? usualTime(timed, view.dates) : html`<span ${theirs(occurrence)}>${occurrence}</span>`;
  const there = common === 'venue' ? undefined : mostOf(timed, ({ venue }) => venue?.id);
  const place = there?.venue ? html`<a href="${links.venue(there.venue.id)}">${roomOf(there)}</a>` : NOTHING;
  const lines = [time, place].filter((line) => line !== NOTHING);
  return lines.length === 0 ? NOTHING : labelled(messages.browse.group.usually, lines, 'usual');
}

/** `Friday, 13:00`, or only the weekday or time that most talks share. */
function usualTime(talks: readonly TalkDetails[], dates: Dates): Html {
  const weekdayOf = ({ talk }: TalkDetails): string => dates.weekday(dates.isoDay(talk.start), 'long');
  const timeOf = ({ talk }: TalkDetails): string => dates.time(talk.start);
  const [onDay, atTime] = [mostOf(talks, weekdayOf), mostOf(talks, timeOf)];
  const parts = [onDay && weekdayOf(onDay), atTime && timeOf(atTime)].filter((part) => part !== undefined);
  return parts.length === 0 ? NOTHING : html`${parts.join(', ')}`;
}

/** Fewer talks are no habit. */
const A_HABIT = 3;

/** A talk with the value that more than half of the talks have; undefined: no value is as common as that. */
function mostOf(
  talks: readonly TalkDetails[],
  valueOf: (details: TalkDetails) => string | undefined,
): TalkDetails | undefined {
  const counts = new Map<string, { readonly first: TalkDetails; count: number }>();
  for (const details of talks) {
    const value = valueOf(details);
    if (value === undefined) continue;
    const known = counts.get(value);
    if (known === undefined) counts.set(value, { first: details, count: 1 });
    else known.count += 1;
  }
  for (const { first, count } of counts.values()) if (count >= A_HABIT && count * 2 > talks.length) return first;
  return undefined;
}

/**
 * Links to the same talks in the search and in a calendar, and to the form for putting them on another site.
 * @param filters the search parameters that find them
 * @param month `yyyy-mm`
 */
function otherViews(filters: Query, month: string, view: View): Html {
  const { group } = view.messages.browse;
  return html`<ul class="choices">
    <li><a href="${view.links.search(filters)}">${group.search}</a></li>
    <li><a href="${view.links.month(month, filters)}">${group.inCalendar}</a></li>
    <li><a href="${view.links.embed(filters)}">${view.messages.embed.here}</a></li>
  </ul>`;
}

import type { TalkDetails } from '#catalogue/talk-details.ts';
import type { PageLinks } from '#representations/links/page-links.ts';
import { oembedOf } from '../embed/oembed.ts';
import { html, NOTHING, type Html } from '../frame/html.ts';
import { htmlDocument } from '../frame/layout.ts';
import { talkSections, listQuery, type ListedTalks, type Query } from './listed-talks.ts';
import { pageHeader, type Crumb } from '../frame/page-header.ts';
import { sharedTalkList } from '../frame/shared-page.ts';
import { listAside } from './list-aside.ts';
import { alternatesOf, listAsData, type Followed } from './subscribe.ts';
import type { View } from '../frame/view.ts';

/** The content of a page about something that lists talks. */
export interface ListContent<T> {
  readonly record: T;
  readonly list: ListedTalks;
  /** Some of its talks around the present, in order of start. */
  readonly nearest: readonly TalkDetails[];
  /** The current month in the service's time zone, `yyyy-mm`. */
  readonly month: string;
}

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

import type { PageLinks } from '#representations/links/page-links.ts';
import { html, NOTHING, type Html } from '../frame/html.ts';
import { htmlDocument } from '../frame/layout.ts';
import { otherViews, talkSections, queryOf, type ListedTalks, type Query } from './listed-talks.ts';
import { pageHeader, type Crumb } from '../frame/page-header.ts';
import { sharedTalkList } from '../frame/shared-page.ts';
import { alternatesOf, subscribe, type Followed } from './subscribe.ts';
import type { View } from '../frame/view.ts';

/** What the page of anything that lists talks is made from. */
export interface ListContent<T> {
  readonly record: T;
  readonly list: ListedTalks;
  /** The month that it is now in the service's zone, `yyyy-mm`. */
  readonly month: string;
}

/** The page of something that lists talks. */
export interface ListPageLayout {
  readonly title: string;
  /** What it is, in a word. */
  readonly kind: string;
  readonly crumbs?: readonly Crumb[];
  /** What is said of it, as somebody wrote it: for who lists pages, and where its address is shared. */
  readonly description: string;
  /** What it is, for machines. */
  readonly jsonLd: string;
  /** How its talks can be followed. */
  readonly followed: Followed;
  readonly list: ListedTalks;
  /** Its address, with a question. */
  readonly address: (links: PageLinks, query: Query) => string;
  /** What a search has to ask for to find its talks; undefined where no search does. */
  readonly filters?: Query;
  /** `yyyy-mm`, of today. */
  readonly month: string;
  /** What there is to know of it, under its title. */
  readonly about?: Html;
  /** What is in it, before its talks. */
  readonly inside?: Html;
}

export function listPage(layout: ListPageLayout, view: View): string {
  const { title, kind, crumbs, jsonLd, followed, list, address, filters, month } = layout;
  const { about = NOTHING, inside = NOTHING } = layout;
  const { when, page } = list;
  const canonical = (links: PageLinks): string => address(links, queryOf(when, page));
  const { description, openGraph } = sharedTalkList({ title, text: layout.description, address: canonical }, view);
  return htmlDocument(view, {
    title: when === 'past' ? `${title} – ${view.messages.browse.group.past}` : title,
    kind: 'list',
    canonical,
    alternates: alternatesOf(view.publication, followed),
    description,
    openGraph,
    jsonLd,
    content: html`${pageHeader({
      title,
      kind,
      crumbs: crumbs ?? [],
      messages: view.messages,
      below: html`${about} ${filters === undefined ? NOTHING : otherViews(filters, month, view)}`,
    })}
    ${inside} ${talkSections({ list, view, href: (query) => address(view.links, query) })}
    ${subscribe({ list: followed, view })}`,
  });
}

import { oembedDocument, oembedXml } from '#pages/embed/oembed.ts';
import { LANGUAGES } from '#pages/frame/language.ts';
import type { View } from '#pages/frame/view.ts';
import { monthOf, monthText } from '#search/query/civil-days.ts';
import { parseEmbed, parseOembed } from '#search/query/embed-question.ts';
import type { EmbedQuestion, OembedQuestion } from '#search/query/embed-question.ts';
import { queryString, PATHS } from '#representations/links/links.ts';
import { documentAnswer } from '../http/answer.ts';
import type { Answer } from '../http/answer.ts';
import { HttpError, notFound, valueOrThrow } from '../http/errors.ts';
import type { Target } from '../http/application.ts';
import { wholeDocument } from '../documents/document.ts';
import type { Snapshot } from '#replica/snapshot.ts';
import { hasName, namesIn, subjectsOf } from '../pages/display-names.ts';
import { viewOf } from '../pages/page-response.ts';
import type { PageService } from '../service.ts';
import { PAGE_PATHS } from '#representations/links/page-links.ts';
import { type NamedValue, readQuery } from '#search/query/request.ts';

/** CSS pixels, if the consumer sets no lower limit. */
const SIZE = { width: 600, height: 500 };
const SIZE_OF_TALK = { width: 600, height: 220 };

/**
 * How to embed one of our pages (oembed.com, 2.3); 404 for other addresses, 501 for other formats.
 */
export async function oembedAnswer(service: PageService, target: Target): Promise<Answer> {
  const asked = valueOrThrow(parseOembed(target.query));
  const { publication, brand } = service;
  if (asked.format !== 'json' && asked.format !== 'xml') throw new HttpError('not-implemented', 'There is json, xml');
  const page = embeddablePage(asked.url, publication.baseUrl);
  if (page === undefined) throw notFound('Nothing at this address can be embedded');
  const title = service.catalogue.read((snapshot) => embeddedTitle(service, snapshot, page, viewOf(service, target)));
  if (title === undefined) throw notFound('There is nothing at this address');
  const embedded = { title, page: new URL(asked.url).href, query: page.query, ...sizeOf(page, asked) };
  const document = oembedDocument(embedded, publication, brand.name);
  const body = asked.format === 'json' ? JSON.stringify(document) : oembedXml(document);
  const contentType = asked.format === 'json' ? 'application/json' : 'text/xml; charset=utf-8';
  return documentAnswer(wholeDocument(Buffer.from(body)), contentType);
}

function sizeOf({ shows }: EmbeddablePage, { maxWidth, maxHeight }: OembedQuestion): typeof SIZE {
  const { width, height } = shows?.parameter === 'talk' ? SIZE_OF_TALK : SIZE;
  return { width: Math.min(width, maxWidth), height: Math.min(height, maxHeight) };
}

/** Undefined if it does not exist, or the address is not valid. */
function embeddedTitle(
  { rules }: PageService,
  snapshot: Snapshot,
  { shows, query }: EmbeddablePage,
  view: View,
): string | undefined {
  if (shows?.parameter === 'talk') return snapshot.talk(shows.value)?.talk.title;
  if (shows !== undefined && !hasName(snapshot.index, shows)) return undefined;
  const parsed = parseEmbed(queryString(query).slice(1), rules, view.now, LANGUAGES);
  if (!parsed.ok) return undefined;
  return shows === undefined
    ? listTitle(parsed.value, snapshot, view)
    : namesIn(snapshot.index)(shows.parameter, shows.value);
}

/** `Bogs · “moss” · March 2041`; the name of the service for all talks. */
function listTitle({ question, asked, layout, from }: EmbedQuestion, { index }: Snapshot, view: View): string {
  const parts = [
    ...subjectsOf(asked, index),
    ...(question.text === null ? [] : [`“${question.text.text}”`]),
    ...(layout === 'month' ? [view.dates.month(monthText(monthOf(from)))] : []),
  ];
  return parts.length === 0 ? view.brand.name : parts.join(' · ');
}

/** A page that can be embedded. */
interface EmbeddablePage {
  /** Its subject; undefined for a search. */
  readonly shows: { readonly parameter: Shown; readonly value: string } | undefined;
  /** The query of `/embed/talks` that gives the same talks. */
  readonly query: readonly NamedValue[];
}

type Shown = 'talk' | 'series' | 'speaker' | 'organising_department' | 'venue' | 'topic' | 'collection';

/** Earlier than any talk. */
const SINCE_1900 = { name: 'from', value: '1900-01-01' };

/** Pages of a single record, by the path before its identifier. */
const PAGES: readonly (readonly [path: string, parameter: Shown, more: readonly NamedValue[]])[] = [
  [PATHS.talkPage, 'talk', [SINCE_1900]],
  [PATHS.seriesPage, 'series', []],
  [PATHS.collectionPage, 'collection', []],
  [PATHS.personPage, 'speaker', []],
  [PAGE_PATHS.departmentPage, 'organising_department', []],
  [PAGE_PATHS.venuePage, 'venue', [{ name: 'subvenues', value: 'true' }]],
];

/** Pages whose own query selects the talks. */
const SEARCHES: readonly string[] = ['', PAGE_PATHS.search, PAGE_PATHS.agenda, PAGE_PATHS.embed, PAGE_PATHS.embedTalks];

/**
 * What can be embedded for one of our addresses; undefined for any other.
 *
 * @param url as copied by a reader
 */
function embeddablePage(url: string, baseUrl: string): EmbeddablePage | undefined {
  const address = URL.canParse(url) ? new URL(url) : undefined;
  const base = new URL(baseUrl);
  const before = base.pathname.replace(/\/$/, '');
  if (address?.host !== base.host || !/^https?:$/.test(address.protocol)) return undefined;
  if (!`${address.pathname}/`.startsWith(`${before}/`)) return undefined;
  const path = address.pathname.slice(before.length).replace(/\/$/, '');
  const pairs = readQuery(address.search.slice(1)).flatMap(({ name, value }) =>
    value === undefined ? [] : [{ name, value }],
  );
  const language = pairs.filter(({ name }) => name === 'lang');
  if (SEARCHES.includes(path)) return { shows: undefined, query: pairs.filter(({ name }) => name !== 'fragment') };
  const month = /^\/calendar\/month\/(\d{4}-\d\d)$/.exec(path)?.[1];
  if (month !== undefined) {
    const shown = [
      { name: 'layout', value: 'month' },
      { name: 'from', value: `${month}-01` },
    ];
    return { shows: undefined, query: [...shown, ...pairs.filter(({ name }) => name !== 'from' && name !== 'to')] };
  }
  if (path === PAGE_PATHS.topicPage) {
    const uri = pairs.find(({ name }) => name === 'uri')?.value;
    return uri === undefined ? undefined : about('topic', uri, language);
  }
  const page = PAGES.find(([start]) => path.startsWith(start));
  if (page === undefined) return undefined;
  const [start, parameter, more] = page;
  return about(parameter, path.slice(start.length).replace(/%3a/i, ':'), [...more, ...language]);
}

function about(parameter: Shown, value: string, more: readonly NamedValue[]): EmbeddablePage {
  return { shows: { parameter, value }, query: [{ name: parameter, value }, ...more] };
}

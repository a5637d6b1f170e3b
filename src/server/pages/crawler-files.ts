import { timestampOf } from '#catalogue/timestamp.ts';
import { textElement, XML_DECLARATION } from '#representations/json/xml-text.ts';
import { pathLinks } from '#representations/links/links.ts';
import { absolutePageLinks, BROWSED, PAGE_PATHS, type PageLinks } from '#representations/links/page-links.ts';
import type { Publication } from '#representations/representation.ts';
import type { BrowseType } from '#search/index/list-type.ts';
import type { TalkIndex } from '#search/index/talk-index.ts';
import type { NamePage } from '#search/names/browse.ts';
import type { Named } from '#search/names/directory.ts';
import { wholeDocument } from '../documents/document.ts';
import { type Answer, documentAnswer } from '../http/answer.ts';
import { notFound } from '../http/errors.ts';
import type { Target } from '../http/application.ts';
import type { Service } from '../service.ts';

/**
 * Addresses in a file: half a megabyte. The protocol allows ten times as many, but these would have to be written piece
 * by piece to not delay other requests.
 */
const ADDRESSES = 5_000;
const CONTENT_TYPE = 'application/xml; charset=utf-8';

/** Kinds of records that have pages, and the names of their files. */
const NAMED: readonly {
  readonly type: BrowseType;
  readonly file: string;
  readonly page: (links: PageLinks, key: string) => string;
}[] = [
  { type: 'series', file: 'series', page: (links, slug) => links.series(slug) },
  { type: 'person', file: 'people', page: (links, slug) => links.person(slug) },
  { type: 'department', file: 'departments', page: (links, id) => links.department(id) },
  { type: 'venue', file: 'venues', page: (links, id) => links.venue(id) },
  { type: 'topic', file: 'topics', page: (links, uri) => links.topic(uri) },
  { type: 'collection', file: 'collections', page: (links, slug) => links.collection(slug) },
];

type SitemapService = Pick<Service, 'catalogue' | 'publication'>;

/** The index of the sitemap, which has every page that search engines may list. Talks have a date of change. */
export function sitemapAnswer({ catalogue, publication }: SitemapService): Answer {
  const links = absolutePageLinks(publication);
  return catalogue.read(({ index }) => xmlAnswer(sitemapIndex(files(index, links))));
}

/** One part of the sitemap. @param name as in the index: `talks-1` */
export async function sitemapPartAnswer(
  { catalogue, publication }: SitemapService,
  _target: Target,
  name: string,
): Promise<Answer> {
  const links = absolutePageLinks(publication);
  const body = catalogue.read(({ index }) => {
    const entries = part(index, links, name);
    return entries.length === 0 ? undefined : sitemap(entries);
  });
  if (body === undefined) throw notFound('There is no such part of the sitemap');
  return xmlAnswer(body);
}

function xmlAnswer(body: Buffer): Answer {
  return { ...documentAnswer(wholeDocument(body), CONTENT_TYPE), vary: 'Accept-Encoding' };
}

function files(index: TalkIndex, links: PageLinks): SitemapEntry[] {
  const named = NAMED.flatMap(({ type, file }) => {
    const { total } = namesOf(index, type, { page: 1, count: 1 });
    return numbered(file, Math.ceil(total / ADDRESSES));
  });
  const talks = index.talkRanges(ADDRESSES).map(({ first, updated }) => ({
    name: `talks-${String(Math.floor(first / ADDRESSES) + 1)}`,
    changed: updated,
  }));
  const all = [{ name: 'pages-1', changed: undefined }, ...named, ...talks];
  return all.map(({ name, changed }) => ({ address: links.sitemapPart(name), changed }));
}

function numbered(file: string, count: number): { readonly name: string; readonly changed: undefined }[] {
  return Array.from({ length: count }, (_, at) => ({ name: `${file}-${String(at + 1)}`, changed: undefined }));
}

function part(index: TalkIndex, links: PageLinks, name: string): SitemapEntry[] {
  const [, file = '', digits = ''] = /^([a-z]+)-([1-9][0-9]{0,5})$/.exec(name) ?? [];
  const page = Number(digits);
  if (file === 'pages' && page === 1) return pages(links);
  if (file === 'talks') {
    const talks = index.talksInRange({ first: (page - 1) * ADDRESSES + 1, count: ADDRESSES });
    return talks.map(({ slug, updated }) => ({ address: links.talk(slug), changed: updated }));
  }
  const named = NAMED.find((one) => one.file === file);
  if (named === undefined) return [];
  return namesOf(index, named.type, { page, count: ADDRESSES }).entries.map(({ key }) => ({
    address: named.page(links, key),
  }));
}

/** Only public collections are listed. */
function namesOf(index: TalkIndex, type: BrowseType, request: { page: number; count: number }): NamePage<Named> {
  return type === 'collection' ? index.names.collections(request) : index.names.browse(type, request, 0);
}

/** Pages that do not belong to a record. */
function pages(links: PageLinks): SitemapEntry[] {
  const addresses = [
    links.home,
    links.about,
    links.help,
    links.privacy,
    links.docs,
    ...BROWSED.map((what) => links.browse(what)),
  ];
  return addresses.map((address) => ({ address }));
}

/** Tells crawlers where the sitemap is, and what not to crawl (RFC 9309). */
export function robotsAnswer({ publication }: Pick<Service, 'publication'>): Answer {
  const body = Buffer.from(robots(publication));
  return { ...documentAnswer(wholeDocument(body), 'text/plain; charset=utf-8'), vary: 'Accept-Encoding' };
}

/**
 * Searches and calendars are excluded: they link to each other without end, and what they find is in the sitemap. The
 * API stays open, because web calendars fetch subscriptions only from where crawlers may go; so does what pages of
 * other sites load.
 */
function robots(publication: Publication): string {
  const base = pathLinks(publication).home.slice(0, -1);
  const { search, month, week, calendarDay, calendarRooms, agenda, embed } = PAGE_PATHS;
  const endless = [search, month, week, calendarDay, calendarRooms, agenda, `${embed}?`];
  const lines = [
    'User-agent: *',
    ...endless.map((path) => `Disallow: ${base}${path}`),
    '',
    `Sitemap: ${absolutePageLinks(publication).sitemap}`,
    '',
  ];
  return lines.join('\n');
}

/** A page, or a file of pages. */
interface SitemapEntry {
  /** Absolute. */
  readonly address: string;
  /** When it last changed, in seconds since 1970-01-01T00:00:00Z; undefined if unknown. */
  readonly changed?: number | undefined;
}

const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9';

/** A sitemap (sitemaps.org, 0.9): addresses of pages, at least one and no more than 50,000. */
function sitemap(pages: Iterable<SitemapEntry>): Buffer {
  return written('urlset', 'url', pages);
}

/** A sitemap index: addresses of sitemaps, within the same limits. */
function sitemapIndex(files: Iterable<SitemapEntry>): Buffer {
  return written('sitemapindex', 'sitemap', files);
}

/** A megabyte at most, as we fill them: nothing is gained by writing it piece by piece. */
function written(root: string, name: string, entries: Iterable<SitemapEntry>): Buffer {
  let text = `${XML_DECLARATION}<${root} xmlns="${NAMESPACE}">\n`;
  for (const { address, changed } of entries) {
    const lastmod = changed === undefined ? '' : textElement('lastmod', timestampOf(changed));
    text += `<${name}>${textElement('loc', address)}${lastmod}</${name}>\n`;
  }
  return Buffer.from(`${text}</${root}>\n`);
}

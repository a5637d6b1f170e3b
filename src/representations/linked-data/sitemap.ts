import { timestampOf } from '#catalogue/timestamp.ts';
import { textElement, XML_DECLARATION } from '../json/xml-text.ts';

/** A page, or a file of pages. */
export interface SitemapEntry {
  /** Absolute. */
  readonly address: string;
  /** When it last changed, in seconds since 1970-01-01T00:00:00Z; undefined if unknown. */
  readonly changed?: number | undefined;
}

const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9';

/** A sitemap (sitemaps.org, 0.9): addresses of pages, at least one and no more than 50,000. */
export function sitemap(pages: Iterable<SitemapEntry>): Buffer {
  return written('urlset', 'url', pages);
}

/** A sitemap index: addresses of sitemaps, within the same limits. */
export function sitemapIndex(files: Iterable<SitemapEntry>): Buffer {
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

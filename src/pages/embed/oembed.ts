import { absoluteLinks } from '#representations/links/links.ts';
import { absolutePageLinks, type PageLinks } from '#representations/links/page-links.ts';
import { escapedXml, XML_DECLARATION } from '#representations/json/xml-text.ts';
import type { Alternate, Publication } from '#representations/representation.ts';
import type { NamedValue } from '#search/query/request.ts';
import { html } from '../frame/html.ts';
import type { View } from '../frame/view.ts';

/** What is embedded, and how large it may be. */
interface Embedded {
  readonly title: string;
  /** The address of the page itself. */
  readonly page: string;
  /** The query of `/embed/talks`. */
  readonly query: readonly NamedValue[];
  /** CSS pixels. */
  readonly width: number;
  readonly height: number;
}

/** Seconds for which consumers may cache a response. */
const KEPT_FOR = 3600;

/**
 * An oEmbed response (oembed.com, 2.3.4.4): a frame, which consumers allow even if they do not allow scripts. Only with
 * a quotation before it does WordPress load its script, for the height of the frame and its links.
 */
export function oembedDocument(embedded: Embedded, publication: Publication, brandName: string) {
  const { title, page, query, width, height } = embedded;
  const src = absolutePageLinks(publication).embedTalks(query);
  const size = html`width="${width}" height="${height}" frameborder="0"`;
  const frame = html`<iframe src="${src}" title="${title}" ${size}></iframe>`;
  const quotation = html`<blockquote class="wp-embedded-content"><a href="${page}">${title}</a></blockquote>`;
  return {
    version: '1.0',
    type: 'rich',
    title,
    provider_name: brandName,
    provider_url: absoluteLinks(publication).home,
    cache_age: KEPT_FOR,
    html: quotation.markup + frame.markup,
    width,
    height,
  } as const;
}

/** The oEmbed response in XML. */
export function oembedXml(document: ReturnType<typeof oembedDocument>): string {
  const members = Object.entries(document).map(([name, value]) => `<${name}>${escapedXml(String(value))}</${name}>`);
  return `${XML_DECLARATION}<oembed>${members.join('')}</oembed>\n`;
}

/** The discovery link for oEmbed. @param address of the page */
export function oembedOf({ publication }: View, title: string, address: (links: PageLinks) => string): Alternate {
  const url = address(absolutePageLinks(publication));
  return { type: 'application/json+oembed', title, href: absolutePageLinks(publication).oembed(url) };
}

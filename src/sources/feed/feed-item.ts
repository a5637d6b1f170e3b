import type { Timestamp } from '#catalogue/timestamp.ts';
import { htmlText, looksLikeHtml } from '../html-text.ts';
import { isoTime } from '../iso-time.ts';
import type { Zone } from '../wall-clock.ts';
import { attributeOf, childOf, childText, childrenOf, markupIn, elementText } from '../xml/xml-element.ts';
import type { XmlElement } from '../xml/xml-element.ts';

/** Elements of RSS and Atom themselves. */

const ATOM = 'http://www.w3.org/2005/Atom';
const CONTENT = 'http://purl.org/rss/1.0/modules/content/';

/** Identifier of the item, or else its link; `''` when it has neither. */
export function itemKey(item: XmlElement): string {
  const about = [...item.attributes].find(([name]) => /(?:^|:)about$/.test(name))?.[1] ?? '';
  const id = childText(item, 'guid') || childText(item, 'id') || about.trim();
  const link = itemLink(item, '');
  // talks.cam appends the time of the latest change, which must not change the key.
  const isDated = link !== '' && id.startsWith(`${link}#`) && /^\d{9,10}$/.test(id.slice(link.length + 1));
  return isDated ? link : id || link;
}

/** Address of the item's page. @param base of the feed, to resolve relative addresses; `''`: leave them relative */
export function itemLink(item: XmlElement, base: string): string {
  const guid = childOf(item, 'guid');
  const addresses = [
    ...childrenOf(item, 'link')
      .filter((link) => /^(?:alternate)?$/.test(attributeOf(link, 'rel')))
      .map((link) => attributeOf(link, 'href') || elementText(link)),
    attributeOf(guid, 'isPermaLink') === 'false' ? '' : elementText(guid),
  ];
  const written = addresses.find((address) => address !== '') ?? '';
  if (base === '' || !URL.canParse(written, base)) return written;
  return new URL(written, base).href;
}

export function itemTitle(item: XmlElement, mapped: string | undefined): string | undefined {
  const title = childOf(item, 'title');
  const text = mapped ?? (title && elementText(title));
  if (text === undefined) return undefined;
  return attributeOf(title, 'type') === 'html' || looksLikeHtml(text) ? htmlText(text) : text;
}

/** Full text of the item, or else its summary. */
export function itemDescription(item: XmlElement, mapped: string | undefined): string | undefined {
  if (mapped !== undefined) return mapped;
  const texts = [
    childOf(item, 'encoded', CONTENT),
    childOf(item, 'content', item.namespace),
    childOf(item, 'description', item.namespace),
    childOf(item, 'summary', item.namespace),
    childOf(item, 'description'),
  ];
  const text = texts.find((element) => element !== undefined && elementText(element) !== '');
  if (text === undefined) return texts.some((element) => element !== undefined) ? '' : undefined;
  // Atom wraps XHTML in a div that is not part of it; some feeds do not escape markup.
  const [div] = attributeOf(text, 'type') === 'xhtml' ? childrenOf(text, 'div') : [];
  return (div !== undefined || childrenOf(text).length > 0 ? markupIn(div ?? text) : elementText(text)).trim();
}

/** Time of the last change, not of publication. */
export function itemUpdated(item: XmlElement, zone: Zone): Timestamp | null {
  const text = childText(item, 'updated', ATOM) || childText(item, 'modified');
  const time = isoTime(text, zone);
  return time?.clock === 'moment' ? time.at : null;
}

/** Undefined: no category element. */
export function itemCategories(item: XmlElement): string[] | undefined {
  const categories = childrenOf(item, 'category');
  if (categories.length === 0) return undefined;
  return categories
    .filter((category) => !attributeOf(category, 'scheme').startsWith('http://schemas.google.com/g/2005#kind'))
    .map((category) => attributeOf(category, 'label') || attributeOf(category, 'term') || elementText(category))
    .filter((label) => label !== '' && !DAY.test(label));
}

/** Trumba has categories for days: `2026/11/20 (Fri)`. */
const DAY = /^\d{4}\/\d\d\/\d\d(?: \(\w{2,4}\))?$/;

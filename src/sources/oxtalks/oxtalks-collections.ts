import { isObject, stringText } from '../json-document.ts';
import type { JsonObject } from '../json-document.ts';
import { hrefOf } from './oxtalks-links.ts';

/** What a public collection says of itself (interface.md 2.7). */
export interface CollectionHead {
  readonly slug: string;
  readonly title: string;
  readonly description: string;
}

const UUID = '[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}';
const PAGE = new RegExp(`/user/lists/id/(${UUID})(?=/?$|/?[?#])`, 'i');
const DOCUMENT = new RegExp(`/api/collections/id/(${UUID})(?=/?$|/?[?#])`, 'i');

const NAMED_UUID = UUID.replaceAll('a-f', 'A-Fa-f');
/** How a collection can be named: by its slug, or by the address of its document or page. A JSON Schema has it too. */
export const COLLECTION_NAME = `^(?:${NAMED_UUID}|https?://\\S+/(?:api/collections|user/lists)/id/${NAMED_UUID}/?(?:[?#]\\S*)?)$`;
const NAME = new RegExp(COLLECTION_NAME);

/** Undefined of what is none. Its slug stands only in addresses. @param address its own; `''` of a file on the disk */
export function collectionHead(document: JsonObject, address: string): CollectionHead | undefined {
  const links = isObject(document._links) ? document._links : {};
  const slug =
    slugIn(address, DOCUMENT) ?? slugIn(hrefOf(links.self), DOCUMENT) ?? slugIn(hrefOf(links.talks_page), PAGE);
  if (slug === undefined) return undefined;
  return { slug, title: stringText(document.title), description: stringText(document.description) };
}

export function isCollectionName(text: string): boolean {
  return NAME.test(text) && (!text.includes('/') || URL.canParse(text));
}

/** @param name as an operator writes it @param api the API's address, without a final slash */
export function namedCollection(name: string, api: string): { readonly slug: string; readonly address: string } {
  const slug = (slugIn(name, DOCUMENT) ?? slugIn(name, PAGE) ?? name).toLowerCase();
  const isAddress = name.includes('/');
  const own = `${api}/collections/id/${slug}`;
  return { slug, address: isAddress ? name.replace(/\/user\/lists\/id\/.*$/s, `/api/collections/id/${slug}`) : own };
}

/** Of the address of a collection's document. */
export function slugOfDocument(address: string): string | undefined {
  return slugIn(address, DOCUMENT);
}

/** Of an address that leads to the page of a collection. */
export function slugOfPage(address: string): string | undefined {
  return slugIn(address, PAGE);
}

function slugIn(address: string, form: RegExp): string | undefined {
  return form.exec(address)?.[1]?.toLowerCase();
}

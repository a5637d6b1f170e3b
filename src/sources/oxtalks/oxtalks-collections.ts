import { membersOf, stringText } from '../json-document.ts';
import type { JsonObject } from '../json-document.ts';
import { hrefOf } from './oxtalks-links.ts';

/** A public collection without its talks. */
export interface CollectionHead {
  readonly slug: string;
  readonly title: string;
  readonly description: string;
}

const UUID = '[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}';
const PAGE = new RegExp(`/user/lists/id/(${UUID})(?=/?$|/?[?#])`, 'i');
const DOCUMENT = new RegExp(`/api/collections/id/(${UUID})(?=/?$|/?[?#])`, 'i');

const NAMED_UUID = UUID.replaceAll('a-f', 'A-Fa-f');
/** Pattern of a collection's name: its slug, or the address of its document or page. A JSON Schema uses it too. */
export const COLLECTION_NAME = `^(?:${NAMED_UUID}|https?://\\S+/(?:api/collections|user/lists)/id/${NAMED_UUID}/?(?:[?#]\\S*)?)$`;
const NAME = new RegExp(COLLECTION_NAME);

/**
 * Undefined: not a collection. The slug appears only in addresses. @param address of the document; `''` for a file on
 * disk
 */
export function collectionHead(document: JsonObject, address: string): CollectionHead | undefined {
  const links = membersOf(document._links);
  const slug =
    slugIn(address, DOCUMENT) ?? slugIn(hrefOf(links.self), DOCUMENT) ?? slugIn(hrefOf(links.talks_page), PAGE);
  if (slug === undefined) return undefined;
  return { slug, title: stringText(document.title), description: stringText(document.description) };
}

export function isCollectionName(text: string): boolean {
  return NAME.test(text) && (!text.includes('/') || URL.canParse(text));
}

/** @param name as the operator writes it @param api base address, without a final slash */
export function namedCollection(name: string, api: string): { readonly slug: string; readonly address: string } {
  const slug = (slugIn(name, DOCUMENT) ?? slugIn(name, PAGE) ?? name).toLowerCase();
  const isAddress = name.includes('/');
  const own = `${api}/collections/id/${slug}`;
  return { slug, address: isAddress ? name.replace(/\/user\/lists\/id\/.*$/s, `/api/collections/id/${slug}`) : own };
}

/** Slug in the address of a collection's document. */
export function slugOfDocument(address: string): string | undefined {
  return slugIn(address, DOCUMENT);
}

/** Slug in the address of a collection's page. */
export function slugOfPage(address: string): string | undefined {
  return slugIn(address, PAGE);
}

function slugIn(address: string, form: RegExp): string | undefined {
  return form.exec(address)?.[1]?.toLowerCase();
}

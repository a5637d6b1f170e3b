import { isObject, type JsonObject, membersOf, objectsOf, stringText } from '../json-document.ts';

/** A HAL document of the OxTalks API or a compatible one. */
export interface OxtalksDocument {
  readonly talks: readonly JsonObject[];
  /** Whether it is the document of a single talk. */
  readonly isTalk: boolean;
  /** The document itself, if it is a series. */
  readonly series: JsonObject | undefined;
  /** Set if it is the document of a public collection. */
  readonly collection: CollectionHead | undefined;
  /** Address of the next page, possibly relative; `''` when there is none. */
  readonly next: string;
  /** Number of talks on all pages, if stated. */
  readonly total: number | undefined;
  /** If it is an entry point, the address of its search, without parameters; otherwise `''`. */
  readonly search: string;
}

const LISTS = ['talks', 'speaker_talks', 'hosting_talks', 'organising_talks'];
const LISTED = new RegExp(`"_embedded"\\s*:\\s*\\{\\s*"(?:${LISTS.join('|')})"\\s*:\\s*\\[`);

/** Every talk has a start and one of these, even if empty. */
const TALK_SIGNS = ['title', 'title_display', 'formatted_date'];

/** @param head the first characters of a file */
export function isOxtalks(head: string): boolean {
  if (!/^\s*\{/.test(head) || !/"_(?:links|embedded)"\s*:/.test(head)) return false;
  return LISTED.test(head) || /"(?:title_display|formatted_date|events_search)"\s*:/.test(head);
}

/** Undefined: not such a document. @param address of the document; `''` for a file on disk */
export function oxtalksDocument(value: unknown, address: string): OxtalksDocument | undefined {
  if (!isObject(value)) return undefined;
  const links = membersOf(value._links);
  const embedded = membersOf(value._embedded);
  const lists = LISTS.filter((name) => Array.isArray(embedded[name]));
  const isTalk = stringText(value.start) !== '' && TALK_SIGNS.some((name) => name in value);
  const search = hrefOf(links.search).replace(/\{.*$/s, '');
  const hasTalks = isTalk || lists.length > 0;
  if (!hasTalks && search === '') return undefined;
  return {
    isTalk,
    talks: isTalk ? [value] : lists.flatMap((name) => objectsOf(embedded[name])),
    series: typeof value.occurence === 'string' ? value : undefined,
    collection: isTalk ? undefined : collectionHead(value, address),
    next: hrefOf(links.next),
    total: typeof value.total === 'number' && Number.isSafeInteger(value.total) ? value.total : undefined,
    search: hasTalks ? '' : search,
  };
}

/** Address of a HAL link object; `''` for anything else. */
export function hrefOf(link: unknown): string {
  return isObject(link) ? stringText(link.href) : '';
}

/** A public collection without its talks. */
interface CollectionHead {
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
function collectionHead(document: JsonObject, address: string): CollectionHead | undefined {
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

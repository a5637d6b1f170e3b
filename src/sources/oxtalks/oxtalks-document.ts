import { isObject, membersOf, objectsOf, stringText } from '../json-document.ts';
import type { JsonObject } from '../json-document.ts';
import { collectionHead } from './oxtalks-collections.ts';
import type { CollectionHead } from './oxtalks-collections.ts';
import { hrefOf } from './oxtalks-links.ts';

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
  const isTalk = isTextOf(value, 'start') && TALK_SIGNS.some((name) => name in value);
  const search = hrefOf(links.search).replace(/\{.*$/s, '');
  const hasTalks = isTalk || lists.length > 0;
  if (!hasTalks && search === '') return undefined;
  return {
    isTalk,
    talks: isTalk ? [value] : lists.flatMap((name) => objectsOf(embedded[name])),
    series: typeof value.occurence === 'string' ? value : undefined,
    collection: isTalk ? undefined : collectionHead(value, address),
    next: hrefOf(links.next),
    total: countOf(value.total),
    search: hasTalks ? '' : search,
  };
}

function countOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) ? value : undefined;
}

function isTextOf(value: JsonObject, name: string): boolean {
  return stringText(value[name]) !== '';
}

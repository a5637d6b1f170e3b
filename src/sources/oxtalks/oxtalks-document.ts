import { isObject, objectsOf, stringText } from '../json-document.ts';
import type { JsonObject } from '../json-document.ts';
import { collectionHead } from './oxtalks-collections.ts';
import type { CollectionHead } from './oxtalks-collections.ts';
import { hrefOf } from './oxtalks-links.ts';

/** A document of an API such as OxTalks has (HAL): what is in it, and where it goes on. */
export interface OxtalksDocument {
  readonly talks: readonly JsonObject[];
  /** Whether it is the document of a talk. */
  readonly isTalk: boolean;
  /** The series that it is the document of. */
  readonly series: JsonObject | undefined;
  /** The public collection that it is the document of. */
  readonly collection: CollectionHead | undefined;
  /** Address of the next page, as it stands there; `''` when it names none. */
  readonly next: string;
  /** How many talks there are on all pages; undefined when that is not said. */
  readonly total: number | undefined;
  /** Of an entry point: the address of its search, without parameters; `''` of everything else. */
  readonly search: string;
}

const LISTS = ['talks', 'speaker_talks', 'hosting_talks', 'organising_talks'];
const LISTED = new RegExp(`"_embedded"\\s*:\\s*\\{\\s*"(?:${LISTS.join('|')})"\\s*:\\s*\\[`);

/** What every talk has besides a start, were it empty. */
const TALK_SIGNS = ['title', 'title_display', 'formatted_date'];

/** @param head the beginning of a file */
export function isOxtalks(head: string): boolean {
  if (!/^\s*\{/.test(head) || !/"_(?:links|embedded)"\s*:/.test(head)) return false;
  return LISTED.test(head) || /"(?:title_display|formatted_date|events_search)"\s*:/.test(head);
}

/** Undefined when it is none of theirs. @param address its own; `''` of a file on the disk */
export function oxtalksDocument(value: unknown, address: string): OxtalksDocument | undefined {
  if (!isObject(value)) return undefined;
  const links = isObject(value._links) ? value._links : {};
  const embedded = isObject(value._embedded) ? value._embedded : {};
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

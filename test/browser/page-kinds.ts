import {
  ARABIC,
  BARE,
  CANCELLED,
  COLLECTION,
  LONG_SERIES,
  LONG_WORDS,
  MOVED,
  NOBODY,
  PREPARED,
  SERIES,
  SPEAKER,
  TALK,
} from './catalogue.js';

/** A kind of page, or a state of one that looks different. */
export interface PageKind {
  /** Also the name of its picture. */
  readonly name: string;
  readonly path: string;
  /** 200 unless given. */
  readonly status?: number;
}

export const PAGE_KINDS: readonly PageKind[] = [
  { name: 'home', path: '/' },
  { name: 'talk', path: `/talks/id/${TALK}/` },
  { name: 'talk-cancelled', path: `/talks/id/${CANCELLED}/` },
  { name: 'talk-in-preparation', path: `/talks/id/${PREPARED}/` },
  { name: 'talk-moved', path: `/talks/id/${MOVED}/` },
  { name: 'talk-bare', path: `/talks/id/${BARE}/` },
  { name: 'talk-arabic', path: `/talks/id/${ARABIC}/` },
  { name: 'talk-long-words', path: `/talks/id/${LONG_WORDS}/` },
  { name: 'series', path: `/talks/series/id/${SERIES}` },
  { name: 'series-long', path: `/talks/series/id/${LONG_SERIES}` },
  { name: 'collection', path: `/user/lists/id/${COLLECTION}` },
  { name: 'person', path: `/talks/persons/id/${SPEAKER}` },
  { name: 'not-found', path: `/talks/id/${NOBODY}`, status: 404 },
];

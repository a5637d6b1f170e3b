import type { Database, Statement } from 'better-sqlite3';
import type { TextTerm } from '#store/store.ts';
import { asciiBeginnings, asciiWord } from './spelled-words.ts';

/** Entries on a page of FTS5's index, each a word of a text in about 4 bytes. */
const ENTRIES_A_PAGE = 1_000;

/**
 * Pages of the talks' word index between two terms. FTS5's own page index, the table talk_text_idx, has the first term
 * of every page that begins with one. That takes two look-ups for each segment, however many pages are between.
 */
const PAGES = `
  WITH RECURSIVE segment (id) AS (
    SELECT min(segid) FROM talk_text_idx
    UNION ALL
    SELECT (SELECT min(segid) FROM talk_text_idx WHERE segid > id) FROM segment WHERE id IS NOT NULL
  )
  SELECT ifnull(sum(
    ifnull(
      (SELECT pgno >> 1 FROM talk_text_idx WHERE segid = id AND term >= $end ORDER BY term LIMIT 1),
      (SELECT pgno >> 1 FROM talk_text_idx WHERE segid = id ORDER BY term DESC LIMIT 1) + 1)
    - (SELECT pgno >> 1 FROM talk_text_idx WHERE segid = id AND term <= $begin ORDER BY term DESC LIMIT 1)), 0)
  FROM segment WHERE id IS NOT NULL`;

interface TermRange {
  readonly begin: Buffer;
  readonly end: Buffer;
}

/** Estimates how much of the word index a search will read, without reading it. */
export class TextCost {
  readonly #pages: Statement<[TermRange], number>;

  constructor(db: Database) {
    this.#pages = db.prepare<[TermRange], number>(PAGES).pluck();
  }

  /** Approximate number of entries for each term. */
  of(terms: readonly TextTerm[]): number[] {
    return terms.map((term) => {
      const pages = rangesOf(term).reduce((sum, range) => sum + (this.#pages.get(range) ?? 0), 0);
      return pages * ENTRIES_A_PAGE;
    });
  }
}

function rangesOf({ words, others = [], isBeginning }: TextTerm): TermRange[] {
  return [words, ...others].flatMap((spelled) => rangesOfPhrase(spelled, isBeginning));
}

function rangesOfPhrase(words: readonly string[], isBeginning: boolean): TermRange[] {
  const last = words.at(-1) ?? '';
  const whole = isBeginning ? words.slice(0, -1) : words;
  const begun = isBeginning ? asciiBeginnings(last) : [];
  return [
    ...whole.map((word) => range(asciiWord(word), '\0')),
    // The last character of Unicode.
    ...begun.map((beginning) => range(beginning, '\u{10ffff}')),
  ];
}

/** FTS5 writes 0 before the terms of its main index. */
function range(term: string, after: string): TermRange {
  return { begin: Buffer.from(`0${term}`), end: Buffer.from(`0${term}${after}`) };
}

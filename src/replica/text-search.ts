import type { Database, Statement } from 'better-sqlite3';
import type { MentionedType } from '#store/entity-type.ts';
import type { Matches, TermMatches, TextTerm } from '#store/store.ts';
import { asciiBeginnings, asciiWord, namedBy } from './copy-words.ts';

/** A search has reached its time limit. */
export class OutOfTime extends Error {}

/** Rows between two checks of the clock; a power of two. */
const ROWS_A_LOOK = 1024;

/** Searches for terms in the titles and descriptions of talks, and in the names of the records that they refer to. */
export class TextSearch {
  readonly #talks: Statement<[string], number>;
  readonly #names: Statement<[string], number>;
  readonly #now: () => number;
  #end = Infinity;

  /** @param now the clock, by default performance.now() */
  constructor(db: Database, now = (): number => performance.now()) {
    this.#now = now;
    db.function('in_time', () => {
      this.#checkTime();
      return 1;
    });
    const rows = (table: string): string =>
      `SELECT rowid FROM ${table} WHERE ${table} MATCH ? AND (rowid % ${ROWS_A_LOOK} OR in_time()) ORDER BY rowid`;
    this.#talks = db.prepare<[string], number>(rows('talk_text')).pluck();
    this.#names = db.prepare<[string], number>(rows('name_text')).pluck();
  }

  /** @param end deadline, in the time of the clock. @throws OutOfTime soon after it */
  find(terms: readonly TextTerm[], end: number): TermMatches[] {
    this.#end = end;
    return terms.map((term) => ({
      title: inBothForms(term, (expression) => this.#found(`title : (${expression})`)),
      text: inBothForms(term, (expression) => this.#found(expression)),
      names: this.#named(term),
    }));
  }

  #found(expression: string): Uint32Array {
    this.#checkTime();
    return Uint32Array.from(this.#talks.all(expression));
  }

  #checkTime(): void {
    if (this.#now() > this.#end) throw new OutOfTime();
  }

  #named(term: TextTerm): TermMatches['names'] {
    const rows = inBothForms(term, (expression) => {
      this.#checkTime();
      return Float64Array.from(this.#names.all(expression));
    });
    const whole = namedBy(rows.whole);
    const begun = rows.begun === rows.whole ? whole : namedBy(rows.begun);
    const of = (type: MentionedType): Matches => ({ whole: whole[type], begun: begun[type] });
    return { place: of('place'), person: of('person'), topic: of('topic'), series: of('series') };
  }
}

function inBothForms<T>(term: TextTerm, find: (expression: string) => T): { whole: T; begun: T } {
  const spellings = [term.words, ...(term.others ?? [])];
  const whole = find(spellings.map(phrase).join(' OR '));
  return { whole, begun: term.isBeginning ? find(spellings.map(beginning).join(' OR ')) : whole };
}

/** An FTS5 string (sqlite.org/fts5.html, 3.1), in which nothing is an operator. */
function phrase(words: readonly string[]): string {
  return `"${words.map(asciiWord).join(' ')}"`;
}

/** Includes the spelling of longer words with non-ASCII letters, which are indexed in hexadecimal. */
function beginning(words: readonly string[]): string {
  const before = words.slice(0, -1).map(asciiWord);
  const forms = asciiBeginnings(words.at(-1) ?? '').map((last) => `"${[...before, last].join(' ')}" *`);
  return `(${forms.join(' OR ')})`;
}

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

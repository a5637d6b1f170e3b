import type { Database, Statement } from 'better-sqlite3';

/** More than anybody types; each costs a look-up. */
const MOST_WORDS = 32;

/** Finds talks by the words of their titles and descriptions, whatever their case and accents. */
export class TextSearch {
  readonly #find: Statement<[string, number], number>;

  constructor(db: Database) {
    const find = db.prepare<[string, number], number>('SELECT rowid FROM talk_text WHERE talk_text MATCH ? LIMIT ?');
    this.#find = find.pluck();
  }

  /** Numbers of talks that hold every word; none for a text without words. */
  find(text: string, limit: number): number[] {
    const words = text
      .split(/[\s\0]+/u)
      .filter((word) => word !== '')
      .slice(0, MOST_WORDS);
    return words.length === 0 ? [] : this.#find.all(words.map(quoted).join(' '), limit);
  }
}

/** As a string of FTS5 (sqlite.org/fts5.html, 3.1), in which nothing is an operator. */
function quoted(word: string): string {
  return `"${word.replaceAll('"', '""')}"`;
}

import type { Database, Statement } from 'better-sqlite3';
import { asciiWord, phrasesOf } from '../words.js';

/** Finds talks by the words of their titles and descriptions, whatever their case and accents. */
export class TextSearch {
  readonly #find: Statement<[string, number], number>;

  constructor(db: Database) {
    const find = db.prepare<[string, number], number>(
      'SELECT rowid FROM talk_text WHERE talk_text MATCH ? ORDER BY rowid LIMIT ?',
    );
    this.#find = find.pluck();
  }

  /** Numbers of talks that hold every word; none for a text without words. */
  find(text: string, limit: number): number[] {
    const phrases = phrasesOf(text);
    return phrases.length === 0 ? [] : this.#find.all(phrases.map(quoted).join(' '), limit);
  }
}

/** As a string of FTS5 (sqlite.org/fts5.html, 3.1), in which nothing is an operator. */
function quoted(phrase: readonly string[]): string {
  return `"${phrase.map(asciiWord).join(' ')}"`;
}

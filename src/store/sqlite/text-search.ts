import type { Database, Statement } from 'better-sqlite3';
import type { MentionedType } from '../entity-type.ts';
import type { Matches, TermMatches, TextTerm } from '../store.ts';
import { asciiBeginnings, asciiWord } from '../words.ts';
import { namedBy } from './word-index.ts';

/** Finds terms in the titles and descriptions of talks and in the names of what they refer to. */
export class TextSearch {
  readonly #talks: Statement<[string], number>;
  readonly #names: Statement<[string], number>;

  constructor(db: Database) {
    const talks = 'SELECT rowid FROM talk_text WHERE talk_text MATCH ? ORDER BY rowid';
    const names = 'SELECT rowid FROM name_text WHERE name_text MATCH ? ORDER BY rowid';
    this.#talks = db.prepare<[string], number>(talks).pluck();
    this.#names = db.prepare<[string], number>(names).pluck();
  }

  find(terms: readonly TextTerm[]): TermMatches[] {
    return terms.map((term) => ({
      title: inBothForms(term, (expression) => Uint32Array.from(this.#talks.all(`title : (${expression})`))),
      text: inBothForms(term, (expression) => Uint32Array.from(this.#talks.all(expression))),
      names: this.#named(term),
    }));
  }

  #named(term: TextTerm): TermMatches['names'] {
    const rows = inBothForms(term, (expression) => Float64Array.from(this.#names.all(expression)));
    const whole = namedBy(rows.whole);
    const begun = rows.begun === rows.whole ? whole : namedBy(rows.begun);
    const of = (type: MentionedType): Matches => ({ whole: whole[type], begun: begun[type] });
    return { place: of('place'), person: of('person'), topic: of('topic'), series: of('series') };
  }
}

function inBothForms<T>({ words, isBeginning }: TextTerm, find: (expression: string) => T): { whole: T; begun: T } {
  const whole = find(phrase(words));
  return { whole, begun: isBeginning ? find(beginning(words)) : whole };
}

/** As a string of FTS5 (sqlite.org/fts5.html, 3.1), in which nothing is an operator. */
function phrase(words: readonly string[]): string {
  return `"${words.map(asciiWord).join(' ')}"`;
}

/** Longer words may have letters that ASCII has not, and are then written in another way. */
function beginning(words: readonly string[]): string {
  const before = words.slice(0, -1).map(asciiWord);
  const forms = asciiBeginnings(words.at(-1) ?? '').map((last) => `"${[...before, last].join(' ')}" *`);
  return `(${forms.join(' OR ')})`;
}

import type { Database, Statement } from 'better-sqlite3';
import { indexedText } from '#catalogue/folding.ts';
import { MENTIONED_TYPES, type MentionedType, type StoredEntity } from '#store/entity-type.ts';
import { nameOf, talkFieldsFrom } from '#store/record-json.ts';
import { entityFrom } from '#store/entities.ts';
import { CopyUnusable } from './copy-file.ts';

const TOKENIZE = "tokenize = 'unicode61 remove_diacritics 2'";

/**
 * The words of talks, without the texts, and those of the names of the records that talks refer to. Deleted words of
 * talks stay in the index until its parts are merged, since removing them at once takes thirty times as long. Parts are
 * merged after a change, a few pages at a time (`tidy`): on the way, each portion of changed talks would merge most of
 * them again, and all at once would keep the next change waiting. While a copy is filled, sixteen parts are merged into
 * one (`merge`). Names are few, and removed at once.
 */
export const WORD_TABLES = `
  CREATE VIRTUAL TABLE talk_text USING fts5 (title, description, content = '', contentless_delete = 1, ${TOKENIZE});
  INSERT INTO talk_text (talk_text, rank) VALUES
    ('hashsize', ${String(8 * 1024 * 1024)}), ('automerge', 0), ('usermerge', 16), ('crisismerge', 1000);
  CREATE VIRTUAL TABLE name_text USING fts5 (name, content = '', ${TOKENIZE});
  INSERT INTO name_text (name_text, rank) VALUES ('secure-delete', 1);`;

/** Pages of 4 KB that are merged in one transaction: about as much as the words of a portion of talks. */
const PAGES_AT_ONCE = 500;

/** Row of a record's name in the index of names. */
function nameRow(type: MentionedType, number: number): number {
  return number * MENTIONED_TYPES.length + MENTIONED_TYPES.indexOf(type);
}

/** Numbers of the records with these rows, by type. `rows`: ascending. */
export function namedBy(rows: Float64Array): Readonly<Record<MentionedType, Uint32Array>> {
  const of = (type: MentionedType): Uint32Array => {
    const code = MENTIONED_TYPES.indexOf(type);
    const own = rows.filter((row) => row % MENTIONED_TYPES.length === code);
    return Uint32Array.from(own, (row) => Math.floor(row / MENTIONED_TYPES.length));
  };
  return { place: of('place'), person: of('person'), topic: of('topic'), series: of('series') };
}

/** The words to index of a talk's record. */
interface TalkWords {
  readonly title: string;
  readonly description: string;
}

function wordsIn(record: Buffer): TalkWords {
  const { title, description } = talkFieldsFrom(record);
  return { title: title === '' ? UNTITLED : title, description };
}

/** Reads a record of the copy. @throws CopyUnusable if it is damaged: not the store is at fault */
function ofCopy<T>(read: () => T): T {
  try {
    return read();
  } catch (cause) {
    throw new CopyUnusable('a record of it cannot be read', { cause });
  }
}

/** Keeps the words of a copy in step with its records, inside the caller's transaction. */
export class WordWriter {
  readonly #put: Statement;
  readonly #remove: Statement;
  readonly #putName: Statement;
  readonly #removeName: Statement;
  readonly #mergePages: Statement<[number]>;
  readonly #changes: Statement<[], number>;
  /** Whether deleted words may still be in the file. */
  isUntidy = false;

  constructor(db: Database) {
    this.#put = db.prepare('INSERT OR REPLACE INTO talk_text (title, description, rowid) VALUES (?, ?, ?)');
    this.#remove = db.prepare('DELETE FROM talk_text WHERE rowid = ?');
    this.#putName = db.prepare('INSERT INTO name_text (name, rowid) VALUES (?, ?)');
    this.#removeName = db.prepare("INSERT INTO name_text (name_text, name, rowid) VALUES ('delete', ?, ?)");
    this.#mergePages = db.prepare("INSERT INTO talk_text (talk_text, rank) VALUES ('merge', ?)");
    this.#changes = db.prepare<[], number>('SELECT total_changes()').pluck();
  }

  /** Merges parts of the same size, once there are many, for some milliseconds. */
  merge(): void {
    this.#mergePages.run(PAGES_AT_ONCE);
  }

  /** Merges all parts into one, for some milliseconds. @returns whether they are, so that no deleted word is left */
  tidy(): boolean {
    const before = this.#changes.get() ?? 0;
    this.#mergePages.run(-PAGES_AT_ONCE);
    // The command itself counts as one change.
    return (this.#changes.get() ?? 0) - before < 2;
  }

  /** Indexes a talk whose record the copy has already. */
  add(number: number, record: Buffer | null): void {
    if (record === null) return;
    const { title, description } = ofCopy(() => wordsIn(record));
    this.#put.run(asciiText(title), asciiText(description), number);
  }

  /** @param before, now the talk's record; null: there is none */
  change(number: number, before: Buffer | null, now: Buffer | null): void {
    const old = before === null ? undefined : ofCopy(() => wordsIn(before));
    const words = now === null ? undefined : wordsIn(now);
    if (old?.title === words?.title && old?.description === words?.description) return;
    if (old !== undefined) this.isUntidy = true;
    if (words === undefined) this.#remove.run(number);
    else this.#put.run(asciiText(words.title), asciiText(words.description), number);
  }

  /** @param before, now the record's row; undefined: there is no record */
  changeName(type: MentionedType, before: StoredEntity | undefined, now: StoredEntity | undefined): void {
    const old = before && ofCopy(() => nameOf(entityFrom(type, before)));
    const name = now && nameOf(entityFrom(type, now));
    if (old === name) return;
    const row = nameRow(type, before?.number ?? now?.number ?? 0);
    if (old !== undefined) this.#removeName.run(asciiText(old), row);
    if (name !== undefined) this.#putName.run(asciiText(name), row);
  }
}

/* Words as SQLite's tokenizer takes them: it knows letters and case of ASCII as we do, and nothing else of ours. */

const BEYOND_ASCII = /[^\0-\x7f]/;

/** Indexed in place of an empty title: a word that nobody types. */
export const UNTITLED = '\ue001untitled';

/**
 * A text for tokenizers that know only ASCII letters and digits, and ignore case: they find all of its indexed words.
 * Other spellings of its words are at the end.
 */
export function asciiText(written: string): string {
  return indexedText(written, asciiWord);
}

/**
 * Spells a non-ASCII word in hexadecimal, after a character that ASCII words lack, so that different words stay
 * different.
 */
export function asciiWord(word: string): string {
  return BEYOND_ASCII.test(word) ? spelled(word) : word;
}

/** The prefixes with which `asciiWord` may begin for a word that begins with this one. */
export function asciiBeginnings(word: string): readonly string[] {
  return BEYOND_ASCII.test(word) ? [spelled(word)] : [word, spelled(word)];
}

function spelled(word: string): string {
  return `\ue000${Buffer.from(word).toString('hex')}`;
}

import type { Database } from 'better-sqlite3';
import { ENTITY_TYPES, MENTIONED_TYPES, NAME_FIELDS } from '../entity-type.ts';
import type { EntityType, MentionedType } from '../entity-type.ts';
import { newer, outdated } from '../refusals.ts';
import { StoreUnavailable } from '../store.ts';
import { UNTITLED, asciiText } from '../words.ts';
import { addSumFunctions } from './damage.ts';
import { migrateNotes } from './provenance.ts';
import { APPLICATION_ID } from './location.ts';
import { nameRowSql } from './word-index.ts';

/**
 * One row for every identifier that ever had a record; `number` is its own for good. What is removed keeps its row,
 * without record or references; of a talk something is left, unless `removed` is null. `version`: the import that last added, changed or removed it.
 */
const ENTITY_TABLES = ENTITY_TYPES.map(
  (type) => `
  CREATE TABLE ${type} (
    number INTEGER PRIMARY KEY,
    key TEXT NOT NULL UNIQUE,${type === 'place' ? '\n    parent INTEGER NOT NULL DEFAULT 0,' : ''}
    record BLOB,
    version INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX ${type}_version ON ${type} (version);`,
).join('');

/** What an index of talks needs is apart from the record, so that it is read without that. */
const TALK_TABLES = `
  CREATE TABLE talk (
    number INTEGER PRIMARY KEY,
    slug BLOB NOT NULL UNIQUE,
    start INTEGER NOT NULL,
    updated INTEGER NOT NULL,
    refs BLOB,
    version INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX talk_version ON talk (version);
  CREATE TABLE talk_record (
    number INTEGER PRIMARY KEY,
    record BLOB NOT NULL
  ) STRICT;
  CREATE VIRTUAL TABLE talk_text USING fts5 (
    title, description,
    content = '', contentless_delete = 1, tokenize = 'unicode61 remove_diacritics 2'
  );
  INSERT INTO talk_text (talk_text, rank) VALUES ('hashsize', ${32 * 1024 * 1024});`;

const IMPORT_TABLE = `
  CREATE TABLE import (
    version INTEGER PRIMARY KEY,
    token TEXT NOT NULL,
    time TEXT NOT NULL,
    counts TEXT NOT NULL
  ) STRICT;`;

/** The index of words has them as `asciiText` makes them. */
const WORDS_ANEW = `
  INSERT INTO talk_text (talk_text) VALUES ('delete-all');
  INSERT INTO talk_text (rowid, title, description)
    SELECT number, ascii_text(ifnull(nullif(record ->> 'title', ''), '${UNTITLED}')), ascii_text(ifnull(record ->> 'description', ''))
    FROM talk JOIN (SELECT number, CAST(record AS TEXT) AS record FROM talk_record) USING (number) WHERE refs IS NOT NULL;`;

/** Statuses by their codes. What was imported before it was noted when was made when it last changed, as far as is known. */
const HISTORY = `
  ALTER TABLE talk ADD COLUMN uid TEXT NOT NULL DEFAULT '';
  ALTER TABLE talk ADD COLUMN status INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE talk ADD COLUMN created INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE talk ADD COLUMN sequence INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE talk ADD COLUMN previous_start INTEGER;
  ALTER TABLE talk ADD COLUMN removed INTEGER;
  UPDATE talk SET
    created = updated,
    status = iif(refs IS NULL, 0, (
      SELECT CASE CAST(record AS TEXT) ->> 'status' WHEN 'cancelled' THEN 2 WHEN 'preparation' THEN 1 ELSE 0 END
      FROM talk_record WHERE talk_record.number = talk.number)),
    removed = iif(refs IS NULL, (SELECT unixepoch(time) FROM import WHERE import.version = talk.version), NULL);`;

/** The names of what talks refer to, which the index of their words has not; `word-index.ts` says whose row is whose. */
const NAMES = `
  CREATE VIRTUAL TABLE name_text USING fts5 (
    name,
    content = '', contentless_delete = 1, tokenize = 'unicode61 remove_diacritics 2'
  );
  ${MENTIONED_TYPES.map(namesOf).join('')}`;

const NAMES_ANEW = `
  INSERT INTO name_text (name_text) VALUES ('delete-all');
  ${MENTIONED_TYPES.map(namesOf).join('')}`;

function namesOf(type: MentionedType): string {
  return `
  INSERT INTO name_text (rowid, name)
    SELECT ${nameRowSql(type)}, ascii_text(record ->> '${NAME_FIELDS[type]}')
    FROM (SELECT number, CAST(record AS TEXT) AS record FROM ${type} WHERE record IS NOT NULL);`;
}

/** Of the sources that the catalogue is kept in step with: JSON, and who is at it until when, in milliseconds since 1970. */
const SOURCE_TABLE = `
  CREATE TABLE source (
    name TEXT PRIMARY KEY,
    state TEXT,
    claim TEXT,
    claimed_by TEXT,
    claimed_until INTEGER
  ) STRICT;`;

/** Sums beside the records (`record-sum.ts`), by which damage is found. What cannot be read gets none, and counts as damaged. */
const SUMS = `
  ${ENTITY_TYPES.map(sumsOf).join('')}
  ALTER TABLE talk ADD COLUMN sum INTEGER;
  ALTER TABLE talk_record ADD COLUMN sum INTEGER;
  UPDATE talk SET sum = talk_sum(number, slug, start, updated, status, version, refs) WHERE refs IS NOT NULL;
  UPDATE talk_record SET sum = (
    SELECT talk_record_sum(slug, uid, created, sequence, previous_start, record) FROM talk
    WHERE talk.number = talk_record.number AND refs IS NOT NULL);`;

function sumsOf(type: EntityType): string {
  const parent = type === 'place' ? 'parent' : '0';
  return `
  ALTER TABLE ${type} ADD COLUMN sum INTEGER;
  UPDATE ${type} SET sum = entity_sum('${type}', number, key, ${parent}, version, record) WHERE record IS NOT NULL;`;
}

/** Corrections by hand: JSON. */
const CORRECTIONS = `
  CREATE TABLE correction (
    slug TEXT PRIMARY KEY,
    record TEXT NOT NULL,
    sum INTEGER
  ) STRICT;`;

/** Who was forgotten: hashes. */
const FORGOTTEN = `
  CREATE TABLE forgotten (
    id TEXT PRIMARY KEY,
    hashes TEXT NOT NULL,
    key TEXT NOT NULL,
    since TEXT NOT NULL,
    sum INTEGER
  ) STRICT;`;

/** Which source brought which record. */
const PROVENANCE = `
  CREATE TABLE provenance (
    source TEXT NOT NULL,
    type TEXT NOT NULL,
    slug BLOB NOT NULL,
    relation TEXT NOT NULL,
    cancelled INTEGER NOT NULL,
    key TEXT NOT NULL,
    sum INTEGER,
    PRIMARY KEY (source, type, slug)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX provenance_slug ON provenance (slug);`;

/** Traits beside the statuses (`status-code.ts`). What is damaged stays as it is. */
const TRAITS = `
  UPDATE talk SET status = told.code, sum = talk_sum(talk.number, slug, start, updated, told.code, version, refs)
  FROM (
    SELECT talk.number, talk_code(status, record) AS code FROM talk JOIN talk_record USING (number)
    WHERE refs IS NOT NULL AND talk.sum = talk_sum(talk.number, slug, start, updated, status, version, refs)
  ) told WHERE told.number = talk.number AND told.code <> status;`;

/** SQL, or what SQL alone cannot do. */
export type Step = string | ((db: Database) => void);

/**
 * Step n leads from schema n to schema n + 1; a file's `user_version` says how many it has had. The words were made anew
 * a second time when letters with a stroke became those without, and a third time when TeX's accents were read.
 */
export const STEPS: readonly Step[] = [
  ENTITY_TABLES + TALK_TABLES + IMPORT_TABLE,
  WORDS_ANEW,
  HISTORY,
  WORDS_ANEW + NAMES,
  SOURCE_TABLE,
  SUMS,
  (db) => {
    db.exec(PROVENANCE);
    migrateNotes(db);
  },
  TRAITS,
  // For whom talks are, and which may have several days, were added.
  TRAITS,
  CORRECTIONS,
  FORGOTTEN,
  WORDS_ANEW + NAMES_ANEW,
];

/** @throws StoreUnavailable unless the file is a catalogue with the schema that this program reads and writes */
export function checkSchema(db: Database, path: string): void {
  if (stepsHad(db, path, STEPS) < STEPS.length) throw outdated(path);
}

/** How many of the steps a catalogue has had. @throws StoreUnavailable unless it is one, and had no more than there are */
export function stepsHad(db: Database, path: string, steps: readonly Step[]): number {
  if (db.pragma('application_id', { simple: true }) !== APPLICATION_ID) {
    throw new StoreUnavailable(`${path} is the database of another program. Name the file of a Lectern catalogue.`);
  }
  const had = Number(db.pragma('user_version', { simple: true }));
  if (had > steps.length) throw newer(path);
  return had;
}

/** Makes the schema in an empty file; inside the caller's transaction. */
export function makeSchema(db: Database): void {
  db.pragma(`application_id = ${APPLICATION_ID}`);
  takeSteps(db, STEPS, 0);
}

/** Takes the steps from that number on; inside the caller's transaction. */
export function takeSteps(db: Database, steps: readonly Step[], from: number): void {
  db.function('ascii_text', { deterministic: true }, (text) => asciiText(String(text)));
  addSumFunctions(db);
  for (const step of steps.slice(from)) {
    if (typeof step === 'string') db.exec(step);
    else step(db);
  }
  db.pragma(`user_version = ${steps.length}`);
}

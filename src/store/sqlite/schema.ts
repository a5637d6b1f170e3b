import Sqlite, { type Database } from 'better-sqlite3';
import { ENTITY_TYPES } from '../entity-type.ts';
import type { EntityType } from '../entity-type.ts';
import { newer, outdated } from '../refusals.ts';
import { StoreUnavailable } from '../store.ts';
import { addSumFunctions } from './damage.ts';
import { migrateNotes } from './provenance.ts';
import { APPLICATION_ID } from './location.ts';

/**
 * One row for every identifier that ever had a record, with a permanent `number`. A removed record keeps its row,
 * without record or references; something is kept of a removed talk, unless `removed` is null. `version`: the import
 * that last added, changed or removed the record.
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

/** The columns that the index needs are in another table than the record, so that it can read them alone. */
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
  ) STRICT;`;

const IMPORT_TABLE = `
  CREATE TABLE import (
    version INTEGER PRIMARY KEY,
    token TEXT NOT NULL,
    time TEXT NOT NULL,
    counts TEXT NOT NULL
  ) STRICT;`;

/**
 * Statuses by their codes. Talks of older catalogues, which lack a time of creation, get the time of their last change.
 */
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

/** The words of talks and names, which are in the read copy. */
const NO_WORDS = `
  DROP TABLE IF EXISTS talk_text;
  DROP TABLE IF EXISTS name_text;`;

/** Sync states of the sources: JSON, and who has the claim until when, in milliseconds since 1970. */
const SOURCE_TABLE = `
  CREATE TABLE source (
    name TEXT PRIMARY KEY,
    state TEXT,
    claim TEXT,
    claimed_by TEXT,
    claimed_until INTEGER
  ) STRICT;`;

/** Checksums of the records (`record-sum.ts`). A record that cannot be read gets none, and counts as damaged. */
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

/** Corrections: JSON. */
const CORRECTIONS = `
  CREATE TABLE correction (
    slug TEXT PRIMARY KEY,
    record TEXT NOT NULL,
    sum INTEGER
  ) STRICT;`;

/** Forgotten people: hashes. */
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
    slug TEXT NOT NULL,
    relation TEXT NOT NULL,
    cancelled INTEGER NOT NULL,
    key TEXT NOT NULL,
    sum INTEGER,
    PRIMARY KEY (source, type, slug)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX provenance_slug ON provenance (slug);`;

/** Slugs used to be bytes, when only talks and collections had provenance. */
const PROVENANCE_AS_TEXT = `
  ALTER TABLE provenance RENAME TO earlier_provenance;
  DROP INDEX provenance_slug;
  ${PROVENANCE}
  INSERT OR IGNORE INTO provenance
    SELECT source, type, CASE typeof(slug) WHEN 'text' THEN slug ELSE
      lower(printf('%s-%s-%s-%s-%s', substr(hex(slug), 1, 8), substr(hex(slug), 9, 4), substr(hex(slug), 13, 4),
        substr(hex(slug), 17, 4), substr(hex(slug), 21)))
      END, relation, cancelled, key, sum
    FROM earlier_provenance;
  DROP TABLE earlier_provenance;`;

/** Adds traits to the status codes (`status-code.ts`). Damaged rows stay as they are. */
const TRAITS = `
  UPDATE talk SET status = told.code, sum = talk_sum(talk.number, slug, start, updated, told.code, version, refs)
  FROM (
    SELECT talk.number, talk_code(status, record) AS code FROM talk JOIN talk_record USING (number)
    WHERE refs IS NOT NULL AND talk.sum = talk_sum(talk.number, slug, start, updated, status, version, refs)
  ) told WHERE told.number = talk.number AND told.code <> status;`;

/** Adds how long talks take. Damaged rows stay as they are. */
const LENGTHS = `
  ALTER TABLE talk ADD COLUMN length INTEGER NOT NULL DEFAULT 0;
  UPDATE talk SET length = told.length, sum = talk_sum(talk.number, slug, start, updated, status, version, refs, told.length)
  FROM (
    SELECT talk.number, talk_length(record) AS length FROM talk JOIN talk_record USING (number)
    WHERE refs IS NOT NULL AND talk.sum = talk_sum(talk.number, slug, start, updated, status, version, refs)
  ) told WHERE told.number = talk.number AND told.length <> 0;`;

/** SQL, or a function for what SQL alone cannot do. */
export type Step = string | ((db: Database) => void);

/**
 * Step n leads from schema n to schema n + 1; a file's `user_version` is the number of steps applied. Empty ones made
 * the tables of words, which are in the read copy now.
 */
export const STEPS: readonly Step[] = [
  ENTITY_TABLES + TALK_TABLES + IMPORT_TABLE,
  '',
  HISTORY,
  '',
  SOURCE_TABLE,
  SUMS,
  (db) => {
    db.exec(PROVENANCE);
    migrateNotes(db);
  },
  TRAITS,
  // Added the traits for audiences and for talks that may take several days.
  TRAITS,
  CORRECTIONS,
  FORGOTTEN,
  '',
  LENGTHS,
  PROVENANCE_AS_TEXT,
  NO_WORDS,
];

/** @throws StoreUnavailable unless the file is a catalogue with the current schema */
export function checkSchema(db: Database, path: string): void {
  if (stepsHad(db, path, STEPS) < STEPS.length) throw outdated(path);
}

/**
 * How many steps were applied. @throws StoreUnavailable if the file is no catalogue, or had more steps than there are
 */
export function stepsHad(db: Database, path: string, steps: readonly Step[]): number {
  if (db.pragma('application_id', { simple: true }) !== APPLICATION_ID) {
    throw new StoreUnavailable(`${path} is the database of another program. Use the file of a Lectern catalogue.`);
  }
  const had = Number(db.pragma('user_version', { simple: true }));
  if (had > steps.length) throw newer(path);
  return had;
}

/** Creates the schema in an empty file; inside the caller's transaction. */
export function makeSchema(db: Database): void {
  db.pragma(`application_id = ${APPLICATION_ID}`);
  takeSteps(db, STEPS, 0);
}

/** Applies the steps from number `from` on; inside the caller's transaction. */
export function takeSteps(db: Database, steps: readonly Step[], from: number): void {
  addSumFunctions(db);
  for (const step of steps.slice(from)) {
    if (typeof step === 'string') db.exec(step);
    else step(db);
  }
  db.pragma(`user_version = ${steps.length}`);
}

/** Whether a catalogue with the current schema has lost a table. */
export function lacksTables(db: Database): boolean {
  if (db.pragma('user_version', { simple: true }) !== STEPS.length) return false;
  const whole = new Sqlite(':memory:');
  try {
    makeSchema(whole);
    const found = new Set(tablesOf(db));
    return tablesOf(whole).some((table) => !found.has(table));
  } finally {
    whole.close();
  }
}

function tablesOf(db: Database): string[] {
  return db.prepare<[], string>("SELECT name FROM sqlite_master WHERE type = 'table'").pluck().all();
}

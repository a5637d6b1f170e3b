import Sqlite, { type Database } from 'better-sqlite3';
import { ENTITY_TYPES } from '../entity-type.ts';
import { checkCurrent, schemaAfter } from '../migration.ts';
import { StoreUnavailable } from '../store.ts';
import { APPLICATION_ID } from './catalogue-file.ts';

/**
 * One row for every identifier that ever had a record, with a permanent `number`. A removed record keeps its row,
 * without record or references. `version`: the import that last added, changed or removed the record. `sum`: see
 * `checksum.ts`.
 */
const ENTITY_TABLES = ENTITY_TYPES.map(
  (type) => `
  CREATE TABLE ${type} (
    number INTEGER PRIMARY KEY,
    key TEXT NOT NULL UNIQUE,${type === 'place' ? '\n    parent INTEGER NOT NULL DEFAULT 0,' : ''}
    record BLOB,
    version INTEGER NOT NULL,
    sum INTEGER
  ) STRICT;
  CREATE INDEX ${type}_version ON ${type} (version);`,
).join('');

/**
 * The columns that the index needs are in another table than the record, so that it can read them alone. `status`: see
 * `packed-columns.ts`. `uid`, the history and the time `removed` are kept of a removed talk.
 */
const TALK_TABLES = `
  CREATE TABLE talk (
    number INTEGER PRIMARY KEY,
    slug BLOB NOT NULL UNIQUE,
    start INTEGER NOT NULL,
    updated INTEGER NOT NULL,
    refs BLOB,
    version INTEGER NOT NULL,
    uid TEXT NOT NULL,
    status INTEGER NOT NULL,
    created INTEGER NOT NULL,
    sequence INTEGER NOT NULL,
    previous_start INTEGER,
    removed INTEGER,
    sum INTEGER,
    length INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX talk_version ON talk (version);
  CREATE TABLE talk_record (
    number INTEGER PRIMARY KEY,
    record BLOB NOT NULL,
    sum INTEGER
  ) STRICT;`;

const IMPORT_TABLE = `
  CREATE TABLE import (
    version INTEGER PRIMARY KEY,
    token TEXT NOT NULL,
    time TEXT NOT NULL,
    counts TEXT NOT NULL
  ) STRICT;`;

/** Sync states of the sources: JSON, and who has the claim until when, in milliseconds since 1970. */
const SOURCE_TABLE = `
  CREATE TABLE source (
    name TEXT PRIMARY KEY,
    state TEXT,
    claim TEXT,
    claimed_by TEXT,
    claimed_until INTEGER
  ) STRICT;`;

/** Which source brought which record. */
const PROVENANCE_TABLE = `
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

/** Corrections: JSON. */
const CORRECTION_TABLE = `
  CREATE TABLE correction (
    slug TEXT PRIMARY KEY,
    record TEXT NOT NULL,
    sum INTEGER
  ) STRICT;`;

/** Forgotten people: hashes. */
const FORGOTTEN_TABLE = `
  CREATE TABLE forgotten (
    id TEXT PRIMARY KEY,
    hashes TEXT NOT NULL,
    key TEXT NOT NULL,
    since TEXT NOT NULL,
    sum INTEGER
  ) STRICT;`;

/** SQL that leads from each schema to the next; a file's `user_version` is the number of its schema. */
export const MIGRATIONS: readonly string[] = [
  [ENTITY_TABLES, TALK_TABLES, IMPORT_TABLE, SOURCE_TABLE, PROVENANCE_TABLE, CORRECTION_TABLE, FORGOTTEN_TABLE].join(
    '',
  ),
];

/** @throws StoreUnavailable unless the file is a catalogue with the current schema */
export function checkSchema(db: Database, path: string): void {
  checkCurrent(schemaOf(db, path), MIGRATIONS, path);
}

/** The number of a catalogue's schema. @throws StoreUnavailable if the file is no catalogue */
export function schemaOf(db: Database, path: string): number {
  if (db.pragma('application_id', { simple: true }) !== APPLICATION_ID) {
    throw new StoreUnavailable(`${path} is the database of another program. Use the file of a Lectern catalogue.`);
  }
  return Number(db.pragma('user_version', { simple: true }));
}

/** Creates the schema in an empty file; inside the caller's transaction. */
export function makeSchema(db: Database): void {
  db.pragma(`application_id = ${APPLICATION_ID}`);
  migrate(db, MIGRATIONS, schemaAfter(MIGRATIONS));
}

/** Applies the steps that lead to a schema; inside the caller's transaction. */
export function migrate(db: Database, steps: readonly string[], schema: number): void {
  for (const step of steps) db.exec(step);
  db.pragma(`user_version = ${schema}`);
}

/** Whether a catalogue with the current schema has lost a table. */
export function lacksTables(db: Database): boolean {
  if (db.pragma('user_version', { simple: true }) !== schemaAfter(MIGRATIONS)) return false;
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

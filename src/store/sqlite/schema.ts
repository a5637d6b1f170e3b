import type { Database } from 'better-sqlite3';
import { StoreUnavailable } from '../store.js';
import { RECORD_TYPES } from '#catalogue/record.js';

/** SQLite's mark of whose file it is ("Lctn"), so that no other program's database is taken for a catalogue, or changed. */
const APPLICATION_ID = 0x4c63746e;

/** Every type but the talk, whose rows are of another shape. */
const ENTITY_TYPES = RECORD_TYPES.filter((type) => type !== 'talk');
export type EntityType = (typeof ENTITY_TYPES)[number];

/** A table with something for each type of entity. */
export function byEntityType<T>(make: (type: EntityType) => T): Record<EntityType, T> {
  return {
    place: make('place'),
    person: make('person'),
    topic: make('topic'),
    series: make('series'),
    collection: make('collection'),
  };
}

/**
 * One row for every identifier that ever had a record; `number` is its own for good. What is removed keeps its row,
 * without record or references. `version`: the import that last added, changed or removed it.
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

/** Step n leads from schema n to schema n + 1; a file's `user_version` says how many it has had. */
const STEPS: readonly string[] = [ENTITY_TABLES + TALK_TABLES + IMPORT_TABLE];

/** @throws StoreUnavailable unless the file is a catalogue with a schema that this program reads */
export function checkReadable(db: Database, path: string): void {
  if (isOutdated(db, path)) {
    throw new StoreUnavailable(
      `The catalogue at ${path} was made by an older version of Lectern. Run an import with this version, which brings it up to date.`,
    );
  }
}

/** Whether `migrate` has something to do. @throws StoreUnavailable as `checkOurs` does */
export function isOutdated(db: Database, path: string): boolean {
  checkOurs(db, path);
  return schemaOf(db) < STEPS.length;
}

/** Brings a catalogue's schema up to date, or makes it in an empty file; inside the caller's transaction. */
export function migrate(db: Database): void {
  db.pragma(`application_id = ${APPLICATION_ID}`);
  for (const step of STEPS.slice(schemaOf(db))) db.exec(step);
  db.pragma(`user_version = ${STEPS.length}`);
}

/** @throws StoreUnavailable unless the file is a catalogue, and not one of a newer version */
export function checkOurs(db: Database, path: string): void {
  if (db.pragma('application_id', { simple: true }) !== APPLICATION_ID) {
    throw new StoreUnavailable(`${path} is the database of another program. Name the file of a Lectern catalogue.`);
  }
  if (schemaOf(db) > STEPS.length) {
    throw new StoreUnavailable(
      `The catalogue at ${path} was made by a newer version of Lectern. Install that version, or a later one.`,
    );
  }
}

function schemaOf(db: Database): number {
  return Number(db.pragma('user_version', { simple: true }));
}

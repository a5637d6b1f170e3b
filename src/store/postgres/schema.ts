import type { PostgresAddress } from '../address.ts';
import { describe } from '../address.ts';
import { ENTITY_TYPES } from '../entity-type.ts';
import type { EntityType } from '../entity-type.ts';
import { schemaAfter } from '../migration.ts';
import { StoreUnavailable } from '../store.ts';
import type { Connection } from './connection.ts';

/** Marks the schema as ours, so that another program's is not taken for a catalogue, or changed. */
const APPLICATION = 'Lectern';

/** Key of the advisory lock ("Lctn") that allows one import or migration at a time in a database. */
const WRITE_LOCK = '1281586286, 1';

/** Channel that imports notify when they are done. */
export const CHANNEL = 'lectern';

/** Begins to read in one state; works on a standby too. */
export const BEGIN_READING = 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY';

const SCHEMA_TABLE = `
  CREATE TABLE lectern.schema (application text NOT NULL, steps integer NOT NULL);
  INSERT INTO lectern.schema VALUES ('${APPLICATION}', 0);`;

/**
 * One row for every identifier that ever had a record, with a permanent `number`. A removed record keeps its row,
 * without record or references. `version`: the import that last added, changed or removed the record. `sum`: see
 * `checksum.ts`. Keys are ordered by their bytes, as in SQLite; a record is JSON in UTF-8.
 */
const ENTITY_TABLES = ENTITY_TYPES.map(
  (type) => `
  CREATE TABLE lectern.${type} (
    number integer NOT NULL,
    key text COLLATE "C" NOT NULL,${type === 'place' ? '\n    parent integer NOT NULL DEFAULT 0,' : ''}
    record bytea,
    version integer NOT NULL,
    sum integer
  );`,
).join('');

const ENTITY_INDEXES = ENTITY_TYPES.map(
  (type) => `
  ALTER TABLE lectern.${type} ADD PRIMARY KEY (number), ADD ${uniqueKey(type)};
  CREATE INDEX ${type}_version ON lectern.${type} (version);`,
).join('');

/**
 * The columns that the index needs are in another table than the record, so that it can read them alone. `status`: see
 * `packed-columns.ts`. `uid`, the history and the time `removed` are kept of a removed talk.
 */
const TALK_TABLES = `
  CREATE TABLE lectern.talk (
    number integer NOT NULL,
    slug bytea NOT NULL,
    start bigint NOT NULL,
    updated bigint NOT NULL,
    refs bytea,
    version integer NOT NULL,
    uid text NOT NULL,
    status integer NOT NULL,
    created bigint NOT NULL,
    sequence integer NOT NULL,
    previous_start bigint,
    removed bigint,
    sum integer,
    length bigint NOT NULL
  );
  CREATE TABLE lectern.talk_record (
    number integer NOT NULL,
    record bytea NOT NULL,
    sum integer
  );`;

const TALK_INDEXES = `
  ALTER TABLE lectern.talk ADD PRIMARY KEY (number), ADD UNIQUE (slug);
  CREATE INDEX talk_version ON lectern.talk (version);
  ALTER TABLE lectern.talk_record ADD PRIMARY KEY (number);`;

const IMPORT_TABLE = `
  CREATE TABLE lectern.import (
    version integer PRIMARY KEY,
    token text NOT NULL,
    time timestamptz NOT NULL,
    counts jsonb NOT NULL
  );`;

/** Sync states of the sources: JSON, and who has the claim until when, in milliseconds since 1970. */
const SOURCE_TABLE = `
  CREATE TABLE lectern.source (
    name text COLLATE "C" PRIMARY KEY,
    state text,
    claim text,
    claimed_by text,
    claimed_until bigint
  );`;

/** Which source brought which record. */
const PROVENANCE_TABLE = `
  CREATE TABLE lectern.provenance (
    source text COLLATE "C" NOT NULL,
    type text COLLATE "C" NOT NULL,
    slug text COLLATE "C" NOT NULL,
    relation text NOT NULL,
    cancelled integer NOT NULL,
    key text NOT NULL,
    sum integer,
    PRIMARY KEY (source, type, slug)
  );`;

const PROVENANCE_INDEX = `
  CREATE INDEX provenance_slug ON lectern.provenance (slug);`;

/** Corrections: JSON. */
const CORRECTION_TABLE = `
  CREATE TABLE lectern.correction (
    slug text COLLATE "C" PRIMARY KEY,
    record text NOT NULL,
    sum integer
  );`;

/** Forgotten people: hashes. */
const FORGOTTEN_TABLE = `
  CREATE TABLE lectern.forgotten (
    id text COLLATE "C" PRIMARY KEY,
    hashes text NOT NULL,
    key text NOT NULL,
    since text COLLATE "C" NOT NULL,
    sum integer
  );`;

/** Tables and indexes are separate, because filling tables without indexes is much faster. */
const TABLES = [
  ...[ENTITY_TABLES, TALK_TABLES, IMPORT_TABLE],
  ...[SOURCE_TABLE, PROVENANCE_TABLE, CORRECTION_TABLE, FORGOTTEN_TABLE],
].join('');
const INDEXES = ENTITY_INDEXES + TALK_INDEXES + PROVENANCE_INDEX;

/** SQL that leads from each schema to the next; `steps` in the table `lectern.schema` is the number of its schema. */
export const MIGRATIONS: readonly string[] = [TABLES + INDEXES];

/** A URI may be too long for an ordered index. */
function uniqueKey(type: EntityType): string {
  return type === 'place' || type === 'topic' ? 'EXCLUDE USING hash (key WITH =)' : 'UNIQUE (key)';
}

/**
 * The number of a catalogue's schema. Undefined: there is no catalogue, and one can be created.
 * @throws StoreUnavailable when the schema is not ours
 */
export async function schemaOf(connection: Connection, address: PostgresAddress): Promise<number | undefined> {
  const text = `
    SELECT to_regclass('lectern.schema') IS NOT NULL AS is_there, count(c.oid) AS tables, getdatabaseencoding() AS encoding
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname = 'lectern'`;
  const [row] = await connection.queryWithoutLimit<{ is_there: boolean; tables: number; encoding: string }>(text);
  if (row?.is_there !== true) {
    if (row?.tables !== 0) throw anothers(address);
    checkEncoding(row.encoding, address);
    return undefined;
  }
  const [mark] = await connection.queryWithoutLimit('SELECT * FROM lectern.schema');
  if (mark?.application !== APPLICATION || typeof mark.steps !== 'number') throw anothers(address);
  return mark.steps;
}

/** Creates the tables, without the indexes that `makeIndexes` creates; inside the caller's transaction. */
export async function makeTables(connection: Connection): Promise<void> {
  const schemas = await connection.queryWithoutLimit("SELECT 1 WHERE to_regnamespace('lectern') IS NOT NULL");
  const schema = schemas.length === 0 ? 'CREATE SCHEMA lectern;' : '';
  for (const sql of [schema + SCHEMA_TABLE + TABLES, ...MIGRATIONS.slice(1)]) await connection.queryWithoutLimit(sql);
}

export async function makeIndexes(connection: Connection): Promise<void> {
  await migrate(connection, [INDEXES], schemaAfter(MIGRATIONS));
}

/** Applies the steps that lead to a schema; inside the caller's transaction. */
export async function migrate(connection: Connection, steps: readonly string[], schema: number): Promise<void> {
  for (const step of steps) await connection.queryWithoutLimit(step);
  await connection.queryWithoutLimit('UPDATE lectern.schema SET steps = $1', [schema]);
}

function anothers(address: PostgresAddress): StoreUnavailable {
  return new StoreUnavailable(
    `The schema lectern at ${describe(address)} is another program's. Name another database for the catalogue.`,
  );
}

function checkEncoding(encoding: string, address: PostgresAddress): void {
  if (encoding === 'UTF8') return;
  throw new StoreUnavailable(
    `The database at ${describe(address)} stores text as ${encoding}, which lacks many characters. Create one with: createdb --encoding UTF8 --template template0`,
  );
}

/** Whether no other import or migration runs; then none begins until the caller's transaction ends. */
export async function hasLock(connection: Connection): Promise<boolean> {
  const [row] = await connection.queryWithoutLimit(`SELECT pg_try_advisory_xact_lock(${WRITE_LOCK}) AS locked`);
  return row?.locked === true;
}

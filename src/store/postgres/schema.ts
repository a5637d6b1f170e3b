import type { PostgresAddress } from '../address.ts';
import { describe } from '../address.ts';
import { ENTITY_TYPES } from '../entity-type.ts';
import type { EntityType } from '../entity-type.ts';
import { newer, outdated } from '../refusals.ts';
import { StoreUnavailable } from '../store.ts';
import type { Connection } from './connection.ts';
import { fillLengths, fillSums, fillTraits } from './damage.ts';
import { migrateNotes } from './provenance.ts';

/** Marks the schema as ours, so that another program's is not taken for a catalogue, or changed. */
const APPLICATION = 'Lectern';

/** Key of the advisory lock ("Lctn") that allows one import or migration at a time in a database. */
export const WRITE_LOCK = '1281586286, 1';

/** Channel that imports notify when they are done. */
export const CHANNEL = 'lectern';

/** Begins to read in one state; works on a standby too. */
export const BEGIN_READING = 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY';

const SCHEMA_TABLE = `
  CREATE TABLE lectern.schema (application text NOT NULL, steps integer NOT NULL);
  INSERT INTO lectern.schema VALUES ('${APPLICATION}', 0);`;

/**
 * One row for every identifier that ever had a record, with a permanent `number`. A removed record keeps its row,
 * without record or references; something is kept of a removed talk, unless `removed` is null. `version`: the import
 * that last added, changed or removed the record. Keys are ordered by their bytes, as in SQLite; a record is JSON in
 * UTF-8.
 */
const ENTITY_TABLES = ENTITY_TYPES.map(
  (type) => `
  CREATE TABLE lectern.${type} (
    number integer NOT NULL,
    key text COLLATE "C" NOT NULL,${type === 'place' ? '\n    parent integer NOT NULL DEFAULT 0,' : ''}
    record bytea,
    version integer NOT NULL
  );`,
).join('');

const ENTITY_INDEXES = ENTITY_TYPES.map(
  (type) => `
  ALTER TABLE lectern.${type} ADD PRIMARY KEY (number), ADD ${uniqueKey(type)};
  CREATE INDEX ${type}_version ON lectern.${type} (version);`,
).join('');

/**
 * The columns that the index needs are in another table than the record, so that it can read them alone.
 */
const TALK_TABLES = `
  CREATE TABLE lectern.talk (
    number integer NOT NULL,
    slug uuid NOT NULL,
    start bigint NOT NULL,
    updated bigint NOT NULL,
    refs bytea,
    version integer NOT NULL
  );
  CREATE TABLE lectern.talk_record (
    number integer NOT NULL,
    record bytea NOT NULL
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

/**
 * Statuses by their codes. Talks of older catalogues, which lack a time of creation, get the time of their last change.
 */
const HISTORY = `
  ALTER TABLE lectern.talk
    ADD uid text NOT NULL DEFAULT '',
    ADD status integer NOT NULL DEFAULT 0,
    ADD created bigint NOT NULL DEFAULT 0,
    ADD sequence integer NOT NULL DEFAULT 0,
    ADD previous_start bigint,
    ADD removed bigint;
  UPDATE lectern.talk SET
    created = updated,
    status = CASE WHEN refs IS NULL THEN 0 ELSE (
      SELECT CASE convert_from(record, 'UTF8')::json ->> 'status' WHEN 'cancelled' THEN 2 WHEN 'preparation' THEN 1 ELSE 0 END
      FROM lectern.talk_record WHERE talk_record.number = talk.number) END,
    removed = CASE WHEN refs IS NULL THEN (
      SELECT floor(extract(epoch FROM time)) FROM lectern.import WHERE import.version = talk.version) END;`;

/** The words of talks and names, which are in the read copy. */
const NO_WORDS = `
  DROP TABLE IF EXISTS lectern.talk_text, lectern.word, lectern.wording;
  ${ENTITY_TYPES.map((type) => `ALTER TABLE lectern.${type} DROP COLUMN IF EXISTS words;`).join('\n  ')}`;

/** Sync states of the sources: JSON, and who has the claim until when, in milliseconds since 1970. */
const SOURCE_TABLE = `
  CREATE TABLE lectern.source (
    name text COLLATE "C" PRIMARY KEY,
    state text,
    claim text,
    claimed_by text,
    claimed_until bigint
  );`;

/** Checksums of the records (`record-sum.ts`). */
const SUM_COLUMNS = [...ENTITY_TYPES, 'talk', 'talk_record']
  .map((table) => `ALTER TABLE lectern.${table} ADD sum integer;`)
  .join('\n  ');

/** Which source brought which record. */
const PROVENANCE_TABLE = `
  CREATE TABLE lectern.provenance (
    source text COLLATE "C" NOT NULL,
    type text COLLATE "C" NOT NULL,
    slug text COLLATE "C" NOT NULL,
    relation text NOT NULL,
    cancelled boolean NOT NULL,
    key text NOT NULL,
    sum integer,
    PRIMARY KEY (source, type, slug)
  );`;

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

/** SQL, or a function for what SQL alone cannot do. */
export type Step = string | ((connection: Connection) => Promise<void>);

/** Tables and indexes are separate, because filling tables without indexes is much faster. */
interface LaidOutStep {
  readonly tables: string;
  /** Fills the tables from an older catalogue; not needed for a new one. */
  readonly fill?: (connection: Connection) => Promise<void>;
  readonly indexes: string;
}

/** A step that made tables of words, which are in the read copy now. */
const NOTHING: LaidOutStep = { tables: '', indexes: '' };

const LAID_OUT: readonly LaidOutStep[] = [
  { tables: ENTITY_TABLES + TALK_TABLES + IMPORT_TABLE, indexes: ENTITY_INDEXES + TALK_INDEXES },
  { tables: HISTORY, indexes: '' },
  NOTHING,
  { tables: SOURCE_TABLE, indexes: '' },
  { tables: SUM_COLUMNS, fill: fillSums, indexes: '' },
  {
    tables: PROVENANCE_TABLE,
    fill: migrateNotes,
    indexes: 'CREATE INDEX provenance_slug ON lectern.provenance (slug);',
  },
  // Adds traits to the status codes (`status-code.ts`).
  { tables: '', fill: fillTraits, indexes: '' },
  // Added the traits for audiences and for talks that may take several days.
  { tables: '', fill: fillTraits, indexes: '' },
  { tables: CORRECTION_TABLE, indexes: '' },
  { tables: FORGOTTEN_TABLE, indexes: '' },
  NOTHING,
  // Adds how long talks take.
  {
    tables: 'ALTER TABLE lectern.talk ADD COLUMN length bigint NOT NULL DEFAULT 0;',
    fill: fillLengths,
    indexes: '',
  },
  // Slugs were of the type uuid, when only talks and collections had provenance.
  {
    tables: 'ALTER TABLE lectern.provenance ALTER COLUMN slug TYPE text COLLATE "C" USING slug::text;',
    indexes: '',
  },
  { tables: NO_WORDS, indexes: '' },
];

/** Step n leads from schema n to schema n + 1; the table `lectern.schema` has the number of steps applied. */
export const STEPS: readonly Step[] = LAID_OUT.map(({ tables, fill, indexes }) => {
  if (fill === undefined) return tables + indexes;
  return async (connection) => {
    await connection.patiently(tables);
    await fill(connection);
    await connection.patiently(indexes);
  };
});

/** A URI may be too long for an ordered index. */
function uniqueKey(type: EntityType): string {
  return type === 'place' || type === 'topic' ? 'EXCLUDE USING hash (key WITH =)' : 'UNIQUE (key)';
}

/** @throws StoreUnavailable unless a catalogue with so many steps applied has the current schema */
export function checkSteps(steps: number, where: string): void {
  if (steps < STEPS.length) throw outdated(where);
  if (steps > STEPS.length) throw newer(where);
}

/**
 * How many steps were applied. Undefined: there is no catalogue, and one can be created.
 * @throws StoreUnavailable when the schema is not ours, or of a newer version
 */
export async function stepsHad(
  connection: Connection,
  address: PostgresAddress,
  steps: readonly Step[],
): Promise<number | undefined> {
  const text = `
    SELECT to_regclass('lectern.schema') IS NOT NULL, count(c.oid), getdatabaseencoding()
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname = 'lectern'`;
  const [row] = await connection.patiently(text);
  if (row?.[0] !== 't') {
    if (row?.[1] !== '0') throw anothers(address);
    checkEncoding(row[2] ?? '', address);
    return undefined;
  }
  const [mark] = await connection.patiently('SELECT to_jsonb(s) FROM lectern.schema s');
  const kept: unknown = JSON.parse(mark?.[0] ?? 'null');
  if (!isMark(kept)) throw anothers(address);
  if (kept.steps > steps.length) throw newer(describe(address));
  return kept.steps;
}

/** Creates the tables, without the indexes that `makeIndexes` creates; inside the caller's transaction. */
export async function makeTables(connection: Connection): Promise<void> {
  const [row] = await connection.patiently("SELECT to_regnamespace('lectern') IS NULL");
  const schema = row?.[0] === 't' ? 'CREATE SCHEMA lectern;' : '';
  await connection.patiently(schema + SCHEMA_TABLE + LAID_OUT.map(({ tables }) => tables).join(''));
}

export async function makeIndexes(connection: Connection): Promise<void> {
  await connection.patiently(LAID_OUT.map(({ indexes }) => indexes).join(''));
  await connection.patiently('UPDATE lectern.schema SET steps = $1', [STEPS.length]);
}

/** Applies the steps from number `from` on; inside the caller's transaction. */
export async function takeSteps(connection: Connection, steps: readonly Step[], from: number): Promise<void> {
  for (const step of steps.slice(from)) {
    if (typeof step === 'string') await connection.patiently(step);
    else await step(connection);
  }
  await connection.patiently('UPDATE lectern.schema SET steps = $1', [steps.length]);
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

function isMark(value: unknown): value is { application: string; steps: number } {
  if (typeof value !== 'object' || value === null) return false;
  if (!('application' in value) || !('steps' in value)) return false;
  return value.application === APPLICATION && typeof value.steps === 'number';
}

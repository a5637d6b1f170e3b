import { closeSync, openSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync, writeSync } from 'node:fs';
import Database from 'better-sqlite3';
import type { EntityType } from '#store/entity-type.ts';

/** One way to damage a SQLite file. */
interface KindOfDamage {
  readonly what: string;
  readonly damage: (path: string) => void;
  /** The file no longer identifies itself as a catalogue, so that an import leaves it alone. */
  readonly isForeign?: boolean;
  /** The damage changes nothing in the catalogue. */
  readonly isHarmless?: boolean;
}

/** Number of the sample's private collection. */
const PRIVATE = 12;

/** Damage to one talk each, the first two of which are removed: SQL by what it does. */
const IN_TALKS: Readonly<Record<string, string>> = {
  'the removal time of a removed talk is out of range':
    'UPDATE talk SET removed = 9000000000000000 WHERE number = $number',
  'the slug of a removed talk is too short': "UPDATE talk SET slug = x'0022' WHERE number = $number",
  'a letter of a talk is replaced':
    "UPDATE talk_record SET record = CAST(replace(CAST(record AS TEXT), 'a', 'b') AS BLOB) WHERE number = $number",
  'the JSON of a talk is truncated': 'UPDATE talk_record SET record = substr(record, 1, 20) WHERE number = $number',
  'the JSON of a talk is empty': "UPDATE talk_record SET record = x'' WHERE number = $number",
  'the JSON of a talk is an array': "UPDATE talk_record SET record = CAST('[]' AS BLOB) WHERE number = $number",
  'the JSON of a talk is null': "UPDATE talk_record SET record = CAST('null' AS BLOB) WHERE number = $number",
  'the JSON of a talk is not UTF-8': "UPDATE talk_record SET record = x'7b22ff80fe227d' WHERE number = $number",
  'the JSON of a talk is zeroed': 'UPDATE talk_record SET record = zeroblob(length(record)) WHERE number = $number',
  'a talk_record row has the JSON of another talk':
    'UPDATE talk_record SET (record, sum) = (SELECT record, sum FROM talk_record WHERE number = 60) WHERE number = $number',
  'a talk_record row is missing': 'DELETE FROM talk_record WHERE number = $number',
  'the checksum of a talk_record row is missing': 'UPDATE talk_record SET sum = NULL WHERE number = $number',
  'the checksum of a talk_record row is wrong': 'UPDATE talk_record SET sum = sum + 1 WHERE number = $number',
  'the checksum of a talk row is missing': 'UPDATE talk SET sum = NULL WHERE number = $number',
  'the start of a talk is wrong': 'UPDATE talk SET start = start + 60 WHERE number = $number',
  'the start of a talk is out of range': 'UPDATE talk SET start = 9000000000000000 WHERE number = $number',
  'the update time of a talk is out of range': 'UPDATE talk SET updated = -9000000000000000 WHERE number = $number',
  'the status of a talk is unknown': 'UPDATE talk SET status = 99 WHERE number = $number',
  'the UID of a talk is wrong': "UPDATE talk SET uid = 'another' WHERE number = $number",
  'the creation time of a talk is out of range': 'UPDATE talk SET created = 9000000000000000 WHERE number = $number',
  'the sequence number of a talk is negative': 'UPDATE talk SET sequence = -5 WHERE number = $number',
  'the previous start of a talk is out of range':
    'UPDATE talk SET previous_start = 9000000000000000 WHERE number = $number',
  'the version of a talk is too high': 'UPDATE talk SET version = 4000000000 WHERE number = $number',
  'the slug of a talk is wrong': "UPDATE talk SET slug = x'00112233445566778899aabbccddeeff' WHERE number = $number",
  'the slug of a talk is too short': "UPDATE talk SET slug = x'0011' WHERE number = $number",
  'the references of a talk end in the middle of a number':
    'UPDATE talk SET refs = substr(refs, 1, 5) WHERE number = $number',
  'the references of a talk are empty': "UPDATE talk SET refs = x'' WHERE number = $number",
  'the references of a talk are NULL': 'UPDATE talk SET refs = NULL WHERE number = $number',
  'the references of a talk are random': 'UPDATE talk SET refs = randomblob(length(refs)) WHERE number = $number',
  'the references of a talk claim four billion entries':
    "UPDATE talk SET refs = x'000000000000000000000000ffffffffffffffffffffffff' WHERE number = $number",
  'a talk is missing': 'DELETE FROM talk WHERE number = $number',
};

/** Damage to one other record each. */
const IN_OTHERS: readonly (readonly [what: string, type: EntityType, number: number, set: string])[] = [
  ['the name of a person is wrong', 'person', 1, `record = CAST('{"name":"Nobody"}' AS BLOB)`],
  ['the JSON of a person is truncated', 'person', 2, 'record = substr(record, 1, 8)'],
  ['the record of a person is NULL', 'person', 3, 'record = NULL'],
  ['the slug of a person is invalid', 'person', 4, "key = 'no slug at all'"],
  ['a place is its own parent', 'place', 2, 'parent = number'],
  ['the parent of a place does not exist', 'place', 3, 'parent = 4000000000'],
  ['the JSON of a place is a number', 'place', 4, "record = CAST('7' AS BLOB)"],
  ['the JSON of a topic is zeroed', 'topic', 1, 'record = zeroblob(9)'],
  ['the title of a series is wrong', 'series', 1, `record = CAST('{"title":"None"}' AS BLOB)`],
  ['the JSON of a collection is invalid', 'collection', 1, "record = CAST('{{' AS BLOB)"],
  [
    'a private collection is public',
    'collection',
    PRIVATE,
    "record = CAST(replace(CAST(record AS TEXT), 'false', 'true ') AS BLOB)",
  ],
];

/** Damage to whole tables, or to what others refer to. */
const IN_TABLES: Readonly<Record<string, string>> = {
  'the talk_record table is empty': 'DELETE FROM talk_record',
  'a person is missing': 'DELETE FROM person WHERE number = 1',
  'all people are missing': 'DELETE FROM person',
  'all places are missing': 'DELETE FROM place',
  'the key of a provenance row is wrong': "UPDATE provenance SET key = 'another'",
  'the slug of a provenance row is too short': "UPDATE provenance SET slug = '0022'",
  'all topics are missing': 'DELETE FROM topic',
  'all series are missing': 'DELETE FROM series',
  'a table is missing': 'DROP TABLE talk_record',
};

const HARMLESS_ROWS: Readonly<Record<string, string>> = {
  'the import table is empty': 'DELETE FROM import',
  'the token of an import is wrong': "UPDATE import SET token = 'another'",
};

/** Damage to the file: bytes that are overwritten. */
const IN_FILE: readonly KindOfDamage[] = [
  { what: 'a page of the talk table is zeroed', damage: (path) => overwritePage(path, 'talk', Buffer.alloc(8192)) },
  {
    what: 'a page of the talk_record table is zeroed',
    damage: (path) => overwritePage(path, 'talk_record', Buffer.alloc(8192)),
  },
  { what: 'a page of the person table is zeroed', damage: (path) => overwritePage(path, 'person', Buffer.alloc(8192)) },
  {
    what: 'a page of the slug index is zeroed',
    damage: (path) => overwritePage(path, 'sqlite_autoindex_talk_1', Buffer.alloc(8192)),
  },
  {
    what: 'the page of the import table is zeroed',
    damage: (path) => overwritePage(path, 'import', Buffer.alloc(8192)),
  },
  {
    what: 'a page of the talk table is garbage',
    damage: (path) => overwritePage(path, 'talk', Buffer.alloc(8192, 'garbage ')),
  },
  {
    what: 'the header of a page of the talk table is garbage',
    damage: (path) => overwritePage(path, 'talk', Buffer.alloc(12, 0xff)),
  },
  {
    what: 'a talk page and a talk_record page are swapped',
    damage: (path) => swapPages(path, 'talk', 'talk_record'),
  },
  { what: 'the schema table is zeroed', damage: (path) => overwrite(path, 100, Buffer.alloc(8092)) },
  { what: 'the schema table is garbage', damage: (path) => overwrite(path, 200, Buffer.alloc(7992, 'garbage ')) },
  { what: 'the magic string is garbage', damage: (path) => overwrite(path, 0, Buffer.alloc(16, 'garbage ')) },
  { what: 'the page size in the header is wrong', damage: (path) => overwrite(path, 16, Buffer.from([0x10, 0x00])) },
  {
    what: 'the text encoding in the header is wrong',
    damage: (path) => overwrite(path, 56, Buffer.from([0, 0, 0, 2])),
  },
  {
    what: 'the schema version is too low',
    damage: (path) => overwrite(path, 60, Buffer.from([0, 0, 0, 1])),
    isForeign: true,
  },
  {
    what: 'the schema version is too high',
    damage: (path) => overwrite(path, 60, Buffer.from([0, 0, 9, 9])),
    isForeign: true,
  },
  {
    what: 'the application ID is wrong',
    damage: (path) => overwrite(path, 68, Buffer.alloc(4)),
    isForeign: true,
  },
  { what: 'the first page is zeroed', damage: (path) => overwrite(path, 0, Buffer.alloc(8192)), isForeign: true },
  {
    what: 'the whole file is zeroed',
    damage: (path) => writeFileSync(path, Buffer.alloc(statSync(path).size)),
    isForeign: true,
  },
  {
    what: 'the file is cut in half',
    damage: (path) => truncateSync(path, Math.floor(statSync(path).size / 16384) * 8192),
  },
  { what: 'the file is cut in the middle of a page', damage: (path) => truncateSync(path, statSync(path).size - 9000) },
  { what: 'the file is cut to its header', damage: (path) => truncateSync(path, 100) },
  {
    what: 'the -wal file is garbage',
    damage: (path) => writeFileSync(`${path}-wal`, Buffer.alloc(50_000, 'garbage ')),
    isHarmless: true,
  },
  {
    what: 'the -shm file is garbage',
    damage: (path) => writeFileSync(`${path}-shm`, Buffer.alloc(32_768, 0x5a)),
    isHarmless: true,
  },
];

/** Damage to one record, each to another, so that all of it fits into one file. */
interface RecordDamage extends KindOfDamage {
  readonly type: 'talk' | EntityType;
  readonly number: number;
}

export const DAMAGE_TO_TALKS: readonly RecordDamage[] = Object.entries(IN_TALKS).map(([what, sql], index) => {
  const number = index + 1;
  return { what, type: 'talk', number, damage: (path) => execute(path, sql, { number }) };
});

export const DAMAGE_TO_OTHER_RECORDS: readonly RecordDamage[] = IN_OTHERS.map(([what, type, number, set]) => {
  const sql = `UPDATE ${type} SET ${set} WHERE number = $number`;
  return { what, type, number, damage: (path) => execute(path, sql, { number }) };
});

/** Damage that needs a file of its own. */
export const DAMAGE_TO_FILES: readonly KindOfDamage[] = [
  ...Object.entries(IN_TABLES).map(([what, sql]) => ({ what, damage: (path: string) => execute(path, sql) })),
  ...Object.entries(HARMLESS_ROWS).map(([what, sql]) => ({
    what,
    damage: (path: string) => execute(path, sql),
    isHarmless: true,
  })),
  ...IN_FILE,
];

export const KINDS_OF_DAMAGE: readonly KindOfDamage[] = [
  ...DAMAGE_TO_TALKS,
  ...DAMAGE_TO_OTHER_RECORDS,
  ...DAMAGE_TO_FILES,
];

function execute(path: string, sql: string, parameters: Readonly<Record<string, number>> = {}): void {
  const db = new Database(path);
  db.prepare(sql).run(parameters);
  db.pragma('wal_checkpoint(TRUNCATE)');
  db.close();
  for (const suffix of ['-wal', '-shm']) rmSync(path + suffix, { force: true });
}

/** Offset of the first leaf page of a table or an index, except the first page of the file. */
function leafOf(path: string, name: string): number {
  const db = new Database(path, { readonly: true });
  const sql = "SELECT pageno FROM dbstat WHERE name = ? AND pagetype = 'leaf' ORDER BY pageno LIMIT 1";
  const page = db.prepare<[string], number>(sql).pluck().get(name);
  db.close();
  if (page === undefined) throw new Error(`there is no ${name}`);
  return (page - 1) * 8192;
}

function overwritePage(path: string, name: string, bytes: Buffer): void {
  overwrite(path, leafOf(path, name), bytes);
}

function swapPages(path: string, one: string, other: string): void {
  const whole = readFileSync(path);
  const [from, to] = [leafOf(path, one), leafOf(path, other)];
  overwrite(path, to, whole.subarray(from, from + 8192));
  overwrite(path, from, whole.subarray(to, to + 8192));
}

function overwrite(path: string, at: number, bytes: Buffer): void {
  const file = openSync(path, 'r+');
  writeSync(file, bytes, 0, bytes.length, at);
  closeSync(file);
  for (const suffix of ['-wal', '-shm']) rmSync(path + suffix, { force: true });
}

import Database from 'better-sqlite3';
import { DamageScan, lostPart, lostTalks } from '../damage-scan.ts';
import type { Damage } from '../damage.ts';
import { ENTITY_TYPES } from '../entity-type.ts';
import type { ExistingRemovedTalk } from '../existing-history.ts';
import type { StoredEntity } from '../stored-rows.ts';
import type { StoredTalkRow } from '../stored-rows.ts';
import { storedEntities } from './entity.ts';
import { storedCorrections } from './corrections.ts';
import { storedForgotten } from './forgotten.ts';
import { storedProvenance } from './provenance.ts';
import { REMOVED_TALKS, STORED_TALKS } from './talk.ts';

/** The most findings of SQLite itself that are reported. */
const MAX_FINDINGS = 100;

/**
 * All damage: first what SQLite finds in its file, then every damaged record. Yields undefined now and then, as a
 * pause.
 */
export function* damageIn(db: Database.Database): Generator<Damage | undefined> {
  yield* unlessLost('the file', () => fileDamage(db));
  const scan = new DamageScan();
  for (const type of ENTITY_TYPES) {
    const rows = () => db.prepare<[], StoredEntity>(storedEntities(type)).iterate();
    yield* unlessLost(`the table ${type}`, () => scan.entities(type, rows()));
  }
  yield* unlessLost('the table talk_record', () => lostIn(db));
  yield* unlessLost('the table talk', () => scan.talks(db.prepare<[], StoredTalkRow>(STORED_TALKS).iterate()));
  yield* unlessLost('the table talk', () => scan.removed(db.prepare<[], RemovedRow>(REMOVED_TALKS).iterate()));
  yield* unlessLost('the table provenance', () => scan.provenance(storedProvenance(db)));
  yield* unlessLost('the table correction', () => scan.corrections(storedCorrections(db)));
  yield* unlessLost('the table forgotten', () => scan.forgotten(storedForgotten(db)));
}

/** The damage that a quick look finds, without reading records. Yields undefined now and then, as a pause. */
export function* damageAtAGlance(db: Database.Database): Generator<Damage | undefined> {
  const tables = db.prepare<[], string>("SELECT name FROM sqlite_master WHERE type = 'table' AND rootpage > 0").pluck();
  for (const table of tables.all()) {
    yield* unlessLost(`the table ${table}`, () => fileDamage(db, `'${table}'`));
    yield undefined;
  }
  yield* unlessLost('the table talk_record', () => lostIn(db));
}

type RemovedRow = ExistingRemovedTalk & { readonly number: number; readonly slug: Buffer };

function* lostIn(db: Database.Database): Generator<Damage> {
  const sql = 'SELECT number FROM talk_record WHERE sum IS NOT NULL AND number NOT IN (SELECT number FROM talk)';
  yield* lostTalks(db.prepare<[], number>(sql).pluck().all());
}

/** @param extent a table to check; or the most findings to report, to check the whole file */
function* fileDamage(db: Database.Database, extent = String(MAX_FINDINGS)): Generator<Damage> {
  const findings = db.prepare<[], string>(`PRAGMA quick_check(${extent})`).pluck();
  for (const finding of findings.all()) if (finding !== 'ok') yield lostPart(finding.replace(/\.?\s*$/, '.'));
}

/** After an unreadable page, the rest of its table is lost, but other tables are not. */
function* unlessLost(what: string, find: () => Generator<Damage | undefined>): Generator<Damage | undefined> {
  try {
    yield* find();
  } catch (error) {
    if (!(error instanceof Database.SqliteError)) throw error;
    yield lostPart(`${what} cannot be read to its end (${error.code}).`);
  }
}

import type { Database, Statement } from 'better-sqlite3';
import { byEntityType } from '../entity-type.ts';
import type { EntityType } from '../entity-type.ts';

/** The statements of an import. Text is bound as text, which SQLite copies as it is, and stored as bytes. */
export class WriteStatements {
  /** For numbers without a row. */
  readonly insert: RowStatements;
  /** For numbers with a row. Not INSERT OR REPLACE: to be able to undo that, SQLite copies every page it touches. */
  readonly update: RowStatements;
  /** Parameters: parent, number of the place. */
  readonly parent: Statement;
  /** Parameters: version, number. */
  readonly removeEntity: Readonly<Record<EntityType, Statement>>;
  /** Parameters: removed, version, number. */
  readonly removeTalk: Statement;
  /** Parameter: number. */
  readonly emptyRecord: Statement;

  constructor(db: Database) {
    this.insert = insertStatements(db);
    this.update = updateStatements(db);
    this.parent = db.prepare('UPDATE place SET parent = ? WHERE number = ?');
    this.removeEntity = byEntityType((type) =>
      db.prepare(`UPDATE ${type} SET record = NULL, sum = NULL, version = ? WHERE number = ?`),
    );
    this.removeTalk = db.prepare('UPDATE talk SET refs = NULL, sum = NULL, removed = ?, version = ? WHERE number = ?');
    this.emptyRecord = db.prepare("UPDATE talk_record SET record = x'', sum = NULL WHERE number = ?");
  }
}

interface RowStatements {
  /** Parameters: key, record, version, sum, number. */
  readonly entity: Readonly<Record<EntityType, Statement>>;
  /** Parameters: slug, those of TALK_COLUMNS, number. */
  readonly talk: Statement;
  /** Parameters: record, sum, number. */
  readonly record: Statement;
}

/** In the order in which the values are bound. */
const TALK_COLUMNS = [
  'uid',
  'start',
  'length',
  'updated',
  'status',
  'created',
  'sequence',
  'previous_start',
  'removed',
  'refs',
  'version',
  'sum',
] as const;

function insertStatements(db: Database): RowStatements {
  return {
    entity: byEntityType((type) =>
      db.prepare(`INSERT INTO ${type} (key, record, version, sum, number) VALUES (?, CAST(? AS BLOB), ?, ?, ?)`),
    ),
    talk: db.prepare(
      `INSERT INTO talk (slug, ${TALK_COLUMNS.join(', ')}, number)
      VALUES (unhex(?, '-'), ${TALK_COLUMNS.map(() => '?').join(', ')}, ?)`,
    ),
    record: db.prepare('INSERT INTO talk_record (record, sum, number) VALUES (CAST(? AS BLOB), ?, ?)'),
  };
}

function updateStatements(db: Database): RowStatements {
  return {
    entity: byEntityType((type) =>
      db.prepare(`UPDATE ${type} SET key = ?, record = CAST(? AS BLOB), version = ?, sum = ? WHERE number = ?`),
    ),
    talk: db.prepare(
      `UPDATE talk SET slug = unhex(?, '-'), ${TALK_COLUMNS.map((column) => `${column} = ?`).join(', ')} WHERE number = ?`,
    ),
    record: db.prepare('UPDATE talk_record SET record = CAST(? AS BLOB), sum = ? WHERE number = ?'),
  };
}

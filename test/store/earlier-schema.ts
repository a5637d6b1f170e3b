import Database from 'better-sqlite3';
import { STEPS as POSTGRES_STEPS } from '#store/postgres/schema.ts';
import { STEPS as SQLITE_STEPS } from '#store/sqlite/schema.ts';
import { FIRST_COLUMNS } from './migrated-catalogue.ts';

/** Creates a SQLite file of an earlier schema with the rows of another file, without what that schema lacks. */
export function makeEarlierSqlite(path: string, from: string, steps: number): void {
  const db = new Database(path);
  const [first = '', ...rest] = SQLITE_STEPS.slice(0, steps).filter((step) => typeof step === 'string');
  db.exec(first);
  db.prepare('ATTACH ? AS made').run(from);
  for (const [table, columns] of Object.entries(FIRST_COLUMNS)) {
    db.exec(`INSERT INTO main.${table} (${columns}) SELECT ${columns} FROM made.${table}`);
  }
  for (const step of rest) db.exec(step);
  db.pragma('application_id = 0x4c63746e');
  db.pragma(`user_version = ${steps}`);
  db.close();
}

/** SQL that turns a PostgreSQL database into one of the first schema and keeps its rows. @param user owner of the tables */
export function earlierPostgresSql(user: string): string {
  const [first] = POSTGRES_STEPS;
  if (typeof first !== 'string') throw new Error('the first step is no longer SQL');
  const rows = Object.entries(FIRST_COLUMNS).map(
    ([table, columns]) => `INSERT INTO lectern.${table} (${columns}) SELECT ${columns} FROM made.${table};`,
  );
  return `
    ALTER SCHEMA lectern RENAME TO made;
    CREATE SCHEMA lectern AUTHORIZATION ${user};
    SET ROLE ${user};
    CREATE TABLE lectern.schema (application text NOT NULL, steps integer NOT NULL);
    INSERT INTO lectern.schema VALUES ('Lectern', 1);
    ${first}
    ${rows.join('')}
    CREATE TABLE lectern.talk_text AS SELECT number, '{1,2,3}'::integer[] AS words FROM made.talk;
    DROP SCHEMA made CASCADE;
    RESET ROLE`;
}

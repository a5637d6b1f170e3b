import { freshPostgres, freshSqlite, type FreshDatabase } from '../support/db/fresh-database.ts';
import { POSTGRES_VERSIONS, serverPrograms } from '../support/postgres/programs.ts';

/** Every installed engine, with a function that makes an empty database. */
export const ENGINES = [
  { name: 'SQLite', database: freshSqlite },
  ...POSTGRES_VERSIONS.filter((version) => serverPrograms(version) !== undefined).map((version) => ({
    name: `PostgreSQL ${version}`,
    database: (): Promise<FreshDatabase> => freshPostgres(version),
  })),
];

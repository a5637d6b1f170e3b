import Database from 'better-sqlite3';
import pg from 'pg';

/** Every row of every table of a database, as text, in a fixed order. */
export async function allTables(address: string): Promise<string> {
  return address.startsWith('sqlite:') ? allOfSqlite(address.slice('sqlite:'.length)) : allOfPostgres(address);
}

function allOfSqlite(path: string): string {
  const db = new Database(path, { readonly: true });
  try {
    const text =
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE '%\\_text%' ESCAPE '\\' ORDER BY 1";
    const tables = db.prepare<[], string>(text).pluck().all();
    return tables.map((table) => shown(table, db.prepare(`SELECT * FROM "${table}"`).raw().all())).join('\n');
  } finally {
    db.close();
  }
}

async function allOfPostgres(address: string): Promise<string> {
  const client = new pg.Client({ connectionString: address });
  await client.connect();
  try {
    const text = "SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = 'lectern'::regnamespace";
    const { rows } = await client.query<{ name: string }>(`${text} ORDER BY 1`);
    const tables: string[] = [];
    for (const { name } of rows)
      tables.push(shown(name, (await client.query(`SELECT t::text FROM lectern.${name} t`)).rows));
    return tables.join('\n');
  } finally {
    await client.end();
  }
}

function shown(table: string, rows: readonly unknown[]): string {
  return `${table}\n${rows
    .map((row) => JSON.stringify(row))
    .sort()
    .join('\n')}`;
}

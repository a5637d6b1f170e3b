/** What a statement is given: `$1` is the first value. SQLite has no booleans, so neither have our tables. */
export type Value = string | number | null | Uint8Array;

/**
 * Runs one statement, which is the same for both engines, and returns its rows as objects by column: numbers, text, bytes
 * or null. `Row` is what the caller knows of the columns. Tables are written `lectern.talk`; SQLite, which has no schemas,
 * is asked for `talk`.
 */
export type Ask = <Row = Readonly<Record<string, unknown>>>(
  text: string,
  values?: readonly Value[],
) => Promise<readonly Row[]>;

/**
 * Reads from the current catalogue: each statement sees a state of its own. @throws StoreUnavailable, also instead of
 * the DamageFound that `read` throws
 */
export type Reading = <T>(read: (ask: Ask) => Promise<T>) => Promise<T>;

/** The text of a statement for SQLite. */
export function inSqlite(text: string): string {
  return text.replaceAll('lectern.', '');
}

/** `($2, $3)`: as many parameters as there are, or that many from `first` on. */
export function parameters(count: number, first = 1): string {
  return `(${Array.from({ length: count }, (_, at) => `$${first + at}`).join(', ')})`;
}

/** The most rows or identifiers in one statement: SQLite takes 32,766 values. */
const MAX_ROWS = 500;

/** Calls `act` with a few at a time; never with none. */
export async function inParts<T>(all: readonly T[], act: (some: readonly T[]) => Promise<unknown>): Promise<void> {
  for (let at = 0; at < all.length; at += MAX_ROWS) await act(all.slice(at, at + MAX_ROWS));
}

/** Adds or replaces rows. No two may have the same `key`. */
export async function putRows(
  ask: Ask,
  {
    table,
    columns,
    key,
  }: { readonly table: string; readonly columns: readonly string[]; readonly key: readonly string[] },
  rows: readonly (readonly Value[])[],
): Promise<void> {
  const others = columns.filter((column) => !key.includes(column)).map((column) => `${column} = excluded.${column}`);
  await inParts(rows, (some) => {
    const values = some.map((row, at) => parameters(row.length, 1 + at * row.length));
    const text = `
      INSERT INTO lectern.${table} (${columns.join(', ')}) VALUES ${values.join(', ')}
      ON CONFLICT (${key.join(', ')}) DO UPDATE SET ${others.join(', ')}`;
    return ask(text, some.flat());
  });
}

/** All rows of a statement that sorts them and takes those after `$1`, `$2` …, a batch at a time. */
export async function* inBatches<Row>(
  ask: Ask,
  {
    text,
    size,
    first,
    after,
  }: {
    readonly text: string;
    readonly size: number;
    /** Before the first row. */
    readonly first: readonly Value[];
    readonly after: (last: Row) => readonly Value[];
  },
): AsyncGenerator<readonly Row[]> {
  for (let values = first; ;) {
    const rows = await ask<Row>(`${text} LIMIT ${size}`, values);
    const last = rows.at(-1);
    if (last === undefined) return;
    yield rows;
    if (rows.length < size) return;
    values = after(last);
  }
}

/** A connection of its own, which reads one state if asked to. */
export interface Reader {
  /** True: it reads a copy of the store, which may lag behind the original. */
  readonly isReplica: boolean;
  /** Throws errors of the driver as they are. */
  readonly ask: Ask;
  /** All rows of a statement, a batch at a time. Throws errors of the driver as they are. */
  readonly rows: <Row>(text: string) => AsyncIterable<readonly Row[]>;
  /** SQL for the moment in a column, in whole seconds since 1970-01-01T00:00:00Z. */
  readonly secondsOf: (column: string) => string;
  /** Turns such an error into one for the operator. */
  readonly asStoreError: (error: unknown) => unknown;
  /** The code of an error at a page that cannot be read, after which the rest of that state can be. Undefined: another error. */
  readonly lostPage: (error: unknown) => Promise<string | undefined>;
  readonly close: () => Promise<void>;
}

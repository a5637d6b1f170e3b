import { setTimeout as sleep } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { asPromise } from '../as-promise.ts';
import { sourceStateFrom, sourceStateJson } from '../source-state.ts';
import type { SourceState } from '../source-state.ts';
import { endsInForce } from '../source-states.ts';
import type { Claim, ClaimedSource, ListedSource, SourceStates } from '../source-states.ts';
import { openForReading } from './connection.ts';
import { catalogueFile } from './location.ts';
import { checkSchema } from './schema.ts';
import { explained, isBusy } from './trouble.ts';

/** Milliseconds between attempts to write while an import runs. */
const TRY_AGAIN = 50;

interface Row {
  readonly name: string;
  readonly state: string | null;
  readonly claim: string | null;
  readonly claimed_by: string | null;
  readonly claimed_until: number | null;
}

/** Opens the file for each call: calls are rare, and the file may have been replaced. */
export class SqliteSourceStates implements SourceStates {
  readonly #path: string;

  constructor(path: string) {
    this.#path = path;
  }

  list(): Promise<readonly ListedSource[]> {
    return asPromise(() => {
      const db = openForReading(this.#path);
      try {
        const text = 'SELECT name, state, claim, claimed_by, claimed_until FROM source ORDER BY name';
        return db.prepare<[], Row>(text).all().map(listed);
      } catch (error) {
        throw explained(error, this.#path);
      } finally {
        db.close();
      }
    });
  }

  claim(name: string, { token, by, until }: Claim, now: Date): Promise<ClaimedSource | undefined> {
    return this.#patiently((db) => {
      const text = `
        INSERT INTO source (name, claim, claimed_by, claimed_until) VALUES (?, ?, ?, ?)
        ON CONFLICT (name) DO UPDATE
          SET claim = excluded.claim, claimed_by = excluded.claimed_by, claimed_until = excluded.claimed_until
          WHERE source.claim IS NULL OR source.claimed_until NOT BETWEEN ? AND ?
        RETURNING state`;
      const claim = db.prepare<[string, string, string, number, number, number], Pick<Row, 'state'>>(text);
      const row = claim.get(name, token, by, until.getTime(), ...endsInForce(now));
      return row === undefined ? undefined : { state: sourceStateFrom(row.state) };
    });
  }

  async renew(name: string, token: string, until: Date): Promise<boolean> {
    // While an import runs, nobody else can claim the source either.
    const changed = await this.#writing((db) => {
      return db
        .prepare('UPDATE source SET claimed_until = ? WHERE name = ? AND claim = ?')
        .run(until.getTime(), name, token).changes;
    });
    return changed === 1;
  }

  async settle(name: string, token: string, state: SourceState | undefined): Promise<boolean> {
    const changed = await this.#patiently((db) => {
      const text = `
        UPDATE source SET state = coalesce(?, state), claim = NULL, claimed_by = NULL, claimed_until = NULL
        WHERE name = ? AND claim = ?`;
      const json = state === undefined ? null : sourceStateJson(state);
      return db.prepare(text).run(json, name, token).changes;
    });
    return changed === 1;
  }

  async replace(name: string, state: SourceState): Promise<void> {
    await this.#patiently((db) =>
      db.prepare('UPDATE source SET state = ? WHERE name = ?').run(sourceStateJson(state), name),
    );
  }

  async forgetAllBut(names: readonly string[], now: Date): Promise<void> {
    await this.#patiently((db) => {
      const text = `
        DELETE FROM source
        WHERE name NOT IN (SELECT value FROM json_each(?)) AND (claim IS NULL OR claimed_until NOT BETWEEN ? AND ?)`;
      db.prepare(text).run(JSON.stringify(names), ...endsInForce(now));
    });
  }

  /** Waits for a running import. */
  async #patiently<T>(write: (db: Database.Database) => T): Promise<T> {
    for (;;) {
      const done = await this.#writing((db) => ({ value: write(db) }));
      if (done !== undefined) return done.value;
      await sleep(TRY_AGAIN);
    }
  }

  /** Undefined: another process is writing. */
  #writing<T>(write: (db: Database.Database) => T): Promise<T | undefined> {
    return asPromise(() => {
      catalogueFile(this.#path);
      let db: Database.Database | undefined;
      try {
        db = new Database(this.#path, { fileMustExist: true, timeout: 0 });
        checkSchema(db, this.#path);
        return write(db);
      } catch (error) {
        if (isBusy(error)) return undefined;
        throw explained(error, this.#path);
      } finally {
        db?.close();
      }
    });
  }
}

function listed({ name, state, claim, claimed_by, claimed_until }: Row): ListedSource {
  const isClaimed = claim !== null && claimed_by !== null && claimed_until !== null;
  return {
    name,
    state: sourceStateFrom(state),
    claim: isClaimed ? { token: claim, by: claimed_by, until: new Date(claimed_until) } : undefined,
  };
}

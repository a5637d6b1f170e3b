import type { PostgresAddress } from '../address.ts';
import { describe } from '../address.ts';
import { checkCurrent } from '../migration.ts';
import { sourceStateFrom, sourceStateJson } from '../source-state.ts';
import type { SourceState } from '../source-state.ts';
import { endsInForce } from '../source-states.ts';
import type { Claim, ClaimedSource, ListedSource, SourceStates } from '../source-states.ts';
import type { Reading, Row } from './connection.ts';
import { connectTo } from './location.ts';
import { STEPS } from './schema.ts';
import { explained } from './trouble.ts';

/** Time limit for writing a state, in milliseconds. */
const WRITE = 10_000;

/**
 * Reads where the catalogue is read, and writes to the primary: over a new connection each time, since writes are rare.
 */
export class PostgresSourceStates implements SourceStates {
  readonly #address: PostgresAddress;
  readonly #read: Reading;

  constructor(address: PostgresAddress, read: Reading) {
    this.#address = address;
    this.#read = read;
  }

  list(): Promise<readonly ListedSource[]> {
    return this.#read(async (ask) => {
      const [row] = await ask('SELECT steps FROM lectern.schema');
      checkCurrent(Number(row?.[0]), STEPS, describe(this.#address));
      const text = 'SELECT name, state, claim, claimed_by, claimed_until FROM lectern.source ORDER BY name';
      return (await ask(text)).map(listed);
    });
  }

  async claim(name: string, { token, by, until }: Claim, now: Date): Promise<ClaimedSource | undefined> {
    const text = `
      INSERT INTO lectern.source AS source (name, claim, claimed_by, claimed_until) VALUES ($1, $2, $3, $4)
      ON CONFLICT (name) DO UPDATE
        SET claim = excluded.claim, claimed_by = excluded.claimed_by, claimed_until = excluded.claimed_until
        WHERE source.claim IS NULL OR source.claimed_until NOT BETWEEN $5 AND $6
      RETURNING state`;
    const [row] = await this.#write(text, [name, token, by, until.getTime(), ...endsInForce(now)]);
    return row === undefined ? undefined : { state: sourceStateFrom(row[0]) };
  }

  async renew(name: string, token: string, until: Date): Promise<boolean> {
    const text = 'UPDATE lectern.source SET claimed_until = $3 WHERE name = $1 AND claim = $2 RETURNING name';
    return (await this.#write(text, [name, token, until.getTime()])).length === 1;
  }

  async settle(name: string, token: string, state: SourceState | undefined): Promise<boolean> {
    const text = `
      UPDATE lectern.source
      SET state = coalesce($3::text, state), claim = NULL, claimed_by = NULL, claimed_until = NULL
      WHERE name = $1 AND claim = $2 RETURNING name`;
    const json = state === undefined ? null : sourceStateJson(state);
    return (await this.#write(text, [name, token, json])).length === 1;
  }

  async replace(name: string, state: SourceState): Promise<void> {
    await this.#write('UPDATE lectern.source SET state = $2 WHERE name = $1', [name, sourceStateJson(state)]);
  }

  async forgetAllBut(names: readonly string[], now: Date): Promise<void> {
    const text = `
      DELETE FROM lectern.source
      WHERE name <> ALL ($1::text[]) AND (claim IS NULL OR claimed_until NOT BETWEEN $2 AND $3)`;
    await this.#write(text, [names, ...endsInForce(now)]);
  }

  async #write(text: string, values: readonly unknown[]): Promise<readonly Row[]> {
    const connection = await connectTo(this.#address, 'primary');
    try {
      return await connection.query(text, values, WRITE);
    } catch (error) {
      throw explained(error, describe(this.#address));
    } finally {
      await connection.close();
    }
  }
}

function listed([name, state, token, by, until]: Row): ListedSource {
  return {
    name: name ?? '',
    state: sourceStateFrom(state),
    claim: isText(token) && isText(by) && isText(until) ? { token, by, until: new Date(Number(until)) } : undefined,
  };
}

function isText(value: string | null | undefined): value is string {
  return value !== null && value !== undefined;
}

import { setTimeout as sleep } from 'node:timers/promises';
import { sourceStateFrom, sourceStateJson } from './source-state.ts';
import type { SourceState } from './source-state.ts';
import { parameters } from './sql.ts';
import type { Ask, Reading } from './sql.ts';

/**
 * Writes beside the catalogue, outside of imports. Undefined: another process is writing, which only keeps SQLite from
 * it. @throws StoreUnavailable
 */
export type WriteBeside = <T>(write: (ask: Ask) => Promise<T>) => Promise<T | undefined>;

/** Milliseconds between attempts to write while an import runs. */
const TRY_AGAIN = 50;

interface Row {
  readonly name: string;
  readonly state: string | null;
  readonly claim: string | null;
  readonly claimed_by: string | null;
  readonly claimed_until: number | null;
}

/** Sync states of the sources. They are stored beside the catalogue: they make no version, and are not exported. */
export class SourceStates {
  readonly #read: Reading;
  readonly #write: WriteBeside;

  constructor(read: Reading, write: WriteBeside) {
    this.#read = read;
    this.#write = write;
  }

  /** All sources, sorted by name. @throws StoreUnavailable */
  list(): Promise<readonly ListedSource[]> {
    return this.#read(async (ask) => {
      const text = 'SELECT name, state, claim, claimed_by, claimed_until FROM lectern.source ORDER BY name';
      return (await ask<Row>(text)).map(listed);
    });
  }

  /**
   * Claims a source, so that no other process works on it; adds it if it is unknown. Undefined, and nothing is changed,
   * while another process has a claim on it that is in force. @throws StoreUnavailable
   */
  claim(name: string, { token, by, until }: Claim, now: Date): Promise<ClaimedSource | undefined> {
    return this.#patiently(async (ask) => {
      const text = `
        INSERT INTO lectern.source (name, claim, claimed_by, claimed_until) VALUES ($1, $2, $3, $4)
        ON CONFLICT (name) DO UPDATE
          SET claim = excluded.claim, claimed_by = excluded.claimed_by, claimed_until = excluded.claimed_until
          WHERE source.claim IS NULL OR source.claimed_until NOT BETWEEN $5 AND $6
        RETURNING state`;
      const [row] = await ask<Pick<Row, 'state'>>(text, [name, token, by, until.getTime(), ...endsInForce(now)]);
      return row && { state: sourceStateFrom(row.state) };
    });
  }

  /**
   * Extends the caller's claim. False if another process has claimed the source by now, or if the store cannot be
   * written just now. @throws StoreUnavailable
   */
  async renew(name: string, token: string, until: Date): Promise<boolean> {
    const text = 'UPDATE lectern.source SET claimed_until = $1 WHERE name = $2 AND claim = $3 RETURNING name';
    // While an import runs, nobody else can claim the source either.
    const renewed = await this.#write((ask) => ask(text, [until.getTime(), name, token]));
    return renewed?.length === 1;
  }

  /**
   * Releases the claim, and stores `state` if it is given. False, and nothing is changed, if another process has
   * claimed the source by now. @throws StoreUnavailable
   */
  async settle(name: string, token: string, state: SourceState | undefined): Promise<boolean> {
    const text = `
      UPDATE lectern.source SET state = coalesce($1, state), claim = NULL, claimed_by = NULL, claimed_until = NULL
      WHERE name = $2 AND claim = $3 RETURNING name`;
    const json = state === undefined ? null : sourceStateJson(state);
    return (await this.#patiently((ask) => ask(text, [json, name, token]))).length === 1;
  }

  /** Replaces a source's state even if it is claimed; `settle` may then overwrite it. @throws StoreUnavailable */
  async replace(name: string, state: SourceState): Promise<void> {
    const values = [sourceStateJson(state), name];
    await this.#patiently((ask) => ask('UPDATE lectern.source SET state = $1 WHERE name = $2', values));
  }

  /** Deletes all sources but these and those with a claim in force. @throws StoreUnavailable */
  async forgetAllBut(names: readonly string[], now: Date): Promise<void> {
    const others = names.length === 0 ? '' : `AND name NOT IN ${parameters(names.length, 3)}`;
    const text = `
      DELETE FROM lectern.source WHERE (claim IS NULL OR claimed_until NOT BETWEEN $1 AND $2) ${others}`;
    await this.#patiently((ask) => ask(text, [...endsInForce(now), ...names]));
  }

  /** Waits for a running import. */
  async #patiently<T>(write: (ask: Ask) => Promise<T>): Promise<T> {
    for (;;) {
      const done = await this.#write(async (ask) => ({ value: await write(ask) }));
      if (done !== undefined) return done.value;
      await sleep(TRY_AGAIN);
    }
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

export interface Claim {
  /** Unique to the claim. Identifies the process, in a form that the caller chooses. */
  readonly token: string;
  /** Who has the claim, for messages: a machine and a process. */
  readonly by: string;
  readonly until: Date;
}

/**
 * Milliseconds that a claim can last at most. They last seconds, and clocks may differ: one that lasts longer was made
 * while a clock was far ahead, and is void.
 */
const LONGEST_CLAIM = 3_600_000;

/** The first and last millisecond in which a claim ends that is in force. */
function endsInForce(now: Date): [first: number, last: number] {
  return [now.getTime() + 1, now.getTime() + LONGEST_CLAIM];
}

/** Whether a claim keeps others from claiming the source. */
export function isInForce({ until }: Claim, now: Date): boolean {
  const [first, last] = endsInForce(now);
  return first <= until.getTime() && until.getTime() <= last;
}

export interface ClaimedSource {
  /** As the previous run left it; undefined if no run has ended yet. */
  readonly state: SourceState | undefined;
}

export interface ListedSource {
  readonly name: string;
  /** Undefined during the first run, or if that was interrupted. */
  readonly state: SourceState | undefined;
  /** The claim on it, which may have expired. */
  readonly claim: Claim | undefined;
}

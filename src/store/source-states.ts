import { setTimeout as sleep } from 'node:timers/promises';
import { isObject, listOf } from '#catalogue/json-object.ts';
import type { LocatedProblem } from '#catalogue/problem.ts';
import type { SourceNews, SourcePage, SourcePageProblem } from '#catalogue/source-page.ts';
import { isTimestamp, type Timestamp } from '#catalogue/timestamp.ts';
import { type Ask, parameters, type Reading } from './sql.ts';

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
    return this.#writeWhenFree(async (ask) => {
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
    return (await this.#writeWhenFree((ask) => ask(text, [json, name, token]))).length === 1;
  }

  /** Replaces a source's state even if it is claimed; `settle` may then overwrite it. @throws StoreUnavailable */
  async replace(name: string, state: SourceState): Promise<void> {
    const values = [sourceStateJson(state), name];
    await this.#writeWhenFree((ask) => ask('UPDATE lectern.source SET state = $1 WHERE name = $2', values));
  }

  /** Deletes all sources but these and those with a claim in force. @throws StoreUnavailable */
  async forgetAllBut(names: readonly string[], now: Date): Promise<void> {
    const others = names.length === 0 ? '' : `AND name NOT IN ${parameters(names.length, 3)}`;
    const text = `
      DELETE FROM lectern.source WHERE (claim IS NULL OR claimed_until NOT BETWEEN $1 AND $2) ${others}`;
    await this.#writeWhenFree((ask) => ask(text, [...endsInForce(now), ...names]));
  }

  /** Waits for a running import. */
  async #writeWhenFree<T>(write: (ask: Ask) => Promise<T>): Promise<T> {
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

interface ClaimedSource {
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

/** Sync state of one source. */
export interface SourceState {
  readonly lastAttempt: Timestamp | null;
  /** SHA-256 of the settings of the last attempt, in hexadecimal. */
  readonly settings: string | null;
  readonly lastSuccess: Timestamp | null;
  /** Null: none is planned. */
  readonly nextRun: Timestamp | null;
  /** Consecutive failures, up to the last attempt. */
  readonly failures: number;
  /** The content that was last read; null: it must be read in any case. */
  readonly seen: SeenContent | null;
  /** What the source was when last read, in words such as `RSS`; null: unknown. */
  readonly kind: string | null;
  /** The format that it was last read in; null: unknown. */
  readonly format: ReadFormat | null;
  /** How many talks the source had when last read. */
  readonly talks: number | null;
  /** Counts of what the last run did, by the run's own name for each change. */
  readonly changes: Readonly<Record<string, number>>;
  /** The first few problems of the last run. */
  readonly problems: readonly LocatedProblem[];
  /** How many more problems there were. */
  readonly moreProblems: number;
  /** The last reading, if it was not applied because too many talks are missing; null: none is held. */
  readonly held: HeldReading | null;
  /** What the source's status page shows; null: it has none. */
  readonly page: SourcePage | null;
}

/** A reading that is not applied until the operator confirms it. */
export interface HeldReading {
  /** How many upcoming talks it would cancel or remove. */
  readonly missing: number;
  /** How many upcoming talks the source has. */
  readonly of: number;
}

/** A format in which a source was read. */
interface ReadFormat {
  /** As `--from` takes it. */
  readonly name: string;
  /** SHA-256 of where the source was read from, in hexadecimal: elsewhere, any format may be right. */
  readonly origin: string;
}

/** Identifies the content that was read, to tell whether the source has changed since. */
export interface SeenContent {
  /** When it was read. */
  readonly at: Timestamp;
  /** SHA-256 of the settings that it was read with, in hexadecimal. */
  readonly settings: string;
  /** SHA-256 of its bytes, in hexadecimal; null if it was fetched in several parts. */
  readonly content: string | null;
  /** As the server gave them (RFC 9110, 8.8). */
  readonly etag: string | null;
  readonly lastModified: string | null;
}

export const NEVER_RUN: SourceState = {
  lastAttempt: null,
  settings: null,
  lastSuccess: null,
  nextRun: null,
  failures: 0,
  seen: null,
  kind: null,
  format: null,
  talks: null,
  changes: {},
  problems: [],
  moreProblems: 0,
  held: null,
  page: null,
};

function sourceStateJson(state: SourceState): string {
  return JSON.stringify(state);
}

/**
 * Parses the output of `sourceStateJson` of this or another version of Lectern. Values that are missing or of another
 * type count as unknown. Undefined for null.
 */
function sourceStateFrom(json: string | null | undefined): SourceState | undefined {
  if (json === null || json === undefined) return undefined;
  const kept: unknown = JSON.parse(json);
  if (!isObject(kept)) return NEVER_RUN;
  return {
    lastAttempt: timeOf(kept.lastAttempt),
    settings: textOf(kept.settings),
    lastSuccess: timeOf(kept.lastSuccess),
    nextRun: timeOf(kept.nextRun),
    failures: countOf(kept.failures) ?? 0,
    seen: seenOf(kept.seen),
    kind: textOf(kept.kind),
    format: formatOf(kept.format),
    talks: countOf(kept.talks),
    changes: changesOf(kept.changes),
    problems: Array.isArray(kept.problems) ? kept.problems.flatMap(problemOf) : [],
    moreProblems: countOf(kept.moreProblems) ?? 0,
    held: heldOf(kept.held),
    page: sourcePageOf(kept.page),
  };
}

function seenOf(value: unknown): SeenContent | null {
  if (!isObject(value)) return null;
  const at = timeOf(value.at);
  const settings = textOf(value.settings);
  if (at === null || settings === null) return null;
  return {
    at,
    settings,
    content: textOf(value.content),
    etag: textOf(value.etag),
    lastModified: textOf(value.lastModified),
  };
}

function formatOf(value: unknown): ReadFormat | null {
  if (!isObject(value)) return null;
  const [name, origin] = [textOf(value.name), textOf(value.origin)];
  return name === null || origin === null ? null : { name, origin };
}

function heldOf(value: unknown): HeldReading | null {
  if (!isObject(value)) return null;
  const [missing, of] = [countOf(value.missing), countOf(value.of)];
  return missing === null || of === null ? null : { missing, of };
}

function changesOf(value: unknown): Record<string, number> {
  if (!isObject(value)) return {};
  const counts = Object.entries(value).map(([name, count]) => [name, countOf(count) ?? 0] as const);
  return Object.fromEntries(counts);
}

function problemOf(value: unknown): LocatedProblem[] {
  if (!isObject(value)) return [];
  const text = (name: string): string => textOf(value[name]) ?? '';
  return [
    {
      code: text('code'),
      where: text('where'),
      what: text('what'),
      hint: text('hint'),
      file: text('file'),
      line: countOf(value.line) ?? 0,
    },
  ];
}

// Read JSON values that another version of Lectern may have written. A value of another type becomes null or an empty
// list.

function timeOf(value: unknown): Timestamp | null {
  return typeof value === 'string' && isTimestamp(value) ? value : null;
}

function countOf(value: unknown): number | null {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : null;
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

/** Reads what a status page shows from the JSON of a source's state. Null: there is none. */
function sourcePageOf(value: unknown): SourcePage | null {
  if (!isObject(value)) return null;
  return {
    zone: textOf(value.zone) ?? 'UTC',
    read: timeOf(value.read),
    news: listOf(value.news).flatMap(newsOf),
    moreNews: countOf(value.moreNews) ?? 0,
    problems: listOf(value.problems).flatMap(pageProblemOf),
    moreProblems: countOf(value.moreProblems) ?? 0,
    notes: listOf(value.notes).flatMap((note) => textOf(note) ?? []),
    failure: listOf(value.failure).flatMap(pageProblemOf),
  };
}

function newsOf(value: unknown): SourceNews[] {
  if (!isObject(value)) return [];
  const start = timeOf(value.start);
  return start === null ? [] : [{ what: textOf(value.what) ?? '', title: textOf(value.title) ?? '', start }];
}

function pageProblemOf(value: unknown): SourcePageProblem[] {
  if (!isObject(value)) return [];
  return [{ line: countOf(value.line) ?? 0, where: textOf(value.where) ?? '', text: textOf(value.text) ?? '' }];
}

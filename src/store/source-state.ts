import { isObject } from '#catalogue/json-object.ts';
import type { LocatedProblem } from '#catalogue/problem.ts';
import type { SourcePage } from '#catalogue/source-page.ts';
import type { Timestamp } from '#catalogue/timestamp.ts';
import { countOf, textOf, timeOf } from './stored-json.ts';
import { sourcePageOf } from './source-page.ts';

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
export interface ReadFormat {
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

export function sourceStateJson(state: SourceState): string {
  return JSON.stringify(state);
}

/**
 * Parses the output of `sourceStateJson` of this or another version of Lectern. Values that are missing or of another
 * type count as unknown. Undefined for null.
 */
export function sourceStateFrom(json: string | null | undefined): SourceState | undefined {
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

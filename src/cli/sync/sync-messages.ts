import { isObject } from '#catalogue/json-object.ts';
import type { SourceReport } from '#harvest/sync/sync-report.ts';
import type { SyncLines } from '../reports/sync-lines.ts';

/**
 * Set for a `sync` that another process runs on a schedule: it sends messages instead of printing.
 */
export const SYNC_VARIABLE = 'LECTERN_SYNC';

/** What a run reports to its supervisor. */
export type FromSync =
  | {
      readonly kind: 'source';
      readonly source: string;
      /** As in SourceReport. */
      readonly outcome: string;
      readonly summary: string;
      readonly details: readonly string[];
      readonly problems: string;
      /** ISO 8601; `''` if unknown. */
      readonly nextRun: string;
    }
  /** What --keep-past-talks has removed, in words. */
  | { readonly kind: 'retired'; readonly what: string }
  /** Sent every few seconds, to show that the run is not stuck. */
  | { readonly kind: 'beat' }
  /** End of the run: when a source is due next, in milliseconds since 1970; null: never. */
  | { readonly kind: 'next'; readonly at: number | null };

/** Undefined for any other message. */
export function fromSync(message: unknown): FromSync | undefined {
  if (!isObject(message)) return undefined;
  if (message.kind === 'beat') return { kind: 'beat' };
  if (message.kind === 'retired') return { kind: 'retired', what: String(message.what) };
  if (message.kind === 'next') {
    const { at } = message;
    return at === null || typeof at === 'number' ? { kind: 'next', at } : undefined;
  }
  if (message.kind !== 'source') return undefined;
  const { source, outcome, summary, details, problems, nextRun } = message;
  const texts = [source, outcome, summary, problems, nextRun];
  if (!texts.every((text) => typeof text === 'string') || !Array.isArray(details)) return undefined;
  return {
    kind: 'source',
    source: String(source),
    outcome: String(outcome),
    summary: String(summary),
    details: details.map(String),
    problems: String(problems),
    nextRun: String(nextRun),
  };
}

/** The process that runs this one on a schedule. */
export interface Supervisor {
  readonly onGone: (act: () => void) => void;
  readonly report: (
    source: string,
    outcome: SourceReport['outcome'],
    lines: SyncLines,
    nextRun: Date | undefined,
  ) => void;
  readonly retired: (what: string) => void;
  readonly next: (at: Date | undefined) => Promise<void>;
}

/** Milliseconds between two heartbeats. */
const BEATS_EVERY = 5_000;

/** Undefined if the command was run by hand. */
export function supervisor(): Supervisor | undefined {
  if (process.env[SYNC_VARIABLE] === undefined || process.send === undefined) return undefined;
  const tell = (message: FromSync): Promise<void> =>
    new Promise((resolve) => {
      // Resolves even if the supervisor is gone.
      process.send?.(message, undefined, {}, () => resolve());
    });
  setInterval(() => void tell({ kind: 'beat' }), BEATS_EVERY).unref();
  // The channel alone must not keep this process alive.
  process.channel?.unref();
  return {
    onGone: (act) => process.once('disconnect', act),
    report: (source, outcome, lines, nextRun) => {
      void tell({ kind: 'source', source, outcome, ...lines, nextRun: nextRun?.toISOString() ?? '' });
    },
    retired: (what) => void tell({ kind: 'retired', what }),
    next: (at) => tell({ kind: 'next', at: at?.getTime() ?? null }),
  };
}

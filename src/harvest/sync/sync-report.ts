import type { LocatedProblem } from '#catalogue/problem.ts';
import type { StoreUnavailable } from '#store/store.ts';
import type { ImportReport } from '../import-catalogue.ts';
import type { NewsOfTalks, TalkNews } from './talk-changes.ts';

/** Result of looking at a source. */
export type SourceDone =
  /** Unchanged since it was last read. */
  | { readonly outcome: 'same' }
  | {
      readonly outcome: 'read';
      readonly report: Extract<ImportReport, { ok: true }>;
      /** Changed talks, without gone ones, which `report` has. */
      readonly news: ReadonlyMap<TalkNews, NewsOfTalks>;
      /** IANA zone of the source's times without one. */
      readonly zone: string;
    }
  | {
      readonly outcome: 'failed';
      readonly problems: readonly LocatedProblem[];
      /** Number of further problems. */
      readonly more: number;
      /** Seconds that the server asks to wait. */
      readonly retryAfter?: number | undefined;
      /** Undefined: it could not be read at all, or is not what it was. */
      readonly report?: ImportReport;
    };

/** Number of talks in a source. */
export function talksIn({ files, counts }: Extract<ImportReport, { ok: true }>): number {
  if (files.length > 0) return files.reduce((sum, { talks }) => sum + talks, 0);
  // For a catalogue file.
  const { added, changed, unchanged } = counts.talk;
  return added + changed + unchanged;
}

/** Result of a run for a source. */
export type SourceReport = {
  readonly source: string;
  /** When it is due again; undefined: no state was stored. */
  readonly nextRun?: Date;
  /** Why its state could not be stored. The database then has no trace of this run. */
  readonly unsettled?: StoreUnavailable;
} & (
  | SourceDone
  | { readonly outcome: 'not-due' }
  /** Another process has the claim. */
  | { readonly outcome: 'busy' }
);

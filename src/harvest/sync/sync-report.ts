import type { LocatedProblem } from '#catalogue/problem.ts';
import type { ImportReport } from '../import-catalogue.ts';
import type { NewsOfTalks, TalkNews } from './talk-changes.ts';

/** What became of a source that was looked at. */
export type SourceDone =
  /** It says what it said when it was last read. */
  | { readonly outcome: 'same' }
  | {
      readonly outcome: 'read';
      readonly report: Extract<ImportReport, { ok: true }>;
      /** But for talks that it no longer has: `report` has those. */
      readonly news: ReadonlyMap<TalkNews, NewsOfTalks>;
      /** IANA zone of the source's times that name none. */
      readonly zone: string;
    }
  | {
      readonly outcome: 'failed';
      readonly problems: readonly LocatedProblem[];
      /** How many more there are. */
      readonly more: number;
      /** Seconds for which its server wants to be left alone. */
      readonly retryAfter?: number | undefined;
      /** Undefined when it could not be read at all. */
      readonly report?: ImportReport;
    };

/** How many talks a source had. */
export function talksIn({ files, counts }: Extract<ImportReport, { ok: true }>): number {
  if (files.length > 0) return files.reduce((sum, { talks }) => sum + talks, 0);
  // A catalogue file.
  const { added, changed, unchanged } = counts.talk;
  return added + changed + unchanged;
}

/** What a run did with a source. */
export type SourceReport = {
  readonly source: string;
  /** When it is due again; undefined when nothing was noted. */
  readonly nextRun?: Date;
} & (
  | SourceDone
  | { readonly outcome: 'not-due' }
  /** Another process is at it. */
  | { readonly outcome: 'busy' }
);

import { IntegrityChecker, NO_EXISTING_RECORDS } from '#catalogue/integrity-checker.ts';
import type { Timestamp } from '#catalogue/timestamp.ts';
import type { LocatedProblem } from '#catalogue/problem.ts';
import type { Input } from '#sources/file-input.ts';
import { PastTalks } from '../retention/past-talks.ts';
import { readInto, type ReadingOptions, type Taker } from './catalogue-reading.ts';
import { inReadingOrder } from './reading-order.ts';
import type { FileSummary } from './source-reading.ts';

export interface CheckReport {
  /** Number of valid records. */
  readonly records: number;
  /** Reports on files in other formats than the catalogue file. */
  readonly files: readonly FileSummary[];
  /**
   * In the order of the inputs and their lines. Empty: an import of these inputs as a whole catalogue would succeed and
   * skip nothing.
   */
  readonly problems: readonly LocatedProblem[];
  /** Number of problems beyond the limit. */
  readonly more: number;
  /** Number of talks that ended before `keptSince` and would be skipped. */
  readonly past: number;
}

interface CheckOptions extends ReadingOptions {
  /** See ImportRequest. */
  readonly keptSince?: Timestamp;
}

/** Finds what an import into an empty store would refuse or skip. Needs no store. */
export async function checkCatalogue(
  inputs: readonly Input[],
  { keptSince, ...options }: CheckOptions = {},
): Promise<CheckReport> {
  const checker = new IntegrityChecker(NO_EXISTING_RECORDS, true);
  const pastTalks = new PastTalks(keptSince);
  const { records, found, sources } = await readInto(takerOf(checker, pastTalks), inputs, options);
  found.add(checker.problems());
  found.addAll(sources.skipped);
  found.addAll(sources.mended);
  return {
    records,
    files: sources.files,
    problems: inReadingOrder(found.problems, inputs),
    more: found.more,
    past: pastTalks.leftOut,
  };
}

/** Checks records without keeping them. */
function takerOf(checker: IntegrityChecker, past: PastTalks): Taker {
  return {
    put: (records) => {
      past.pass(records);
      const entered = records.map((located) => checker.enter(located));
      return Promise.resolve(entered.filter((entry) => 'code' in entry));
    },
    changeProvenance: () => Promise.resolve(),
    refuse: (unread) => {
      for (const identifier of unread) checker.enterUnread(identifier);
    },
  };
}

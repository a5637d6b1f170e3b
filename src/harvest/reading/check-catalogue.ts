import { IntegrityChecker, NO_EXISTING_RECORDS } from '#catalogue/integrity-checker.ts';
import type { Timestamp } from '#catalogue/timestamp.ts';
import type { LocatedProblem } from '#catalogue/problem.ts';
import type { Input } from '#sources/file-input.ts';
import { PastTalks } from '../retention/past-talks.ts';
import { readInto } from './catalogue-reading.ts';
import type { ReadingOptions, Taker } from './catalogue-reading.ts';
import { inReadingOrder } from './reading-order.ts';
import type { FileSummary } from './source-reading.ts';

export interface CheckReport {
  /** Good ones among what was read. */
  readonly records: number;
  /** What there is to say of files of other formats than our own. */
  readonly files: readonly FileSummary[];
  /**
   * None: an import of these inputs, as a whole catalogue, would succeed, and leave nothing out. In the order of the inputs
   * and their lines.
   */
  readonly problems: readonly LocatedProblem[];
  /** How many more there are than the limit. */
  readonly more: number;
  /** How many talks ended before `keptSince`, and would be left out. */
  readonly past: number;
}

export interface CheckOptions extends ReadingOptions {
  /** See ImportRequest. */
  readonly keptSince?: Timestamp;
}

/** Finds what an import of these inputs into an empty store would refuse or leave out, without a store. */
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

/** Enters records, and forgets them. */
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

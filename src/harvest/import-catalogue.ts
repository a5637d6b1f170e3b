import type { LocatedProblem } from '#catalogue/problem.js';
import type { Input } from '#sources/file-input.js';
import type { ImportCounts, Store } from '#store/store.js';
import { inReadingOrder, readInto } from './reading.js';
import type { ReadingOptions } from './reading.js';

export interface ImportRequest extends ReadingOptions {
  readonly inputs: readonly Input[];
  /** True: the inputs are the whole catalogue, and what they do not name is removed. */
  readonly replace: boolean;
  /** True: everything is done but the commit. */
  readonly dryRun?: boolean;
  /** The time that talks which do not say when they changed are given. */
  readonly now: Date;
  /** Called once if another import has to be waited for. */
  readonly onWait?: () => void;
}

export type ImportReport =
  | { readonly ok: true; readonly records: number; readonly counts: ImportCounts }
  | {
      readonly ok: false;
      /** Good ones among what was read. */
      readonly records: number;
      /** In the order of the inputs and their lines. */
      readonly problems: readonly LocatedProblem[];
      /** How many more there are than the limit. */
      readonly more: number;
    };

/**
 * Brings catalogue files into a store: all or nothing.
 * @throws StoreUnavailable when the store cannot be written; the signal's reason when that is aborted
 */
export async function importCatalogue(store: Store, request: ImportRequest): Promise<ImportReport> {
  const { inputs, replace } = request;
  const started = await store.beginImport(request);
  try {
    const { records, found } = await readInto(started, inputs, request);
    if (replace && records === 0 && !started.intoEmpty) {
      started.refuse([]);
      found.add([nothingToReplaceWith(inputs)]);
    }

    const outcome = await started.finish();
    if (outcome.ok) return { ok: true, records, counts: outcome.counts };

    found.add(outcome.problems);
    found.count(outcome.more);
    return { ok: false, records, problems: inReadingOrder(found.problems, inputs), more: found.more };
  } finally {
    await started.abandon();
  }
}

/** An empty file is far more often a backup that failed than a wish to have no catalogue. */
function nothingToReplaceWith(inputs: readonly Input[]): LocatedProblem {
  return {
    code: 'empty-catalogue',
    where: '',
    what: 'There is no record to replace the catalogue with.',
    hint: 'Give the files that are to be the whole catalogue.',
    file: inputs[0]?.name ?? '',
    line: 0,
  };
}

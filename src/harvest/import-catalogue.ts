import type { LocatedProblem } from '#catalogue/problem.ts';
import type { Input } from '#sources/file-input.ts';
import type { ImportCounts, Store, StoreImport, TalkChange } from '#store/store.ts';
import { AddedReferences, missingAddition } from './added-references.ts';
import { NOTHING_ALIKE, compareSources } from './merge/compare-sources.ts';
import type { DuplicateReport } from './merge/compare-sources.ts';
import { inReadingOrder, readInto } from './reading/catalogue-reading.ts';
import type { ReadSources, ReadingOptions, Taker } from './reading/catalogue-reading.ts';
import { withWhatIsKept } from './reading/explained-talks.ts';
import { NOTHING_SAME } from './merge/same-lines.ts';
import type { SameReport } from './merge/finalize-merges.ts';
import { finalizeSources } from './provenance/finalize-sources.ts';
import type { Explained, FileSummary, SourceSummary } from './reading/source-reading.ts';

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
  /** Called for every talk that is added, changed or removed, before it is known whether all is well. */
  readonly onTalk?: (change: TalkChange) => void;
}

export type ImportReport = (ImportDone | ImportRefused) & {
  /** Good ones among what was read. */
  readonly records: number;
  /** What came of the files in other formats than the catalogue's. */
  readonly files: readonly FileSummary[];
  readonly sources: readonly SourceSummary[];
  /** Problems of entries that were left out, and how many more there are than the limit. */
  readonly skipped: readonly LocatedProblem[];
  readonly moreSkipped: number;
  readonly explained: readonly Explained[];
  readonly same: SameReport;
  /** What of the sources may be in the catalogue already, from elsewhere. */
  readonly alike: DuplicateReport;
};

interface ImportDone {
  readonly ok: true;
  readonly counts: ImportCounts;
}

interface ImportRefused {
  readonly ok: false;
  /** In the order of the inputs and their lines. */
  readonly problems: readonly LocatedProblem[];
  /** How many more there are than the limit. */
  readonly more: number;
}

/**
 * Brings files into a store: all or nothing.
 * @throws StoreUnavailable when the store cannot be written; the signal's reason when that is aborted
 */
export async function importCatalogue(store: Store, request: ImportRequest): Promise<ImportReport> {
  const { inputs, replace } = request;
  const started = await store.beginImport(request);
  try {
    const isAlone = started.intoEmpty || replace;
    const read = isAlone && inputs.length === 1 ? uncompared(request) : request;
    const additions = additionsOf(request);
    const watched = watchedBy(additions, started);
    const reading = await readInto(takerOf(store, watched, replace), inputs, read);
    const { records, found } = reading;
    if (replace && records === 0 && !started.intoEmpty && found.isEmpty) {
      started.refuse([]);
      found.add([nothingToReplaceWith(inputs)]);
    }
    const { sources, same } = await finalizeSources(store, watched, reading, request);
    const missing = await additions.missing(isAlone ? undefined : store);
    if (missing.length > 0) started.refuse(missing);
    found.add(missing.map(missingAddition));
    const alike = await alikeIn(store, reading.sources, isAlone, request);
    const { files, skipped } = reading.sources;
    const explained = isAlone ? reading.sources.explained : await withWhatIsKept(store, reading.sources.explained);
    const said = { files, sources, same, alike, skipped: skipped.problems, moreSkipped: skipped.more, explained };

    const outcome = await started.finish();
    if (outcome.ok) {
      if (request.dryRun !== true) await allDone(inputs);
      return { ok: true, counts: outcome.counts, records: reading.records, ...said };
    }

    found.add(outcome.problems);
    found.count(outcome.more);
    const problems = inReadingOrder(found.problems, inputs);
    return { ok: false, problems, more: found.more, records: reading.records, ...said };
  } finally {
    await started.abandon();
  }
}

type Started = Pick<StoreImport, 'intoEmpty' | 'put' | 'changeProvenance' | 'refuse'>;

function takerOf(store: Store, started: Started, replace: boolean): Taker {
  return { ...started, known: replace || started.intoEmpty ? undefined : store };
}

function additionsOf({ sources }: ImportRequest): AddedReferences {
  const { additions = { department: null, topics: [] }, same = NOTHING_SAME } = sources ?? {};
  return new AddedReferences(additions, (key) => same.nameOf(key));
}

function watchedBy(additions: AddedReferences, started: StoreImport): Started {
  return {
    intoEmpty: started.intoEmpty,
    put: (records) => {
      additions.meet(records);
      return started.put(records);
    },
    changeProvenance: (change) => started.changeProvenance(change),
    refuse: (unread) => started.refuse(unread),
  };
}

async function allDone(inputs: readonly Input[]): Promise<void> {
  for (const { done } of inputs) await done?.();
}

/** There is nothing to compare the talks of one file with: nothing is held of them for that. */
function uncompared(request: ImportRequest): ImportRequest {
  return request.sources === undefined ? request : { ...request, sources: { ...request.sources, compare: false } };
}

function alikeIn(
  store: Store,
  reading: ReadSources,
  isAlone: boolean,
  { sources, signal }: ImportRequest,
): Promise<DuplicateReport> {
  if (sources === undefined || sources.compare === false) return Promise.resolve(NOTHING_ALIKE);
  return compareSources(store, reading, {
    lines: sources.same ?? NOTHING_SAME,
    isAlone,
    zone: sources.read.zone,
    signal,
  });
}

/** An empty file is far more often a backup that failed than a wish to have no catalogue. */
function nothingToReplaceWith(inputs: readonly Input[]): LocatedProblem {
  return {
    code: 'empty-catalogue',
    where: '',
    what: 'The input has no records to replace the catalogue with.',
    hint: 'Give the files that are to be the whole catalogue.',
    file: inputs[0]?.name ?? '',
    line: 0,
  };
}

import type { ProblemList } from '#catalogue/problem-list.ts';
import type { LocatedProblem } from '#catalogue/problem.ts';
import { type Identifier, type LocatedRecord, recordKey, typeOf } from '#catalogue/record.ts';
import { shownValue } from '#catalogue/shown-value.ts';
import type { Timestamp } from '#catalogue/timestamp.ts';
import type { Input } from '#sources/file-input.ts';
import type { ImportCounts, StoreImport, TalkChange } from '#store/store-import.ts';
import type { Store } from '#store/store.ts';
import { CorrectedImport, type CorrectionNews, type StoreBefore } from './corrections/corrected-import.ts';
import { forgottenBefore, ForgottenPeople } from './forget/forgotten-people.ts';
import { compareSources, type DuplicateReport, NOTHING_ALIKE } from './merge/compare-sources.ts';
import type { SameReport } from './merge/finalize-merges.ts';
import { IncomingTalks } from './merge/incoming-talks.ts';
import { MergeRewriter } from './merge/merge-rewriter.ts';
import { type BegunImport, finalizeSources } from './provenance/finalize-sources.ts';
import {
  type CatalogueReading,
  type ReadingOptions,
  readInto,
  type ReadSources,
  type Taker,
} from './reading/catalogue-reading.ts';
import { withWhatIsKept } from './reading/explained-talks.ts';
import { inReadingOrder } from './reading/reading-order.ts';
import type { OperatorFields } from './reading/records-of-talks.ts';
import { NOTHING_SAME } from './reading/same-lines.ts';
import type { Explained, FileSummary, SourceSummary } from './reading/source-reading.ts';
import { PastTalks } from './retention/past-talks.ts';

export interface ImportRequest extends ReadingOptions {
  readonly inputs: readonly Input[];
  /** True: the inputs are the whole catalogue; other records are removed. */
  readonly replace: boolean;
  /** Talks that ended before this time are skipped. Stored ones stay: see `removePastTalks`. */
  readonly keptSince?: Timestamp;
  /** True: a dry run, rolled back at the end. */
  readonly dryRun?: boolean;
  /** True: search for duplicate candidates, for which the whole catalogue is read. */
  readonly findDuplicates?: boolean;
  /** Time of change for talks that have none. */
  readonly now: Date;
  /** When it ends: as in ImportOptions. */
  readonly ended?: () => Date;
  /** Called once if the import has to wait for another one. */
  readonly onWait?: () => void;
  /** Called for every talk added, changed or removed, before it is known whether the import succeeds. */
  readonly onTalk?: (change: TalkChange) => void;
}

export type ImportReport = ({ readonly ok: true; readonly counts: ImportCounts } | ImportRefused) & {
  /** Number of valid records. */
  readonly records: number;
  /** Reports on files in other formats than the catalogue file. */
  readonly files: readonly FileSummary[];
  readonly sources: readonly SourceSummary[];
  /** Problems of skipped entries, and the number beyond the limit. If the import was refused, `problems` has them. */
  readonly skipped: readonly LocatedProblem[];
  readonly moreSkipped: number;
  /** The same for entries that were imported without their unreadable parts. */
  readonly mended: readonly LocatedProblem[];
  readonly moreMended: number;
  readonly explained: readonly Explained[];
  readonly same: SameReport;
  /** Duplicate candidates; none unless the request asks for them. */
  readonly alike: DuplicateReport;
  /** Changes in how corrections relate to their sources. */
  readonly corrections: readonly CorrectionNews[];
  /** Number of people skipped because they are forgotten. */
  readonly forgotten: number;
  /** Whether the list of forgotten people is damaged and cannot be read. */
  readonly isForgottenLost: boolean;
  /** Number of talks skipped because they ended too long ago. */
  readonly past: number;
};

interface ImportRefused {
  readonly ok: false;
  /** In the order of the inputs and their lines. */
  readonly problems: readonly LocatedProblem[];
  /** Number of problems beyond the limit. */
  readonly more: number;
}

/**
 * Imports files into a store, all or nothing.
 * @throws StoreUnavailable when the store cannot be written; the signal's reason when aborted
 */
export async function importCatalogue(store: Store, request: ImportRequest): Promise<ImportReport> {
  const { inputs, replace } = request;
  const started = await store.beginImport(request);
  try {
    const isAlone = started.intoEmpty || replace;
    const additions = additionsOf(request);
    const corrected = await CorrectedImport.of(store, { replace, intoEmpty: started.intoEmpty });
    const before = corrected.storeBefore(store);
    const forgotten = await forgottenBefore(store, { replace, intoEmpty: started.intoEmpty });
    const people = new ForgottenPeople(forgotten.people);
    const past = new PastTalks(request.keptSince);
    const watched = watchedBy({ additions, corrected, people, past }, started);
    const gate = new MergeRewriter(request.sources?.same ?? NOTHING_SAME);
    const incoming = isCompared(request, isAlone) ? new IncomingTalks() : undefined;
    const reading = await readInto(
      takerOf(before, watched, { replace, gate, incoming, forgotten: people }),
      inputs,
      request,
    );
    const { records, found } = reading;
    if (replace && !started.intoEmpty) guardReplacement(started, reading, request);
    const { sources, same } = await finalizeSources(before, watched, reading, { ...request, gate });
    found.add(await started.put(past.release()));
    const released = await corrected.release(store);
    found.add(await started.put(released.records));
    await started.changeCorrections({ put: released.corrections });
    // Replaces a damaged list by a new one.
    const unchanged = new Set(replace ? [] : forgotten.people);
    await started.changeForgotten({ put: people.all.filter((person) => !unchanged.has(person)) });
    const missing = await additions.missing(isAlone ? undefined : store);
    if (missing.length > 0) started.refuse(missing);
    found.add(missing.map(missingAddition));
    const alike = await alikeIn(store, { incoming, bySource: reading.sources.bySource }, isAlone, request);
    const explained = isAlone ? reading.sources.explained : await withWhatIsKept(store, reading.sources.explained);
    const said = {
      forgotten: people.leftOut,
      isForgottenLost: forgotten.isLost,
      past: past.leftOut,
      files: reading.sources.files,
      sources,
      same,
      alike,
      explained,
      records,
      corrections: released.news,
    };

    const outcome = await started.finish();
    if (!outcome.ok) {
      // Otherwise, the next attempt would read the same pages, and fail on them again.
      if (!inputs.some(({ isInterrupted }) => isInterrupted?.() === true)) await allDone(inputs);
      return { ...refused(outcome, reading, inputs), ...said };
    }
    if (request.dryRun !== true) await allDone(inputs);
    return { ok: true, counts: outcome.counts, ...said, ...entryProblems(reading.sources, inputs) };
  } finally {
    await started.abandon();
  }
}

/** Whether duplicate candidates are searched for: a single file has nothing to be compared with. */
function isCompared({ inputs, findDuplicates = false }: ImportRequest, isAlone: boolean): boolean {
  return findDuplicates && !(isAlone && inputs.length === 1);
}

interface TakerParts {
  readonly replace: boolean;
  readonly gate: MergeRewriter;
  readonly forgotten: ForgottenPeople;
  /** Undefined: nothing is compared. */
  readonly incoming: IncomingTalks | undefined;
}

function takerOf(store: StoreBefore, started: BegunImport, { replace, gate, forgotten, incoming }: TakerParts): Taker {
  return {
    ...started,
    forgotten,
    put: (records, source) => started.put(gate.pass(records, source)),
    onTalk: incoming && ((slug, source, talk) => incoming.add(slug, source, talk)),
    known: replace || started.intoEmpty ? undefined : store,
  };
}

function additionsOf({ sources }: ImportRequest): AddedReferences {
  const { additions = { department: null, topics: [] }, same = NOTHING_SAME } = sources ?? {};
  return new AddedReferences(additions, (key) => same.nameOf(key));
}

interface Watching {
  readonly additions: AddedReferences;
  readonly corrected: CorrectedImport;
  readonly people: ForgottenPeople;
  readonly past: PastTalks;
}

function watchedBy({ additions, corrected, people, past }: Watching, started: StoreImport): BegunImport {
  return {
    intoEmpty: started.intoEmpty,
    put: (records) => {
      additions.meet(records);
      return started.put(corrected.pass(past.pass(people.pass(records))));
    },
    changeProvenance: ({ put = [], forget = [] }) =>
      started.changeProvenance({ put: put.filter((row) => people.without(row) !== undefined), forget }),
    refuse: (unread) => started.refuse(unread),
  };
}

async function allDone(inputs: readonly Input[]): Promise<void> {
  for (const { done } of inputs) await done?.();
}

function alikeIn(
  store: Store,
  { incoming, bySource }: Pick<ReadSources, 'bySource'> & Pick<TakerParts, 'incoming'>,
  isAlone: boolean,
  { sources, signal }: ImportRequest,
): Promise<DuplicateReport> {
  if (sources === undefined || incoming === undefined) return Promise.resolve(NOTHING_ALIKE);
  return compareSources(
    store,
    { incoming, bySource },
    {
      lines: sources.same ?? NOTHING_SAME,
      isAlone,
      zone: sources.read.zone,
      signal,
    },
  );
}

/** Refuses to replace a catalogue by an empty one, or to lose the talks of unreadable entries. */
function guardReplacement(
  started: BegunImport,
  { isNothing, found, sources: { skipped } }: CatalogueReading,
  { inputs, sources }: ImportRequest,
): void {
  if (!skipped.isEmpty && sources?.skipBad !== true) started.refuse([]);
  if (!isNothing || !found.isEmpty || !skipped.isEmpty) return;
  started.refuse([]);
  found.add([nothingToReplaceWith(inputs)]);
}

type EntryProblems = Pick<ImportReport, 'skipped' | 'moreSkipped' | 'mended' | 'moreMended'>;

function entryProblems({ skipped, mended }: ReadSources, inputs: readonly Input[]): EntryProblems {
  return {
    skipped: inReadingOrder(skipped.problems, inputs),
    moreSkipped: skipped.more,
    mended: inReadingOrder(mended.problems, inputs),
    moreMended: mended.more,
  };
}

/** All problems in one list: a refused import skips nothing. */
function refused(
  outcome: Pick<ProblemList, 'problems' | 'more'>,
  { found, sources: { skipped, mended } }: CatalogueReading,
  inputs: readonly Input[],
): ImportRefused & EntryProblems {
  for (const list of [outcome, skipped, mended]) found.addAll(list);
  const problems = inReadingOrder(found.problems, inputs);
  return { ok: false, problems, more: found.more, skipped: [], moreSkipped: 0, mended: [], moreMended: 0 };
}

/** An empty file is far more likely a failed backup than the intended catalogue. */
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

interface Wanted extends Identifier {
  readonly type: 'place' | 'topic';
  readonly option: string;
  isThere: boolean;
}

/** References that the operator adds to all talks. If one is missing, it is reported once, not for every talk. */
class AddedReferences {
  readonly #wanted: readonly Wanted[];

  /** @param nameOf the identifier after merging */
  constructor({ department, topics }: OperatorFields, nameOf: (key: string) => string) {
    const departments = department === null ? [] : [department];
    this.#wanted = [
      ...departments.map((key): Wanted => ({
        type: 'place',
        key: nameOf(key),
        option: '--department',
        isThere: false,
      })),
      ...topics.map((key): Wanted => ({ type: 'topic', key: nameOf(key), option: '--topic', isThere: false })),
    ];
  }

  /** Notes incoming records. */
  meet(records: readonly LocatedRecord[]): void {
    for (const wanted of this.#wanted) {
      wanted.isThere ||= records.some(
        ({ record }) => recordKey(record) === wanted.key && typeOf(record) === wanted.type,
      );
    }
  }

  /**
   * References neither among the incoming records nor stored.
   * @param store undefined: the previous catalogue is ignored
   */
  async missing(store: Pick<Store, 'record'> | undefined): Promise<readonly Wanted[]> {
    const missing: Wanted[] = [];
    for (const wanted of this.#wanted) {
      if (wanted.isThere) continue;
      if ((await store?.record(wanted.type, wanted.key)) === undefined) missing.push(wanted);
    }
    return missing;
  }
}

function missingAddition({ type, key, option }: Omit<Wanted, 'isThere'>): LocatedProblem {
  return {
    code: 'missing-reference',
    where: '',
    what: `There is no ${type} ${shownValue(key)} in the catalogue.`,
    hint: `Import a catalogue file with a record of that ${type}, before or together with this.`,
    file: option,
    line: 0,
  };
}

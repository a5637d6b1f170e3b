import { codeOf } from '#catalogue/error-code.ts';
import type { LocatedProblem } from '#catalogue/problem.ts';
import { timestampOf } from '#catalogue/timestamp.ts';
import type { Timestamp } from '#catalogue/timestamp.ts';
import { ReadingFailure, readingProblem } from '#sources/reading-problem.ts';
import type { SeenContent } from '#store/source-states.ts';
import { StoreUnavailable } from '#store/store.ts';
import type { Store } from '#store/store.ts';
import { importCatalogue } from '../import-catalogue.ts';
import type { ImportReport } from '../import-catalogue.ts';
import type { ImportQueue } from './import-queue.ts';
import type { OpenSource } from './open-source.ts';
import type { OpenedAnew, SourceContent } from './opened-source.ts';
import { MAX_LOSS } from '../provenance/loss.ts';
import type { Neighbours } from '../provenance/ownership.ts';
import { isOfChange } from '../reading/source-change.ts';
import type { Acceptance } from '../reading/source-name.ts';
import type { SameLines } from '../reading/same-lines.ts';
import { problemsInSettings, reportInSettings } from './setting-words.ts';
import type { DetectedSource, SourceOptions } from '../reading/source-reading.ts';
import { DAYS_AHEAD } from '#sources/source-format.ts';
import type { ConfiguredSource } from './sources-file.ts';
import type { SourceDone } from './sync-report.ts';
import { TalkChanges } from './talk-changes.ts';

export interface BringInRequest {
  readonly open: OpenSource;
  /** Content last read; null: read the source in any case. */
  readonly seen: SeenContent | null;
  /** What it was when it was last read. */
  readonly was: DetectedSource;
  readonly dryRun: boolean;
  /** What the operator accepts: another format, or the loss of however many talks. Default: nothing. */
  readonly accepted?: readonly Acceptance[];
  /** IANA zone of times without one, unless the source has a zone. */
  readonly zone: string;
  /** The operator's `--same` file. */
  readonly same: SameLines;
  readonly neighbours: Neighbours;
  readonly now: Date;
  /** When an import ends. */
  readonly ended?: () => Date;
  /** See ImportRequest. */
  readonly keptSince?: Timestamp;
  readonly signal: AbortSignal;
  readonly problemLimit?: number;
  /** Runs one import into the store at a time. */
  readonly imports: ImportQueue;
  /** Called when it has to wait for the import of another process. */
  readonly onWait?: (source: ConfiguredSource) => void;
  /** Called while records are read. */
  readonly onProgress?: (source: ConfiguredSource) => void;
}

export interface BroughtIn {
  readonly done: SourceDone;
  /** For recognising unchanged content next time; undefined: not read. */
  readonly content?: SourceContent;
  /** Undefined: not read. */
  readonly found?: DetectedSource | undefined;
}

/**
 * Imports one source, all or nothing. Problems of the source, bugs in reading it, and a store that cannot take it are
 * reported: another source may still fit on the disk.
 * @throws StoreUnavailable in a dry run; the signal's reason when that is aborted
 */
export async function bringIn(store: Store, source: ConfiguredSource, request: BringInRequest): Promise<BroughtIn> {
  request.signal.throwIfAborted();
  try {
    const options = sourceOptions(source, request);
    const opened = await request.open(source, { ...request, read: options.read });
    if (opened.kind === 'same') return { done: { outcome: 'same' } };
    try {
      let found: DetectedSource | undefined;
      const noting = { ...options, onDetected: (told: DetectedSource) => (found = told) };
      const work = (): Promise<SourceDone> =>
        importOpened(store, source, opened.input, { ...request, options: noting });
      const done = await request.imports.run(work, request.signal);
      return { done, content: opened.content(), found };
    } finally {
      await opened.close();
    }
  } catch (error) {
    request.signal.throwIfAborted();
    if (error instanceof StoreUnavailable && request.dryRun) throw error;
    return { done: failureOf(error, source.name) };
  }
}

async function importOpened(
  store: Store,
  source: ConfiguredSource,
  input: OpenedAnew['input'],
  request: BringInRequest & { readonly options: SourceOptions },
): Promise<SourceDone> {
  const changes = new TalkChanges();
  const report = await importCatalogue(store, {
    inputs: [input],
    replace: false,
    dryRun: request.dryRun,
    now: request.now,
    ...(request.ended === undefined ? {} : { ended: request.ended }),
    sources: request.options,
    ...(request.keptSince === undefined ? {} : { keptSince: request.keptSince }),
    signal: request.signal,
    onTalk: (change) => changes.add(change),
    ...(request.problemLimit === undefined ? {} : { problemLimit: request.problemLimit }),
    onWait: () => request.onWait?.(source),
    onProgress: () => request.onProgress?.(source),
  });
  const { name } = source;
  if (!report.ok) {
    const changed = report.problems.filter(isOfChange);
    if (changed.length > 0) return { outcome: 'failed', problems: problemsInSettings(changed, name), more: 0 };
    return { outcome: 'failed', problems: problemsInSettings(report.problems, name), more: report.more, report };
  }
  const { zone } = request.options.read;
  return { outcome: 'read', report: reportInSettings(report, name), news: changes.without(goneFrom(report)), zone };
}

function sourceOptions(source: ConfiguredSource, request: BringInRequest): SourceOptions {
  const { zone, now, was, same, neighbours, accepted = [] } = request;
  const isLossAccepted = accepted.includes('loss');
  const seconds = Math.floor(now.getTime() / 1000);
  return {
    format: source.format,
    source: source.name,
    read: {
      zone: source.timeZone ?? zone,
      now: timestampOf(seconds),
      horizon: timestampOf(seconds + DAYS_AHEAD * 86_400),
      mapping: source.mapping,
      dateOrder: source.dateOrder,
      year: source.year,
      collections: source.collections,
      sheets: source.sheets,
      statusWords: source.statusWords,
      speakersInText: source.speakersInText,
    },
    was: accepted.includes('format') ? undefined : was,
    byDefault: source.byDefault,
    additions: { department: source.department, topics: source.topics },
    gone: source.gone,
    allowEmpty: isLossAccepted,
    maxLoss: isLossAccepted ? 100 : (source.maxLoss ?? MAX_LOSS),
    accepted,
    same,
    neighbours,
    takeOver: source.trust === 'all',
  };
}

function goneFrom({ sources }: ImportReport): ReadonlySet<string> {
  return new Set(sources.flatMap(({ gone }) => gone.map(({ slug }) => slug)));
}

function failureOf(error: unknown, name: string): SourceDone {
  const failure = { outcome: 'failed', more: 0 } as const;
  if (isOfTheWorld(error)) {
    const retryAfter = 'retryAfter' in error && typeof error.retryAfter === 'number' ? error.retryAfter : undefined;
    return { ...failure, problems: problemsInSettings([readingProblem(error, name, 0)], name), retryAfter };
  }
  if (error instanceof StoreUnavailable) {
    const hint = 'The source is not at fault.';
    const problem = { code: 'store-unavailable', where: '', what: error.message, hint, file: name, line: 0 };
    return { ...failure, problems: [problem] };
  }
  const trace = error instanceof Error ? (error.stack ?? error.message) : String(error);
  const problem: LocatedProblem = {
    code: 'fault',
    where: '',
    what: `A bug in Lectern: ${trace}`,
    hint: 'Please report this message. The source will be tried again.',
    file: name,
    line: 0,
  };
  return { ...failure, problems: [problem] };
}

/** Whether an error is not a bug: the source cannot be read, or the system refuses something. */
function isOfTheWorld(error: unknown): error is Error {
  if (error instanceof ReadingFailure) return true;
  const isOurs = error instanceof TypeError || error instanceof RangeError;
  return !isOurs && codeOf(error) !== undefined;
}

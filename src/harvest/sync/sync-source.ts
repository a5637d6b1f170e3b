import { createHash } from 'node:crypto';
import { codeOf } from '#catalogue/error-code.ts';
import type { LocatedProblem } from '#catalogue/problem.ts';
import { type Timestamp, timestampOf } from '#catalogue/timestamp.ts';
import { ReadingFailure, readingProblem } from '#sources/reading-problem.ts';
import { DAYS_AHEAD } from '#sources/source-format.ts';
import { NEVER_RUN, type SeenContent, type SourceState } from '#store/source-states.ts';
import { NoCatalogue, type Store, StoreUnavailable } from '#store/store.ts';
import { importCatalogue } from '../import-catalogue.ts';
import { MAX_LOSS } from '../provenance/loss.ts';
import type { Neighbours } from '../provenance/ownership.ts';
import type { SameLines } from '../reading/same-lines.ts';
import { isOfChange } from '../reading/source-change.ts';
import type { Acceptance } from '../reading/source-name.ts';
import type { DetectedSource, SourceOptions } from '../reading/source-reading.ts';
import { unlessAborted } from '../unless-aborted.ts';
import { type ClaimHolders, claimToken } from './claim-holder.ts';
import type { ImportQueue } from './import-queue.ts';
import type { OpenedAnew, OpenSource, SourceContent } from './open-source.ts';
import { afterFailure, afterSuccess, isAhead, isDue } from './schedule.ts';
import { problemsInSettings, reportInSettings } from './setting-words.ts';
import { sourcePageAfter } from './source-page.ts';
import type { ConfiguredSource } from './sources-file.ts';
import { type SourceDone, type SourceReport, talksIn } from './sync-report.ts';
import { TalkChanges } from './talk-changes.ts';
import { SOURCE_SYNCS } from './traced-syncs.ts';

export interface SourceRun extends Omit<BringInRequest, 'now' | 'seen' | 'was'> {
  /** True: sync the source even if it is not due. */
  readonly isForced: boolean;
  /** Holder of the claim, for messages: a machine and a process. */
  readonly by: string;
  readonly holders: ClaimHolders;
  readonly now: () => Date;
  /** From 0 to 1. */
  readonly random: () => number;
}

/** Milliseconds until a claim expires, and until it is renewed: another process soon takes over from a dead one. */
const CLAIM = 90_000;
const RENEW = 30_000;
/** Milliseconds that releasing a claim may take. */
const GIVING_BACK = 3_000;
/** Seconds after which unchanged sources are read again: recurring events reach further, and lost talks come back. */
const READ_AGAIN = 86_400;
/** Problems stored with the state of a source. */
const KEPT_PROBLEMS = 5;

/**
 * Syncs a source if it is due and not claimed, and stores its state, or says that it cannot. A dry run ignores claims
 * and stores nothing.
 * @throws StoreUnavailable; the signal's reason when that is aborted
 */
export async function syncSource(store: Store, source: ConfiguredSource, run: SourceRun): Promise<SourceReport> {
  if (!run.dryRun) return claimAndSync(store, source, run);
  const state = await keptState(store, source.name);
  if (!run.isForced && !isSourceDue(state, source, run)) return { source: source.name, outcome: 'not-due' };
  const { done } = await broughtIn(store, source, state, run);
  return { source: source.name, ...done };
}

/** State of a source. Undefined: no state, or no catalogue yet. */
async function keptState({ sources }: Store, source: string): Promise<SourceState | undefined> {
  try {
    return (await sources.list()).find(({ name }) => name === source)?.state;
  } catch (error) {
    if (error instanceof NoCatalogue) return undefined;
    throw error;
  }
}

async function claimAndSync(store: Store, source: ConfiguredSource, run: SourceRun): Promise<SourceReport> {
  const { name } = source;
  const { sources } = store;
  const token = claimToken(run.holders);
  const end = (): Date => new Date(run.now().getTime() + CLAIM);
  const claim = { token, by: run.by, until: end() };
  // Another import may block the store for long. Do not wait for it when stopping: the claim expires.
  const giveBack = (after: Promise<unknown>): Promise<unknown> =>
    unlessAborted(
      after.then(() => sources.settle(name, token, undefined)),
      AbortSignal.timeout(GIVING_BACK),
    ).catch(() => false);
  const claiming = sources.claim(name, claim, run.now());
  const claimed = await unlessAborted(claiming, run.signal).catch(async (error: unknown) => {
    // The claim may have been granted just while stopping.
    await giveBack(claiming);
    throw error;
  });
  if (claimed === undefined) return { source: name, outcome: 'busy' };
  // Without renewal the claim expires, and another process may sync the source again, which does no harm.
  const renewing = setInterval(() => void sources.renew(name, token, end()).catch(() => false), RENEW);
  try {
    const { report, state } = await syncClaimed(store, source, claimed.state, run);
    try {
      await unlessAborted(sources.settle(name, token, state), run.signal);
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error;
      await giveBack(Promise.resolve());
      return { ...report, unsettled: error };
    }
    const nextRun = state?.nextRun ?? null;
    return nextRun === null ? report : { ...report, nextRun: new Date(nextRun) };
  } catch (error) {
    await giveBack(Promise.resolve());
    throw error;
  } finally {
    clearInterval(renewing);
  }
}

async function syncClaimed(
  store: Store,
  source: ConfiguredSource,
  before: SourceState | undefined,
  run: SourceRun,
): Promise<{ readonly report: SourceReport; readonly state: SourceState | undefined }> {
  const { name } = source;
  if (!run.isForced && !isSourceDue(before, source, run)) {
    return { report: { source: name, outcome: 'not-due' }, state: undefined };
  }
  const attempt = run.now();
  const brought = await broughtIn(store, source, before, run);
  const state = stateAfter(before ?? NEVER_RUN, source, { ...brought, attempt }, run);
  return { report: { source: name, ...brought.done }, state };
}

/** Whether it is due, or its settings have changed since the last attempt: somebody fixed them and waits. */
function isSourceDue(state: SourceState | undefined, source: ConfiguredSource, run: SourceRun): boolean {
  const isOther = state !== undefined && state.settings !== settingsDigest(source, run);
  return isOther || isDue(state, source.every, run.now());
}

function broughtIn(
  store: Store,
  source: ConfiguredSource,
  before: SourceState | undefined,
  run: SourceRun,
): Promise<BroughtIn> {
  const now = run.now();
  const { seen = null, kind = null, format = null } = before ?? {};
  const isAsBefore = seen?.settings === settingsDigest(source, run);
  const isStill = isAsBefore && !isAhead(seen.at, now) && now.getTime() - Date.parse(seen.at) < READ_AGAIN * 1000;
  // Only a new origin may bring another format: other settings, and those of all sources, say nothing about it.
  const isThere = format?.origin === originOf(source);
  const was = { kind: (isAsBefore ? kind : null) ?? undefined, format: isThere ? format.name : undefined };
  const request = { ...run, now, ended: run.now, seen: isStill ? seen : null, was };
  return SOURCE_SYNCS.tracePromise(() => bringIn(store, source, request), { source: source.name });
}

function stateAfter(
  before: SourceState,
  source: ConfiguredSource,
  { done, content, found, attempt }: BroughtIn & { readonly attempt: Date },
  run: SourceRun,
): SourceState {
  const lastAttempt = moment(attempt);
  const settings = settingsDigest(source, run);
  const shown = { zone: source.timeZone ?? run.zone, at: lastAttempt };
  const page = source.statusPage === true ? sourcePageAfter(before.page, done, shown) : null;
  if (done.outcome === 'failed') {
    const failures = before.failures + 1;
    const again = { failures, every: source.every, retryAfter: done.retryAfter, random: run.random() };
    return {
      ...before,
      lastAttempt,
      settings,
      nextRun: moment(afterFailure(attempt, again)),
      failures,
      changes: {},
      problems: done.problems.slice(0, KEPT_PROBLEMS).map(withShortTexts),
      moreProblems: Math.max(0, done.problems.length - KEPT_PROBLEMS) + done.more,
      held:
        done.report === undefined
          ? before.held
          : (done.report.sources.find(({ held }) => held !== undefined)?.held ?? null),
      page,
    };
  }
  const seen = content === undefined ? before.seen : { ...content, at: lastAttempt, settings };
  return {
    lastAttempt,
    settings,
    lastSuccess: lastAttempt,
    nextRun: moment(afterSuccess(attempt, source.every)),
    failures: 0,
    seen,
    kind: found?.kind ?? before.kind,
    format: found?.format === undefined ? before.format : { name: found.format, origin: originOf(source) },
    held: null,
    page,
    ...whatCame(done, before),
  };
}

function whatCame(
  done: Exclude<SourceDone, { outcome: 'failed' }>,
  before: SourceState,
): Pick<SourceState, 'talks' | 'changes' | 'problems' | 'moreProblems'> {
  // Entries skipped when it was last read are still skipped.
  if (done.outcome === 'same') {
    const { talks, problems, moreProblems } = before;
    return { talks, changes: {}, problems, moreProblems };
  }
  const { report, news } = done;
  const changes = [...news].map(([what, { count }]) => [what, count] as const);
  const gone = report.sources.flatMap((source) => source.gone).length;
  const entries = [...report.skipped, ...report.mended];
  const more = report.moreSkipped + report.moreMended;
  return {
    talks: talksIn(report),
    changes: Object.fromEntries(gone > 0 ? [...changes, ['gone', gone]] : changes),
    problems: entries.slice(0, KEPT_PROBLEMS).map(withShortTexts),
    moreProblems: Math.max(0, entries.length - KEPT_PROBLEMS) + more,
  };
}

/** Longest text of a stored problem, in characters. */
const KEPT_TEXT = 1000;

function withShortTexts<P extends { readonly what: string; readonly hint: string }>(problem: P): P {
  const { what, hint } = problem;
  return { ...problem, what: what.slice(0, KEPT_TEXT), hint: hint.slice(0, KEPT_TEXT) };
}

/** Digest of settings that affect the import. When it changes, the source is read again. */
function settingsDigest(source: ConfiguredSource, { zone, same }: Pick<SourceRun, 'zone' | 'same'>): string {
  const { address, file, format, mapping, department, topics, collections, dateOrder } = source;
  const { gone, headers, allowHosts } = source;
  const settings = [
    [
      address,
      file,
      format?.name ?? null,
      source.timeZone ?? zone,
      dateOrder,
      department,
      topics,
      collections,
      gone,
      allowHosts,
      source.statusWords ?? 'read',
      source.speakersInText ?? 'read',
      ...(source.year !== undefined ? [`year ${source.year}`] : []),
      ...(source.maxLoss === undefined ? [] : [`max loss ${String(source.maxLoss)}`]),
      ...(source.trust === 'all' ? ['trust all'] : []),
      ...(source.statusPage === true ? ['status page'] : []),
      ...source.sheets.map((sheet) => `sheet ${sheet}`),
    ],
    [...mapping].sort(),
    Object.entries(headers).sort(),
    same.pairs,
  ];
  return digestOf(settings);
}

/** Digest of where a source is read from. */
function originOf({ address, file }: ConfiguredSource): string {
  return digestOf([address, file]);
}

function digestOf(values: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(values)).digest('hex');
}

function moment(time: Date): Timestamp {
  return timestampOf(Math.floor(time.getTime() / 1000));
}

interface BringInRequest {
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

interface BroughtIn {
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
async function bringIn(store: Store, source: ConfiguredSource, request: BringInRequest): Promise<BroughtIn> {
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
  return {
    outcome: 'read',
    report: reportInSettings(report, name),
    news: changes.without(new Set(report.sources.flatMap(({ gone }) => gone.map(({ slug }) => slug)))),
    zone,
  };
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

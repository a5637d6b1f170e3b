import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CACHE } from '../harness/catalogue.ts';
import { fieldOf } from '../harness/narrow.ts';
import type { KindId } from './kinds.ts';

/** Everything that was measured of one set-up on one machine. Times are seconds, sizes bytes. */
export interface Measurement {
  readonly form: typeof FORM;
  readonly talks: number;
  readonly workers: number;
  /** Of the machine, which client and server share. */
  readonly cores: number;
  readonly processor: string;
  readonly start: StartFigures;
  readonly memory: MemoryFigures;
  readonly kinds: Readonly<Record<KindId, LoadFigures>>;
  /** A talk that nobody asked for before: it is read from the store and rendered. */
  readonly first: ProcessorTime;
  readonly hits: HitFigures;
  readonly news: readonly NewsFigures[];
}

/** From the start of the process until it says that it is ready. */
export interface StartFigures {
  /** With the index saved by an earlier one. */
  readonly saved: number;
  /** With the index to be made. */
  readonly made: number;
}

export interface MemoryFigures {
  /** The columns of the index, by what they are for. */
  readonly index: Readonly<Record<string, number>>;
  readonly atStart: GroupMemory;
  readonly afterLoad: GroupMemory;
  /** After some new versions, each of which held an old and a new index for a while. */
  readonly afterNews: GroupMemory;
}

/** All processes of a service. */
export interface GroupMemory {
  /** What they take together: what they share, the program's files too, counts once. */
  readonly total: number;
  /** Resident set size of each, the largest first. */
  readonly processes: readonly number[];
  /** The most that any of them ever had. */
  readonly peak: number;
}

/** Seconds a request. */
export interface ProcessorTime {
  /** Of the threads that answer. */
  readonly main: number;
  /** Of all others of the service. */
  readonly other: number;
}

/** One kind of question under a client that asks again as soon as it is answered. */
export interface LoadFigures extends ProcessorTime {
  readonly requestsPerSecond: number;
  /** Processor time of the client a request. */
  readonly client: number;
  readonly p50: number;
  readonly p99: number;
  /** Of an answer, with its headers. */
  readonly bytes: number;
}

/** Questions whose popularity follows Zipf's law, compressed answers, so that a kept answer is told by what it costs. */
export interface HitFigures {
  readonly load: LoadFigures;
  /** Share of the questions that were answered from what is kept whole. */
  readonly kept: number;
}

/** What an import costs those who serve. */
export interface NewsFigures {
  readonly changed: number;
  /** From the commit until every connection sees the new version, of each round. */
  readonly live: readonly number[];
  /** From the commit until the first does. */
  readonly firstLive: readonly number[];
  /** The longest that an answer took around the swap. */
  readonly pause: readonly number[];
  /** Processor time of a process that serves, over what it uses when idle: the thread that answers, and all others. */
  readonly main: number;
  readonly other: number;
  /** Processor time a second of an idle process that serves. */
  readonly idle: number;
  /** The same of a database that is a server, for the import and all who follow; and a second when nothing is new. */
  readonly database: number;
  readonly databaseIdle: number;
  /** Seconds from the import's start to its commit, and from there to its end. */
  readonly untilCommit: number;
  readonly afterCommit: number;
}

/** An HTTP cache in front that begins empty. Shares are of all requests. */
export interface CacheFigures {
  readonly requestsPerSecond: number;
  readonly seconds: number;
  /** Answered from the cache while fresh; while stale. */
  readonly fresh: number;
  readonly stale: number;
  /** That made the cache ask Lectern, and those of them that waited for it. */
  readonly asked: number;
  readonly waited: number;
}

/** Processes that follow one PostgreSQL, all on one machine. */
export interface FanOutFigures {
  readonly talks: number;
  readonly followers: number;
  readonly importSeconds: number;
  readonly news: readonly NewsFigures[];
}

const FORM = 1;
export const MEASUREMENT_FORM = FORM;
const FOLDER = join(CACHE, 'capacity');

export function saveMeasurement(measurement: Measurement): void {
  save(`${String(measurement.talks)}-${String(measurement.workers)}`, measurement);
}

/** Those that were saved, smaller catalogues and fewer workers first. */
export function savedMeasurements(): Measurement[] {
  return saved(/^\d+-\d+\.json$/)
    .filter(isMeasurement)
    .sort((a, b) => a.talks - b.talks || a.workers - b.workers);
}

export function saveCacheFigures(figures: CacheFigures): void {
  save('cache', figures);
}

export function savedCacheFigures(): CacheFigures | undefined {
  return saved(/^cache\.json$/).find(isCacheFigures);
}

export function saveFanOut(figures: readonly FanOutFigures[]): void {
  for (const one of figures) save(`postgres-${String(one.talks)}-${String(one.followers)}`, one);
}

/** Those of the largest catalogue that was measured, fewer followers first. */
export function savedFanOut(): FanOutFigures[] {
  const all = saved(/^postgres-\d+-\d+\.json$/).filter(isFanOut);
  const largest = Math.max(...all.map(({ talks }) => talks));
  return all.filter(({ talks }) => talks === largest).sort((a, b) => a.followers - b.followers);
}

function save(name: string, value: unknown): void {
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(join(FOLDER, `${name}.json`), JSON.stringify(value, null, 2));
}

/** What files of these names hold; nothing when nothing was measured yet. */
function saved(names: RegExp): unknown[] {
  if (!existsSync(FOLDER)) return [];
  const files = readdirSync(FOLDER).filter((name) => names.test(name));
  return files.sort().map((name): unknown => JSON.parse(readFileSync(join(FOLDER, name), 'utf8')));
}

/** What was written here comes back as it was; all that can differ is the form of those days. */
function isMeasurement(value: unknown): value is Measurement {
  return fieldOf(value, 'form') === FORM;
}

function isCacheFigures(value: unknown): value is CacheFigures {
  return typeof fieldOf(value, 'asked') === 'number';
}

function isFanOut(value: unknown): value is FanOutFigures {
  return typeof fieldOf(value, 'followers') === 'number';
}

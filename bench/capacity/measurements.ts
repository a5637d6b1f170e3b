import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CACHE } from '../harness/catalogue.ts';
import { fieldOf } from '../harness/narrow.ts';
import type { GroupMemory } from '../harness/process-group.ts';
import type { KindId } from './kinds.ts';

/** Everything that was measured of one set-up on one machine. Times are seconds, sizes bytes. */
export interface Measurement {
  readonly form: typeof MEASUREMENT_FORM;
  readonly talks: number;
  readonly workers: number;
  /** Of the machine, which client and server share. */
  readonly cores: number;
  readonly processor: string;
  readonly start: StartFigures;
  readonly memory: MemoryFigures;
  readonly kinds: Readonly<Record<KindId, LoadFigures>>;
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
  /** The saved index; 0 of a catalogue too small to save one. */
  readonly index: number;
  readonly atStart: GroupMemory;
  readonly afterLoad: GroupMemory;
  /** After some new versions, each of which held an old and a new index for a while. */
  readonly afterNews: GroupMemory;
}

/** One kind of question under a client that asks again as soon as it is answered. Processor time is seconds a request. */
export interface LoadFigures {
  /** Of the threads that answer. */
  readonly main: number;
  /** Of all others of the service. */
  readonly other: number;
  readonly requestsPerSecond: number;
  readonly client: number;
  readonly p99: number;
  /** Of an answer, with its headers. */
  readonly bytes: number;
}

/** Imports that change so many talks, seen by those who ask meanwhile. */
export interface NewsFigures {
  readonly changed: number;
  /** From the commit until every connection sees the new version, of each round. */
  readonly live: readonly number[];
  /** The longest that an answer took around the swap. */
  readonly pause: readonly number[];
  /** From the import's start to its commit. */
  readonly untilCommit: number;
}

export const MEASUREMENT_FORM = 2;
const FOLDER = join(CACHE, 'capacity');

export function saveMeasurement(measurement: Measurement): void {
  mkdirSync(FOLDER, { recursive: true });
  const name = `${String(measurement.talks)}-${String(measurement.workers)}.json`;
  writeFileSync(join(FOLDER, name), JSON.stringify(measurement, null, 2));
}

/** Those that were saved, smaller catalogues and fewer workers first; none when nothing was measured yet. */
export function savedMeasurements(): Measurement[] {
  const files = existsSync(FOLDER) ? readdirSync(FOLDER).filter((name) => /^\d+-\d+\.json$/.test(name)) : [];
  return files
    .map((name): unknown => JSON.parse(readFileSync(join(FOLDER, name), 'utf8')))
    .filter(isMeasurement)
    .sort((a, b) => a.talks - b.talks || a.workers - b.workers);
}

/** What was written here comes back as it was; all that can differ is the form of those days. */
function isMeasurement(value: unknown): value is Measurement {
  return fieldOf(value, 'form') === MEASUREMENT_FORM;
}

import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CACHE } from '../harness/catalogue.ts';
import { fieldOf } from '../harness/narrow.ts';
import type { GroupMemory } from '../harness/process-group.ts';
import type { KindId } from './kinds.ts';

/** All measurements of one set-up on one machine. Times are seconds, sizes bytes. */
export interface Measurement {
  readonly form: typeof MEASUREMENT_FORM;
  readonly talks: number;
  readonly workers: number;
  /** Cores of the machine, which client and server share. */
  readonly cores: number;
  readonly processor: string;
  readonly start: StartFigures;
  readonly memory: MemoryFigures;
  readonly kinds: Readonly<Record<KindId, LoadFigures>>;
  readonly news: readonly NewsFigures[];
}

/** From the start of the process until it is ready. */
export interface StartFigures {
  /** With an index that an earlier process saved. */
  readonly saved: number;
  /** Without a saved index. */
  readonly made: number;
}

interface MemoryFigures {
  /** Size of the saved index; 0 for a catalogue too small to save one. */
  readonly index: number;
  readonly atStart: GroupMemory;
  readonly afterLoad: GroupMemory;
  /** After some new versions, during each of which two indexes were in memory for a while. */
  readonly afterNews: GroupMemory;
}

/** One kind of request, sent again as soon as it is answered. Processor time is seconds per request. */
export interface LoadFigures {
  /** Processor time of the threads that answer. */
  readonly main: number;
  /** Processor time of all other threads of the service. */
  readonly other: number;
  readonly requestsPerSecond: number;
  readonly client: number;
  readonly p99: number;
  /** Size of a response with its headers. */
  readonly bytes: number;
}

/** Imports that change this many talks, as clients see them. */
export interface NewsFigures {
  readonly changed: number;
  /** From the commit until every connection sees the new version, by round. */
  readonly live: readonly number[];
  /** The longest response time around the swap, by round. */
  readonly pause: readonly number[];
  /** From the import's start to its commit, by round. */
  readonly untilCommit: number;
}

export const MEASUREMENT_FORM = 2;
const FOLDER = join(CACHE, 'capacity');

export function saveMeasurement(measurement: Measurement): void {
  mkdirSync(FOLDER, { recursive: true });
  const name = `${String(measurement.talks)}-${String(measurement.workers)}.json`;
  writeFileSync(join(FOLDER, name), JSON.stringify(measurement, null, 2));
}

/** Saved measurements, smaller catalogues and fewer workers first; empty if nothing has been measured yet. */
export function savedMeasurements(): Measurement[] {
  const files = existsSync(FOLDER) ? readdirSync(FOLDER).filter((name) => /^\d+-\d+\.json$/.test(name)) : [];
  return files
    .map((name): unknown => JSON.parse(readFileSync(join(FOLDER, name), 'utf8')))
    .filter(isMeasurement)
    .sort((a, b) => a.talks - b.talks || a.workers - b.workers);
}

/** Checks only that the file has today's form: we wrote the values ourselves. */
function isMeasurement(value: unknown): value is Measurement {
  return fieldOf(value, 'form') === MEASUREMENT_FORM;
}

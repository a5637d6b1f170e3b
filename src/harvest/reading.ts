import type { LocatedProblem } from '#catalogue/problem.js';
import { ProblemList } from '#catalogue/problem-list.js';
import { readCatalogueFile } from '#sources/catalogue-file.js';
import type { Input } from '#sources/file-input.js';
import type { StoreImport } from '#store/store.js';

/** How far the reading of the inputs is. */
export interface ReadingProgress {
  readonly bytesRead: number;
  /** Of all inputs together; undefined when one does not know how long it is. */
  readonly bytesTotal: number | undefined;
  readonly records: number;
}

export interface ReadingOptions {
  /** How many problems are named at most; the rest are counted. Default PROBLEM_LIMIT. */
  readonly problemLimit?: number;
  readonly onProgress?: (progress: ReadingProgress) => void;
  /** Stops the reading with the signal's reason. */
  readonly signal?: AbortSignal;
}

/** What reading came to: how many good records, and what is wrong. */
export interface Reading {
  readonly records: number;
  readonly found: ProblemList;
}

/** What records are read into: a store's import, or an account of what an import would find. */
export type Taker = Pick<StoreImport, 'put' | 'refuse'>;

/** Reads the inputs one after the other and hands their records on as they come: no more than a stretch is ever held. */
export async function readInto(taker: Taker, inputs: readonly Input[], options: ReadingOptions): Promise<Reading> {
  const found = new ProblemList(options.problemLimit);
  const bytesTotal = await totalSize(inputs);
  let bytesBefore = 0;
  let records = 0;
  for (const input of inputs) {
    let bytesRead = 0;
    for await (const batch of readCatalogueFile(input)) {
      options.signal?.throwIfAborted();
      if (batch.problems.length > 0) taker.refuse(batch.refused);
      found.add(batch.problems);
      found.add(await unlessAborted(taker.put(batch.records), options.signal));
      records += batch.records.length;
      bytesRead = batch.bytesRead;
      options.onProgress?.({ bytesRead: bytesBefore + bytesRead, bytesTotal, records });
    }
    bytesBefore += bytesRead;
  }
  return { records, found };
}

/** What comes of it; once the signal is aborted it is not waited for: a store may keep its writers waiting for long. */
async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return work;
  let stop = (): void => undefined;
  const stopped = new Promise<void>((resolve) => {
    stop = resolve;
    signal.addEventListener('abort', stop);
  });
  try {
    await Promise.race([work, stopped]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
  signal.throwIfAborted();
  return work;
}

/** In the order in which one reads the files. */
export function inReadingOrder(
  problems: readonly LocatedProblem[],
  inputs: readonly Input[],
): readonly LocatedProblem[] {
  const order = new Map(inputs.map(({ name }, index) => [name, index]));
  const fileOf = ({ file }: LocatedProblem) => order.get(file) ?? inputs.length;
  return [...problems].sort((a, b) => fileOf(a) - fileOf(b) || a.line - b.line);
}

async function totalSize(inputs: readonly Input[]): Promise<number | undefined> {
  const sizes = await Promise.all(inputs.map((input) => input.size()));
  return sizes.reduce<number | undefined>(
    (sum, size) => (sum === undefined || size === undefined ? undefined : sum + size),
    0,
  );
}

import { createHash } from 'node:crypto';
import type { Provenance } from '#catalogue/provenance.ts';
import type { FileRecord, LocatedRecord } from '#catalogue/record.ts';
import type { Store } from '#store/store.ts';
import type { StoreImport } from '#store/store-import.ts';
import { forgottenBefore } from './forget/forgotten-before.ts';
import type { ForgottenBefore } from './forget/forgotten-before.ts';
import { ForgottenPeople } from './forget/forgotten-people.ts';

export interface CopyRequest {
  /** True: records that only the other store has are removed. */
  readonly replace: boolean;
  readonly now: Date;
  /** Writes a record as in an export: equal records give equal text. */
  readonly line: (record: FileRecord) => string;
  readonly onProgress?: (records: number) => void;
  /** Called once if it has to wait for an import. */
  readonly onWait?: () => void;
  /** Stops the copying with the signal's reason, unless it is already committed. */
  readonly signal?: AbortSignal;
}

export type CopyReport =
  /** `digest`: SHA-256 in hexadecimal of the second export, and of the first without skipped people. */
  | {
      readonly outcome: 'copied';
      readonly records: number;
      readonly digest: string;
      /** Number of people skipped because either store has forgotten them. */
      readonly forgotten: number;
      /** Whether the other store's list of forgotten people is damaged and cannot be read. */
      readonly isForgottenLost: boolean;
    }
  /** Nothing was done: the other store has a catalogue, and `replace` is false. */
  | { readonly outcome: 'not-empty' }
  /** Copied, but the exports differ: another import has run since, or there is a bug. */
  | { readonly outcome: 'different' };

/** Records per batch. */
const BATCH = 1000;

/**
 * Copies one version of a whole catalogue into another store, all or nothing, then exports it again and compares. Skips
 * people whom either store has forgotten.
 * @throws StoreUnavailable when either store cannot be used; the signal's reason when that is aborted
 */
export async function copyCatalogue(
  from: Pick<Store, 'corrections' | 'forgotten' | 'records'>,
  to: Pick<Store, 'beginImport' | 'forgotten' | 'records'>,
  request: CopyRequest,
): Promise<CopyReport> {
  const started = await to.beginImport({ ...request, replace: true, exact: true });
  const digest = createHash('sha256');
  let records = 0;
  let left = { forgotten: 0, isForgottenLost: false };
  try {
    if (!started.intoEmpty && !request.replace) return { outcome: 'not-empty' };
    const forgotten = await forgottenIn(from, to, started.intoEmpty);
    const people = new ForgottenPeople(forgotten.people);
    for await (const whole of batches(from.records())) {
      request.signal?.throwIfAborted();
      const batch = whole.flatMap((record) => people.without(record) ?? []);
      for (const record of batch) digest.update(request.line(record));
      await put(started, batch, records);
      records += batch.length;
      request.onProgress?.(records);
    }
    const corrections = (await from.corrections.all()).map((each) => people.correctionWithout(each));
    await started.changeCorrections({ put: corrections });
    await started.changeForgotten({ put: forgotten.people });
    left = { forgotten: people.leftOut, isForgottenLost: forgotten.isLost };
    const outcome = await started.finish();
    if (!outcome.ok) throw new Error(`A catalogue that was kept has problems: ${JSON.stringify(outcome.problems)}`);
  } finally {
    await started.abandon();
  }
  const expected = digest.digest('hex');
  const found = await digestOf(to, request.line);
  return found === expected ? { outcome: 'copied', records, digest: expected, ...left } : { outcome: 'different' };
}

/** Forgotten people of both stores. */
async function forgottenIn(
  from: Pick<Store, 'forgotten'>,
  to: Pick<Store, 'forgotten'>,
  intoEmpty: boolean,
): Promise<ForgottenBefore> {
  const { people, isLost } = await forgottenBefore(to, { replace: true, intoEmpty });
  const ids = new Set(people.map(({ id }) => id));
  const others = (await from.forgotten.all()).filter(({ id }) => !ids.has(id));
  return { people: [...people, ...others], isLost };
}

async function put(started: StoreImport, batch: readonly FileRecord[], before: number): Promise<void> {
  const located: LocatedRecord[] = [];
  const provenance: Provenance[] = [];
  for (const [i, record] of batch.entries()) {
    if (record.type === 'provenance') provenance.push(record);
    else located.push({ record, file: 'the catalogue', line: before + i + 1 });
  }
  const problems = await started.put(located);
  if (problems.length > 0) throw new Error(`A catalogue that was kept has problems: ${JSON.stringify(problems)}`);
  await started.changeProvenance({ put: provenance });
}

async function digestOf(store: Pick<Store, 'records'>, line: CopyRequest['line']): Promise<string> {
  const digest = createHash('sha256');
  for await (const record of store.records()) digest.update(line(record));
  return digest.digest('hex');
}

async function* batches<T>(items: AsyncIterable<T>): AsyncGenerator<T[]> {
  let batch: T[] = [];
  for await (const item of items) {
    batch.push(item);
    if (batch.length < BATCH) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

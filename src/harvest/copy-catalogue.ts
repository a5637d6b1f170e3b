import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Correction } from '#catalogue/correction.ts';
import type { ForgottenPerson } from '#catalogue/forgotten-person.ts';
import type { Provenance } from '#catalogue/provenance.ts';
import type { FileRecord, LocatedRecord } from '#catalogue/record.ts';
import type { Store } from '#store/store.ts';
import type { StoreImport } from '#store/store-import.ts';
import { forgottenBefore, ForgottenPeople } from './forget/forgotten-people.ts';

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

type CopiedStore = Pick<Store, 'corrections' | 'forgotten' | 'records'>;

/** Records per batch. */
const BATCH = 1000;

/**
 * Copies one version of a whole catalogue into another store, all or nothing, then exports it again and compares. Skips
 * people whom either store has forgotten.
 * @throws StoreUnavailable when either store cannot be used; the signal's reason when that is aborted
 */
export async function copyCatalogue(
  from: CopiedStore,
  to: Pick<Store, 'beginImport' | 'forgotten' | 'records'>,
  request: CopyRequest,
): Promise<CopyReport> {
  const started = await to.beginImport({ ...request, replace: true, exact: true });
  let copied: Copied | undefined;
  let isForgottenLost: boolean;
  try {
    if (!started.intoEmpty && !request.replace) return { outcome: 'not-empty' };
    const { people, isLost } = await forgottenBefore(to, { replace: true, intoEmpty: started.intoEmpty });
    isForgottenLost = isLost;
    while (copied === undefined) copied = await copyInto(started, from, people, request);
    const outcome = await started.finish();
    if (!outcome.ok) throw new Error(`A catalogue that was kept has problems: ${JSON.stringify(outcome.problems)}`);
  } finally {
    await started.abandon();
  }
  const found = await digestOf(to, request.line);
  return found === copied.digest ? { outcome: 'copied', ...copied, isForgottenLost } : { outcome: 'different' };
}

type Copied = Pick<Extract<CopyReport, { outcome: 'copied' }>, 'records' | 'digest' | 'forgotten'>;

/** Undefined: another process changed what is beside the records before they could be read. Nothing was copied. */
async function copyInto(
  started: StoreImport,
  from: CopiedStore,
  forgottenThere: readonly ForgottenPerson[],
  { line, signal, onProgress }: CopyRequest,
): Promise<Copied | undefined> {
  const beside = await besideRecords(from);
  const known = new Set(forgottenThere.map(({ id }) => id));
  const forgotten = [...forgottenThere, ...beside.forgotten.filter(({ id }) => !known.has(id))];
  const people = new ForgottenPeople(forgotten);
  const digest = createHash('sha256');
  let records = 0;
  for await (const whole of batches(from.records())) {
    signal?.throwIfAborted();
    // Records are of the state in which the first one was read.
    if (records === 0 && !isDeepStrictEqual(await besideRecords(from), beside)) return undefined;
    const batch = whole.flatMap((record) => people.without(record) ?? []);
    for (const record of batch) digest.update(line(record));
    await put(started, batch, records);
    records += batch.length;
    onProgress?.(records);
  }
  await started.changeCorrections({ put: beside.corrections.map((each) => people.correctionWithout(each)) });
  await started.changeForgotten({ put: forgotten });
  return { records, digest: digest.digest('hex'), forgotten: people.leftOut };
}

interface BesideRecords {
  readonly corrections: readonly Correction[];
  readonly forgotten: readonly ForgottenPerson[];
}

async function besideRecords({ corrections, forgotten }: Omit<CopiedStore, 'records'>): Promise<BesideRecords> {
  return { corrections: await corrections.all(), forgotten: await forgotten.all() };
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

import type { LocatedProblem } from '#catalogue/problem.ts';
import { ProblemList } from '#catalogue/problem-list.ts';
import { typedKey, recordKey, type LocatedRecord, type CatalogueRecord } from '#catalogue/record.ts';
import { readCatalogueFile } from '#sources/catalogue/catalogue-file.ts';
import { unpacked, type Input } from '#sources/file-input.ts';
import { FileAccount } from '#sources/file-account.ts';
import type { SourceFormat, SourceReader } from '#sources/source-format.ts';
import { formatOfMissing } from '#sources/source-formats.ts';
import { letGo, peek, type Peeked } from '#sources/peek.ts';
import { headText } from '#sources/text-decoding.ts';
import type { StoreImport } from '#store/store-import.ts';
import { batchesOf } from '#store/batches.ts';
import type { Store } from '#store/store.ts';
import type { StoreBefore } from '../corrections/corrected-import.ts';
import { BytesRead, type ReadingProgress } from './bytes-read.ts';
import { SourceChange } from './source-change.ts';
import { sourceNameOf } from './source-name.ts';
import { SourceFileReading } from './source-file-reading.ts';
import {
  SourceReading,
  type Explained,
  type FileSummary,
  type OnSourceTalk,
  type RecordBatch,
  type SourceOptions,
} from './source-reading.ts';
import type { Identity } from '../provenance/identity.ts';
import { OwnRecords, type PassedRecords } from '../provenance/own-records.ts';
import type { ForgottenPeople } from '../forget/forgotten-people.ts';
import { NOTHING_KNOWN, knownProvenance, type KnownProvenance } from '../provenance/known-provenance.ts';
import { Ownership } from '../provenance/ownership.ts';
import { recogniseMoved } from '../provenance/recognise-moved.ts';
import { unlessAborted } from '../unless-aborted.ts';
import {
  formatOf,
  isCertainlyCatalogue,
  nothingIn,
  sourceNameProblem,
  unnamedCatalogue,
  unreadable,
} from './input-format.ts';
import { unusedGone, unusedSettings } from './unused-settings.ts';
import type { Located } from './source-entities.ts';

export interface ReadingOptions {
  /** Maximum number of problems to list; the rest are only counted. Default PROBLEM_LIMIT. */
  readonly problemLimit?: number;
  readonly onProgress?: (progress: ReadingProgress) => void;
  /** Stops the reading with the signal's reason. */
  readonly signal?: AbortSignal;
  /** Undefined: every input is a catalogue file. */
  readonly sources?: SourceOptions;
  /** True: the inputs are the whole catalogue. */
  readonly replace?: boolean;
}

/** Result of reading: the number of valid records, the problems, and reports on files in other formats. */
export interface CatalogueReading {
  readonly records: number;
  /** The inputs have no records, nor the mark of an empty catalogue. */
  readonly isNothing: boolean;
  readonly found: ProblemList;
  readonly sources: ReadSources;
}

export interface ReadSources {
  readonly files: readonly FileSummary[];
  /** By source name. Their talks, and what those refer to, have been handed on. */
  readonly bySource: ReadonlyMap<string, SourceReading>;
  /** Problems of entries that were skipped. */
  readonly skipped: ProblemList;
  /** Problems of entries that were read without their unreadable parts. */
  readonly mended: ProblemList;
  readonly explained: readonly Explained[];
}

/** Takes the records that are read: a store's import, or a check of what an import would find. */
export interface Taker extends Pick<StoreImport, 'changeProvenance' | 'refuse'> {
  /** Returns the problems found. @param source name of the source of the records, if any @throws StoreUnavailable */
  put(records: readonly LocatedRecord[], source?: string): Promise<readonly LocatedProblem[]>;
  /** Called for every source talk that becomes a record. */
  readonly onTalk?: OnSourceTalk | undefined;
  readonly forgotten?: ForgottenPeople;
  /** The existing catalogue; undefined: starting from nothing. */
  readonly known?: Pick<StoreBefore, 'provenance' | 'record' | 'sourceTalks'> | undefined;
}

/** Reads the inputs in order and hands on their records in batches, so that only one batch is in memory. */
export async function readInto(
  taker: Taker,
  inputs: readonly Input[],
  options: ReadingOptions,
): Promise<CatalogueReading> {
  const run = new Run(taker, options, await BytesRead.of(inputs));
  for (const input of inputs) await run.read(input);
  await run.takeHeld();
  await run.tellUnused();
  run.tellChanged();
  await run.putEntities();
  return run;
}

/** Bytes at the start of a file from which its format is detected. */
const HEAD = 65_536;

const NO_PROVENANCE = 'a line of provenance, left out: only an import by hand takes it';

class Run implements CatalogueReading {
  readonly found: ProblemList;
  records = 0;
  readonly #taker: Taker;
  readonly #options: ReadingOptions;
  readonly #bytes: BytesRead;
  readonly #files: FileSummary[] = [];
  /** Files of sources, and whether entries of each were skipped. */
  readonly #readings = new Map<SourceFileReading, boolean>();
  readonly #bySource = new Map<string, SourceReading>();
  readonly #skipped: ProblemList;
  readonly #mended: ProblemList;
  readonly #explained: Explained[] = [];
  readonly #ownership: Ownership;
  readonly #own: OwnRecords;
  readonly #change: SourceChange;
  /** Detected formats of the inputs. */
  readonly #formats: SourceFormat[] = [];
  #isMarked = false;

  constructor(taker: Taker, options: ReadingOptions, bytes: BytesRead) {
    this.#taker = taker;
    this.#options = options;
    this.#bytes = bytes;
    this.found = new ProblemList(options.problemLimit);
    this.#skipped = new ProblemList(options.problemLimit);
    this.#mended = new ProblemList(options.problemLimit);
    this.#change = new SourceChange(options.sources ?? {});
    this.#ownership = new Ownership(taker.known, options.sources ?? {});
    this.#own = new OwnRecords(taker.known, options.sources ?? {});
  }

  get isNothing(): boolean {
    return this.records === 0 && !this.#isMarked;
  }

  get sources(): ReadSources {
    return {
      files: this.#files,
      bySource: this.#bySource,
      skipped: this.#skipped,
      mended: this.#mended,
      explained: this.#explained,
    };
  }

  async read(input: Input): Promise<void> {
    const { sources, signal } = this.#options;
    const counted = this.#bytes.counted(input);
    if (sources === undefined) {
      await this.#readCatalogue(counted);
      return;
    }
    const chunks = unpacked(counted.chunks(), input.mostUnpacked);
    const isEnough = (head: Buffer): boolean => sources.onDetected === undefined && isCertainlyCatalogue(head, sources);
    const peeked = await peek(chunks, HEAD, isEnough);
    signal?.throwIfAborted();
    await this.#bytes.measure(input);
    const head = headText(peeked.head);
    const format = this.#formatOf(input, head, peeked.failure);
    if ('code' in format) {
      await letGo(peeked);
      return this.#refuse(format);
    }
    this.#formats.push(format);
    if (format.load === null) {
      const isSomething = await this.#readCatalogue({ ...counted, chunks: () => peeked.chunks }, format);
      return isSomething || sources.format !== undefined ? undefined : this.#refuse(nothingIn(input.name));
    }
    const source = sources.source ?? sourceNameOf(input);
    const problem = sourceNameProblem(input.name, source);
    if (problem !== undefined) {
      await letGo(peeked);
      return this.#refuse(problem);
    }
    return this.#readSource(this.#bytes.withFurther(input), format, await format.load(), {
      ...sources,
      source,
      chunks: peeked.chunks,
      read: { ...sources.read, refusesSlugs: input.address !== undefined && sources.format === undefined },
    });
  }

  /** The format of an input, or why it is not read. */
  #formatOf(input: Input, head: string, failure: Peeked['failure']): SourceFormat | LocatedProblem {
    const named = this.#options.sources?.format;
    const format = named ?? formatOfMissing(input.address ?? '', failure?.error) ?? formatOf(head, input);
    const unnamed = format && unnamedCatalogue(input, { head, format, named });
    if (unnamed === undefined) this.#change.note(input.name, failure === undefined ? head : undefined, format);
    return unnamed ?? format ?? unreadable(input, head, failure);
  }

  /** Talks that are new to a source are held until its missing talks are known: they may be the same under new keys. */
  async takeHeld(): Promise<void> {
    const { known } = this.#taker;
    const { sources, signal } = this.#options;
    if (sources === undefined) return;
    for (const source of this.#bySource.values()) {
      if (known !== undefined) await recogniseMoved(known, source, sources, signal);
    }
    for (const file of this.#readings.keys()) {
      await this.#takeBatch(await file.release(), file);
      // If every entry is bad, the whole file is probably at fault.
      if (this.#readings.get(file) === true && file.summary.talks === 0) this.#taker.refuse([]);
      // A copy: the summary itself would keep everything read from the file in memory.
      this.#files.push({ ...file.summary });
      this.#explained.push(...file.explained);
    }
    this.#readings.clear();
  }

  async tellUnused(): Promise<void> {
    const { sources } = this.#options;
    if (sources === undefined) return;
    await this.#refuse(...unusedSettings(sources.read, this.#formats, sources.byDefault ?? []));
    if (this.#options.replace !== true && !this.isNothing) await this.#refuse(...unusedGone(sources, this.#formats));
  }

  tellChanged(): void {
    const hasTalks = this.records > 0 || [...this.#bySource.values()].some(({ hasTalks }) => hasTalks);
    const isFine = this.found.isEmpty && this.#skipped.isEmpty;
    const problem = this.#change.problem({ hasTalks, isFine });
    if (problem === undefined) return;
    this.#taker.refuse([]);
    this.found.addFirst(problem);
  }

  /**
   * Hands on the people, places, topics and series that source talks refer to, after all talks have been read. If two
   * sources use the same identifier, the first source wins.
   */
  async putEntities(): Promise<void> {
    const named = new Set<string>();
    for (const source of this.#bySource.values()) {
      for (const batch of batchesOf(source.records.entities())) {
        const first = batch.filter(({ record }) => !named.has(typedKey(record)));
        for (const { record } of this.#bySource.size > 1 ? first : []) named.add(typedKey(record));
        const whole: LocatedRecord[] = [];
        for (const entity of first) whole.push(await withExistingFields(this.#taker.known, entity));
        await this.#putOwn(whole, source);
      }
    }
  }

  /**
   * Reads a catalogue file, by hand or as a source of the sources file. Returns whether it has any lines, good or bad.
   */
  async #readCatalogue(input: Input, format?: SourceFormat): Promise<boolean> {
    let isSomething = false;
    const source = this.#catalogueSource(input);
    const account = format === undefined ? undefined : new FileAccount(format, new Map());
    for await (const batch of readCatalogueFile(input)) {
      this.#options.signal?.throwIfAborted();
      if (batch.problems.length > 0) this.#taker.refuse(batch.refused);
      this.found.add(batch.problems);
      if (source === undefined) {
        await this.#put(batch.records);
        await this.#taker.changeProvenance({ put: batch.provenance });
      } else {
        await this.#takeCatalogue(batch.records, source);
        // Another catalogue's sources are not ours.
        account?.note({ what: NO_PROVENANCE, count: batch.provenance.length, about: 'left-out' });
      }
      this.#isMarked ||= batch.isMarked;
      isSomething ||= batch.isMarked || batch.records.length + batch.provenance.length + batch.problems.length > 0;
    }
    if (source !== undefined && format !== undefined && account !== undefined) {
      this.#files.push({
        file: input.name,
        format,
        source: source.identity.source,
        talks: source.count,
        notes: account.decisions,
        account,
      });
    }
    return isSomething;
  }

  /** Undefined: the catalogue is imported by hand, and no source owns its records. */
  #catalogueSource(input: Input): SourceReading | undefined {
    const { sources } = this.#options;
    if (sources?.source === undefined || sources.neighbours === undefined) return undefined;
    return this.#sourceOf(input, { ...sources, source: sources.source });
  }

  async #takeCatalogue(records: readonly LocatedRecord[], source: SourceReading): Promise<void> {
    const passed = await this.#putOwn(records, source);
    for (const { record, line } of passed.records) {
      if (record.type === 'talk') source.records.claim(record.slug, line);
      else if (record.type === 'removed_talk') source.removed.add(record.slug);
    }
    for (const [slug, owner] of passed.left) source.left.set(slug, owner);
    source.count += records.filter(({ record }) => record.type === 'talk').length;
  }

  /** Hands on the records that the source may write, and reports those that it may not change. */
  async #putOwn(records: readonly LocatedRecord[], source: SourceReading): Promise<PassedRecords> {
    const passed = await this.#own.pass(records, { identity: source.identity, before: () => source.before() });
    this.#skipped.add(passed.problems);
    await this.#put(passed.records, source.identity.source);
    await this.#taker.changeProvenance({ put: passed.put, forget: passed.forget });
    return passed;
  }

  async #readSource(
    input: Input,
    format: SourceFormat,
    read: SourceReader,
    sources: SourceOptions & { readonly source: string; readonly chunks: AsyncIterable<Buffer> },
  ): Promise<void> {
    const source = this.#sourceOf(input, sources);
    const file = new SourceFileReading(source, input, format, {
      ...sources,
      onTalk: this.#taker.onTalk,
      known: this.#taker.known,
      ownersOf: (slugs, before) => this.#ownership.of(source.identity, slugs, before),
      isOthersCollection: (slug) => this.#own.isOthersCollection(slug, source.identity),
    });
    this.#readings.set(file, false);
    for await (const batch of file.batches(read, input, sources.chunks)) await this.#takeBatch(batch, file);
  }

  async #takeBatch(batch: RecordBatch, file: SourceFileReading): Promise<void> {
    this.#options.signal?.throwIfAborted();
    if (batch.skipped.length > 0) this.#readings.set(file, true);
    this.#skipped.add(batch.skipped);
    this.#mended.add(batch.mended);
    await this.#take(batch, file.summary.source);
  }

  #sourceOf(input: Input, { source, additions }: SourceOptions & { readonly source: string }): SourceReading {
    const load = async (identity: Identity): Promise<KnownProvenance> => {
      const before = await this.#provenanceOf(identity);
      identity.remember(before, this.#options.sources?.same, this.#taker.forgotten);
      return before;
    };
    const known = this.#bySource.get(source) ?? new SourceReading(source, additions, input.name, load);
    this.#bySource.set(source, known);
    return known;
  }

  async #provenanceOf(identity: Identity): Promise<KnownProvenance> {
    const { known } = this.#taker;
    return known === undefined ? NOTHING_KNOWN : knownProvenance(known, this.#taker, identity);
  }

  #refuse(...problems: readonly LocatedProblem[]): Promise<void> {
    return this.#take({ problems, records: [], provenance: [] });
  }

  async #take(
    { problems, records, provenance }: Omit<RecordBatch, 'skipped' | 'mended'>,
    source?: string,
  ): Promise<void> {
    if (problems.length > 0) this.#taker.refuse([]);
    this.found.add(problems);
    await this.#put(records, source);
    await this.#taker.changeProvenance({ put: provenance });
  }

  async #put(records: readonly LocatedRecord[], source?: string): Promise<void> {
    this.found.add(await unlessAborted(this.#taker.put(records, source), this.#options.signal));
    this.records += records.length;
    this.#options.onProgress?.({ bytesRead: this.#bytes.read, bytesTotal: this.#bytes.total, records: this.records });
  }
}

/** Reads existing records of the catalogue. */
type Known = Pick<Store, 'record'>;

/**
 * Takes fields that the source does not mention from the catalogue: a source that only names a department does not say
 * which faculty it is part of, and the catalogue should not lose that.
 */
async function withExistingFields(
  known: Known | undefined,
  { record, unsaid, file, line }: Located<CatalogueRecord>,
): Promise<LocatedRecord> {
  const before = known === undefined || unsaid.length === 0 ? undefined : await recordBefore(known, record);
  if (before === undefined) return { record, file, line };
  const kept = Object.entries(before).filter(([field]) => unsaid.includes(field));
  return { record: { ...record, ...Object.fromEntries(kept) }, file, line };
}

async function recordBefore(known: Known, record: CatalogueRecord): Promise<CatalogueRecord | undefined> {
  const hasUnsaid = record.type === 'person' || record.type === 'place' || record.type === 'series';
  return hasUnsaid ? known.record(record.type, recordKey(record)) : undefined;
}

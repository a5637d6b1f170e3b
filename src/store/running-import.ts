import { randomUUID } from 'node:crypto';
import { IntegrityChecker, NO_EXISTING_RECORDS } from '#catalogue/integrity-checker.ts';
import { ProblemList } from '#catalogue/problem-list.ts';
import type { Slug } from '#catalogue/slug.ts';
import type { LocatedProblem } from '#catalogue/problem.ts';
import { RECORD_KINDS, RECORD_TYPES } from '#catalogue/record.ts';
import type { Identifier, LocatedRecord } from '#catalogue/record.ts';
import type { StoreAddress } from './address.ts';
import { Comparison, Uids } from './comparison.ts';
import type { ExistingRows } from './existing-rows.ts';
import { NO_ROWS } from './rows.ts';
import type { CorrectionChange } from './corrections.ts';
import type { ForgottenChange } from './forgotten.ts';
import type { ImportOptions, ImportOutcome, ProvenanceChange, StoreImport } from './store-import.ts';
import { WritingThread } from './writing-thread.ts';

/** Records, or calls of `put`, per batch. Comparing a batch with the stored records may cost a round trip. */
const BATCH = 500;
const MAX_PUTS = 16;

/**
 * Begins an import once no other import runs. `openExisting` opens the stored records for reading; `place` says which of
 * the address's hosts the thread writes to. @throws StoreUnavailable
 */
export async function beginImport(
  address: StoreAddress,
  openExisting: (place: number) => Promise<ExistingRows>,
  options: ImportOptions,
): Promise<StoreImport> {
  const thread = await WritingThread.begin(address, options);
  let kept: ExistingRows | undefined;
  try {
    kept = thread.isNew ? undefined : await openExisting(thread.place);
    return new RunningImport({ thread, kept, intoEmpty: await isEmpty(kept) }, options);
  } catch (error) {
    await kept?.close();
    await thread.abandon();
    throw error;
  }
}

interface Parts {
  readonly thread: WritingThread;
  /** Undefined when there is no catalogue yet. */
  readonly kept: ExistingRows | undefined;
  readonly intoEmpty: boolean;
}

/** Records, and the function that switches `kept` to them. */
interface Batch {
  readonly records: readonly LocatedRecord[];
  readonly turnTo: Promise<() => void>;
}

/** A running import: turns records into rows, which a thread of its own writes. */
class RunningImport implements StoreImport {
  readonly intoEmpty: boolean;
  readonly #options: ImportOptions;
  /** Seconds since 1970-01-01T00:00:00Z. */
  readonly #now: number;
  readonly #thread: WritingThread;
  readonly #kept: ExistingRows | undefined;
  readonly #checker: IntegrityChecker;
  readonly #comparison: Comparison;
  readonly #uids: Uids;
  #gathered: LocatedRecord[] = [];
  #puts = 0;
  /** The batch whose stored records are being fetched while the next batch is collected. */
  #next: Batch | undefined;
  /** True after the first problem: look for more problems, but write nothing. */
  #isDoomed = false;
  #hasEnded = false;
  /** Whether there are rows to commit even if no record changes. */
  #hasOtherRows: boolean;

  constructor({ thread, kept, intoEmpty }: Parts, options: ImportOptions) {
    this.#options = options;
    this.#thread = thread;
    this.#kept = kept;
    this.#checker = new IntegrityChecker(kept ?? NO_EXISTING_RECORDS, options.replace);
    this.#now = Math.floor(options.now.getTime() / 1000);
    this.#uids = new Uids(options.replace ? undefined : kept);
    this.#comparison = new Comparison(kept, this.#now, this.#uids, options.onTalk);
    this.intoEmpty = intoEmpty;
    this.#hasOtherRows = options.replace;
  }

  async put(records: readonly LocatedRecord[]): Promise<readonly LocatedProblem[]> {
    if (this.#hasEnded) throw new Error('The import has ended');
    if (this.#kept === undefined) return this.#enter(records);
    for (const located of records) this.#gathered.push(located);
    this.#puts++;
    if (this.#gathered.length < BATCH && this.#puts < MAX_PUTS) return [];
    return this.#advance(this.#kept);
  }

  async changeProvenance({ put = [], forget = [] }: ProvenanceChange): Promise<void> {
    if (this.#hasEnded) throw new Error('The import has ended');
    if (this.#isDoomed || put.length + forget.length === 0) return;
    this.#hasOtherRows = true;
    await this.#thread.write({ ...NO_ROWS, provenance: put, forgotten: forget });
  }

  async changeCorrections({ put = [], forget = [] }: CorrectionChange): Promise<void> {
    if (this.#hasEnded) throw new Error('The import has ended');
    if (this.#isDoomed || put.length + forget.length === 0) return;
    this.#hasOtherRows = true;
    await this.#thread.write({ ...NO_ROWS, corrections: put, uncorrected: forget });
  }

  async changeForgotten({ put = [], undo = [] }: ForgottenChange): Promise<void> {
    if (this.#hasEnded) throw new Error('The import has ended');
    if (this.#isDoomed || put.length + undo.length === 0) return;
    this.#hasOtherRows = true;
    await this.#thread.write({ ...NO_ROWS, forgottenPeople: put, unforgottenPeople: undo });
  }

  async erasePerson(slug: Slug): Promise<void> {
    if (this.#hasEnded) throw new Error('The import has ended');
    if (this.#isDoomed) return;
    this.#comparison.counts.person.removed++;
    await this.#thread.write({ ...NO_ROWS, erasedPeople: [slug] });
  }

  refuse(unread: readonly Identifier[]): void {
    this.#isDoomed = true;
    for (const identifier of unread) this.#checker.enterUnread(identifier);
  }

  async finish(): Promise<ImportOutcome> {
    if (this.#hasEnded) throw new Error('The import has ended');
    try {
      return await this.#conclude();
    } catch (error) {
      // A failed import cannot continue, and must not keep its thread waiting.
      await this.abandon();
      throw error;
    }
  }

  async #conclude(): Promise<ImportOutcome> {
    const wrong = new ProblemList(this.#options.problemLimit);
    if (this.#kept !== undefined) {
      wrong.add(await this.#advance(this.#kept));
      wrong.add(await this.#advance(this.#kept));
      if (!this.#options.replace) await this.#kept.prepareParents();
    }
    wrong.add(this.#checker.problems());
    if (this.#isDoomed || !wrong.isEmpty) {
      await this.abandon();
      return { ok: false, problems: wrong.problems, more: wrong.more };
    }
    if (this.#options.replace) await this.#removeUnnamed();
    this.#hasEnded = true;
    // A reader of the previous state would keep SQLite from emptying its log.
    await this.#kept?.close();
    await this.#end();
    return { ok: true, counts: this.#comparison.counts };
  }

  async abandon(): Promise<void> {
    this.#hasEnded = true;
    // Closed first, so as not to wait for a look-up that gets no answer.
    await this.#kept?.close();
    await this.#next?.turnTo.catch(() => undefined);
    await this.#thread.abandon();
  }

  /** Begins to fetch the stored records of the collected batch, and meanwhile enters the batch before it. */
  async #advance(kept: ExistingRows): Promise<LocatedProblem[]> {
    const records = this.#gathered;
    this.#gathered = [];
    this.#puts = 0;
    const turnTo = kept.prepare(
      records.map(({ record }) => record),
      (type, key) => this.#checker.knows(type, key),
    );
    // An error is thrown when it is awaited.
    turnTo.catch(() => undefined);
    const batch = this.#next;
    this.#next = { records, turnTo };
    if (batch === undefined) return [];
    const turn = await batch.turnTo;
    turn();
    await this.#uids.prepare(batch.records);
    return this.#enter(batch.records);
  }

  async #enter(records: readonly LocatedRecord[]): Promise<LocatedProblem[]> {
    const problems: LocatedProblem[] = [];
    for (const located of records) {
      const entry = this.#checker.enter(located);
      if ('code' in entry) problems.push(entry);
      else if (!this.#isDoomed)
        this.#comparison.add(this.#options.replace ? { ...located, unsaid: [] } : located, entry);
    }
    if (problems.length > 0) this.#isDoomed = true;
    const rows = this.#comparison.take();
    if (!this.#isDoomed) await this.#thread.write(rows);
    return problems;
  }

  async #removeUnnamed(): Promise<void> {
    const { exact = false } = this.#options;
    for (const kind of RECORD_KINDS) {
      if (kind === 'removed_talk' && !exact) continue;
      const type = kind === 'removed_talk' ? 'talk' : kind;
      const removed = type === 'talk' && !exact ? this.#now : null;
      for await (const numbers of this.#kept?.numbers(kind) ?? []) {
        const unnamed = numbers.filter((number) => !this.#checker.isNamed(type, number));
        this.#comparison.counts[kind].removed += unnamed.length;
        const rows = unnamed.map((number) => ({ type, number, removed }));
        if (rows.length > 0) await this.#thread.write({ ...NO_ROWS, removed: rows });
      }
    }
  }

  #end(): Promise<void> {
    const { counts, isIdle } = this.#comparison;
    const { dryRun, ended = () => this.#options.now } = this.#options;
    const time = Math.floor(ended().getTime() / 1000);
    const row = { token: randomUUID(), time, counts: JSON.stringify(counts) };
    if (dryRun === true) return this.#thread.abandon();
    if (!isIdle) return this.#thread.commit(row);
    const isAny = this.#kept === undefined || this.#hasOtherRows;
    return isAny ? this.#thread.commit(undefined) : this.#thread.abandon();
  }
}

async function isEmpty(kept: ExistingRows | undefined): Promise<boolean> {
  for (const type of RECORD_TYPES) {
    for await (const numbers of kept?.numbers(type) ?? []) if (numbers.length > 0) return false;
  }
  return true;
}

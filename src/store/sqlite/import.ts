import { randomUUID } from 'node:crypto';
import type { Database } from 'better-sqlite3';
import { Ledger, NOTHING_KEPT } from '#catalogue/ledger.js';
import { ProblemList } from '#catalogue/problem-list.js';
import type { LocatedProblem } from '#catalogue/problem.js';
import { RECORD_TYPES } from '#catalogue/record.js';
import type { Identifier, LocatedRecord } from '#catalogue/record.js';
import type { ImportOptions, ImportOutcome, StoreImport } from '../store.js';
import { Comparison } from './comparison.js';
import { KeptRows } from './kept-rows.js';
import type { RemovedRow } from './rows.js';
import type { WritingThread } from './writing-thread.js';

/** An import, from the records that come in to the rows that a thread of its own writes. */
export class SqliteImport implements StoreImport {
  readonly intoEmpty: boolean;
  readonly #options: ImportOptions;
  readonly #thread: WritingThread;
  readonly #db: Database | undefined;
  readonly #kept: KeptRows | undefined;
  readonly #ledger: Ledger;
  readonly #comparison: Comparison;
  /** Something is wrong: go on finding what else is, but write no more. */
  #isDoomed = false;

  /** `thread` has begun; `db` reads what is kept, undefined when there is nothing yet. */
  constructor(thread: WritingThread, db: Database | undefined, options: ImportOptions) {
    this.#options = options;
    this.#thread = thread;
    this.#db = db;
    // One transaction for all that is looked up: each by itself would lock and unlock.
    db?.exec('BEGIN');
    this.#kept = db && new KeptRows(db);
    this.#ledger = new Ledger(this.#kept ?? NOTHING_KEPT, options.replace);
    this.#comparison = new Comparison(this.#kept, Math.floor(options.now.getTime() / 1000));
    this.intoEmpty = this.#isEmpty();
  }

  async put(records: readonly LocatedRecord[]): Promise<readonly LocatedProblem[]> {
    const problems: LocatedProblem[] = [];
    for (const located of records) {
      const entry = this.#ledger.enter(located);
      if ('code' in entry) problems.push(entry);
      else if (!this.#isDoomed) this.#comparison.add(located.record, entry);
    }
    if (problems.length > 0) this.#isDoomed = true;
    const rows = this.#comparison.take();
    if (!this.#isDoomed) await this.#thread.write(rows);
    return problems;
  }

  refuse(unread: readonly Identifier[]): void {
    this.#isDoomed = true;
    for (const identifier of unread) this.#ledger.enterUnread(identifier);
  }

  async finish(): Promise<ImportOutcome> {
    const wrong = new ProblemList(this.#options.problemLimit);
    wrong.add(this.#ledger.problems());
    if (this.#isDoomed || !wrong.isEmpty) {
      await this.abandon();
      return { ok: false, problems: wrong.problems, more: wrong.more };
    }
    if (this.#options.replace) await this.#removeUnnamed();
    // A reader's hold on the state before would keep the log from being emptied.
    this.#db?.close();
    const { counts } = this.#comparison;
    const { now } = this.#options;
    const row = { token: randomUUID(), time: now.toISOString(), counts: JSON.stringify(counts) };
    if (this.#options.dryRun === true) await this.#thread.abandon();
    else if (!this.#comparison.isIdle) await this.#thread.commit(row);
    else if (this.#kept === undefined) await this.#thread.commit(undefined);
    else await this.#thread.abandon();
    return { ok: true, counts };
  }

  async abandon(): Promise<void> {
    this.#db?.close();
    await this.#thread.abandon();
  }

  #isEmpty(): boolean {
    for (const type of RECORD_TYPES) {
      for (const number of this.#kept?.numbers(type) ?? []) return number === 0;
    }
    return true;
  }

  async #removeUnnamed(): Promise<void> {
    const removed: RemovedRow[] = [];
    for (const type of RECORD_TYPES) {
      for (const number of this.#kept?.numbers(type) ?? []) {
        if (this.#ledger.isNamed(type, number)) continue;
        removed.push({ type, number });
        this.#comparison.counts[type].removed++;
      }
    }
    await this.#thread.write({ talks: [], entities: [], removed });
  }
}

import { Worker } from 'node:worker_threads';
import { StoreUnavailable, type TermMatches, type TextTerm } from '#store/store.ts';
import { CopyUnusable, type CopyPoint } from './copy-file.ts';
import type { CopyReader } from './copy-reader.ts';
import { NICE } from './thread-priority.ts';

/** The most entries of the word index that are read on the thread that answers requests: about a millisecond of work. */
const AT_ONCE = 20_000;

/** Looks up which records have a word: rare words at once, others in threads, so that they hold nothing up. */
export class Words {
  readonly #threads: readonly TextThread[];
  readonly #lanes: TextLanes;

  /** @param program the version of the program, which the copy must be of */
  constructor(program: string) {
    // Each thread starts with its first search.
    const lanes = [QUICK, COMMON, Infinity].map((upTo) => ({
      upTo,
      thread: new TextThread(program, { niceness: upTo > COMMON ? NICE : 0 }),
    }));
    this.#threads = lanes.map(({ thread }) => thread);
    this.#lanes = new TextLanes({
      lanes: lanes.map(({ upTo, thread }) => ({ upTo, find: (...task) => thread.find(...task) })),
    });
  }

  /** The threads keep this state open for later searches. */
  open({ file, serial }: CopyReader): void {
    for (const thread of this.#threads) thread.open({ file, serial });
  }

  /**
   * The matches of each term, in the order of the terms.
   * @param now the open reader of the version, which may be replaced meanwhile
   * @throws StoreUnavailable when it takes too long; CopyGone; CopyUnusable; an error of SQLite
   */
  async *find(now: () => CopyReader, terms: readonly TextTerm[]): AsyncGenerator<TermMatches> {
    const reader = now();
    const costs = reader.textCost.of(terms);
    const cost = costs.reduce((sum, each) => sum + each, 0);
    if (cost <= AT_ONCE) {
      yield* reader.text.find(terms, Infinity);
      return;
    }
    const { file, serial } = reader;
    let found = 0;
    try {
      for await (const matches of this.#lanes.find({ file, serial }, terms, costs)) {
        found += 1;
        yield matches;
      }
    } catch (error) {
      // A thread that starts just when the copy has gone on cannot open this state any more; the reader still has it.
      if (!(error instanceof CopyGone) || cost > QUICK) throw error;
      yield* now().text.find(terms.slice(found), Infinity);
    }
  }

  /** Rejects all searches. */
  close(): void {
    this.#lanes.close();
    for (const thread of this.#threads) thread.close();
  }
}

/** Searches for terms in one state of the copy; gives up after so many milliseconds. */
export type FindPortion = (at: CopyPoint, terms: readonly TextTerm[], milliseconds: number) => Promise<TermMatches[]>;

interface TextLanesParts {
  /** The cheapest first. The last one takes every search that is too expensive for the others. */
  readonly lanes: readonly LaneParts[];
  /** Milliseconds that a search may take, waiting included. */
  readonly longest?: number;
  /** Searches that may wait in a lane. */
  readonly mostWaiting?: number;
}

export interface LaneParts {
  /** The highest cost of a search in this lane. */
  readonly upTo: number;
  readonly find: FindPortion;
}

const MAX_TIME = 3_000;
const MAX_WAITING = 200;

/** The most entries of the word index that a cheap search reads: some ten milliseconds of work. */
export const QUICK = 200_000;

/** The most entries that a search for a few very common words reads. */
const COMMON = 2_000_000;

/**
 * Runs text searches in lanes, so that none waits behind an expensive one. Cheap searches have a lane of their own.
 * Within a lane, searches are grouped by order of cost, and the groups take turns, one portion at a time, the cheapest
 * group every other turn; so many searches of one cost do not hold up those of another. A search that runs out of time
 * fails alone. When too many wait, the most expensive one is refused.
 */
export class TextLanes {
  readonly #longest: number;
  readonly #lanes: readonly Lane[];

  constructor({ lanes, longest = MAX_TIME, mostWaiting = MAX_WAITING }: TextLanesParts) {
    this.#longest = longest;
    this.#lanes = lanes.map((lane) => new Lane(lane, mostWaiting));
  }

  /**
   * The matches of each term, in the order of the terms.
   * @param costs for each term, an estimate of how many entries of the word index a search for it reads
   * @throws StoreUnavailable, also when it takes too long
   */
  async *find(at: CopyPoint, terms: readonly TextTerm[], costs: readonly number[]): AsyncGenerator<TermMatches> {
    const end = performance.now() + this.#longest;
    const cost = costs.reduce((sum, each) => sum + each, 0);
    const lane = this.#lanes.find(({ upTo }) => cost <= upTo) ?? this.#lanes.at(-1);
    const run = (portion: Portion | undefined) => portion && lane?.run({ at, terms: portion.terms, cost, end });
    const portions = portionsOf(terms, costs);
    let next = run(portions.shift());
    while (next !== undefined) {
      const found = await next;
      // Queued before the lane chooses its next portion: perhaps no other search is waiting.
      next = run(portions.shift());
      // Nobody awaits it if the caller stops here.
      next?.catch(() => undefined);
      yield* found;
    }
  }

  /** Rejects all waiting searches. */
  close(): void {
    for (const lane of this.#lanes) lane.close();
  }
}

interface Portion {
  readonly terms: TextTerm[];
  cost: number;
}

/** Groups terms that are cheap together; an expensive term is a portion of its own. */
function portionsOf(terms: readonly TextTerm[], costs: readonly number[]): Portion[] {
  const portions: Portion[] = [];
  for (const [index, term] of terms.entries()) {
    const cost = costs[index] ?? 0;
    const last = portions.at(-1);
    if (last === undefined || last.cost + cost > QUICK) portions.push({ terms: [term], cost });
    else {
      last.terms.push(term);
      last.cost += cost;
    }
  }
  return portions;
}

interface Task {
  readonly at: CopyPoint;
  readonly terms: readonly TextTerm[];
  /** Cost of the whole search that this is a portion of. */
  readonly cost: number;
  /** Deadline, in the time of performance.now(). */
  readonly end: number;
}

interface WaitingTask extends Task {
  readonly resolve: (found: TermMatches[]) => void;
  readonly reject: (error: unknown) => void;
  readonly timer: NodeJS.Timeout;
}

class Lane {
  readonly upTo: number;
  readonly #find: FindPortion;
  readonly #mostWaiting: number;
  readonly #waiting = new Set<WaitingTask>();
  #isRunning = false;
  #turns = 0;
  #isClosed = false;

  constructor({ upTo, find }: LaneParts, mostWaiting: number) {
    this.upTo = upTo;
    this.#find = find;
    this.#mostWaiting = mostWaiting;
  }

  run(task: Task): Promise<TermMatches[]> {
    return new Promise((resolve, reject) => {
      if (this.#isClosed) throw closed();
      const timer = setTimeout(() => this.#refuse(waiting), Math.max(0, task.end - performance.now()));
      const waiting: WaitingTask = { ...task, resolve, reject, timer };
      this.#waiting.add(waiting);
      this.#next();
      if (this.#waiting.size > this.#mostWaiting) this.#refuse(this.#extreme((one, other) => one.cost >= other.cost));
    });
  }

  close(): void {
    this.#isClosed = true;
    for (const waiting of this.#waiting) this.#refuse(waiting, closed());
  }

  #next(): void {
    if (this.#isRunning) return;
    const next = this.#chosen();
    if (next === undefined) return;
    this.#take(next);
    this.#isRunning = true;
    this.#find(next.at, next.terms, Math.max(1, next.end - performance.now()))
      .then(next.resolve, next.reject)
      .finally(() => {
        this.#isRunning = false;
        this.#next();
      });
  }

  /**
   * Of the waiting orders of cost, the lowest gets half of the turns, the next a quarter, and so on. Within an order,
   * the search that has waited longest comes first.
   */
  #chosen(): WaitingTask | undefined {
    const orders = [...new Set([...this.#waiting].map(orderOf))].sort((one, other) => one - other);
    if (orders.length > 0) this.#turns += 1;
    const order = orders[Math.min(trailingZeros(this.#turns), orders.length - 1)];
    for (const waiting of this.#waiting) if (orderOf(waiting) === order) return waiting;
    return undefined;
  }

  /** The waiting search that comes before all others. */
  #extreme(isBefore: (one: Task, other: Task) => boolean): WaitingTask | undefined {
    let found: WaitingTask | undefined;
    for (const waiting of this.#waiting) if (found === undefined || isBefore(waiting, found)) found = waiting;
    return found;
  }

  #take(waiting: WaitingTask): void {
    clearTimeout(waiting.timer);
    this.#waiting.delete(waiting);
  }

  #refuse(waiting: WaitingTask | undefined, error: unknown = timedOut()): void {
    if (waiting === undefined) return;
    this.#take(waiting);
    waiting.reject(error);
  }
}

/** Order of cost: searches of the same order differ in cost by less than a factor of two. */
function orderOf({ cost }: Task): number {
  return Math.floor(Math.log2(cost + 1));
}

/** 0 for every odd number, 1 for every second even one, 2 for every second of the others, and so on. */
function trailingZeros(number: number): number {
  return 31 - Math.clz32(number & -number);
}

function timedOut(): StoreUnavailable {
  return new StoreUnavailable('The text search timed out. Try again.');
}

function closed(): StoreUnavailable {
  return new StoreUnavailable('The copy has been closed.');
}

/** A request to the search thread, which sends one answer for each. */
export interface TextTask {
  readonly at: CopyPoint;
  /** None: the thread only opens the copy in this state, as long as it is there. */
  readonly terms: readonly TextTerm[] | undefined;
  /** Time limit. */
  readonly milliseconds: number;
}

/** Start parameters of the search thread. */
export interface TextThreadData {
  /** The version of the program, which the copy must be of. */
  readonly program: string;
  /** The thread's nice value, from 0 to 19. */
  readonly niceness: number;
}

export type TextAnswer =
  | { readonly outcome: 'found'; readonly found: TermMatches[] }
  | { readonly outcome: 'timed out' }
  /** The copy has gone on to another state. */
  | { readonly outcome: 'gone' }
  /** The copy is damaged. */
  | { readonly outcome: 'damaged' }
  | { readonly outcome: 'bug'; readonly error: unknown };

/** The copy has gone on to another state than the one that was asked for. */
export class CopyGone extends StoreUnavailable {
  constructor() {
    super('The catalogue has changed while it was searched. Try again.');
  }
}

/**
 * Milliseconds by which the thread may miss its limit. SQLite does not stop in the middle of reading a prefix's words.
 */
const GRACE = 3_000;

interface Waiting {
  readonly resolve: (found: TermMatches[]) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Searches a catalogue's text in a thread, one task at a time. The thread starts with the first task, and again after a
 * failure.
 */
export class TextThread {
  readonly #data: TextThreadData;
  readonly #grace: number;
  #worker: Worker | undefined;
  #waiting: Waiting | undefined;

  constructor(program: string, { niceness = 0, grace = GRACE } = {}) {
    this.#data = { program, niceness };
    this.#grace = grace;
  }

  /** Call it only after the last search has ended. @throws StoreUnavailable, also when it takes too long */
  async find(at: CopyPoint, terms: readonly TextTerm[], milliseconds: number): Promise<TermMatches[]> {
    const worker = (this.#worker ??= this.#begin());
    worker.ref();
    let timer: NodeJS.Timeout | undefined;
    try {
      return await new Promise((resolve, reject) => {
        this.#waiting = { resolve, reject };
        timer = setTimeout(() => this.#end(timedOut()), milliseconds + this.#grace);
        worker.postMessage({ at, terms, milliseconds } satisfies TextTask);
      });
    } finally {
      clearTimeout(timer);
      this.#waiting = undefined;
      // An idle thread must not keep the process alive.
      worker.unref();
    }
  }

  /** Keeps this state open for later searches, if the thread runs. */
  open(at: CopyPoint): void {
    this.#worker?.postMessage({ at, terms: undefined, milliseconds: 0 } satisfies TextTask);
  }

  close(): void {
    this.#end(closed());
  }

  #begin(): Worker {
    const worker = new Worker(new URL(import.meta.resolve('#replica/text-worker.ts')), {
      workerData: this.#data,
    });
    worker.on('message', (answer: TextAnswer) => {
      if (this.#worker === worker) this.#settle(answer);
    });
    worker.on('error', (error) => {
      if (this.#worker === worker) this.#end(error);
    });
    return worker;
  }

  #settle(answer: TextAnswer): void {
    if (answer.outcome === 'found') this.#waiting?.resolve(answer.found);
    else if (answer.outcome === 'timed out') this.#waiting?.reject(timedOut());
    else if (answer.outcome === 'gone') this.#waiting?.reject(new CopyGone());
    else if (answer.outcome === 'damaged') this.#waiting?.reject(new CopyUnusable('its words cannot be read'));
    else this.#waiting?.reject(answer.error);
  }

  #end(error: unknown): void {
    const worker = this.#worker;
    this.#worker = undefined;
    this.#waiting?.reject(error);
    void worker?.terminate();
  }
}

import { StoreUnavailable } from './store.ts';
import type { AtVersion, TermMatches, TextTerm } from './store.ts';

/** Finds terms, all of one state of the store, and gives up after so many milliseconds. */
export type FindPortion = (terms: readonly TextTerm[], milliseconds: number) => Promise<AtVersion<TermMatches[]>>;

export interface TextLanesParts {
  /** For each term, about how many entries of the word index it will read: known before it is searched for. */
  readonly costs: (terms: readonly TextTerm[]) => readonly number[] | Promise<readonly number[]>;
  /** The cheapest first; the last takes whatever costs more than the others take. */
  readonly lanes: readonly LaneParts[];
  /** Milliseconds that a search may take, waiting included. */
  readonly longest?: number;
  /** Searches that may wait in a lane. */
  readonly mostWaiting?: number;
}

export interface LaneParts {
  /** What a search may cost. */
  readonly upTo: number;
  readonly find: FindPortion;
  /** Portions that run at the same time. Default 1. */
  readonly atOnce?: number;
}

const LONGEST = 3_000;
const MOST_WAITING = 200;

/** Entries of the word index that a cheap search reads at most: some ten milliseconds of work. */
export const QUICK = 200_000;

/** The same of a search for a few words that most talks have. */
export const COMMON = 2_000_000;

/**
 * Runs text searches in lanes, so that nobody waits behind an expensive one: cheap searches have a lane of their own, and
 * in each, searches of every order of cost take turns, one portion at a time, the cheapest every other turn. So however
 * many there are of one cost do not keep those of another waiting. A search that has had its time fails alone, and where too many wait the most
 * expensive one is refused.
 */
export class TextLanes {
  readonly #costs: TextLanesParts['costs'];
  readonly #longest: number;
  readonly #lanes: readonly Lane[];

  constructor({ costs, lanes, longest = LONGEST, mostWaiting = MOST_WAITING }: TextLanesParts) {
    this.#costs = costs;
    this.#longest = longest;
    this.#lanes = lanes.map((lane) => new Lane(lane, mostWaiting));
  }

  /** Where each term stands, in their order. @throws StoreUnavailable, also when it takes too long */
  async *find(terms: readonly TextTerm[]): AsyncGenerator<AtVersion<TermMatches>> {
    const end = performance.now() + this.#longest;
    const costs = await this.#costs(terms);
    const cost = costs.reduce((sum, each) => sum + each, 0);
    const lane = this.#lanes.find(({ upTo }) => cost <= upTo) ?? this.#lanes.at(-1);
    const run = (portion: Portion | undefined) => portion && lane?.run({ terms: portion.terms, cost, end });
    const portions = portionsOf(terms, costs);
    let next = run(portions.shift());
    while (next !== undefined) {
      const { version, value } = await next;
      // Before the lane turns to the next search: nobody else may be waiting.
      next = run(portions.shift());
      // Nobody waits for it if nobody wants more.
      next?.catch(() => undefined);
      for (const matches of value) yield { version, value: matches };
    }
  }

  /** Whoever waits is told. */
  close(): void {
    for (const lane of this.#lanes) lane.close();
  }
}

interface Portion {
  readonly terms: TextTerm[];
  cost: number;
}

/** Terms that are cheap together; an expensive one stands alone. */
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
  readonly terms: readonly TextTerm[];
  /** Of the whole search that it is a portion of. */
  readonly cost: number;
  /** A moment of performance.now(). */
  readonly end: number;
}

interface WaitingTask extends Task {
  readonly resolve: (found: AtVersion<TermMatches[]>) => void;
  readonly reject: (error: unknown) => void;
  readonly timer: NodeJS.Timeout;
}

class Lane {
  readonly upTo: number;
  readonly #find: FindPortion;
  readonly #atOnce: number;
  readonly #mostWaiting: number;
  readonly #waiting = new Set<WaitingTask>();
  #running = 0;
  #turns = 0;
  #isClosed = false;

  constructor({ upTo, find, atOnce = 1 }: LaneParts, mostWaiting: number) {
    this.upTo = upTo;
    this.#find = find;
    this.#atOnce = atOnce;
    this.#mostWaiting = mostWaiting;
  }

  run(task: Task): Promise<AtVersion<TermMatches[]>> {
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
    if (this.#running >= this.#atOnce) return;
    const next = this.#chosen();
    if (next === undefined) return;
    this.#take(next);
    this.#running += 1;
    this.#find(next.terms, Math.max(1, next.end - performance.now()))
      .then(next.resolve, next.reject)
      .finally(() => {
        this.#running -= 1;
        this.#next();
      });
  }

  /**
   * Of the orders of cost that wait, the lowest has half of the turns, the next a quarter, and so on; within one it is the
   * search that has waited longest.
   */
  #chosen(): WaitingTask | undefined {
    const orders = [...new Set([...this.#waiting].map(orderOf))].sort((one, other) => one - other);
    if (orders.length > 0) this.#turns += 1;
    const order = orders[Math.min(trailingZeros(this.#turns), orders.length - 1)];
    for (const waiting of this.#waiting) if (orderOf(waiting) === order) return waiting;
    return undefined;
  }

  /** Of those that wait, the one that comes before all others. */
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

/** Searches of one order cost within twice the same. */
function orderOf({ cost }: Task): number {
  return Math.floor(Math.log2(cost + 1));
}

/** 0 for every odd number, 1 for every second even one, 2 for every second of the others, and so on. */
function trailingZeros(number: number): number {
  return 31 - Math.clz32(number & -number);
}

export function timedOut(): StoreUnavailable {
  return new StoreUnavailable('The text search timed out. Try again.');
}

function closed(): StoreUnavailable {
  return new StoreUnavailable('The store has been closed.');
}

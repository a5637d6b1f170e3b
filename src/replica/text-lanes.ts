import { StoreUnavailable } from '#store/store.ts';
import type { TermMatches, TextTerm } from '#store/store.ts';

/** A state of a copy: its file, and the serial number of the state. */
export interface CopyPoint {
  readonly file: string;
  readonly serial: number;
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
export const COMMON = 2_000_000;

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

export function timedOut(): StoreUnavailable {
  return new StoreUnavailable('The text search timed out. Try again.');
}

function closed(): StoreUnavailable {
  return new StoreUnavailable('The copy has been closed.');
}

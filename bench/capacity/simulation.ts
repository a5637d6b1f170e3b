import { Random } from '../harness/random.ts';
import { quantile } from '../harness/statistics.ts';
import type { CacheOptions } from './hit-ratios.ts';
import { HttpCache, type CacheCounts } from './simulation/cache.ts';
import { Database, type DatabaseOptions } from './simulation/database.ts';
import { Events } from './simulation/events.ts';
import { Cores, Threads } from './simulation/processors.ts';
import { Worker, type Question, type Work } from './simulation/worker.ts';

/** A service with everything around it. Times are seconds. */
export interface SetUp {
  readonly seed: number;
  /** How long it is looked at, after how long. */
  readonly seconds: number;
  readonly warming: number;
  readonly talks: number;
  readonly machines: number;
  /** Of each machine. */
  readonly cores: number;
  /** On each machine. */
  readonly workers: number;
  /** Bytes that each worker keeps of whole answers. */
  readonly answerMemory: number;
  readonly render: Work;
  readonly clients: Clients;
  readonly questions: () => Question;
  /** Between the clients and the workers, on a machine of its own; undefined for none. */
  readonly cache: CacheOptions | undefined;
  /** `cores` undefined: on the first machine. */
  readonly database: Omit<DatabaseOptions, 'cores'> & { readonly cores: number | undefined };
  readonly news: News;
}

/** Clients that ask again as soon as they have their answer, or that come when they come, so many a second. */
export type Clients =
  | { readonly kind: 'closed'; readonly connections: number; /** On the first machine. */ readonly work: number }
  | { readonly kind: 'open'; readonly rate: number; readonly evenly: boolean };

export interface News {
  /** When versions are committed, of the time that is looked at. */
  readonly at: readonly number[];
  /** How many talks each changes. */
  readonly changed: number;
  /** Between two looks of a worker at the store. */
  readonly pollEvery: number;
  /** Processor time of making the new index, beside the event loop; and how long the event loop stands still. */
  readonly rebuild: number;
  readonly pause: number;
}

export interface Simulated {
  readonly requestsPerSecond: number;
  readonly p50: number;
  readonly p99: number;
  /** Share of the questions that reached a worker and were answered from what it keeps whole. */
  readonly kept: number;
  /** Undefined where there is no cache. */
  readonly cache: CacheCounts | undefined;
  /** Questions that reached the workers, a second. */
  readonly origin: number;
  /** By version: the seconds from its commit until each worker answers from it. */
  readonly live: readonly (readonly number[])[];
  /** Share of the cores of all machines that were busy. */
  readonly busy: number;
  /** Asked of the database a second, and rows it sent in all. */
  readonly queries: number;
  readonly rows: number;
}

/** What happens in a set-up. The same set-up with the same seed is the same to the last digit. */
export function simulate(setUp: SetUp): Simulated {
  return new Simulation(setUp).run();
}

class Simulation {
  readonly #setUp: SetUp;
  readonly #events = new Events();
  readonly #random: Random;
  readonly #machines: Cores[];
  readonly #workers: Worker[];
  readonly #database: Database;
  readonly #cache: HttpCache | undefined;
  readonly #live: number[][] = [];
  readonly #latencies: number[] = [];
  /** Questions that are on their way through a cache, which knows them by number. */
  readonly #asked = new Map<number, Question>();
  #turn = 0;

  constructor(setUp: SetUp) {
    this.#setUp = setUp;
    this.#random = new Random(setUp.seed);
    this.#machines = Array.from({ length: setUp.machines }, () => new Cores(this.#events, setUp.cores));
    this.#workers = this.#machines.flatMap((cores) =>
      Array.from({ length: setUp.workers }, () => new Worker({ ...setUp, cores })),
    );
    const [first] = this.#machines;
    if (first === undefined) throw new Error('there is no machine');
    this.#database = new Database(this.#events, { ...setUp.database, cores: setUp.database.cores ?? first });
    if (setUp.cache !== undefined)
      this.#cache = new HttpCache(this.#events, setUp.cache, (id, isKnown, done) => {
        const question = this.#asked.get(id);
        if (question !== undefined) this.#workers[this.#nextTurn()]?.ask(question, isKnown, done);
      });
    this.#workers.forEach((worker, number) => {
      this.#follow(worker, number);
    });
    this.#start(first);
  }

  run(): Simulated {
    const { warming, seconds, news } = this.#setUp;
    news.at.forEach((time, version) => {
      this.#live[version] = [];
      this.#events.after(warming + time, () => {
        this.#database.commit();
      });
    });
    this.#events.run(warming);
    this.#latencies.length = 0;
    const before = this.#counts();
    this.#events.run(warming + seconds);
    const after = this.#counts();
    const cacheBefore = before.cache;
    return {
      requestsPerSecond: this.#latencies.length / seconds,
      p50: quantile(this.#latencies, 0.5),
      p99: quantile(this.#latencies, 0.99),
      kept: (after.fromKept - before.fromKept) / (after.answered - before.answered),
      cache: after.cache === undefined || cacheBefore === undefined ? undefined : difference(after.cache, cacheBefore),
      origin: (after.answered - before.answered) / seconds,
      live: this.#live,
      busy: (after.used - before.used) / seconds / this.#setUp.cores / this.#setUp.machines,
      queries: (after.queries - before.queries) / seconds,
      rows: after.rows - before.rows,
    };
  }

  #counts() {
    return {
      answered: this.#workers.reduce((sum, { answered }) => sum + answered, 0),
      fromKept: this.#workers.reduce((sum, { fromKept }) => sum + fromKept, 0),
      used: this.#machines.reduce((sum, { used }) => sum + used, 0),
      queries: this.#database.queries,
      rows: this.#database.rows,
      cache: this.#cache === undefined ? undefined : { ...this.#cache.counts },
    };
  }

  #start(machine: Cores): void {
    const { clients } = this.#setUp;
    if (clients.kind === 'open') {
      this.#comeAndAsk(clients.rate, clients.evenly);
      return;
    }
    const client = new Threads(machine, 1);
    for (let connection = 0; connection < clients.connections; connection += 1)
      this.#askAgain(client, clients.work, connection % this.#workers.length);
  }

  /** A connection leads to one worker, as long as it is open. */
  #askAgain(client: Threads, work: number, worker: number): void {
    const asked = this.#events.now;
    this.#workers[worker]?.ask(this.#setUp.questions(), false, () => {
      client.do(work, () => {
        this.#latencies.push(this.#events.now - asked);
        this.#askAgain(client, work, worker);
      });
    });
  }

  #comeAndAsk(rate: number, evenly: boolean): void {
    // Exponential times between: a Poisson stream.
    const wait = evenly ? 1 / rate : -Math.log1p(-this.#random.below(2 ** 31) / 2 ** 31) / rate;
    this.#events.after(wait, () => {
      const asked = this.#events.now;
      this.#ask(this.#setUp.questions(), () => this.#latencies.push(this.#events.now - asked));
      this.#comeAndAsk(rate, evenly);
    });
  }

  #ask(question: Question, done: () => void): void {
    if (this.#cache === undefined) {
      this.#workers[this.#nextTurn()]?.ask(question, false, done);
      return;
    }
    this.#asked.set(question.id, question);
    this.#cache.ask(question.id, done);
  }

  /** The balancer: each worker in turn. */
  #nextTurn(): number {
    this.#turn = (this.#turn + 1) % this.#workers.length;
    return this.#turn;
  }

  /** src/search/replica/index-builder.ts: looks at the store again and again, and makes an index of each new state. */
  #follow(worker: Worker, number: number): void {
    const { news, warming } = this.#setUp;
    let version = 0;
    let looking = false;
    let planned = 0;
    const rest = (seconds: number): void => {
      const plan = (planned += 1);
      this.#events.after(seconds, () => {
        if (plan === planned) look();
      });
    };
    const look = (): void => {
      if (looking) return;
      looking = true;
      this.#database.poll(number, (found) => {
        if (found === version) {
          looking = false;
          rest(news.pollEvery);
          return;
        }
        const rows = (found - version) * news.changed;
        this.#database.read(number, rows, () => {
          this.#rebuild(worker, number, () => {
            for (let seen = version; seen < found; seen += 1)
              this.#live[seen]?.push(this.#events.now - warming - (news.at[seen] ?? 0));
            version = found;
            looking = false;
            rest(news.pollEvery);
          });
        });
      });
    };
    this.#database.listen(look);
    rest(this.#random.below(1000) * (news.pollEvery / 1000));
  }

  #rebuild(worker: Worker, number: number, done: () => void): void {
    const { news, talks, workers } = this.#setUp;
    this.#machines[Math.floor(number / workers)]?.run(news.rebuild, () => {
      const changed = Array.from({ length: news.changed }, () => this.#random.below(talks));
      worker.swap(news.pause, changed, done);
    });
  }
}

function difference(after: CacheCounts, before: CacheCounts): CacheCounts {
  return {
    fresh: after.fresh - before.fresh,
    stale: after.stale - before.stale,
    joined: after.joined - before.joined,
    waited: after.waited - before.waited,
    asked: after.asked - before.asked,
  };
}

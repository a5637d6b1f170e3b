import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { ReadCopy } from '#replica/read-copy.ts';
import type { ListedSource } from '#store/source-states.ts';
import type { RateLimit } from '../http/rate-limit.ts';
import { CLIENT_CLOSED_REQUEST, type RequestObserver } from '../http/request-record.ts';
import { type Instance, isReady } from '../service.ts';
import { sample, type Samples } from './metric-families.ts';

interface Watched {
  readonly instance: Pick<Instance, 'draining' | 'replica'>;
  readonly requests: Pick<RequestMetrics, 'samples'>;
  readonly rateLimit: Pick<RateLimit, 'rejected'> | undefined;
}

/** The metrics of a serving process. */
export class ProcessSamples {
  readonly #watched: Watched;
  readonly #delay = new EventLoopDelay();
  readonly #started = Date.now() / 1000 - process.uptime();
  #loaded = Date.now();

  constructor(watched: Watched) {
    this.#watched = watched;
    watched.instance.replica.onSwap(() => (this.#loaded = Date.now()));
  }

  /** Includes what is known of the sources, without waiting for the store. */
  async take(): Promise<Samples> {
    const { instance, requests, rateLimit } = this.#watched;
    const { user, system } = process.cpuUsage();
    return {
      ...requests.samples(),
      lectern_rate_limited_requests_total: rateLimit?.rejected ?? 0,
      lectern_ready: isReady(instance) ? 1 : 0,
      ...catalogueSamples(instance.replica, this.#loaded / 1000),
      ...this.#delay.samples,
      process_cpu_seconds_total: (user + system) / 1e6,
      process_resident_memory_bytes: process.memoryUsage.rss(),
      process_start_time_seconds: this.#started,
      ...sourceSamples(instance.replica.sources ?? []),
    };
  }

  close(): void {
    this.#delay.close();
  }
}

function catalogueSamples({ index, lastSeen, damaged }: ReadCopy, loaded: number): Samples {
  const known = index && {
    lectern_catalogue_version: index.state.version,
    lectern_catalogue_talks: index.size,
    lectern_catalogue_loaded_timestamp_seconds: loaded,
  };
  return {
    ...known,
    lectern_catalogue_damaged_records: damaged.damage.length + damaged.more,
    lectern_store_seen_timestamp_seconds: lastSeen / 1000,
  };
}

/** Milliseconds. */
const WINDOW = 15_000;
/** Sampling interval, in milliseconds. */
const RESOLUTION = 20;
const NANOSECONDS = 1e9;
const QUANTILES = [0.5, 0.99, 1];

/** Event loop delay of this process, measured over the last complete window. */
class EventLoopDelay {
  readonly #histogram = monitorEventLoopDelay({ resolution: RESOLUTION });
  readonly #turning: NodeJS.Timeout;
  #samples: Samples = {};

  constructor() {
    this.#histogram.enable();
    this.#turning = setInterval(() => this.#turn(), WINDOW).unref();
  }

  /** Empty until the first window is complete. */
  get samples(): Samples {
    return this.#samples;
  }

  close(): void {
    clearInterval(this.#turning);
    this.#histogram.disable();
  }

  #turn(): void {
    const delays = QUANTILES.map((quantile): [string, number] => {
      const late = this.#histogram.percentile(quantile * 100) / NANOSECONDS - RESOLUTION / 1000;
      return [sample('lectern_event_loop_delay_seconds', { quantile: String(quantile) }), Math.max(0, late)];
    });
    this.#samples = Object.fromEntries(delays);
    this.#histogram.reset();
  }
}

/** Sync state of the sources, as metrics. */
function sourceSamples(sources: readonly ListedSource[]): Samples {
  const samples: Record<string, number> = {};
  for (const { name: source, state } of sources) {
    if (state === undefined) continue;
    const told = {
      last_attempt_timestamp_seconds: seconds(state.lastAttempt),
      last_success_timestamp_seconds: seconds(state.lastSuccess),
      next_run_timestamp_seconds: seconds(state.nextRun),
      failures: state.failures,
      problems: state.problems.length + state.moreProblems,
      talks: state.talks,
      held_talks: state.held?.missing ?? 0,
    };
    for (const [name, value] of Object.entries(told))
      if (value !== null) samples[sample(`lectern_source_${name}`, { source })] = value;
    for (const [change, count] of Object.entries(state.changes))
      samples[sample('lectern_source_changes', { source, change })] = count;
  }
  return samples;
}

function seconds(time: string | null): number | null {
  return time === null ? null : Date.parse(time) / 1000;
}

/** Seconds; upper bounds of the histogram. */
const BOUNDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** The route label of requests that match no route: rejected or not found. */
const NO_ROUTE = 'none';

interface OfRoute {
  /** By media type, with its parameters, and then by status. */
  readonly answered: Map<string, Map<number, number>>;
  /** Per bucket: responses above the previous bound, up to this one; the last has all above the largest. */
  readonly durations: Uint32Array;
  seconds: number;
}

/** Counts requests. */
export class RequestMetrics {
  readonly #routes = new Map<string, OfRoute>();
  #hits = 0;
  #misses = 0;

  /** Called for each request of an HTTP server. */
  readonly observe: RequestObserver = (_request, response) => () => {
    const { began, route = NO_ROUTE, cache, contentType = '' } = response.record;
    const status = response.headersSent ? response.statusCode : CLIENT_CLOSED_REQUEST;
    this.#count(route, status, contentType, (performance.now() - began) / 1000);
    if (cache === 'hit') this.#hits += 1;
    else if (cache === 'miss') this.#misses += 1;
  };

  samples(): Samples {
    const samples: Record<string, number> = {};
    for (const [route, { answered, durations, seconds }] of this.#routes) {
      for (const [contentType, statuses] of answered) {
        const [representation = ''] = contentType.split(';', 1);
        for (const [status, count] of statuses)
          samples[sample('lectern_http_requests_total', { route, status: String(status), representation })] = count;
      }
      const name = 'lectern_http_request_duration_seconds';
      let total = 0;
      for (const [at, bound] of [...BOUNDS, Infinity].entries()) {
        total += durations[at] ?? 0;
        samples[sample(`${name}_bucket`, { route, le: bound === Infinity ? '+Inf' : String(bound) })] = total;
      }
      samples[sample(`${name}_sum`, { route })] = seconds;
      samples[sample(`${name}_count`, { route })] = total;
    }
    samples[sample('lectern_response_cache_requests_total', { result: 'hit' })] = this.#hits;
    samples[sample('lectern_response_cache_requests_total', { result: 'miss' })] = this.#misses;
    return samples;
  }

  #count(route: string, status: number, contentType: string, seconds: number): void {
    let known = this.#routes.get(route);
    if (known === undefined) {
      known = { answered: new Map(), durations: new Uint32Array(BOUNDS.length + 1), seconds: 0 };
      this.#routes.set(route, known);
    }
    let statuses = known.answered.get(contentType);
    if (statuses === undefined) known.answered.set(contentType, (statuses = new Map<number, number>()));
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    const at = BOUNDS.findIndex((bound) => seconds <= bound);
    const place = at === -1 ? BOUNDS.length : at;
    known.durations[place] = (known.durations[place] ?? 0) + 1;
    known.seconds += seconds;
  }
}

import type { ReadCopy } from '#replica/read-copy.ts';
import type { RateLimit } from '../http/rate-limit.ts';
import { EventLoopDelay } from './event-loop-delay.ts';
import { isReady, type Instance } from './instance.ts';
import type { Samples } from './metric-families.ts';
import type { RequestMetrics } from './request-metrics.ts';
import { sourceSamples } from './source-samples.ts';

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

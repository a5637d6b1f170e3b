import { CLIENT_CLOSED_REQUEST } from '../http/request-record.ts';
import type { RequestObserver } from '../http/request-record.ts';
import { sample, type Samples } from './metric-families.ts';

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

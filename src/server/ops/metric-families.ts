/**
 * The values of a process by sample: the name of a metric with its labels, such as
 * `lectern_source_failures{source="optics"}`.
 */
export type Samples = Readonly<Record<string, number>>;

/** A metric, as the reference describes it. */
interface Family {
  readonly help: string;
  readonly type: 'counter' | 'gauge' | 'histogram';
  /** How the values of workers are combined: each its own, their sum, or any one, since all are equal. */
  readonly of: 'worker' | 'sum' | 'service';
}

/** Every metric by name, in output order. A test keeps `docs/reference/metrics.md` in step. */
export const FAMILIES: Readonly<Record<string, Family>> = {
  lectern_http_requests_total: counter('sum', 'Requests answered, by route, status and representation.'),
  lectern_http_request_duration_seconds: histogram(
    'sum',
    'Time from the headers of a request to the end of its response, by route.',
  ),
  lectern_response_cache_requests_total: counter(
    'sum',
    'Requests for which the response cache was asked: result is hit or miss.',
  ),
  lectern_rate_limited_requests_total: counter(
    'sum',
    'Requests rejected because their clients sent too many (--rate-limit).',
  ),
  lectern_ready: gauge('worker', '1 if ready to serve every request, else 0.'),
  lectern_catalogue_version: gauge('worker', 'Version of the catalogue that responses come from.'),
  lectern_catalogue_talks: gauge('worker', 'Talks in this version of the catalogue.'),
  lectern_catalogue_loaded_timestamp_seconds: gauge('worker', 'When this version of the catalogue was loaded.'),
  lectern_catalogue_damaged_records: gauge(
    'worker',
    'Parts of the catalogue that cannot be read, as far as they are known.',
  ),
  lectern_store_seen_timestamp_seconds: gauge('worker', 'When the database last answered.'),
  lectern_event_loop_delay_seconds: gauge(
    'worker',
    'Event loop delay in the last 15 seconds: median, 99th percentile and maximum.',
  ),
  process_cpu_seconds_total: counter('worker', 'Processor time used.'),
  process_resident_memory_bytes: gauge('worker', 'Memory of the process.'),
  process_start_time_seconds: gauge('worker', 'When the process started.'),
  lectern_source_last_attempt_timestamp_seconds: gauge('service', 'When a source was last tried.'),
  lectern_source_last_success_timestamp_seconds: gauge('service', 'When a source was last read successfully.'),
  lectern_source_next_run_timestamp_seconds: gauge('service', 'When a source is due next.'),
  lectern_source_failures: gauge('service', 'Consecutive failures of a source.'),
  lectern_source_problems: gauge('service', 'Problems in the last run of a source.'),
  lectern_source_talks: gauge('service', 'Talks in a source when it was last read.'),
  lectern_source_held_talks: gauge('service', 'Upcoming talks missing from a reading that is held.'),
  lectern_source_changes: gauge('service', 'Talks that the last run of a source added, moved, renamed and so on.'),
  lectern_sync_failures: gauge('service', 'Scheduled syncs in a row that failed as a whole.'),
};

function counter(of: Family['of'], help: string): Family {
  return { help, type: 'counter', of };
}

function gauge(of: Family['of'], help: string): Family {
  return { help, type: 'gauge', of };
}

function histogram(of: Family['of'], help: string): Family {
  return { help, type: 'histogram', of };
}

/** The name of a sample with its labels, whose values may contain any characters. */
export function sample(name: string, labels: Readonly<Record<string, string>> = {}): string {
  const pairs = Object.entries(labels).map(([label, text]) => `${label}="${escaped(text)}"`);
  return pairs.length === 0 ? name : `${name}{${pairs.join(',')}}`;
}

function escaped(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
}

/** The samples of a histogram have three different suffixes. */
const OF_HISTOGRAM = /_(?:bucket|sum|count)$/;

/** The name of the metric that a sample belongs to; undefined for one of another version of Lectern. */
export function familyOf(text: string): string | undefined {
  const name = text.split('{', 1)[0] ?? '';
  if (name in FAMILIES) return name;
  const family = name.replace(OF_HISTOGRAM, '');
  return FAMILIES[family]?.type === 'histogram' ? family : undefined;
}

/** The text format of Prometheus, version 0.0.4 (prometheus.io/docs/instrumenting/exposition_formats). */
export const METRICS_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

/** The values of one service by worker number, which is undefined if there is only one process. */
export interface ToldSamples {
  readonly workers: ReadonlyMap<number | undefined, Samples>;
  /** Counters of workers that have exited, so that no sum ever decreases. */
  readonly retired?: Samples;
  /** Of the process that answers for all. */
  readonly own?: Samples | undefined;
}

/** All metrics of a service in the text format of Prometheus. */
export function metricsText({ workers, retired = {}, own = {} }: ToldSamples): string {
  const lines = new Map<string, Map<string, number>>(Object.keys(FAMILIES).map((name) => [name, new Map()]));
  const add = (samples: Samples, worker: number | undefined): void => {
    for (const [text, value] of Object.entries(samples)) {
      const name = familyOf(text);
      const known = name === undefined ? undefined : lines.get(name);
      if (name === undefined || known === undefined) continue;
      const { of } = FAMILIES[name] ?? {};
      if (of === 'sum') known.set(text, (known.get(text) ?? 0) + value);
      else if (of === 'worker') known.set(worker === undefined ? text : ofWorker(text, worker), value);
      else if (!known.has(text)) known.set(text, value);
    }
  };
  for (const samples of [retired, own]) add(samples, undefined);
  for (const [worker, samples] of [...workers].sort(([a = 0], [b = 0]) => a - b)) add(samples, worker);
  return [...lines].map(([name, samples]) => written(name, samples)).join('');
}

/** The counters of a worker, without its gauges. */
export function countedIn(samples: Samples): Samples {
  return Object.fromEntries(Object.entries(samples).filter(([text]) => FAMILIES[familyOf(text) ?? '']?.of === 'sum'));
}

/** Adds two sets of counters. */
export function sumOf(one: Samples, other: Samples): Samples {
  const sum: Record<string, number> = { ...one };
  for (const [text, value] of Object.entries(other)) sum[text] = (sum[text] ?? 0) + value;
  return sum;
}

/** Adds the worker number to the labels. */
function ofWorker(text: string, worker: number): string {
  const label = `worker="${String(worker)}"`;
  return text.endsWith('}') ? `${text.slice(0, -1)},${label}}` : `${text}{${label}}`;
}

function written(name: string, samples: ReadonlyMap<string, number>): string {
  const family = FAMILIES[name];
  if (family === undefined || samples.size === 0) return '';
  const lines = [...samples].map(([text, value]) => `${text} ${String(value)}\n`);
  return `# HELP ${name} ${family.help}\n# TYPE ${name} ${family.type}\n${lines.join('')}`;
}

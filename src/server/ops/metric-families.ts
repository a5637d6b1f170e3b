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
  lectern_http_requests_total: {
    help: 'Requests answered, by route, status and representation.',
    type: 'counter',
    of: 'sum',
  },
  lectern_http_request_duration_seconds: {
    help: 'Time from the headers of a request to the end of its response, by route.',
    type: 'histogram',
    of: 'sum',
  },
  lectern_response_cache_requests_total: {
    help: 'Requests for which the response cache was asked: result is hit or miss.',
    type: 'counter',
    of: 'sum',
  },
  lectern_rate_limited_requests_total: {
    help: 'Requests rejected because their clients sent too many (--rate-limit).',
    type: 'counter',
    of: 'sum',
  },
  lectern_ready: { help: '1 if ready to serve every request, else 0.', type: 'gauge', of: 'worker' },
  lectern_catalogue_version: {
    help: 'Version of the catalogue that responses come from.',
    type: 'gauge',
    of: 'worker',
  },
  lectern_catalogue_talks: { help: 'Talks in this version of the catalogue.', type: 'gauge', of: 'worker' },
  lectern_catalogue_loaded_timestamp_seconds: {
    help: 'When this version of the catalogue was loaded.',
    type: 'gauge',
    of: 'worker',
  },
  lectern_catalogue_damaged_records: {
    help: 'Parts of the catalogue that cannot be read, as far as they are known.',
    type: 'gauge',
    of: 'worker',
  },
  lectern_store_seen_timestamp_seconds: { help: 'When the database last answered.', type: 'gauge', of: 'worker' },
  lectern_event_loop_delay_seconds: {
    help: 'Event loop delay in the last 15 seconds: median, 99th percentile and maximum.',
    type: 'gauge',
    of: 'worker',
  },
  process_cpu_seconds_total: { help: 'Processor time used.', type: 'counter', of: 'worker' },
  process_resident_memory_bytes: { help: 'Memory of the process.', type: 'gauge', of: 'worker' },
  process_start_time_seconds: { help: 'When the process started.', type: 'gauge', of: 'worker' },
  lectern_source_last_attempt_timestamp_seconds: {
    help: 'When a source was last tried.',
    type: 'gauge',
    of: 'service',
  },
  lectern_source_last_success_timestamp_seconds: {
    help: 'When a source was last read successfully.',
    type: 'gauge',
    of: 'service',
  },
  lectern_source_next_run_timestamp_seconds: { help: 'When a source is due next.', type: 'gauge', of: 'service' },
  lectern_source_failures: { help: 'Consecutive failures of a source.', type: 'gauge', of: 'service' },
  lectern_source_problems: { help: 'Problems in the last run of a source.', type: 'gauge', of: 'service' },
  lectern_source_talks: { help: 'Talks in a source when it was last read.', type: 'gauge', of: 'service' },
  lectern_source_changes: {
    help: 'Talks that the last run of a source added, moved, renamed and so on.',
    type: 'gauge',
    of: 'service',
  },
};

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
